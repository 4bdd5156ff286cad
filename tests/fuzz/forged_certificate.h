// A forged certificate, packed, and what the plain engine says of it.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/plain_moves.h"

namespace onyx::fuzz {

struct ForgedCertificate {
  std::string name;  ///< Of the last forgery.
  std::string bytes;
  std::string fault;  ///< As of fault_of().
  char claim = 'D';
  plain::Position start;
};

ForgedCertificate forged(const std::vector<PlainMoves>& originals, plain::Rng& random);

}  // namespace onyx::fuzz
