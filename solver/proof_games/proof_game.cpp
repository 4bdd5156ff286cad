#include "solver/proof_games/proof_game.h"

#include <set>

#include "core/chain.h"
#include "core/legality.h"
#include "core/moves.h"

namespace onyx {
namespace {

template <int W>
class MidpointOrder {
 public:
  MidpointOrder(const WideBoard<W>& board, Player first, const std::array<PlaceSet<W>, 2>& missing,
                std::uint64_t max_nodes)
      : board_(board), first_(first), missing_(missing), nodes_left_(max_nodes) {}

  /// Fills `moves` with all missing stones in a legal order. Returns false if there is none or the
  /// search reached its limit (see gave_up).
  bool find(std::vector<Place>& moves) { return extend(missing_, first_, moves); }
  bool gave_up() const { return nodes_left_ == 0; }

 private:
  using Missing = std::array<PlaceSet<W>, 2>;

  /// The player's points that may be placed now: none is a corner of a missing midpoint.
  PlaceSet<W> free_points(const Missing& missing, Player player) const {
    PlaceSet<W> blocked;
    ((missing[0] | missing[1]) & board_.midpoints()).for_each([&](Place midpoint) {
      blocked |= board_.neighbours(midpoint);
    });
    return (missing[static_cast<std::size_t>(index_of(player))] & board_.points()) - blocked;
  }

  bool extend(Missing missing, Player mover, std::vector<Place>& moves) {
    if (missing[0].empty() && missing[1].empty()) return true;
    const auto mine = static_cast<std::size_t>(index_of(mover));
    const PlaceSet<W> midpoints = missing[mine] & board_.midpoints();
    if (midpoints.empty()) {
      // The choice of the free point makes no difference, since none of them blocks anything.
      const PlaceSet<W> points = free_points(missing, mover);
      if (points.empty()) return false;
      const Place point = points.lowest();
      missing[mine].remove(point);
      moves.push_back(point);
      if (extend(missing, other(mover), moves)) return true;
      moves.pop_back();
      return false;
    }
    if (nodes_left_ == 0 || !tried_.insert({missing[0], missing[1]}).second) return false;
    --nodes_left_;
    PlaceSet<W> choices = midpoints;
    while (choices.any()) {
      const Place midpoint = choices.pop_lowest();
      Missing next = missing;
      next[mine].remove(midpoint);
      moves.push_back(midpoint);
      if (extend(next, other(mover), moves)) return true;
      moves.pop_back();
      if (nodes_left_ == 0) return false;
    }
    return false;
  }

  const WideBoard<W>& board_;
  const Player first_;
  const Missing missing_;
  std::uint64_t nodes_left_;
  std::set<std::pair<PlaceSet<W>, PlaceSet<W>>> tried_;
};

/// The stones that can have ended a finished game: points of the winner that were placed during
/// play and without which the winner is not connected. (A midpoint stone never connects at once.)
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

/// The reason, derived from the stones alone, why no game without a capture leads from the setup to
/// the position; nullptr if there is none.
template <int W>
const char* captured_something(const WideBoard<W>& board, const WidePosition<W>& setup,
                               const WidePosition<W>& position) {
  std::array<PlaceSet<W>, 2> missing;
  for (const Player player : {Player::V, Player::H}) {
    if (!position.of(player).contains(setup.of(player))) {
      return "a stone of the setup is gone, so something was captured";
    }
    PlaceSet<W>& of_player = missing[static_cast<std::size_t>(index_of(player))];
    of_player = position.of(player) - setup.of(player);
    bool blocked = false;
    (of_player & board.midpoints()).for_each([&](Place midpoint) {
      if ((board.neighbours(midpoint) & setup.occupied()).any()) blocked = true;
    });
    if (blocked) {
      return "a midpoint is taken whose corner was occupied from the start, so something was "
             "captured";
    }
  }
  if (missing[0].count() - missing[1].count() != (position.to_move == Player::V ? 0 : 1)) {
    return "the numbers of stones do not fit players who alternate, so something was captured";
  }
  return nullptr;
}

}  // namespace

template <int W>
ProofGame find_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                          const WidePosition<W>& position, std::uint64_t max_nodes) {
  if (!has_side_due(position)) {
    return {
        ProofGameAnswer::impossible,
        {},
        "parity: from a setup with equal counts V is to move iff V's stones minus H's are even"};
  }
  if (const char* const why = captured_something(board, setup, position); why != nullptr) {
    return {ProofGameAnswer::unknown, {}, why};
  }
  // An unfinished game may end with any stone; a finished one only with a stone that connects.
  const bool finished = is_finished(board, position);
  const auto last_mover = static_cast<std::size_t>(index_of(other(position.to_move)));
  const std::array<PlaceSet<W>, 2> stones{position.of(Player::V) - setup.of(Player::V),
                                          position.of(Player::H) - setup.of(Player::H)};
  PlaceSet<W> last_stones;
  if (finished) {
    last_stones = possible_last_stones(board, position, stones[last_mover]);
    if (last_stones.empty()) {
      return {ProofGameAnswer::unknown,
              {},
              "no stone could have connected last, unless something was captured"};
    }
  }
  ProofGame game;
  bool gave_up = false;
  do {
    std::array<PlaceSet<W>, 2> before = stones;
    std::optional<Place> last;
    if (finished) {
      last = last_stones.pop_lowest();
      before[last_mover].remove(*last);
    }
    MidpointOrder<W> order(board, setup.to_move, before, max_nodes);
    if (order.find(game.moves)) {
      if (last) game.moves.push_back(*last);
      game.answer = ProofGameAnswer::found;
      return game;
    }
    gave_up = gave_up || order.gave_up();
    game.moves.clear();
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
