// Compact certificates (solver/certificate/compact_format.md) by the plain engine, which writes any
// content with valid checksums and judges it by the plain rules.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

struct PlainMoves {
  char version = '4';  ///< Any other version must be refused.
  char claim = 'D';    ///< 'V', 'H' or 'D'.
  plain::Position start;
  /// The moves of V and of H in the order of the walk, as indices in places(); may be invalid.
  std::array<std::vector<unsigned>, 2> moves;

  std::vector<unsigned>& of(char owner) { return moves[owner == 'V' ? 0 : 1]; }
  const std::vector<unsigned>& of(char owner) const { return moves[owner == 'V' ? 0 : 1]; }
  bool needs(char owner) const { return claim == owner || claim == 'D'; }
};

/// Maximum number of moves in a block of the format.
inline constexpr std::size_t kMovesInBlock = 1 << 20;

/// Packs a certificate. Moves that are illegal or fit no position are counted but not encoded.
std::string bytes_of(const PlainMoves& certificate, std::size_t moves_in_block);

/// Where the walk is: a position with the owner to move, the opponent's reply that led to it, and
/// the owner's answer to the previous reply. Reply and answer are indices in places(), or
/// PlainGuesses::kNoPlace if there is none.
struct Arrival {
  const plain::Position& position;
  unsigned reply;
  unsigned answer;
};
/// Returns the owner's next move; nothing if the strategy has no more moves.
using NextMove = std::function<std::optional<unsigned>(const Arrival&)>;
/// Walks through all play under a strategy, from a valid position. Returns the reason to refuse it,
/// or "". If `must_end`, no position may repeat. The caller must check that no moves are left over.
std::string walk(const plain::Position& start, char owner, bool must_end, const NextMove& next);

/// Returns why the referee must refuse a certificate with these moves according to the format; ""
/// if it must accept it.
std::string fault_of(const PlainMoves& certificate);

}  // namespace onyx::fuzz
