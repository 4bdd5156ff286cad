// Which of two certificates for one class stays.
//
// A merge believes most certificates without asking the checker: it would take longer than all the
// rest, and who reads the result can ask. But what is there and holds must not be lost to something
// that does not, whatever that says of itself. So where two certificates for one class differ, the
// checker decides before the order does.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// Asks the checker, once for each certificate. Thread-safe.
class CertificateVerifier {
 public:
  /// Why the checker rejects it; "" if it accepts it.
  std::string fault_of(ClassCandidate& candidate);
  std::uint64_t accepted() const { return accepted_; }

 private:
  std::atomic<std::uint64_t> accepted_{0};
};

struct Contest {
  bool newcomer_stays = false;
  /// What the checker said against either; "" if nothing, or if it was not asked.
  std::string present_fault;
  std::string newcomer_fault;
};

/// Of two for one class that differ one stays that the checker accepts, and of two such the one of
/// lesser rank; if it accepts neither, the one that is present.
Contest contest(ClassCandidate& present, ClassCandidate& newcomer, CertificateVerifier& verifier);

}  // namespace onyx
