// What the catalogue says of one recurrent class, computed afresh from its certificate's position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/repetition/pattern.h"

namespace onyx {

struct ClassRecord {
  std::string position;  ///< The certificate's, moved on to its cycle if it is not there.
  BoardSize board{};
  int v_stones = 0;  ///< On points and midpoints.
  int h_stones = 0;
  int midpoint_stones = 0;  ///< Of both.
  int empty_points = 0;
  int arena_points = 0;
  int arena_midpoints = 0;  ///< Live ones.
  std::size_t class_size = 0;
  /// The shortest cycle of the class, and among these one of least freedom (if the class has more
  /// than kMostMeasuredStates positions: of those through `position`).
  std::size_t cycle_plies = 0;
  int freedom = 0;                   ///< 0: every move on it is the only one that does not lose.
  std::vector<std::string> squares;  ///< In which something is captured on it, by their midpoints.
  int double_captures = 0;           ///< Moves on it that capture in two squares.
  /// Whether play from an empty or standard board, V first, can have this side to move here:
  /// V stones minus H stones is even if V is to move, odd if H is (core/README.md, fact 4).
  bool suits_v_first = false;
  std::string game;  ///< The setup of a known proof game: the certificate's, or one found; or "".
  /// The moves of a game that was found from that setup to `position`; none if the certificate has
  /// one.
  std::vector<std::string> game_moves;
  /// If there is none, of the open board: "parity", or another reason why there can be none, or
  /// "none found".
  std::string why_no_game;
  std::optional<Pattern> pattern;
  /// The moves of the certificate's cycle; of one without, those of a shortest from `position`.
  std::vector<std::string> cycle_moves;
  std::size_t pattern_number = 0;  ///< From 1, given by the catalogue; 0: none.
  std::string key;  ///< Of the class (solver/repetition/class_key.h): equal for equal classes.
};

/// Of the positions that may be reachable from a class, if the caller does not say otherwise: where
/// there are more, it is left out, unless the search for draws (solver/repetition/draw_search.h)
/// finds the class, which is asked where it is likely to be quicker than the explorer.
inline constexpr std::uint64_t kMostRecordedStates = 5'000'000;

/// The certificate, in JSON or compact, is checked first. On one thread. Of `stop` the interrupt
/// counts, and as work the positions that may be reachable. Throws NoRecord; what is found of an
/// interrupted one is "interrupted".
ClassRecord record_of(const std::string& certificate, const Stop& stop);

}  // namespace onyx
