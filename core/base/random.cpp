#include "core/base/random.h"

#include <xxhash.h>

#include <array>

namespace onyx {

Random random_for(std::uint64_t seed, std::uint64_t number) {
  const std::array<std::uint64_t, 2> input{seed, number};
  return Random(XXH3_64bits(input.data(), sizeof(input)));
}

}  // namespace onyx
