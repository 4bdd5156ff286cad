// A puzzle: a position, the demand on the side to move, the solution, and its proof.
//
// There are four kinds.
//
//   win     exactly one first move wins. The demand is to connect within the plies of the shortest
//           win; both players' moves count.
//   draw    the value is a draw, and exactly one first move does not lose.
//   resist  every first move loses, and exactly one holds out for as many plies as possible; after
//           any other one the opponent connects at least two plies sooner.
//   who     the solver is asked who wins with either side to move. The solution is about the
//           position's side to move. If `plies` is odd, it wins by exactly one first move, as in a
//           win. If `plies` is even, every first move loses; the solution has one of those that
//           hold out longest. OtherSide says what happens with the other side to move.
//
// The *key* is the first move of the solution; a *dual* is another move of the solver that reaches
// the demand, too. All texts are in the notation of core/notation.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.h"
#include "experiments/puzzles/themes.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class PuzzleKind : std::uint8_t { win, draw, resist, who };
inline constexpr std::array kPuzzleKinds{PuzzleKind::win, PuzzleKind::draw, PuzzleKind::resist,
                                         PuzzleKind::who};

/// "win", "draw", "resist", "who".
const char* name_of(PuzzleKind kind);

/// "wins", "draw studies", "positions to resist in", "questions who wins".
const char* plural_of(PuzzleKind kind);

/// The goal of the side to move, which the solution reaches.
enum class Aim : std::uint8_t { win, draw, resist };

/// The aim of a puzzle of this kind and distance.
constexpr Aim aim_of(PuzzleKind kind, int plies) {
  if (kind == PuzzleKind::draw) return Aim::draw;
  if (kind == PuzzleKind::who) return plies % 2 == 0 ? Aim::resist : Aim::win;
  return kind == PuzzleKind::resist ? Aim::resist : Aim::win;
}

/// "win", "draw", "resist".
const char* name_of(Aim aim);

/// One move of a solution tree, which begins with a move of the solver, with all shown after it.
struct Step {
  std::string move;
  /// For a solver's move: other moves that reach the demand as well (in the plies that are left).
  /// Empty along the main line of a pure puzzle.
  std::vector<std::string> also;
  /// After a solver's move: every reply that holds out longest (win), keeps the draw (draw), or
  /// wins soonest (resist). After an opponent's move: the solver's answer; none (resist) where
  /// every move loses at once.
  std::vector<Step> next;
  /// After a solver's move that no reply can answer: the places where the solver connects next.
  /// Replies are then listed on the main line only.
  std::vector<std::string> threats;
  /// The position after this move occurred earlier in the line: the cycle closes.
  bool repeats = false;
  /// The position after this move occurs earlier in the tree, which continues it there.
  bool transposes = false;
  friend bool operator==(const Step&, const Step&) = default;
};

/// A first move that does not reach the demand, and why.
struct WrongMove {
  std::string move;
  std::string value;  ///< The value after it, proved: "V wins", "H wins" or "draw".
  int plies = 0;  ///< Distance of that win, counted from the position after the move; 0 for a draw.
  std::string reply;  ///< The opponent's best reply: wins soonest, or keeps the draw.
  bool is_tempting = false;
  friend bool operator==(const WrongMove&, const WrongMove&) = default;
};

/// How the puzzle was made; with these settings it can be made again.
struct PuzzleSource {
  std::string program;    ///< "onyx" and its version.
  std::string generator;  ///< The settings, as composing logs them.
  std::uint64_t seed = 0;
  std::uint64_t number = 0;  ///< The number under this seed.
  std::string engine;        ///< The engine that proved the values: "bounded search" or "explorer".
  std::uint64_t effort = 0;  ///< Nodes or states needed to solve the position alone.
  friend bool operator==(const PuzzleSource&, const PuzzleSource&) = default;
};

/// A reason why a first move looks bad at first sight (measures.h).
enum class Look : std::uint8_t { gives_stone, quiet, away, backwards };
inline constexpr std::array kLooks{Look::gives_stone, Look::quiet, Look::away, Look::backwards};

