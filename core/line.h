// Lines of play: moves played one after the other, and as text both ways, strictly as the program
// writes them and loosely as people do.
//
// As people write and paste. What makes no difference is passed over:
//   - look-alikes of ASCII count as what they look like (core/plain_text.h); quotes; `>` before a
//   line
//   - before the start: `1)`, `1.`, `-` and labels such as `Position:`
//   - move numbers, `12.`, `12...`, `12)`; commas, semicolons and `-` between moves
//   - marks of praise and blame behind a move, `!?`, and full stops
//   - comments, in any brackets or behind a `#` up to the end of the line, but for the number of a
//     move right behind it (`D4#12`, as the pbmserv server writes). `{BC-34}` is a midpoint.
//   - at the end, a result: `1-0`, `draw`, `resigns`, `Black wins`
//   - `swap` (or `pie`) after the first move, which changes nobody's colour on the board
// In a position, `B` and `W` may stand for V and H, if all do; and the field of midpoints may be
// missing where there are none. Game records of Abstract Play are taken, too (abstract_play.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"

namespace onyx {

/// A move in a record.
struct MoveWord {
  std::string_view text;  ///< In ASCII, as parse_move() takes it.
  std::string_view word;  ///< As typed, up to the next blank: with its number, or other moves.
  std::size_t line = 1;   ///< In the text that it comes from.
};

/// A record taken apart. Its words view text that it keeps.
struct Record {
  std::string start;  ///< A setup or a position, as board_size_of() and parse_position() take it.
  bool has_moves = false;  ///< Whether anything follows, if only a `;`.
  std::vector<MoveWord> moves;
  std::shared_ptr<const void> kept;
};

/// `START MOVE...` or `START ; MOVE...`, on one line or many. Moves alone begin with `setup`, if
/// one is given. O(length). Throws InputError, or LineError where something between moves is wrong.
/// What the start's and the moves' own text holds is not looked at.
Record parse_record(std::string_view text, std::string_view setup = {});

/// The start as parse_record() finds it, and the words behind it as they were typed.
GameText split_record(std::string_view text);

/// The text without a byte order mark, with which some editors begin a file.
std::string_view without_byte_order_mark(std::string_view text);

/// What is wrong with a move of a record. The message begins with the ply.
class LineError : public InputError {
 public:
  LineError(std::size_t line, std::size_t ply, const std::string& why);

  std::size_t line() const { return line_; }  ///< Of the text, counted from 1.
  std::size_t ply() const { return ply_; }    ///< Counted from 1.

 private:
  std::size_t line_;
  std::size_t ply_;
};

/// Legal moves in a row: the position that each move leads from stands at the same index, and the
/// last position behind them.
template <int W>
struct Line {
  std::vector<Position<W>> positions;  ///< One more than moves.
  std::vector<Place> moves;

  const Position<W>& start() const { return positions.front(); }
  const Position<W>& end() const { return positions.back(); }
};

/// Plays moves as people write them. A word `b1/c2` is a midpoint. But if the record makes no sense
/// so, does if slashes separate moves, and has a word that can be meant no other way (`b1/d4`,
/// `b1/c2/d4`), they separate moves in all words. O(words). Throws LineError.
template <int W>
Line<W> replay(const Board<W>& board, const Position<W>& start, std::span<const MoveWord> words);

/// Plays moves each of which is one word that parse_move() takes. Throws LineError.
template <int W>
Line<W> replay(const Board<W>& board, const Position<W>& start, std::span<const std::string> moves);

/// The moves as text, played one after the other. They must be legal.
template <int W>
std::vector<std::string> format_moves(const Board<W>& board, const Position<W>& start,
                                      std::span<const Place> moves);

/// The position after the moves, which must be legal.
template <int W>
Position<W> position_after(const Board<W>& board, const Position<W>& start,
                           std::span<const Place> moves);

}  // namespace onyx
