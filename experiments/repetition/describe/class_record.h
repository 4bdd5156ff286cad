// The catalogue's entry for one recurrent class, computed afresh from its certificate's position.
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
  std::string position;  ///< The certificate's position, or where its line enters the cycle.
  BoardSize board{};
  int v_stones = 0;  ///< On points and midpoints.
  int h_stones = 0;
  int midpoint_stones = 0;  ///< Both players' stones.
  int empty_points = 0;
  int arena_points = 0;
  int arena_midpoints = 0;  ///< Live midpoints only.
  std::size_t class_size = 0;
  /// The class's shortest cycle; among several, one of least freedom. If the class has more than
  /// kMostMeasuredStates positions, only the cycles through `position` count.
  std::size_t cycle_plies = 0;
  int freedom = 0;  ///< 0: every move on the cycle is the only one that does not lose.
  std::vector<std::string> squares;  ///< Squares in which the cycle captures, by their midpoints.
  int double_captures = 0;           ///< Moves of the cycle that capture in two squares.
  /// Whether play from an empty or standard board, V first, can reach a position with this side to
  /// move: V stones minus H stones is even if V is to move, odd if H is (core/README.md, fact 4).
  bool suits_v_first = false;
  std::string game;  ///< The setup of a known proof game, the certificate's or one found; or "".
  /// The moves of the game found from that setup to `position`; empty if the certificate has its
  /// own game.
  std::vector<std::string> game_moves;
  /// Why there is no game from the open board: "parity", another reason that rules it out, or
  /// "none found".
  std::string why_no_game;
  std::optional<Pattern> pattern;
  /// The moves of the certificate's cycle; if it names none, those of a shortest cycle from
  /// `position`.
  std::vector<std::string> cycle_moves;
  std::size_t pattern_number = 0;  ///< Given by the catalogue, from 1; 0: none.
  std::string key;  ///< The class key (solver/repetition/class_key.h): equal for equal classes.
};

/// The default limit for the positions that may be reachable from a class. A larger class is left
/// out, unless the search for draws (solver/repetition/draw_search.h) finds it; that search runs
/// where it is likely to be quicker than the explorer.
inline constexpr std::uint64_t kMostRecordedStates = 5'000'000;

/// Checks the certificate first, in JSON or compact. Runs on one thread. `stop.work` limits the
/// positions that may be reachable; of the other limits only the interrupt counts. Throws NoRecord;
/// after an interrupt its reason is "interrupted".
ClassRecord record_of(const std::string& certificate, const Stop& stop);

}  // namespace onyx
