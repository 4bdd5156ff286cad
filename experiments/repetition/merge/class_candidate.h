// The part of a certificate that a merge reads.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "solver/certificate/pack.h"

namespace onyx {

struct ClassCandidate {
  std::string text;
  /// The least of all symmetric forms of the positions on the certificate's cycle. The search
  /// writes certificates that begin at the key of their class (solver/repetition/recurrence.h), so
  /// for these it is that key; other certificates get the same key if they go round the same cycle.
  std::string key;
  std::string program;  ///< The program that wrote the certificate.
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;
  std::string file;          ///< Where it was read, for messages.
  CertificateFrame packed;   ///< Replaces the text in the sort.
  bool is_present = false;   ///< The output holds it already.
  bool is_verified = false;  ///< The checker has accepted it.

  /// The candidate of least rank is kept for each class.
  auto rank() const { return std::tie(seed, number, text); }
};

/// The name of a program that a file does not name.
inline constexpr const char* kUnnamed = "an unnamed program";

/// Thrown for a text that is not the certificate of a class.
struct NoCandidate {
  std::string why;
};

/// Checks the claim and the cycle, on which the position must be; does not check the strategies.
/// Throws NoCandidate.
ClassCandidate parse_candidate(std::string text);

}  // namespace onyx
