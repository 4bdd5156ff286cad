// The definition of sight (solver/sight/sight.h), written with the plain rules.
#pragma once

#include "tests/support.h"

namespace onyx::test {

class PlainSight {
 public:
  static bool can_win(const plain::Position& position, int plies) {
    if (plies <= 0 || plain::game_over(position)) return false;
    for (const plain::Move& move : plain::legal_moves(position)) {
      if (is_lost(plain::play(position, move), plies - 1)) return true;
    }
    return false;
  }

  static bool is_lost(const plain::Position& position, int plies) {
    if (plain::game_over(position)) return true;  // the last mover connected
    if (plies <= 0) return false;
    for (const plain::Move& move : plain::legal_moves(position)) {
      if (!can_win(plain::play(position, move), plies - 1)) return false;
    }
    return true;
  }

  static bool is_sighted(const plain::Position& position, const plain::Move& move, int k) {
    const plain::Position next = plain::play(position, move);
    if (can_win(position, k)) return is_lost(next, k - 1);
    if (!can_win(next, k - 2)) return true;
    for (const plain::Move& other : plain::legal_moves(position)) {
      if (!can_win(plain::play(position, other), k - 2)) return false;
    }
    return true;
  }
};

}  // namespace onyx::test
