// Places, moves, positions and games as text, in the notation of solver/certificate/README.md.
//
// Every parser throws InputError with a message that names the place or the token. Output always
// has the canonical form: equal positions give equal text.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/moves.h"

namespace onyx {

/// Input that the caller can correct: malformed text, an illegal move or an illegal position.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "5x4" means five points wide and four high. Sides are kMinSide to kMaxSide.
BoardSize parse_board_size(std::string_view text);
std::string format_board_size(BoardSize size);

/// Accepts `D10` and `BC12`, lower case, `b1/c2` (lower left and upper right corner) and `{BC-34}`.
Place parse_place(const Geometry& geometry, std::string_view text);
std::string format_place(const Geometry& geometry, Place place);

/// A legal move: a place, then one capture mark (`*` or `x`) for each captured pair, or no marks.
template <int W>
Place parse_move(const WideBoard<W>& board, const WidePosition<W>& position, std::string_view text);
/// The place, then one `*` for each captured pair.
template <int W>
std::string format_move(const WideBoard<W>& board, const WidePosition<W>& position, Place place);

/// Parses `ROWS MIDPOINTS SIDE`, or a setup `open:WxH` or `standard:NxN`. Throws InputError for an
/// illegal position, and for a position of another size than the board (see board_size_of()).
template <int W>
WidePosition<W> parse_position(const WideBoard<W>& board, std::string_view text);
template <int W>
std::string format_position(const WideBoard<W>& board, const WidePosition<W>& position);

/// The canonical name of a setup, for example `open:5x4`. Throws InputError for any other text.
std::string canonical_setup(std::string_view text);

/// The board size of a position's text, which is needed to make the board before parse_position().
BoardSize board_size_of(std::string_view position);

/// A game record split in two: a setup or a position, and everything after it.
struct GameText {
  std::string position;           ///< In the form that parse_position() takes; not checked yet.
  std::vector<std::string> rest;  ///< The rest, split at blanks.
};
/// Splits at blanks. A setup is one token, a position three.
GameText split_game(std::string_view text);

/// Quotes text from outside such that it is safe in one line of a message: long text is cut, and
/// control characters and bytes outside ASCII are escaped.
std::string in_quotes(std::string_view text);

}  // namespace onyx
