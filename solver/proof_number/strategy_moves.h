// A strategy as a map from positions, and how to walk what it leads to.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/assert.h"
#include "core/moves.h"
#include "solver/proof_number/move_table.h"

namespace onyx::proof_number {

/// Of an entry whose move is still to be found.
inline constexpr Place kNoMove = 0xffff;

/// Its owner's move in each position in which he moves that play can reach under it, up to the end
/// of the game: none missing, none spare. Or *in brief*: up to where he wins within three plies
/// (solver/certificate/brief.h).
template <int W>
struct StrategyMoves {
  Player owner = Player::V;
  MoveTable<W> moves;
};

/// Thrown where the table says that a position is won which is not: that can only be a table that
/// was read from a file, and lies.
struct WrongTable : std::runtime_error {
  WrongTable() : std::runtime_error("the table that was read claims a win that is none") {}
};

/// Calls visit(next) for the position after each legal move of an unfinished position.
template <int W, class Visit>
void for_each_successor(const Board<W>& board, const Position<W>& position, Visit&& visit) {
  placements(board, position).for_each([&](Place place) {
    visit(successor(board, position, place));
  });
}

/// How a walk through play comes to a position.
struct Way {
  std::optional<Place> reply;   ///< The other side's move to it; none to where the walk starts.
  std::optional<Place> answer;  ///< The owner's to the last reply, of those before, it followed.
};

/// Walks through all play under a strategy, depth first, replies in the order of places: that of
/// compact certificates (solver/certificate/compact_format.h). `arrive(position, way)`, with the
/// owner to move, is his move there if play is to be followed from it, and nothing if not, as where
/// it was arrived at before. An explicit stack, as deep as play is long.
///
/// All that follows a move is looked at ahead: `fetch(position)` for each reply, so that a table
/// can bring what is known of it into the cache. Where then `is_done(position)`, arrive() is not
/// called: it would return nothing, now and later.
template <int W, class Arrive, class Fetch, class IsDone>
void walk(const Board<W>& board, const Position<W>& start, Player owner, Arrive&& arrive,
          Fetch&& fetch, IsDone&& is_done) {
  struct Frame {
    Position<W> after;                 // a move of the owner's
    PlaceSet<W> replies;               // not yet looked at
    std::optional<Place> answer = {};  // to the last that was followed
  };
  std::vector<Frame> stack;
  std::vector<std::pair<Place, Position<W>>> ahead;
  const auto open_after = [&](const Position<W>& after) {
    ahead.clear();
    legal_moves(board, after).for_each([&](Place reply) {
      ahead.emplace_back(reply, successor(board, after, reply));
    });
    for (const auto& [reply, next] : ahead) fetch(next);
    PlaceSet<W> replies;
    for (const auto& [reply, next] : ahead) {
      if (!is_done(next)) replies.add(reply);
    }
    stack.push_back({after, replies});
  };
  const auto open = [&](const Position<W>& position, Place move) {
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
      const Position<W> next = successor(board, frame.after, reply);
      if (const std::optional<Place> move = arrive(next, Way{reply, frame.answer})) {
        frame.answer = move;
        open(next, *move);
      }
    }
  }
}
template <int W, class Arrive>
void walk(const Board<W>& board, const Position<W>& start, Player owner, Arrive&& arrive) {
  walk(
      board, start, owner, arrive, [](const Position<W>&) {},
      [](const Position<W>&) { return false; });
}

/// Enters the owner's move in each position that the walk arrives at in an empty table, by which it
/// follows none twice. `move_at(position)` is asked once for each.
template <int W, class MoveAt>
void collect_moves(const Board<W>& board, const Position<W>& start, Player owner,
                   MoveTable<W>& moves, MoveAt&& move_at) {
  const auto is_entered = [&](const Position<W>& position) {
    return moves.find(pack(position)) != nullptr;
  };
  walk(
      board, start, owner,
      [&](const Position<W>& position, const Way&) -> std::optional<Place> {
        if (is_entered(position)) return std::nullopt;
        const Place move = move_at(position);
        moves.try_emplace(pack(position), {move});
        return move;
      },
      [&](const Position<W>& position) { moves.prefetch(pack(position)); }, is_entered);
}

}  // namespace onyx::proof_number
