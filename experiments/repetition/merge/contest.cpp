#include "experiments/repetition/merge/contest.h"

#include "solver/referee/referee.h"

namespace onyx {

std::string CertificateVerifier::fault_of(ClassCandidate& candidate) {
  if (candidate.is_verified) return "";
  const referee::Verdict verdict = referee::check_certificate(candidate.text);
  if (!verdict.accepted) return verdict.text;
  candidate.is_verified = true;
  ++accepted_;
  return "";
}

Contest contest(ClassCandidate& present, ClassCandidate& newcomer, CertificateVerifier& verifier) {
  Contest result;
  if (present.text == newcomer.text) return result;
  if (!(newcomer.rank() < present.rank())) {
    result.present_fault = verifier.fault_of(present);
    if (result.present_fault.empty()) return result;
  }
  result.newcomer_fault = verifier.fault_of(newcomer);
  result.newcomer_stays = result.newcomer_fault.empty();
  return result;
}

}  // namespace onyx
