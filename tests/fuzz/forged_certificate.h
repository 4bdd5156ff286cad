// A forged certificate, packed, with the verdict of the plain engine.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/plain_moves.h"

namespace onyx::fuzz {

struct ForgedCertificate {
  std::string name;  ///< The name of the last forgery applied.
  std::string bytes;
  std::string fault;  ///< Why it must be refused (fault_of()); "" if it must be accepted.
  char claim = 'D';
  plain::Position start;
};

ForgedCertificate forged(const std::vector<PlainMoves>& originals, plain::Rng& random);

}  // namespace onyx::fuzz
