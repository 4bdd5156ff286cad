// The sight of a whole game (sight.h says what sight is).
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "core/base/stop.h"
#include "core/line.h"

namespace onyx {

/// The sight of a game, as far as known.
struct GameSight {
  int sight = 0;          ///< The largest k found for which all moves are k-sighted; 0 if none is.
  bool is_exact = false;  ///< Otherwise a larger k is possible: `most` or a limit ended the search.
};

/// The number of plies before the first position that occurs again later in the game. A game that
/// repeats is judged by these plies. Returns all plies if no position occurs again. O(plies
/// squared).
template <class Positions>
std::size_t plies_before_repetition(const Positions& positions) {
  for (auto position = positions.begin(); position != positions.end(); ++position) {
    if (std::find(position + 1, positions.end(), *position) != positions.end()) {
      return static_cast<std::size_t>(position - positions.begin());
    }
  }
  return positions.empty() ? 0 : positions.size() - 1;
}

/// The sight of a game, at most `most`, as sight_of_game() in sight.h finds it. `stop.work` limits
/// the nodes for each question.
GameSight sight_of_game(const Line& game, int most, std::optional<int> given_up, const Stop& stop);

}  // namespace onyx
