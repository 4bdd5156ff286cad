// A certificate as far as a merge reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace onyx {

struct ClassCandidate {
  std::string text;
  std::string position;
  std::string program;  ///< That wrote it.
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;

  /// Of several for one position the least is kept.
  auto rank() const { return std::tie(seed, number, text); }
};

/// What stands for a program that a file does not name.
inline constexpr const char* kUnnamed = "an unnamed program";

/// Nothing if that is no certificate of a position.
std::optional<ClassCandidate> parse_candidate(std::string text);

}  // namespace onyx
