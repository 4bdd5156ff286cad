// The Go Text Protocol for this game. Source: G. Farnebäck, "Specification of the Go Text Protocol,
// version 2, draft 2", 2002. What the protocol leaves open:
//   - Black is V, white is H; `V` and `H` work, too. Moves are in the project's notation (which has
//     a column I, unlike Go); answers have capture marks.
//   - `play` and `genmove` move the given colour, even twice in a row.
//   - After a win, `play` is illegal; `genmove` resigns for the loser, and fails for the winner.
//   - There is no passing. For a swap by the pie rule, the controller exchanges the players.
//   - `komi` changes nothing. `final_score` is "B+" or "W+", and fails before the end.
//   - `boardsize 8` or `5x4` starts an empty board. `onyx-setup TEXT` starts from a setup or
//     position, and plays the moves after it; `clear_board` returns to this start.
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

  /// Returns "=ID TEXT\n\n", "?ID TEXT\n\n" or, without a command, "". Bad input never throws.
  std::string answer(std::string_view line);

  bool has_quit() const;

 private:
  class Game;
  std::unique_ptr<Game> game_;
};

}  // namespace onyx
