// A forged certificate of any version, packed, and what the plain engine says of it.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/plain_certificate.h"
#include "tests/fuzz/plain_moves.h"

namespace onyx::fuzz {

/// What is forged: certificates of versions 1 and 2, and of version 3, some of them as ones of
/// version 4.
struct Certificates {
  std::vector<PlainCertificate> of_entries;
  std::vector<PlainMoves> of_moves;

  bool empty() const { return of_entries.empty() && of_moves.empty(); }
};

struct ForgedCertificate {
  std::string name;  ///< Of the last forgery.
  std::string bytes;
  bool in_parts = false;  ///< The referee is to read it so.
  std::string fault;      ///< As of fault_of().
  char claim = 'D';
  plain::Position start;
  bool may_be_refused = false;  ///< Though there is no fault.
};

/// From either kind as often, if there are both.
ForgedCertificate forged(const Certificates& originals, plain::Rng& random);

}  // namespace onyx::fuzz
