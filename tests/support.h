// Shared helpers for the tests of core/ and solver/: boards to try, conversions to the plain
// engine, and random positions.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/legality.h"
#include "core/moves.h"
#include "core/notation.h"
#include "tests/plain/rules.h"

namespace onyx::test {

using plain::random_below;
using plain::Rng;
using plain::shuffle;

inline constexpr std::array<Player, 2> kPlayers = {Player::V, Player::H};

/// Boards of every kind: the narrowest, rectangles of both orientations, even and odd sides, and
/// every width of place sets.
inline const std::vector<BoardSize> kShapes = {{2, 2}, {2, 7},   {7, 2},   {3, 3},  {3, 4},  {4, 4},
                                               {5, 4}, {5, 5},   {6, 6},   {4, 9},  {20, 2}, {9, 9},
                                               {8, 3}, {12, 12}, {15, 15}, {20, 20}};

inline std::vector<BoardSize> all_sizes() {
  std::vector<BoardSize> sizes;
  for (int width = kMinSide; width <= kMaxSide; ++width) {
    for (int height = kMinSide; height <= kMaxSide; ++height) sizes.push_back({width, height});
  }
  return sizes;
}

/// Names tests that run once for each shape.
inline std::string name_of_shape(const testing::TestParamInfo<BoardSize>& shape) {
  return "On" + format_board_size(shape.param);
}

using Names = std::set<std::string>;

template <int W>
Names names_of(const WideBoard<W>& board, const PlaceSet<W>& places) {
  Names names;
  places.for_each([&](Place place) { names.insert(format_place(board.geometry(), place)); });
  return names;
}

/// Calls visit(position) for every legal position of a small board, finished ones included.
template <int W, class Visit>
void for_each_legal_position(const WideBoard<W>& board, Visit&& visit) {
  std::vector<int> digits(static_cast<std::size_t>(board.place_count()));
  for (bool more = true; more;) {
    WidePosition<W> position;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (digits[i] > 0) {
        position.stones[static_cast<std::size_t>(digits[i] - 1)].add(static_cast<Place>(i));
      }
    }
    for (const Player player : kPlayers) {
      position.to_move = player;
      if (is_legal(board, position)) visit(position);
    }
    more = false;
    for (int& digit : digits) {
      if (++digit < 3) {
        more = true;
        break;
      }
      digit = 0;
    }
  }
}

/// Calls use(board, position) for the position in the text.
template <class Use>
decltype(auto) with_position(std::string_view text, Use&& use) {
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    return use(board, parse_position(board, text));
  });
}

// --- The plain engine ----------------------------------------------------------------------------

inline plain::Place to_reference(const Geometry& geometry, Place place) {
  if (geometry.is_midpoint(place)) {
    const Cell cell = geometry.square_of(place);
    return {true, cell.column, cell.row};
  }
  return {false, geometry.x_of(place), geometry.y_of(place)};
}

template <int W>
plain::Position to_reference(const WideBoard<W>& board, const WidePosition<W>& position) {
  plain::Position result = plain::open_setup(board.size().width, board.size().height);
  for (const Player player : kPlayers) {
    position.of(player).for_each(
        [&](Place place) { result.at(to_reference(board.geometry(), place)) = letter_of(player); });
  }
  result.side = letter_of(position.to_move);
  return result;
}

template <int W>
WidePosition<W> from_plain(const WideBoard<W>& board, const plain::Position& position) {
  WidePosition<W> result;
  for (int i = 0; i < board.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    const char stone = position.at(to_reference(board.geometry(), place));
    if (stone != '.') result.of(stone == 'V' ? Player::V : Player::H).add(place);
  }
  result.to_move = position.side == 'V' ? Player::V : Player::H;
  return result;
}

// --- Random positions ----------------------------------------------------------------------------

template <int W>
std::vector<Place> list(const PlaceSet<W>& set) {
  std::vector<Place> places;
  set.for_each([&](Place place) { places.push_back(place); });
  return places;
}

template <class T>
const T& random_of(const std::vector<T>& choices, Rng& rng) {
  if (choices.empty()) throw std::logic_error("nothing to choose from");
  return choices[static_cast<std::size_t>(random_below(rng, static_cast<int>(choices.size())))];
}

/// Returns a random move of an unfinished game. One call in three prefers a capture, because
/// captures are rare in random play.
template <int W>
Place random_move(const WideBoard<W>& board, const WidePosition<W>& position, Rng& rng) {
  const std::vector<Place> moves = list(placements(board, position));
  if (random_below(rng, 3) == 0) {
    std::vector<Place> captures;
    for (const Place move : moves) {
      if (captured_by(board, position, move).any()) captures.push_back(move);
    }
    if (!captures.empty()) return random_of(captures, rng);
  }
  return random_of(moves, rng);
}

/// Returns the positions of a random game of at most `max_plies` plies, in order.
template <int W>
std::vector<WidePosition<W>> random_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                         int max_plies, Rng& rng) {
  std::vector<WidePosition<W>> game{setup};
  while (static_cast<int>(game.size()) <= max_plies && !is_finished(board, game.back())) {
    game.push_back(successor(board, game.back(), random_move(board, game.back(), rng)));
  }
  return game;
}

template <int W>
std::vector<WidePosition<W>> setups_of(const WideBoard<W>& board) {
  std::vector<WidePosition<W>> setups{open_setup(board)};
  if (has_standard_setup(board.size())) setups.push_back(standard_setup(board));
  return setups;
}

/// Returns a legal position with about `empty` empty points, and stones on about `midpoint_percent`
/// percent of the midpoints. It may be unreachable; if `finished`, it may also be finished.
template <int W>
WidePosition<W> crowded_position(const WideBoard<W>& board, int empty, int midpoint_percent,
                                 bool finished, Rng& rng) {
  WidePosition<W> position;
  position.to_move = random_of<Player>({Player::V, Player::H}, rng);
  const auto put = [&](Place place) {
    Player player = random_of<Player>({Player::V, Player::H}, rng);
    for (int attempt = 0; attempt < 2; ++attempt, player = other(player)) {
      position.of(player).add(place);
      const bool may_connect = finished && player != position.to_move;
      if (find_cross(board, position) == board.place_count() &&
          (may_connect || !is_connected(board, position.of(player), player))) {
        return;
      }
      position.of(player).remove(place);
    }
  };
  // Put midpoints first, because a stone there can resolve a cross but never makes one.
  for (const Place place : list(board.midpoints())) {
    if (random_below(rng, 100) < midpoint_percent) put(place);
  }
  std::vector<Place> points = list(board.points());
  shuffle(points, rng);
  const auto wanted = points.size() - std::min(points.size(), static_cast<std::size_t>(empty));
  for (std::size_t i = 0; i < wanted; ++i) put(points[i]);
  return position;
}

/// Returns random stones, legal or not, on `percent` percent of the places.
template <int W>
WidePosition<W> random_colouring(const WideBoard<W>& board, int percent, Rng& rng) {
  WidePosition<W> position;
  position.to_move = random_of<Player>({Player::V, Player::H}, rng);
  for (const Place place : list(board.points() | board.midpoints())) {
    if (random_below(rng, 100) >= percent) continue;
    position.of(random_of<Player>({Player::V, Player::H}, rng)).add(place);
  }
  return position;
}

}  // namespace onyx::test