/// "gives a stone", "quiet", "away", "backwards".
std::string_view name_of(Look look);

/// Measures of what a solver meets in the puzzle (measures.h).
struct Measures {
  int refutations = 0;  ///< Least number of replies that refute all wrong moves; 1 or more.
  bool is_his_best_point = false;  ///< The key is where the opponent would play, too.
  int long_refutations = 0;  ///< Wrong moves that fail only after kLongRefutation plies or more.
  int before_key = 0;        ///< Wrong moves that catch the eye before the key.
  std::vector<Look> looks;   ///< Looks of the key, in the order of kLooks.

  bool has(Look look) const { return std::ranges::find(looks, look) != looks.end(); }
  friend bool operator==(const Measures&, const Measures&) = default;
};

/// The win that the opponent missed with the last move of the game to the position.
struct MissedWin {
  int plies = 0;                   ///< The distance of that win.
  std::vector<std::string> moves;  ///< Every move that would have won within it.
  friend bool operator==(const MissedWin&, const MissedWin&) = default;
};

/// The outcome of a `who` puzzle with the other side to move.
struct OtherSide {
  std::string value;  ///< "V wins" or "H wins"; proved.
  int plies = 0;      ///< Distance of that win.
  /// The moves until the connection: the winner's first move that wins soonest, the loser's first
  /// move that holds out longest, in the order of places.
  std::vector<std::string> main_line;
  friend bool operator==(const OtherSide&, const OtherSide&) = default;
};

struct Puzzle {
  std::string id;  ///< "6x6-win-0123456789abcdef", with a hash of the position up to symmetry.
  PuzzleKind kind = PuzzleKind::win;
  std::string position;
  int stones = 0;  ///< On points and midpoints.
  int plies = 0;   ///< Distance of the connection; for a draw, the length of the main line.
  /// Whether each of the solver's moves on the main line is the only one that reaches the demand.
  bool is_pure = true;
  int difficulty = 1;         ///< 1 to 5 (difficulty.h).
  std::vector<Theme> themes;  ///< In the order of kThemes.
  /// To the connection; draw: to where the cycle closes; resist: to where every move loses at once.
  std::vector<std::string> main_line;
  std::size_t cycle_begin = 0;  ///< For a draw, the cycle begins at this index of main_line.
  /// Aim::win: indices in main_line of the solver's moves, except the connecting one, that are not
  /// the only winning ones, however late the others win. Missing in old collections.
  std::optional<std::vector<std::uint64_t>> not_sole_at;
  Step solution;
  std::optional<OtherSide> other_side;  ///< PuzzleKind::who only.
  std::vector<WrongMove> wrong;  ///< Every first move except the key, in the order of places.
  std::optional<Certificate::ProofGame> game;  ///< A game to the position, if one was found.
  std::optional<MissedWin> missed;             ///< Only of puzzles taken from `game`.
  std::optional<Measures> measures;            ///< Missing in old collections.
  PuzzleSource source;

  bool has(Theme theme) const { return std::ranges::find(themes, theme) != themes.end(); }
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

/// "V to play and connect in 7 plies at the latest", "H to play and draw by repetition", "V to play
/// and hold out for 8 plies", "Who wins if V is to move, and who if H is?".
std::string demand_of(const Puzzle& puzzle);

inline BoardSize board_of(const Puzzle& puzzle) { return board_size_of(puzzle.position); }

inline Aim aim_of(const Puzzle& puzzle) { return aim_of(puzzle.kind, puzzle.plies); }

/// The side to move.
inline Player solver_of(const Puzzle& puzzle) {
  return puzzle.position.back() == 'V' ? Player::V : Player::H;
}

/// The player who wins with the puzzle's side to move. Not for draws.
inline Player winner_of(const Puzzle& puzzle) {
  return aim_of(puzzle) == Aim::win ? solver_of(puzzle) : other(solver_of(puzzle));
}

}  // namespace onyx
