// The Go Text Protocol, version 2, for this game: the state of one game, and the answer to each
// line. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.
//
// What the protocol leaves open:
//   - black is V, white is H; `V` and `H` work, too. Moves are in the notation of the project
//     (with a column I, unlike in Go); answers have capture marks.
//   - `play` and `genmove` move the given colour, even twice in a row, as the protocol wants.
//   - After somebody has connected, `play` is an illegal move. `genmove` resigns for the side that
//     has lost, and fails for the winner. Otherwise the player never resigns.
//   - There is no passing. For a swap by the pie rule the controller exchanges the players: the
//     board does not change.
//   - `komi` changes nothing. `final_score` is "B+" or "W+", and fails before the end.
//   - `boardsize 8` and `boardsize 5x4` begin an empty board. `onyx-setup TEXT` begins a setup or a
//     position, and plays the moves after it; `clear_board` goes back to this beginning.
//   - The board of gogui-rules_board has only the points; showboard has the midpoints, too.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace onyx {

class GtpSession {
 public:
  GtpSession(int level, std::uint64_t seed);
  ~GtpSession();

  /// The answer to a line without its end: "=ID TEXT\n\n" or "?ID TEXT\n\n"; "" if the line holds
  /// no command. Never throws for bad input.
  std::string answer(std::string_view line);

  /// Whether `quit` was answered.
  bool has_quit() const;

 private:
  class Game;
  std::unique_ptr<Game> game_;
};

}  // namespace onyx
