// Lines of play: moves played one after the other. Text that the program writes is strict; text
// that people write may have differences without meaning:
//   - look-alikes of ASCII characters count as ASCII (core/plain_text.h); quotes; `>` before a line
//   - before the start: `1)`, `1.`, `-` and labels such as `Position:`
//   - move numbers, `12.`, `12...`, `12)`; commas, semicolons and `-` between moves
//   - marks such as `!?` after a move, and full stops
//   - comments, in any brackets, or from a `#` to the end of the line; but after a move, `#` and a
//     number are the number of the move (`D4#12`, as the pbmserv server writes). `{BC-34}` is a
//     midpoint.
//   - a result at the end: `1-0`, `draw`, `resigns`, `Black wins`
//   - `swap` (or `pie`) after the first move, which does not change the colour of any player on the
//     board
//
// A position may use `B` and `W` instead of V and H, but must not mix the two pairs. Without
// midpoint stones, their field may be missing. Game records of Abstract Play are accepted, too
// (abstract_play.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace onyx {

/// A move in a record.
struct MoveWord {
  std::string_view text;  ///< In ASCII, in the form that parse_move() takes.
  std::string_view word;  ///< As typed, up to the next blank; may hold a number or more moves.
  std::size_t line = 1;   ///< Its line in the text, counted from 1.
};

/// A parsed record. Its words point into text that it keeps.
struct Record {
  std::string start;       ///< A setup or a position, in the form that board_size_of() and
                           ///< parse_position() take.
  bool has_moves = false;  ///< Whether anything follows the start, even a single `;`.
  std::vector<MoveWord> moves;
  std::shared_ptr<const void> kept;
};

/// Parses `START MOVE...` or `START ; MOVE...`, on one line or many. If the text has only moves,
/// `setup` becomes the start, if given. O(length). Throws InputError, or LineError if something
/// between moves is wrong. Does not check the text of the start and of the moves.
Record parse_record(std::string_view text, std::string_view setup = {});

/// The start as parse_record() finds it, and the words after it as typed.
GameText split_record(std::string_view text);

/// The text without its byte order mark, which some editors put at the beginning of a file.
std::string_view without_byte_order_mark(std::string_view text);

/// An error in a move of a record. The message begins with the ply.
class LineError : public InputError {
 public:
  LineError(std::size_t line, std::size_t ply, const std::string& why);

  std::size_t line() const { return line_; }  ///< Line of the text, counted from 1.
  std::size_t ply() const { return ply_; }    ///< Counted from 1.

 private:
  std::size_t line_;
  std::size_t ply_;
};

/// A sequence of legal moves. `positions[i]` is the position before `moves[i]`; the last position
/// follows the last move.
struct Line {
  std::vector<Position> positions;  ///< One more than there are moves.
  std::vector<Place> moves;

  const Position& start() const { return positions.front(); }
  const Position& end() const { return positions.back(); }
};

/// Plays moves in the form that people write. A word `b1/c2` normally means a midpoint. Slashes
/// separate moves in all words if that makes a record valid that is invalid otherwise, and has a
/// word that cannot mean a midpoint (`b1/d4`, `b1/c2/d4`). O(words). Throws LineError.
Line replay(const Position& start, std::span<const MoveWord> words);
/// Plays moves, each of which is one word in the form that parse_move() takes. Throws LineError.
Line replay(const Position& start, std::span<const std::string> moves);
/// Plays a record from its start. Throws InputError for its start, LineError for its moves.
Line replay(const Record& record);

/// The moves as text, in the order of play. They must be legal.
std::vector<std::string> format_moves(const Position& start, std::span<const Place> moves);

}  // namespace onyx
