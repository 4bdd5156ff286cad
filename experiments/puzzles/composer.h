// Composes puzzles. Each number n of a seed is one random attempt, which yields similar puzzles; a
// run keeps at most one of them. The result depends only on (settings, seed, n), because limits
// count nodes and states, not seconds. With a low limit, needless stones may remain.
//
// win_composer.cpp and draw_composer.cpp describe where positions come from. Composers reject a
// position if they can prove that no game leads to it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/stop.h"
#include "experiments/files/checkpoint.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/puzzles/solution.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

struct ComposeSettings {
  BoardSize board;
  PuzzleKind kind = PuzzleKind::win;
  /// Exact distance, in plies, of wins and `resist` puzzles; 0 allows the range of plies_of(). For
  /// PuzzleKind::who, the distance of a win; a loss takes one ply more.
  int plies = 0;
  int most_plies = 11;  ///< Longest win if `plies` is 0; one ply more for `resist` puzzles.
  int most_stones = 63;
  int difficulty = 0;  ///< 1 to 5, or 0 for any.
  std::optional<Theme> theme;
  bool is_theme_of_key = false;  ///< Whether the first move or the reply to it must show the theme.
  /// Maximum share of one difficulty, in per cent of the number asked for; 100: no limit.
  int share = 100;
  /// Maximum share of puzzles in which one reply refutes every wrong move, in per cent of all
  /// puzzles found. Ignored for draw studies.
  int one_reply = 33;
  bool takes_duals = false;       ///< Whether puzzles with a dual on the main line are accepted.
  int steps = 40;                 ///< Changes to try for each number.
  std::uint64_t nodes = 1'500;    ///< Node limit per query for a win in 5 plies; higher for longer.
  std::uint64_t states = 20'000;  ///< State limit per exploration of a draw.
  /// For draw studies, repeating positions; number n starts from position n modulo their count.
  /// For wins, records of games; number n makes puzzles from game n. Empty: random positions.
  std::vector<std::string> starts;
  int per_cycle = 0;  ///< Maximum draw studies per cycle pattern, known ones included; 0: no limit.
  std::uint64_t seed = 1;
  Shard shard;
};

/// Returns the minimum and maximum distance, in plies, of puzzles with this aim.
std::pair<int, int> plies_of(const ComposeSettings& settings, Aim aim);

/// Whether the limit ComposeSettings::one_reply applies.
inline bool limits_one_reply(const ComposeSettings& settings) {
  return settings.kind != PuzzleKind::draw && settings.one_reply < 100;
}

/// Returns the settings in one line, without the seed, as puzzles and checkpoints store them.
std::string describe(const ComposeSettings& settings);

/// Number of rejected candidates for each Reject.
using RejectTally = std::array<std::uint64_t, kRejects>;

struct Composition {
  /// Similar puzzles, the best first.
  std::vector<Puzzle> puzzles;
  std::uint64_t candidates = 0;  ///< Positions examined.
  RejectTally rejects{};
  bool is_cut_short = false;  ///< Whether an interrupt occurred; then discard the result.

  /// Counts the reason and returns true, unless `why` is Reject::none.
  bool rejects_for(Reject why) {
    if (why != Reject::none) ++rejects[static_cast<std::size_t>(why)];
    return why != Reject::none;
  }
};

/// Composes number n of the seed. Not thread-safe: each thread needs its own Compose.
using Compose = std::function<Composition(std::uint64_t number)>;

/// win_composer() composes all but draw studies. with_puzzle_board() must accept the board.
Compose win_composer(const ComposeSettings& settings, Interrupt interrupt);
Compose draw_composer(const ComposeSettings& settings, Interrupt interrupt);

template <int W>
using Examine = std::function<Candidate<W>(const WidePosition<W>&)>;

/// Removes stones in random order as long as `examine` finds the same solution. Calls `examine`
/// only for legal unfinished positions. If the board is square and the stone counts contradict the
/// side to move (has_side_due()), reflects the result in the diagonal with the colours swapped.
template <int W>
Candidate<W> economized(const WideBoard<W>& board, const Candidate<W>& candidate, Random& random,
                        const std::type_identity_t<Examine<W>>& examine);

/// Writes the solution and themes of a candidate to `puzzle`. Returns why it is rejected, or none.
template <int W>
Reject make_puzzle(const WideBoard<W>& board, const ComposeSettings& settings, Oracle<W>& oracle,
                   const Candidate<W>& candidate, Puzzle& puzzle);

/// Completes a puzzle whose solution, source.engine and source.effort are set. Returns the reason
/// for rejection, if any; for example, that no game leads to the position.
template <int W>
Reject complete_puzzle(const WideBoard<W>& board, const ComposeSettings& settings,
                       Oracle<W>& oracle, std::uint64_t number, Interrupt interrupt,
                       Puzzle& puzzle);

/// Returns a score: higher for rare themes and for tempting wrong moves.
int appeal_of(const Puzzle& puzzle);

/// Returns the text of the position's canonical form; for a `who` puzzle, also of the position with
/// the other side to move. Puzzles that share a key count as equal.
std::vector<std::string> keys_of(const Puzzle& puzzle);

/// Returns Puzzle::id: board, kind, and a hash of the first key.
std::string id_of(const Puzzle& puzzle);

}  // namespace onyx
