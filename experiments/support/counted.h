// Numbers with singular or plural nouns, for sentences.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace onyx {

/// "1 ply", "2 plies".
inline std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace onyx
