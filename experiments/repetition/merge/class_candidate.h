// A certificate as far as a merge reads it.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "solver/certificate/pack.h"

namespace onyx {

struct ClassCandidate {
  std::string text;
  /// The least of all symmetric forms of the positions on the certificate's cycle. What search
  /// writes begins at the key of its class (solver/repetition/class_key.h), so this is that key;
  /// others have it if they go round the same cycle.
  std::string key;
  std::string program;  ///< That wrote it.
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;
  std::string file;          ///< Where it was read, if somebody is to be told.
  CertificateFrame packed;   ///< Instead of the text, on its way into a pack.
  bool is_present = false;   ///< It is in that pack already.
  bool is_verified = false;  ///< The checker accepts it.

  /// Of several for one class the least is kept.
  auto rank() const { return std::tie(seed, number, text); }
};

/// What stands for a program that a file does not name.
inline constexpr const char* kUnnamed = "an unnamed program";

/// Thrown for what is no certificate of a class.
struct NoCandidate {
  std::string why;
};

/// Looks at the claim, and at the cycle, on which the position must lie; the strategies it leaves
/// to a checker. Throws NoCandidate.
ClassCandidate parse_candidate(std::string text);

}  // namespace onyx
