#include "solver/engine/proof_number/found_value.h"

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx::proof_number {

template <int W>
std::optional<FoundValue<W>> settled(const Searcher<W>& searcher, const WidePosition<W>& position,
                                     Player attacker) {
  const auto found = searcher.known(position, attacker);
  if (!found || !found->is_settled()) return std::nullopt;
  FoundValue<W> value;
  value.winner = found->numbers.is_proved() ? attacker : other(attacker);
  value.plies = found->plies;
  value.move = found->move;
  return value;
}

template <int W>
End prepare_values(Searcher<W>& searcher, std::span<const WidePosition<W>> positions,
                   const Stop& stop, Player first) {
  for (const Player attacker : {first, other(first)}) {
    std::vector<WidePosition<W>> open;
    for (const WidePosition<W>& position : positions) {
      if (!settled(searcher, position)) open.push_back(position);
    }
    const End end = searcher.search(std::span<const WidePosition<W>>(open), attacker, stop);
    if (end != End::complete) return end;
  }
  return End::complete;
}

template <int W>
FoundValue<W> find_value(Searcher<W>& searcher, const WidePosition<W>& position, const Stop& stop,
                         Player first) {
  ONYX_ASSERT(can_go_on(searcher.board(), position));
  if (auto value = settled(searcher, position)) return *value;
  FoundValue<W> value;
  for (const Player attacker : {first, other(first)}) {
    value.end = searcher.search(position, attacker, stop);
    if (value.end != End::complete) return value;
    if (auto found = settled(searcher, position, attacker)) return *found;
  }
  for (const Player defender : {Player::V, Player::H}) {
    SafeStrategy<W> safe(searcher, defender, stop);
    if (auto strategy = safe.build(position)) {
      value.safe.push_back(std::move(*strategy));
      continue;
    }
    value.safe.clear();
    value.end = safe.end();
    if (value.end != End::complete) return value;
    value.winner = other(defender);
    const auto found = searcher.known(position, value.winner);
    value.plies = found ? found->plies : kPliesUnknown;
    value.move = found ? found->move : placements(searcher.board(), position).lowest();
    return value;
  }
  ONYX_ASSERT(value.safe.size() == 2 && value.end == End::complete);
  value.is_draw = true;
  value.move = value.safe[index_of(position.to_move)].moves.at(pack(position)).move;
  return value;
}

#define ONYX_INSTANTIATE(W)                                                                 \
  template std::optional<FoundValue<W>> settled(const Searcher<W>&, const WidePosition<W>&, \
                                                Player);                                    \
  template End prepare_values(Searcher<W>&, std::span<const WidePosition<W>>, const Stop&,  \
                              Player);                                                      \
  template FoundValue<W> find_value(Searcher<W>&, const WidePosition<W>&, const Stop&, Player);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
