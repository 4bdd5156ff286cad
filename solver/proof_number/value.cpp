#include "solver/proof_number/value.h"

namespace onyx::proof_number {
namespace {

template <int W>
std::optional<Verdict<W>> settled_by(const Searcher<W>& searcher, const Position<W>& position,
                                     Player attacker) {
  const auto found = searcher.known(position, attacker);
  if (!found || !found->is_settled()) return std::nullopt;
  Verdict<W> verdict;
  verdict.winner = found->numbers.is_proved() ? attacker : other(attacker);
  verdict.plies = found->plies;
  verdict.move = found->move;
  return verdict;
}

}  // namespace

template <int W>
std::optional<Verdict<W>> settled(const Searcher<W>& searcher, const Position<W>& position) {
  if (auto verdict = settled_by(searcher, position, Player::V)) return verdict;
  return settled_by(searcher, position, Player::H);
}

template <int W>
End prepare_values(Searcher<W>& searcher, std::span<const Position<W>> positions,
                   const Stop& stop) {
  for (const Player attacker : {Player::V, Player::H}) {
    std::vector<Position<W>> open;
    for (const Position<W>& position : positions) {
      if (!settled(searcher, position)) open.push_back(position);
    }
    const End end = searcher.search(std::span<const Position<W>>(open), attacker, stop);
    if (end != End::complete) return end;
  }
  return End::complete;
}

template <int W>
Verdict<W> find_value(Searcher<W>& searcher, const Position<W>& position, const Stop& stop) {
  if (auto verdict = settled(searcher, position)) return *verdict;
  Verdict<W> verdict;
  for (const Player attacker : {Player::V, Player::H}) {
    verdict.end = searcher.search(position, attacker, stop);
    if (verdict.end != End::complete) return verdict;
    if (auto found = settled_by(searcher, position, attacker)) return *found;
  }
  for (const Player defender : {Player::V, Player::H}) {
    SafeStrategy<W> safe(searcher, defender, stop);
    switch (safe.build(position)) {
      case SafeStrategy<W>::Result::closed:
        verdict.safe.push_back(safe.take());
        break;
      case SafeStrategy<W>::Result::refuted: {
        verdict.winner = other(defender);
        const auto found = searcher.known(position, verdict.winner);
        verdict.plies = found ? found->plies : kPliesUnknown;
        verdict.move = found ? found->move : placements(searcher.board(), position).lowest();
        verdict.safe.clear();
        return verdict;
      }
      case SafeStrategy<W>::Result::limit:
        verdict.end = safe.end();
        verdict.safe.clear();
        return verdict;
    }
  }
  verdict.is_draw = true;
  verdict.move = verdict.safe[static_cast<std::size_t>(index_of(position.to_move))]
                     .moves.at(pack(position))
                     .move;
  return verdict;
}

#define ONYX_INSTANTIATE(W)                                                             \
  template std::optional<Verdict<W>> settled(const Searcher<W>&, const Position<W>&);   \
  template End prepare_values(Searcher<W>&, std::span<const Position<W>>, const Stop&); \
  template Verdict<W> find_value(Searcher<W>&, const Position<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
