#include "solver/certificate/from_proof.h"

#include <new>
#include <unordered_map>

#include "core/notation.h"

namespace onyx::proof_number {
namespace {

/// The play of both strategies until a position comes again.
template <int W>
Certificate::Line line_of(const Board<W>& board, Position<W> position, const Proof<W>& proof) {
  Certificate::Moves moves;
  std::unordered_map<PackedPosition<W>, std::ptrdiff_t, PackedHash<W>> ply_of;
  while (ply_of.try_emplace(pack(position), static_cast<std::ptrdiff_t>(moves.size())).second) {
    const auto mover = static_cast<std::size_t>(index_of(position.to_move));
    const Place move = proof.strategies[mover].moves.at(pack(position)).move;
    moves.push_back(format_move(board, position, move));
    position = successor(board, position, move);
  }
  const auto recurs = moves.begin() + ply_of.at(pack(position));
  return {{moves.begin(), recurs}, {recurs, moves.end()}};
}

}  // namespace

template <int W>
Proof<W> prove(Searcher<W>& searcher, const Position<W>& position, const Verdict<W>& verdict,
               const Stop& stop) {
  Proof<W> proof;
  if (verdict.is_draw) {
    proof.strategies = verdict.safe;
    return proof;
  }
  WinningStrategy<W> found = winning_strategy(searcher, position, verdict.winner, stop);
  proof.end = found.end;
  proof.searched = found.searched;
  proof.plies = found.plies;
  if (found.end == End::complete) proof.strategies.push_back(std::move(found.strategy));
  return proof;
}

template <int W>
Certificate certificate_of(const Board<W>& board, const Position<W>& position,
                           const Verdict<W>& verdict, const Proof<W>& proof,
                           std::uint64_t most_bytes) {
  Certificate certificate;
  certificate.claim = claim_of(verdict);
  certificate.position = format_position(board, position);
  // Of a finished game it is empty, and belongs there all the same.
  if (!verdict.is_draw) certificate.strategies[letter_of(verdict.winner)];
  for (const StrategyMoves<W>& strategy : proof.strategies) {
    auto& entries = certificate.strategies[letter_of(strategy.owner)];
    strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& move) {
      const Position<W> at = unpack(packed);
      std::string text = format_position(board, at);
      if (certificate_bytes(text) > most_bytes) throw std::bad_alloc();
      most_bytes -= certificate_bytes(text);
      entries[std::move(text)] = format_move(board, at, move.move);
    });
  }
  if (verdict.is_draw) certificate.line = line_of(board, position, proof);
  return certificate;
}

#define ONYX_INSTANTIATE(W)                                                                   \
  template Proof<W> prove(Searcher<W>&, const Position<W>&, const Verdict<W>&, const Stop&);  \
  template Certificate certificate_of(const Board<W>&, const Position<W>&, const Verdict<W>&, \
                                      const Proof<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
