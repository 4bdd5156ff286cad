// Lines of play. The program writes strict notation; text that people write may also contain:
//   - look-alikes of ASCII characters (core/plain_text.h); quotes; `>` before a line
//   - before the start: `1)`, `1.`, `-` and labels such as `Position:`
//   - move numbers, `12.`, `12...`, `12)`; commas, semicolons and `-` between moves
//   - marks such as `!?` after a move, and full stops
//   - comments in brackets of any kind, or from `#` to the end of the line. Two exceptions: in
//     `D4#12`, as the pbmserv server writes, `#12` is the number of the move; `{BC-34}` is a
//     midpoint
//   - a result at the end: `1-0`, `draw`, `resigns`, `Black wins`
//   - `swap` (or `pie`) after the first move; it changes neither stones nor directions
//
// A position may use `B` and `W` instead of V and H, but not mix them. The midpoint field may be
// omitted if it is empty. Game records of Abstract Play are accepted too (abstract_play.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace onyx {

struct MoveWord {
  std::string_view text;  ///< In ASCII, as parse_move() accepts it.
  std::string_view word;  ///< The typed word that contains this move.
  std::size_t line = 1;   ///< The line of the word in the text, from 1.
};

/// A parsed record, with the text that its words point into.
struct Record {
  std::string start;       ///< A setup or a position, as parse_position() accepts it.
  bool has_moves = false;  ///< Whether the start is followed by anything, even a single `;`.
  std::vector<MoveWord> moves;
  std::shared_ptr<const void> kept;
};

/// Parses `START MOVE...` or `START ; MOVE...`, on one line or many. If the text has only moves,
/// the start is `setup`, which must then be given. Does not check that the start and the moves are
/// legal. O(length). Throws InputError, or LineError for words after a result.
Record parse_record(std::string_view text, std::string_view setup = {});

/// Returns the start as parse_record() finds it, and the words after it as typed.
GameText split_record(std::string_view text);

std::string_view without_byte_order_mark(std::string_view text);

/// An error in a move; the message begins with the ply.
class LineError : public InputError {
 public:
  LineError(std::size_t line, std::size_t ply, const std::string& why);

  std::size_t line() const { return line_; }  ///< From 1.
  std::size_t ply() const { return ply_; }    ///< From 1.

 private:
  std::size_t line_;
  std::size_t ply_;
};

/// A sequence of legal moves. `positions[i]` is the position before `moves[i]`.
template <class SomePosition>
struct LineOf {
  std::vector<SomePosition> positions;  ///< One element more than `moves`.
  std::vector<Place> moves;
  const SomePosition& start() const { return positions.front(); }
  const SomePosition& end() const { return positions.back(); }
};

using Line = LineOf<Position>;

/// Plays human-written moves. A word `b1/c2` normally means a midpoint. If the words are
/// invalid when read like this, and one of them cannot mean a midpoint (`b1/d4`, `b1/c2/d4`), then
/// slashes separate moves in all words. O(words). Throws LineError.
Line replay(const Position& start, std::span<const MoveWord> words);
/// Plays moves; each string is one move, as parse_move() accepts it. Throws LineError.
Line replay(const Position& start, std::span<const std::string> moves);
/// Throws InputError for a bad start, LineError for a bad move.
Line replay(const Record& record);

std::vector<std::string> format_moves(const Position& start, std::span<const Place> moves);

}  // namespace onyx
