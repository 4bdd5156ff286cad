// Composes puzzles: number n of a seed gives a puzzle, or some that are much alike, of which at
// most one is taken, or none, by (settings, seed, n) alone.
//
// win_composer.h and draw_composer.h say where positions come from. What they find must pass the
// filters of solution.h and of the settings, have a side to move that suits its stones (on square
// boards a reflection sees to that), and a game that leads to it must not be disproved.
//
// Limits are numbers of nodes and states, never of seconds, so that the result is the same on every
// machine. "No stone can go without changing the solution" is thus within these limits: with any
// stone less, the same solution is not proved with as many nodes or states.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/puzzles/drafts.h"
#include "experiments/puzzles/solution.h"

namespace onyx {

struct ComposeSettings {
  BoardSize board;
  PuzzleKind kind = PuzzleKind::win;
  /// Of a win or of resist: exactly so many; of who, so many where the side to move wins, one more
  /// where he loses; 0: any in plies_of.
  int plies = 0;
  int most_plies = 11;  ///< Of a win, where `plies` is 0; to resist, one more.
  int most_stones = 63;
  int difficulty = 0;  ///< 1 to 5; 0: any.
  std::optional<Theme> theme;
  /// Of the puzzles asked for, how many per cent may be of one difficulty; 100: all.
  int share = 100;
  /// Of what is found, but for draw studies, how many per cent may be such that one reply refutes
  /// every wrong move.
  int one_reply = 33;
  bool takes_duals = false;       ///< Whether puzzles with a dual on the main line are taken, too.
  int steps = 40;                 ///< Mutations tried for each candidate of a win.
  std::uint64_t nodes = 1'500;    ///< For each question about a win in 5 plies; longer: more.
  std::uint64_t states = 20'000;  ///< For each exploration of a draw.
  /// Draw studies: repeating positions to begin with instead of random ones (starts.h); number n
  /// begins with the one at n, and after the last with the first again.
  std::vector<std::string> starts;
  int per_cycle = 0;  ///< Draw studies with a cycle of one pattern, at most; 0: any number.
  std::uint64_t seed = 1;
  std::uint64_t shard = 0;  ///< 0 to shards - 1.
  std::uint64_t shards = 1;
};

/// How many plies a puzzle may take whose side to move wins, or loses (Aim::resist).
struct PlyRange {
  int least = 0;
  int most = 0;
};
PlyRange plies_of(const ComposeSettings& settings, Aim aim);

/// Whether the share one_reply is kept to.
inline bool limits_one_reply(const ComposeSettings& settings) {
  return settings.kind != PuzzleKind::draw && settings.one_reply < 100;
}

/// Settings in one line, as puzzles and checkpoints carry them: all that puzzles depend on besides
/// seed and number.
std::string describe(const ComposeSettings& settings);

/// By reason; how many candidates were rejected for it.
using RejectTally = std::array<std::uint64_t, kRejects>;

struct Composition {
  /// The best first. They are much alike: a run takes the first that is new to it.
  std::vector<Puzzle> puzzles;
  std::uint64_t candidates = 0;  ///< Positions looked at.
  RejectTally rejects{};
  bool is_cut_short = false;  ///< Interrupted: as if it had never begun.

  /// Whether the candidate is none; counted.
  bool rejects_for(Reject why) {
    if (why != Reject::none) ++rejects[static_cast<std::size_t>(why)];
    return why != Reject::none;
  }
};

/// For one thread.
class Composer {
 public:
  /// The board must be one that with_puzzle_board takes.
  Composer(const ComposeSettings& settings, Interrupt interrupt);

  Composition compose(std::uint64_t number) { return compose_(number); }

 private:
  std::function<Composition(std::uint64_t)> compose_;
};

// --- What composers of both kinds have in common -------------------------------------------------

/// Writes solution and themes of a candidate. Returns why it is no puzzle: stones, what
/// write_solution says, duals, theme.
template <int W>
Reject make_puzzle(const Board<W>& board, const ComposeSettings& settings, Oracle<W>& oracle,
                   const Candidate<W>& candidate, Puzzle& puzzle);

/// Completes a puzzle whose source.engine and source.effort are there: the other side to move,
/// measures, difficulty, game, id, source. Returns why it is none: who wins with the other side to
/// move, measures, difficulty, or no game leads there.
template <int W>
Reject complete_puzzle(const Board<W>& board, const ComposeSettings& settings, Oracle<W>& oracle,
                       std::uint64_t number, Interrupt interrupt, Puzzle& puzzle);

/// How much a solver gets to see: the themes, the rare ones most, and the tempting wrong moves.
int appeal_of(const Puzzle& puzzle);

/// The position up to symmetry, as text: puzzles are equal if they share one. Of who there is
/// another one, with the other side to move.
template <int W>
std::vector<std::string> keys_of(const Board<W>& board, const Puzzle& puzzle);

/// Its id, by the first key.
template <int W>
std::string id_of(const Board<W>& board, const Puzzle& puzzle);

}  // namespace onyx
