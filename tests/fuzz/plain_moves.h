// Compact certificates (solver/certificate/compact_format.h) in the terms of the plain engine:
// written with right sums whatever they say, and judged by the plain rules.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

struct PlainMoves {
  char version = '4';  ///< Of the format; another is to be refused.
  char claim = 'D';    ///< 'V', 'H' or 'D'.
  plain::Position start;
  /// V's, H's: numbers of places(), or any others, in the order of the walk.
  std::array<std::vector<unsigned>, 2> moves;

  std::vector<unsigned>& of(char owner) { return moves[owner == 'V' ? 0 : 1]; }
  const std::vector<unsigned>& of(char owner) const { return moves[owner == 'V' ? 0 : 1]; }
  bool needs(char owner) const { return claim == owner || claim == 'D'; }
};

/// The most.
inline constexpr std::size_t kMovesInBlock = 1 << 20;

/// Moves that do not belong to any position, or are not legal there, are only counted.
std::string bytes_of(const PlainMoves& certificate, std::size_t moves_in_block);

/// Where the walk is: a position with the owner to move; the reply that led there, if any; and his
/// last answer to a reply before it, if any. Numbers of places(), or PlainGuesses::kNoPlace.
struct Arrival {
  const plain::Position& position;
  unsigned reply;
  unsigned answer;
};
/// The next move of a strategy, which is the owner's there; nothing if there is none.
using NextMove = std::function<std::optional<unsigned>(const Arrival&)>;
/// The walk through all play under a strategy from a valid position. Returns why the strategy is to
/// be refused; "" if it is to be accepted, provided that no moves are left over. `must_end`: it may
/// not come back to a position.
std::string walk(const plain::Position& start, char owner, bool must_end, const NextMove& next);

/// Why a certificate with these moves is to be refused, by the wording of the format; "" if it is
/// to be accepted.
std::string fault_of(const PlainMoves& certificate);

}  // namespace onyx::fuzz
