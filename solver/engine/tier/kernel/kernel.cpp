#include "solver/engine/tier/kernel/kernel.h"

#include <cstdlib>
#include <cstring>

namespace onyx::tier {

namespace plain {
extern const Kernel kKernel;
}
#if defined(__x86_64__)
namespace avx2 {
extern const Kernel kKernel;
}
namespace avx512 {
extern const Kernel kKernel;
}
#endif

namespace {

const Kernel& choose_kernel() {
#if defined(__x86_64__)
  const char* const asked = std::getenv("ONYX_VECTORS");
  const auto may = [&](const char* name) {
    return asked == nullptr || std::strcmp(asked, name) == 0;
  };
  __builtin_cpu_init();
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_avx512 && may("avx512")) return avx512::kKernel;
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
  if (has_avx2 && (may("avx2") || may("avx512"))) return avx2::kKernel;
#endif
  return plain::kKernel;
}

}  // namespace

const Kernel& kernel() {
  static const Kernel& chosen = choose_kernel();
  return chosen;
}

}  // namespace onyx::tier
