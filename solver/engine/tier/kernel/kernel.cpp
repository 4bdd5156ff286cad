#include "solver/engine/tier/kernel/kernel.h"

#include <cstdlib>
#include <cstring>

namespace onyx::tier {

#define ONYX_DECLARE(name)             \
  namespace name {                     \
  extern const SweepTiles kSweepTiles; \
  extern const SweepPart kSweepPart;   \
  extern const Questions kQuestions;   \
  extern const Layer kLayer;           \
  extern const Count kCount;           \
  }
ONYX_DECLARE(plain)
#if defined(__x86_64__)
ONYX_DECLARE(avx2)
ONYX_DECLARE(avx512)
#endif
#undef ONYX_DECLARE

namespace {

struct Kernel {
  const char* name;
  SweepTiles sweep_tiles;
  SweepPart sweep_part;
  Questions questions;
  Layer layer;
  Count count;
};

/// The best version that the machine supports and the environment allows.
Kernel choose() {
#if defined(__x86_64__)
  const char* const asked = std::getenv("ONYX_VECTORS");
  const auto may = [&](const char* name) {
    return asked == nullptr || std::strcmp(asked, name) == 0;
  };
  __builtin_cpu_init();
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (has_avx512 && may("avx512"))
    return {"avx512",           avx512::kSweepTiles, avx512::kSweepPart,
            avx512::kQuestions, avx512::kLayer,      avx512::kCount};
  const bool wants_avx2 = may("avx2") || may("avx512");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && wants_avx2)
    return {"avx2",           avx2::kSweepTiles, avx2::kSweepPart,
            avx2::kQuestions, avx2::kLayer,      avx2::kCount};
#endif
  return {"plain",           plain::kSweepTiles, plain::kSweepPart,
          plain::kQuestions, plain::kLayer,      plain::kCount};
}

const Kernel& kernel() {
  static const Kernel chosen = choose();
  return chosen;
}

}  // namespace

SweepTiles sweep_tiles_function() { return kernel().sweep_tiles; }
SweepPart sweep_part_function() { return kernel().sweep_part; }
Questions questions_function() { return kernel().questions; }
Layer layer_function() { return kernel().layer; }
Count count_function() { return kernel().count; }
const char* sweep_name() { return kernel().name; }

}  // namespace onyx::tier
