// What stands behind a value, whichever engine found it: strategies, from which a certificate is
// written, in JSON or compact. from_graph.h, from_proof.h and from_bounded.h make them.
#pragma once

#include <unordered_map>

#include "core/base/stop.h"
#include "core/moves.h"
#include "core/packed_hash.h"
#include "solver/certificate/certificate.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx {

template <int W>
struct Proof {
  End end = End::complete;
  /// The winner's; or for a draw V's and H's. Of a finished game none, or an empty one. Whole, or
  /// in brief (brief.h).
  std::vector<proof_number::StrategyMoves<W>> strategies;
  int plies = 0;               ///< Of a win: of the longest play under the strategy.
  std::uint64_t searched = 0;  ///< Positions that the table had lost.

  std::uint64_t entries() const {
    std::uint64_t sum = 0;
    for (const auto& strategy : strategies) sum += strategy.moves.size();
    return sum;
  }
};

/// The play of both strategies of a draw until a position comes again.
template <int W>
struct DrawnPlay {
  std::vector<Place> prefix;
  std::vector<Place> cycle;  ///< From the end of the prefix back to there.
};

template <int W>
DrawnPlay<W> drawn_play(const Board<W>& board, const Position<W>& position, const Proof<W>& proof);

/// The same by whatever keeps the strategies: move_at(position) is the move of whoever is to move.
template <int W, class MoveAt>
DrawnPlay<W> drawn_play_by(const Board<W>& board, const Position<W>& position, MoveAt&& move_at) {
  std::vector<Place> moves;
  std::unordered_map<PackedPosition<W>, std::ptrdiff_t, PackedHash<W>> ply_of;
  Position<W> now = position;
  while (ply_of.try_emplace(pack(now), static_cast<std::ptrdiff_t>(moves.size())).second) {
    moves.push_back(move_at(now));
    now = successor(board, now, moves.back());
  }
  const auto recurs = moves.begin() + ply_of.at(pack(now));
  return {{moves.begin(), recurs}, {recurs, moves.end()}};
}

/// The play as certificates have it.
template <int W>
Certificate::Line line_of(const Board<W>& board, const Position<W>& position,
                          const DrawnPlay<W>& play);

/// As text, with strategies that are whole: for some hundred thousand entries. Throws
/// std::bad_alloc if it and its JSON would take more than `most_bytes`, about.
template <int W>
Certificate certificate_of(const Board<W>& board, const Position<W>& position, Claim claim,
                           const Proof<W>& proof, std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx
