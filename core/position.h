// Positions, their moves, and both as text: the game for everything above the engines.
//
// A position refers to its board, and takes about 170 bytes whatever the board. The rules are those
// of core/moves.h, which engines use on narrower positions (core/wide_position.h); each function
// here narrows the position once. All functions are thread-safe, and take O(places) unless they say
// otherwise. Text is in the notation of solver/certificate/README.md: parsers throw InputError with
// a message that names the place or the token, and equal positions give equal text.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.h"
#include "core/input_error.h"

namespace onyx {

/// A set of places, wide enough for any board.
using Places = PlaceSet<10>;

/// The stones of both players and the side to move. Invariant: no place has two stones. A position
/// that is made from text or by moves is also legal: without a cross, and the side to move is not
/// connected (core/README.md, facts 2 and 3).
class Position {
 public:
  /// The empty board, V to move.
  explicit Position(const Board& board) : Position(board, {}, {}, Player::V) {}
  /// The caller must ensure that the position is legal.
  Position(const Board& board, const Places& v_stones, const Places& h_stones, Player to_move)
      : stones_{v_stones, h_stones}, board_(board), to_move_(to_move) {
    ONYX_ASSERT((v_stones & h_stones).empty());
  }

  const Board& board() const { return board_; }
  const Geometry& geometry() const { return board_.geometry(); }
  const Places& of(Player player) const { return stones_[index_of(player)]; }
  Places occupied() const { return stones_[0] | stones_[1]; }
  Player to_move() const { return to_move_; }

  friend bool operator==(const Position&, const Position&) = default;
  /// An order without meaning for the game, equal on all machines. Both positions must be on the
  /// same board.
  friend std::strong_ordering operator<=>(const Position& a, const Position& b) {
    ONYX_ASSERT(a.board_ == b.board_);
    if (const auto order = a.stones_ <=> b.stones_; order != 0) return order;
    return a.to_move_ <=> b.to_move_;
  }

 private:
  std::array<Places, 2> stones_;  ///< Indexed by player.
  Board board_;
  Player to_move_;
};

/// True iff the size has a standard setup: n x n, n even and at least 4.
constexpr bool has_standard_setup(BoardSize size) {
  return size.width == size.height && size.width >= 4 && size.width % 2 == 0;
}
/// Eight stones on the middle points of the edges: H on the bottom and top, V on the left and
/// right. The size must have a standard setup.
Position standard_setup(const Board& board);

/// True iff a player is connected. In a legal position that is the side not to move.
bool is_finished(const Position& position);
std::optional<Player> winner_of(const Position& position);
/// A shortest chain of the winner's stones from edge to edge; empty if the game is not over.
std::vector<Place> winning_chain(const Position& position);
/// The places where the side to move may put a stone; none if the game is over.
Places legal_moves(const Position& position);
/// The stones that a stone of the side to move on `place` captures: none, two or four.
Places captured_by(const Position& position, Place place);
/// The position after a legal move.
Position successor(const Position& position, Place place);

/// Parses `ROWS MIDPOINTS SIDE`, or a setup `open:WxH` or `standard:NxN`. Throws InputError,
/// including for an illegal position, or if the position is on another board than `board`.
Position parse_position(std::string_view text);
Position parse_position(const Board& board, std::string_view text);
std::string format_position(const Position& position);
std::ostream& operator<<(std::ostream& stream, const Position& position);

/// A legal move: a place, then one capture mark (`*` or `x`) for each captured pair, or no marks.
Place parse_move(const Position& position, std::string_view text);
/// The place, then one `*` for each captured pair. The place must not be taken.
std::string format_move(const Position& position, Place place);

/// The board as lines of text, each with a newline at its end, in the form of core/README.md.
std::string diagram(const Position& position);
/// A diagram that shows sign_on(place) on each place; a blank means no sign.
std::string diagram(const Geometry& geometry, const std::function<char(Place)>& sign_on);

/// The canonical name of a setup, for example `open:5x4`. Throws InputError for any other text.
std::string canonical_setup(std::string_view text);

/// The board size of a position's text. Does not read the whole text.
BoardSize board_size_of(std::string_view position);

/// A game record split in two: a setup or a position, and everything after it.
struct GameText {
  std::string position;           ///< In the form that parse_position() takes; not checked yet.
  std::vector<std::string> rest;  ///< The rest, split at blanks.
};
/// Splits at blanks. A setup is one token, a position three.
GameText split_game(std::string_view text);

}  // namespace onyx

namespace std {

/// A hash that is equal in all runs.
template <>
struct hash<onyx::Position> {
  size_t operator()(const onyx::Position& position) const;
};

}  // namespace std
