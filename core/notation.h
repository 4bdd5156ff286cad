// Places, moves, positions and games as text, exactly as solver/certificate/README.md says.
//
// Every parser throws InputError with a message that names the place or the token. Output is
// always the canonical form: equal positions print equal.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/moves.h"

namespace onyx {

/// Input that the caller can mend: malformed text, an illegal move or position.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "5x4" is five points wide and four high; sides from kMinSide to kMaxSide.
BoardSize parse_board_size(std::string_view text);
std::string format_board_size(BoardSize size);

/// `D10`, `BC12`; also lower case, `b1/c2` (lower left and upper right corner) and `{BC-34}`.
Place parse_place(const Geometry& geometry, std::string_view text);
std::string format_place(const Geometry& geometry, Place place);

/// A legal move: a place and, unless left out, as many capture marks (`*` or `x`) as it captures.
template <int W>
Place parse_move(const Board<W>& board, const Position<W>& position, std::string_view text);
/// The place, then `*` for each pair that the move captures.
template <int W>
std::string format_move(const Board<W>& board, const Position<W>& position, Place place);

/// `ROWS MIDPOINTS SIDE`, or a setup `open:WxH` or `standard:NxN`; refuses illegal positions.
/// Also those of another board: it has the size that board_size_of(text) gives.
template <int W>
Position<W> parse_position(const Board<W>& board, std::string_view text);
template <int W>
std::string format_position(const Board<W>& board, const Position<W>& position);

/// The canonical name of a setup, as `open:5x4`. Throws InputError for any other text.
std::string canonical_setup(std::string_view text);

/// The size of the board that a position's text speaks of, so that the board can be made first.
BoardSize board_size_of(std::string_view position);

/// A game record taken apart: a setup or a position, then whatever follows it.
struct GameText {
  std::string position;           ///< As parse_position() takes it; not looked at yet.
  std::vector<std::string> rest;  ///< What follows, split at blanks.
};
/// Splits at blanks; a setup is one token, a position three.
GameText split_game(std::string_view text);

/// Text from outside, made safe for one line of a message: cut when long, control characters and
/// bytes outside ASCII escaped, in quotes.
std::string in_quotes(std::string_view text);

}  // namespace onyx
