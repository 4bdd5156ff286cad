// Composes puzzles. Number n of a seed yields no puzzle, one, or several similar puzzles, of which
// a run takes at most one. The result depends on (settings, seed, n) alone: limits are numbers of
// nodes and states, never seconds. That no stone can be removed without changing the solution
// therefore holds within these limits only.
//
// win_composer.cpp and draw_composer.cpp describe where positions come from. A position must pass
// the filters of solution.h and of the settings. A position that provably no game reaches is
// rejected.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/stop.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/puzzles/solution.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {

struct ComposeSettings {
  BoardSize board;
  PuzzleKind kind = PuzzleKind::win;
  /// The exact distance of wins and `resist` puzzles. For PuzzleKind::who: the distance if the side
  /// to move wins; if it loses, one ply more. 0: any distance in plies_of().
  int plies = 0;
  int most_plies = 11;  ///< Longest win if `plies` is 0; a `resist` puzzle may take one more.
  int most_stones = 63;
  int difficulty = 0;  ///< 1 to 5; 0: any.
  std::optional<Theme> theme;
  bool is_theme_of_key = false;  ///< Whether the first move or the reply to it must show the theme.
  /// The most puzzles of one difficulty, in per cent of the puzzles asked for; 100: no limit.
  int share = 100;
  /// The most puzzles in which one reply refutes every wrong move, in per cent of those found. Draw
  /// studies are exempt.
  int one_reply = 33;
  bool takes_duals = false;       ///< Whether puzzles with a dual on the main line are accepted.
  int steps = 40;                 ///< Mutations tried per candidate (wins).
  std::uint64_t nodes = 1'500;    ///< Per question about a win in 5 plies; longer wins get more.
  std::uint64_t states = 20'000;  ///< Per exploration of a draw.
  /// Draw studies: repeating positions to start from instead of random ones; number n starts from
  /// position n modulo their count. Wins: records of games; number n is taken from game n.
  std::vector<std::string> starts;
  int per_cycle = 0;  ///< Most draw studies per cycle pattern; 0: no limit.
  std::uint64_t seed = 1;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
};

/// The least and the greatest distance for puzzles in which the side to move wins, or loses
/// (Aim::resist).
std::pair<int, int> plies_of(const ComposeSettings& settings, Aim aim);

/// Whether the share one_reply applies.
inline bool limits_one_reply(const ComposeSettings& settings) {
  return settings.kind != PuzzleKind::draw && settings.one_reply < 100;
}

/// The settings in one line, as stored in puzzles and checkpoints: everything but seed and number
/// that puzzles depend on.
std::string describe(const ComposeSettings& settings);

/// The number of rejected candidates by reason.
using RejectTally = std::array<std::uint64_t, kRejects>;

struct Composition {
  /// The best first. They are similar: a run takes the first that is new to it.
  std::vector<Puzzle> puzzles;
  std::uint64_t candidates = 0;  ///< Positions examined.
  RejectTally rejects{};
  bool is_cut_short = false;  ///< Interrupted; the result must be discarded.

  /// Unless `why` is Reject::none, counts it and returns true.
  bool rejects_for(Reject why) {
    if (why != Reject::none) ++rejects[static_cast<std::size_t>(why)];
    return why != Reject::none;
  }
};

/// Composes number n of the seed. Not thread-safe: use one for each thread.
using Compose = std::function<Composition(std::uint64_t number)>;

/// The composers of wins, `resist` and `who` puzzles, and of draw studies. The board must be one
/// that with_puzzle_board() accepts.
Compose win_composer(const ComposeSettings& settings, Interrupt interrupt);
Compose draw_composer(const ComposeSettings& settings, Interrupt interrupt);

// --- Parts shared by the composers ---------------------------------------------------------------

template <int W>
using Examine = std::function<Candidate<W>(const WidePosition<W>&)>;

/// Removes stones in random order while the candidate that `examine` finds has the same solution,
/// until no further stone can be removed. `examine` is called for legal unfinished positions only.
/// If no game reaches the result with this side to move (has_side_due()) and the board is square,
/// returns its reflection in the diagonal with the colours swapped, which a game may reach.
template <int W>
Candidate<W> economized(const WideBoard<W>& board, const Candidate<W>& candidate, Random& random,
                        const std::type_identity_t<Examine<W>>& examine);

/// Writes the solution and themes of a candidate. Returns the reason for rejection, if any: too
/// many stones, a result of write_solution(), a dual, or a missing theme.
template <int W>
Reject make_puzzle(const WideBoard<W>& board, const ComposeSettings& settings, Oracle<W>& oracle,
                   const Candidate<W>& candidate, Puzzle& puzzle);

/// Adds OtherSide, measures, difficulty, game, id and source to a puzzle whose source.engine and
/// source.effort are set. Returns the reason for rejection, if any: one of these, or a proof that
/// no game leads to the position.
template <int W>
Reject complete_puzzle(const WideBoard<W>& board, const ComposeSettings& settings,
                       Oracle<W>& oracle, std::uint64_t number, Interrupt interrupt,
                       Puzzle& puzzle);

/// How much the puzzle offers a solver: its themes, rare ones most, and its tempting wrong moves.
int appeal_of(const Puzzle& puzzle);

/// The position up to symmetry, as text. Two puzzles are equal if they share a key. Puzzles of kind
/// `who` have a second key, with the other side to move.
std::vector<std::string> keys_of(const Puzzle& puzzle);

/// A hash of the first key.
std::string id_of(const Puzzle& puzzle);

}  // namespace onyx
