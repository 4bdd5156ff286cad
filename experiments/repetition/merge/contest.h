// Decides which of two certificates for one class is kept.
//
// A merge accepts most certificates without the checker: checking would take longer than the rest
// of the merge, and readers of the result can check for themselves. But a valid certificate must
// never be replaced by an invalid one, whatever the latter's metadata claims. So where two
// certificates for one class differ, the checker decides before the rank does.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// Runs the checker, once for each certificate. Thread-safe.
class CertificateVerifier {
 public:
  /// Why the checker rejects the certificate; "" if it accepts it.
  std::string fault_of(ClassCandidate& candidate);
  std::uint64_t accepted() const { return accepted_; }

 private:
  std::atomic<std::uint64_t> accepted_{0};
};

struct Contest {
  bool newcomer_stays = false;
  /// The checker's reason against either; "" if there is none, or if the checker was not asked.
  std::string present_fault;
  std::string newcomer_fault;
};

/// Chooses between two different certificates for one class: one that the checker accepts; if it
/// accepts both, the one of lesser rank; if neither, the present one.
Contest contest(ClassCandidate& present, ClassCandidate& newcomer, CertificateVerifier& verifier);

}  // namespace onyx
