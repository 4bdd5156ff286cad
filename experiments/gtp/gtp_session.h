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

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"

namespace onyx {

class GtpSession {
 public:
  GtpSession(int level, std::uint64_t seed);

  /// The answer to a line without its end: "=ID TEXT\n\n" or "?ID TEXT\n\n"; "" if the line holds
  /// no command. Never throws for bad input.
  std::string answer(std::string_view line);

  /// Whether `quit` was answered.
  bool has_quit() const { return has_quit_; }

 private:
  using Arguments = std::vector<std::string>;
  using Answer = std::function<std::string(GtpSession&, const Arguments&)>;
  static const std::vector<std::pair<std::string, Answer>>& commands();

  /// The clock of one colour: what the controller last told, less the time used since.
  struct Clock {
    double seconds = 0;
    int stones = 0;  ///< To be played within the seconds; 0 if they are for the whole game.
  };

  std::string known_command(const Arguments& arguments);
  std::string list_commands(const Arguments&);
  std::string boardsize(const Arguments& arguments);
  std::string clear_board(const Arguments&);
  std::string play(const Arguments& arguments);
  std::string genmove(const Arguments& arguments);
  std::string undo(const Arguments&);
  std::string showboard(const Arguments&);
  std::string final_score(const Arguments&);
  std::string time_settings(const Arguments& arguments);
  std::string time_left(const Arguments& arguments);
  std::string setup(const Arguments& arguments);
  std::string rules_board(const Arguments&);
  std::string rules_board_size(const Arguments&);
  std::string rules_legal_moves(const Arguments&);

  const Position& position() const { return positions_.back(); }
  /// The position with the given side to move. Throws if the game is over.
  Position position_for(Player player) const;
  std::optional<Player> winner() const { return winner_of(position()); }
  std::optional<double> seconds_for_move(Player player) const;
  void begin_game();
  void start_clocks();

  const int level_;
  const std::uint64_t seed_;
  std::vector<Position> positions_;  ///< From the beginning to now.
  std::uint64_t game_ = 0;           ///< Games begun.
  bool has_quit_ = false;

  bool has_time_limit_ = false;
  double main_time_ = 0;
  double extra_time_ = 0;
  int extra_stones_ = 0;
  std::array<Clock, 2> clocks_;
};

}  // namespace onyx
