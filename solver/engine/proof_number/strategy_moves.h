// A strategy as a map from positions to moves, and a walk through all play under it.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/assert.h"
#include "core/base/stop.h"
#include "core/moves.h"
#include "solver/engine/proof_number/move_table.h"

namespace onyx::proof_number {

/// Marks an entry whose move is not known yet.
inline constexpr Place kNoMove = 0xffff;

/// The owner's moves in the positions reachable under the strategy. A strategy *in brief*
/// omits positions that the owner wins within three plies
/// (solver/certificate/truncated_strategy.h).
template <int W>
struct StrategyMoves {
  Player owner = Player::V;
  MoveTable<W> moves;
};

template <int W>
struct Proof {
  End end = End::complete;
  /// The winner's strategy, or V's and H's for a draw; whole or truncated (truncated_strategy.h).
  std::vector<StrategyMoves<W>> strategies{};
  int plies = 0;               ///< Plies of the longest play under a winning strategy.
  std::uint64_t searched = 0;  ///< Positions searched again because the table had lost them.
  std::uint64_t entries() const {
    std::uint64_t sum = 0;
    for (const auto& strategy : strategies) sum += strategy.moves.size();
    return sum;
  }
};

/// Thrown if a table from a file claims a win where there is none.
struct WrongTable : std::runtime_error {
  WrongTable() : std::runtime_error("the table that was read claims a false win") {}
};

template <int W, class Visit>
void for_each_successor(const WideBoard<W>& board, const WidePosition<W>& position, Visit&& visit) {
  placements(board, position).for_each([&](Place place) {
    visit(successor(board, position, place));
  });
}

/// Whether all stones are on the board, at most one on each place. A position from a file must pass
/// this test before any other use.
template <int W>
bool is_on_board(const WideBoard<W>& board, const WidePosition<W>& position) {
  return position.is_sound() && (board.points() | board.midpoints()).contains(position.occupied());
}

/// How a walk through play reaches a position.
struct Way {
  std::optional<Place> reply;  ///< The opponent's move to the position; none at the start.
  /// The owner's answer to the sibling reply that the walk followed just before, if any.
  std::optional<Place> answer;
};

/// Returns a `for_each_reply` for walk() that visits all legal moves. The board must outlive it.
template <int W>
auto all_replies(const WideBoard<W>& board) {
  return [&board](const WidePosition<W>& after, auto&& visit) {
    legal_moves(board, after).for_each([&](Place reply) {
      visit(reply, successor(board, after, reply));
    });
  };
}

/// Walks depth first through all play under a strategy, with replies in the order of places, as
/// in compact certificates (solver/certificate/compact_format.md).
/// - `arrive(position, way)`, with the owner to move, returns the owner's move, or nullopt to end
///   the line, for example at a position visited before.
/// - `for_each_reply(after, visit)` calls visit(reply, position), in the order of places, for some
///   or all legal replies to a move of the owner.
/// - `is_done(position)` returns true if arrive() would return nullopt, now and later.
///   `fetch(position)` is called some time before is_done(position), so that a table can prefetch.
template <int W, class Arrive, class ForEachReply, class Fetch, class IsDone>
void walk(const WideBoard<W>& board, const WidePosition<W>& start, Player owner, Arrive&& arrive,
          ForEachReply&& for_each_reply, Fetch&& fetch, IsDone&& is_done) {
  struct Frame {
    WidePosition<W> after;             // after a move of the owner
    PlaceSet<W> replies;               // not yet followed
    std::optional<Place> answer = {};  // the owner's answer to the last reply that was followed
  };
  std::vector<Frame> stack;
  std::vector<std::pair<Place, WidePosition<W>>> ahead;
  const auto open_after = [&](const WidePosition<W>& after) {
    ahead.clear();
    for_each_reply(after, [&](Place reply, const WidePosition<W>& next) {
      fetch(next);
      ahead.emplace_back(reply, next);
    });
    PlaceSet<W> replies;
    for (const auto& [reply, next] : ahead) {
      if (!is_done(next)) replies.add(reply);
    }
    stack.push_back({after, replies});
  };
  const auto open = [&](const WidePosition<W>& position, Place move) {
    ONYX_ASSERT(position.to_move == owner && is_placement(board, position, move));
    open_after(successor(board, position, move));
  };
  if (start.to_move != owner) {
    open_after(start);
  } else if (const std::optional<Place> move = arrive(start, Way{})) {
    open(start, *move);
  }
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.replies.empty()) {
      stack.pop_back();
    } else {
      const Place reply = frame.replies.pop_lowest();
      const WidePosition<W> next = successor(board, frame.after, reply);
      if (const std::optional<Place> move = arrive(next, Way{reply, frame.answer})) {
        frame.answer = move;
        open(next, *move);
      }
    }
  }
}

/// Fills the empty `moves` with move_at(position) for each position of the walk.
template <int W, class MoveAt>
void collect_moves(const WideBoard<W>& board, const WidePosition<W>& start, Player owner,
                   MoveTable<W>& moves, MoveAt&& move_at) {
  const auto is_entered = [&](const WidePosition<W>& position) {
    return moves.find(pack(position)) != nullptr;
  };
  walk(
      board, start, owner,
      [&](const WidePosition<W>& position, const Way&) -> std::optional<Place> {
        if (is_entered(position)) return std::nullopt;
        const Place move = move_at(position);
        moves.try_emplace(pack(position), {move});
        return move;
      },
      all_replies(board), [&](const WidePosition<W>& position) { moves.prefetch(pack(position)); },
      is_entered);
}

}  // namespace onyx::proof_number
