// Proofs: the strategies that prove a value. Certificates are written from proofs.
#pragma once

#include <unordered_map>

#include "core/base/assert.h"
#include "core/packed_position.h"
#include "core/wide_line.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx {

using proof_number::Proof;

/// The play of both strategies of a draw against each other, until a position repeats.
struct DrawnPlay {
  std::vector<Place> prefix;
  std::vector<Place> cycle;  ///< From the position after the prefix back to that position.
};

template <int W, class MoveAt>
DrawnPlay drawn_play_by(const WideBoard<W>& board, const WidePosition<W>& position,
                        MoveAt&& move_at) {
  std::vector<Place> moves;
  std::unordered_map<PackedPosition<W>, std::ptrdiff_t, PackedHash<W>> ply_of;
  WidePosition<W> now = position;
  while (ply_of.try_emplace(pack(now), static_cast<std::ptrdiff_t>(moves.size())).second) {
    moves.push_back(move_at(now));
    now = successor(board, now, moves.back());
  }
  const auto recurs = moves.begin() + ply_of.at(pack(now));
  return {{moves.begin(), recurs}, {recurs, moves.end()}};
}

template <int W>
DrawnPlay drawn_play(const WideBoard<W>& board, const WidePosition<W>& position,
                     const Proof<W>& proof) {
  ONYX_ASSERT(proof.strategies.size() == 2 && proof.strategies.front().owner == Player::V);
  return drawn_play_by(board, position, [&](const WidePosition<W>& now) {
    return proof.strategies[index_of(now.to_move)].moves.at(pack(now)).move;
  });
}

template <int W>
Certificate::Line line_of(const WideBoard<W>& board, const WidePosition<W>& position,
                          const DrawnPlay& play) {
  const WidePosition<W> recurring = position_after(board, position, play.prefix);
  return {format_moves(board, position, play.prefix), format_moves(board, recurring, play.cycle)};
}

/// Returns a certificate with whole strategies; practical up to hundreds of thousands of entries.
/// Throws std::bad_alloc if the certificate and its text would take more than about `most_bytes`.
template <int W>
Certificate certificate_of(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                           const Proof<W>& proof, std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx
