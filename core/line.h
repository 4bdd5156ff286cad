// Lines of play: moves played one after the other, and as text both ways, strictly as the program
// writes them and loosely as people do.
//
// As people write: the words of a record are separated by blanks, line ends or commas; move numbers
// (`12.`, `12...`, `12.D4`), brackets and quotes as lists in JSON have them, and what follows a `#`
// on its line are passed over, but for the number of a move right behind it (`D4#12`, as the
// pbmserv server writes). `swap` (or `pie`) after the first move changes nobody's colour on the
// board.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation.h"

namespace onyx {

/// A move in a record, as it stands there.
struct MoveWord {
  std::string_view text;
  std::string_view word;  ///< All up to the next blank: with its number, or other moves.
  std::size_t line = 1;   ///< Of the text that it comes from.
};

/// A record taken apart, nothing of it checked but that there is a start. Views the record's text.
struct Record {
  std::string start;       ///< A setup or a position.
  bool has_moves = false;  ///< Whether anything follows, if only a `;`.
  std::vector<MoveWord> moves;
};

/// `START MOVE...` or `START ; MOVE...`, on one line or many; a byte order mark is passed over.
/// O(length). Throws InputError if there is no start.
Record parse_record(std::string_view text);

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
