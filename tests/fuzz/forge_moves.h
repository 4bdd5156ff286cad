// Forgeries that change the content of a compact certificate.
#pragma once

#include <vector>

#include "tests/fuzz/plain_moves.h"

namespace onyx::fuzz {

struct MovesForgery {
  const char* name;
  void (*apply)(PlainMoves& certificate, plain::Rng& random);
};

const std::vector<MovesForgery>& moves_forgeries();

}  // namespace onyx::fuzz
