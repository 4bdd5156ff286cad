#include "solver/repetition/draw_search.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/engine/proof_number/found_value.h"

namespace onyx {
namespace {

template <int W>
class DrawSearch {
 public:
  DrawSearch(const WideBoard<W>& board, std::uint64_t table_bytes, const Stop& stop)
      : board_(board), stop_(stop), table_(table_bytes), searcher_(board, table_) {}

  DrawsFound<W> find(const WidePosition<W>& position) {
    const auto value = value_of(position);
    if (!value) return {.end = found_.end};
    if (!value->is_draw) {
      found_.winner = value->winner;
      return std::move(found_);
    }
    StateGraph<W>& graph = found_.drawn.graph;
    graph.row_begin.push_back(0);
    graph.roots.push_back(number_of(pack(position)));
    for (StateId state = 0; state < graph.positions.size(); ++state) {
      if (!add_row(state)) return {.end = found_.end};
    }
    return std::move(found_);
  }

 private:
  using Packed = PackedPosition<W>;
  StateId number_of(const Packed& draw) {
    StateGraph<W>& graph = found_.drawn.graph;
    const auto [item, is_new] =
        numbers_.try_emplace(draw, static_cast<StateId>(graph.positions.size()));
    if (is_new) graph.positions.push_back(draw);
    return item->second;
  }

  bool add_row(StateId state) {
    StateGraph<W>& graph = found_.drawn.graph;
    const WidePosition<W> from = unpack(graph.positions[state]);
    ONYX_ASSERT(can_go_on(board_, from));
    PlaceSet<W> moves = placements(board_, from);
    while (moves.any()) {
      // No move from a draw connects, because a connection wins.
      const WidePosition<W> next = successor(board_, from, moves.pop_lowest());
      ONYX_ASSERT(!is_finished(board_, next));
      const Packed packed = pack(next);
      const bool is_known_draw = numbers_.contains(packed) || (is_safe_for_[0].contains(packed) &&
                                                               is_safe_for_[1].contains(packed));
      if (!is_known_draw) {
        const auto value = value_of(next);
        if (!value) return false;
        if (!value->is_draw) continue;
      }
      graph.targets.push_back(number_of(packed));
    }
    graph.row_begin.push_back(graph.targets.size());
    found_.drawn.outcomes.push_back(Outcome());
    return true;
  }

  std::optional<proof_number::FoundValue<W>> value_of(const WidePosition<W>& position) {
    auto value = proof_number::find_value(searcher_, position, stop_);
    found_.end = stop_.met().value_or(value.end);
    if (found_.end != End::complete) return std::nullopt;
    for (const auto& [owner, moves] : value.safe) {
      auto& safe = is_safe_for_[index_of(owner)];
      moves.for_each([&](const Packed& position, const proof_number::StrategyMove& move) {
        safe.insert(position);
        safe.insert(pack(successor(board_, unpack(position), move.move)));
      });
    }
    return value;
  }

  const WideBoard<W>& board_;
  const Stop& stop_;
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  std::array<std::unordered_set<Packed, PackedHash<W>>, 2> is_safe_for_;
  std::unordered_map<Packed, StateId, PackedHash<W>> numbers_;
  DrawsFound<W> found_;
};

}  // namespace

template <int W>
DrawsFound<W> find_draws(const WideBoard<W>& board, const WidePosition<W>& position,
                         std::uint64_t table_bytes, const Stop& stop) {
  ONYX_ASSERT(can_go_on(board, position));
  return DrawSearch<W>(board, table_bytes, stop).find(position);
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template DrawsFound<W> find_draws(const WideBoard<W>&, const WidePosition<W>&, std::uint64_t, \
                                    const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
