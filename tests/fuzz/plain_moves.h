// Compact certificates (solver/certificate/compact_format.h) in terms of the plain engine: written
// with right checksums for any content, and judged by the plain rules.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

struct PlainMoves {
  char version = '4';  ///< The version of the format; any other must be refused.
  char claim = 'D';    ///< 'V', 'H' or 'D'.
  plain::Position start;
  /// Moves of V and of H: numbers of places(), or any other numbers, in the order of the walk.
  std::array<std::vector<unsigned>, 2> moves;

  std::vector<unsigned>& of(char owner) { return moves[owner == 'V' ? 0 : 1]; }
  const std::vector<unsigned>& of(char owner) const { return moves[owner == 'V' ? 0 : 1]; }
  bool needs(char owner) const { return claim == owner || claim == 'D'; }
};

/// The largest number of moves in a block.
inline constexpr std::size_t kMovesInBlock = 1 << 20;

/// Moves that are illegal or belong to no position are only counted in the block, not packed.
std::string bytes_of(const PlainMoves& certificate, std::size_t moves_in_block);

/// The current node of the walk: a position with the owner to move; the reply that led there, if
/// any; and the owner's last answer to an earlier sibling reply, if any. Both are numbers of
/// places(), or PlainGuesses::kNoPlace.
struct Arrival {
  const plain::Position& position;
  unsigned reply;
  unsigned answer;
};
/// The owner's next move in a strategy; nothing if the strategy has no more moves.
using NextMove = std::function<std::optional<unsigned>(const Arrival&)>;
/// Walks through all play under a strategy from a valid position. Returns the reason to refuse the
/// strategy, or "" if it is acceptable; the caller must check that no moves are left over.
/// `must_end`: no position may repeat.
std::string walk(const plain::Position& start, char owner, bool must_end, const NextMove& next);

/// The reason to refuse a certificate with these moves, by the wording of the format; "" if it must
/// be accepted.
std::string fault_of(const PlainMoves& certificate);

}  // namespace onyx::fuzz
