#include "solver/proof_games/proof_game.h"

#include <set>

#include "core/base/assert.h"
#include "core/chain.h"
#include "core/legality.h"
#include "core/wide_line.h"

namespace onyx {
namespace {

template <int W>
class MidpointOrder {
 public:
  using Missing = std::array<PlaceSet<W>, 2>;
  MidpointOrder(const WideBoard<W>& board, std::uint64_t max_nodes)
      : board_(board), nodes_left_(max_nodes) {}

  /// Appends all missing stones in a legal order. Returns false, without change, if it finds none.
  bool extend(Missing missing, Player mover, std::vector<Place>& moves) {
    if (missing[0].empty() && missing[1].empty()) return true;
    PlaceSet<W>& mine = missing[index_of(mover)];
    const auto try_move = [&](Place place) {
      mine.remove(place);
      moves.push_back(place);
      if (extend(missing, other(mover), moves)) return true;
      moves.pop_back();
      mine.add(place);
      return false;
    };
    PlaceSet<W> midpoints = mine & board_.midpoints();
    if (midpoints.empty()) {
      // Any point that is not a corner of a missing midpoint will do.
      PlaceSet<W> blocked;
      (missing[index_of(other(mover))] & board_.midpoints()).for_each([&](Place midpoint) {
        blocked |= board_.neighbours(midpoint);
      });
      const PlaceSet<W> free = (mine & board_.points()) - blocked;
      return free.any() && try_move(free.lowest());
    }
    if (nodes_left_ == 0 || !tried_.insert({missing[0], missing[1]}).second) return false;
    --nodes_left_;
    while (midpoints.any()) {
      if (try_move(midpoints.pop_lowest())) return true;
      if (nodes_left_ == 0) return false;
    }
    return false;
  }
  bool gave_up() const { return nodes_left_ == 0; }

 private:
  const WideBoard<W>& board_;
  std::uint64_t nodes_left_;
  std::set<std::pair<PlaceSet<W>, PlaceSet<W>>> tried_;
};

/// Returns the added point stones whose removal disconnects the winner. One was placed last.
template <int W>
PlaceSet<W> possible_last_stones(const WideBoard<W>& board, const WidePosition<W>& position,
                                 const PlaceSet<W>& missing) {
  const Player winner = other(position.to_move);
  PlaceSet<W> result;
  (missing & board.points()).for_each([&](Place point) {
    if (!is_connected(board, position.of(winner) - PlaceSet<W>::single(point), winner)) {
      result.add(point);
    }
  });
  return result;
}

/// Returns a reason, found from the stones alone, why every game that leads to the position has a
/// capture; nullptr if it finds none.
template <int W>
const char* captured_something(const WideBoard<W>& board, const WidePosition<W>& setup,
                               const WidePosition<W>& position,
                               const std::array<PlaceSet<W>, 2>& added) {
  for (const Player player : {Player::V, Player::H}) {
    if (!position.of(player).contains(setup.of(player))) {
      return "a stone of the setup is gone, so something was captured";
    }
    bool blocked = false;
    (added[index_of(player)] & board.midpoints()).for_each([&](Place midpoint) {
      if ((board.neighbours(midpoint) & setup.occupied()).any()) blocked = true;
    });
    if (blocked) {
      return "a midpoint is taken whose corner was occupied from the start, so something was "
             "captured";
    }
  }
  if (added[0].count() - added[1].count() != (position.to_move == Player::V ? 0 : 1)) {
    return "the numbers of stones do not fit players who alternate, so something was captured";
  }
  return nullptr;
}

}  // namespace

template <int W>
ProofGame find_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                          const WidePosition<W>& position, std::uint64_t max_nodes) {
  const auto no_game = [](ProofGameAnswer answer, const char* why) {
    return ProofGame{answer, {}, why};
  };
  if (!has_side_due(position)) {
    return no_game(
        ProofGameAnswer::impossible,
        "parity: from a setup with equal counts V is to move iff V's stones minus H's are even");
  }
  const std::array<PlaceSet<W>, 2> added{position.stones[0] - setup.stones[0],
                                         position.stones[1] - setup.stones[1]};
  if (const char* const why = captured_something(board, setup, position, added); why != nullptr) {
    return no_game(ProofGameAnswer::unknown, why);
  }
  // In a finished game the last stone connects; in an unfinished game any stone may be last.
  const bool finished = is_finished(board, position);
  const std::size_t last_mover = index_of(other(position.to_move));
  PlaceSet<W> last_stones;
  if (finished) {
    last_stones = possible_last_stones(board, position, added[last_mover]);
    if (last_stones.empty()) {
      return no_game(ProofGameAnswer::unknown,
                     "no stone could have connected last, unless something was captured");
    }
  }
  ProofGame game;
  bool gave_up = false;
  do {
    std::array<PlaceSet<W>, 2> before = added;
    std::optional<Place> last;
    if (finished) {
      last = last_stones.pop_lowest();
      before[last_mover].remove(*last);
    }
    MidpointOrder<W> order(board, max_nodes);
    if (order.extend(before, setup.to_move, game.moves)) {
      if (last) game.moves.push_back(*last);
      ONYX_ASSERT(position_after(board, setup, game.moves) == position);
      game.answer = ProofGameAnswer::found;
      return game;
    }
    gave_up = gave_up || order.gave_up();
  } while (last_stones.any());
  game.why = gave_up ? "too many orders of the midpoints to try"
                     : "no order puts every midpoint before the stones on its corners without a "
                       "capture";
  return game;
}

#define ONYX_INSTANTIATE(W)                                                       \
  template ProofGame find_proof_game(const WideBoard<W>&, const WidePosition<W>&, \
                                     const WidePosition<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
