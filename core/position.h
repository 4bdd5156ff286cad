// Positions and moves, and their text: the interface for everything above the engines.
//
// A position refers to its board and takes about 180 bytes. The rules are in core/moves.h, for
// positions of W words (core/wide_position.h); the functions here use the smallest W that fits. All
// functions are thread-safe, and take O(places) unless they say otherwise. Text is in the notation
// of solver/certificate/README.md. Equal positions give equal text. Messages quote the bad token.
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

using Places = PlaceSet<10>;

/// The stones of both players, at most one on a place, and the side to move. A position that comes
/// from text or from moves is also legal: it has no cross, and the side to move is not connected
/// (core/README.md, facts 2 and 3).
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
  /// An arbitrary order, the same on all machines. The boards must be equal.
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

constexpr bool has_standard_setup(BoardSize size) {
  return size.width == size.height && size.width >= 4 && size.width % 2 == 0;
}
/// Throws std::invalid_argument unless has_standard_setup(board.size()).
Position standard_setup(const Board& board);

/// Whether a player is connected. In a legal position, only the side not to move can be connected.
bool is_finished(const Position& position);
std::optional<Player> winner_of(const Position& position);
/// Returns a shortest chain of the winner from edge to edge; empty if the game is not over.
std::vector<Place> winning_chain(const Position& position);
/// Returns an empty set if the game is over.
Places legal_moves(const Position& position);
/// Returns the stones that a stone on `place` captures: none, two or four.
Places captured_by(const Position& position, Place place);
Position successor(const Position& position, Place place);

/// Parses `ROWS MIDPOINTS SIDE`, `open:WxH` or `standard:NxN`. Throws InputError if invalid.
Position parse_position(std::string_view text);
Position parse_position(const Board& board, std::string_view text);
std::string format_position(const Position& position);
std::ostream& operator<<(std::ostream& stream, const Position& position);

/// Parses a place and, optionally, a mark (`*`, `x`) for each captured pair. Throws InputError.
Place parse_move(const Position& position, std::string_view text);
/// Returns the place, then one `*` for each captured pair. The place must be empty.
std::string format_move(const Position& position, Place place);

/// Draws the position in lines of text, as in core/README.md. Each line ends with a newline.
std::string diagram(const Position& position);
/// Draws a board with sign_on(place) on each place; ' ' means no sign.
std::string diagram(const Geometry& geometry, const std::function<char(Place)>& sign_on);

/// Returns a setup in canonical form, such as `open:5x4`. Throws InputError for other text.
std::string canonical_setup(std::string_view text);

BoardSize board_size_of(std::string_view position);

struct GameText {
  std::string position;           ///< For parse_position(); not checked.
  std::vector<std::string> rest;  ///< Split at blanks.
};
/// Splits off the position (three tokens) or the setup (one token) at the front of the text.
GameText split_game(std::string_view text);

}  // namespace onyx

namespace std {

/// The hash of a position is the same in all runs.
template <>
struct hash<onyx::Position> {
  size_t operator()(const onyx::Position& position) const;
};

}  // namespace std
