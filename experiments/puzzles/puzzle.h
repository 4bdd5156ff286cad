// A puzzle: a position, the demand on the side to move (the solver), and the solution. Kinds:
//
//   win     exactly one first move wins; connect within the plies of the shortest win
//   draw    the value is a draw, and exactly one first move does not lose
//   resist  every first move loses; exactly one holds out longest, by at least two plies. The
//           solution ends with the last move that alone holds out longest
//   who     who wins if V is to move, and who if H is? If `plies` is odd, the position's side to
//           move wins, by exactly one first move. If even, every first move loses, and the solution
//           begins with a longest defence. OtherSide answers for the other side to move.
//
// Plies count the moves of both players. The *key* is the first move of the solution; a *dual* is
// another move of the solver that also meets the demand. Positions and moves are in the notation
// of solver/certificate/README.md.
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

const char* name_of(PuzzleKind kind);

/// Returns "wins", "draw studies", "positions to resist in" or "questions who wins".
const char* plural_of(PuzzleKind kind);

enum class Aim : std::uint8_t { win, draw, resist };

constexpr Aim aim_of(PuzzleKind kind, int plies) {
  if (kind == PuzzleKind::draw) return Aim::draw;
  if (kind == PuzzleKind::who) return plies % 2 == 0 ? Aim::resist : Aim::win;
  return kind == PuzzleKind::resist ? Aim::resist : Aim::win;
}

const char* name_of(Aim aim);

/// A move of the solution tree and its continuations. The root is a move of the solver.
struct Step {
  std::string move;
  /// For a solver's move: its duals. Empty along the main line of a pure puzzle.
  std::vector<std::string> also;
  /// After a solver's move: every reply that holds out longest (win), keeps the draw (draw), or
  /// wins fastest (resist). After an opponent's move: the solver's answer, unless every move loses
  /// at once.
  std::vector<Step> next;
  /// After a solver's move that no reply can stop: where the solver can connect next. Such a move
  /// has a reply in `next` only on the main line.
  std::vector<std::string> threats;
  /// The position after this move occurred earlier in the line: a cycle closes.
  bool repeats = false;
  /// The position after this move occurs earlier in the tree and is continued there.
  bool transposes = false;
  friend bool operator==(const Step&, const Step&) = default;
};

/// A first move that does not meet the demand, and why.
struct WrongMove {
  std::string move;
  std::string value;  ///< The proved value: "V wins", "H wins" or "draw".
  int plies = 0;      ///< Distance of the opponent's win after the move; 0 for a draw.
  std::string reply;  ///< A reply that wins fastest, or keeps the draw.
  bool is_tempting = false;
  friend bool operator==(const WrongMove&, const WrongMove&) = default;
};

/// How the puzzle was made, so that it can be made again.
struct PuzzleSource {
  std::string program;    ///< "onyx" and its version.
  std::string generator;  ///< The settings, as describe() returns them.
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  std::string engine;        ///< "bounded search" or "explorer".
  std::uint64_t effort = 0;  ///< Nodes or states needed to find only the value.
  friend bool operator==(const PuzzleSource&, const PuzzleSource&) = default;
};

/// Why a key looks bad at first sight (measures.h).
enum class Look : std::uint8_t { gives_stone, quiet, away, backwards };
inline constexpr std::array kLooks{Look::gives_stone, Look::quiet, Look::away, Look::backwards};

std::string_view name_of(Look look);

/// measures.h defines the members.
struct Measures {
  int refutations = 0;  ///< At least 1 in a complete puzzle.
  bool is_his_best_point = false;
  int long_refutations = 0;
  int before_key = 0;
  std::vector<Look> looks;  ///< Looks of the key, in the order of kLooks.

  bool has(Look look) const { return std::ranges::find(looks, look) != looks.end(); }
  friend bool operator==(const Measures&, const Measures&) = default;
};

/// The win that the opponent missed with the last move of Puzzle::game.
struct MissedWin {
  int plies = 0;
  std::vector<std::string> moves;  ///< Every move that won within `plies`.
  friend bool operator==(const MissedWin&, const MissedWin&) = default;
};

/// The outcome of a `who` puzzle with the other side to move.
struct OtherSide {
  std::string value;  ///< The proved value: "V wins" or "H wins".
  int plies = 0;
  /// Best play until a player connects; among equal moves, the first in the order of places.
  std::vector<std::string> main_line;
  friend bool operator==(const OtherSide&, const OtherSide&) = default;
};

struct Puzzle {
  std::string id;  ///< "6x6-win-0123456789abcdef", with a hash of the position up to symmetry.
  PuzzleKind kind = PuzzleKind::win;
  std::string position;
  int stones = 0;  ///< On points and midpoints.
  int plies = 0;   ///< Plies until a player connects; for a draw, the length of the main line.
  /// Whether the solver has no dual on the main line.
  bool is_pure = true;
  int difficulty = 1;         ///< 1 to 5 (difficulty.h).
  std::vector<Theme> themes;  ///< In the order of kThemes.
  /// The line of best play. Win: to the connection. Draw: until the cycle closes. Resist: to the
  /// last move that alone holds out longest. Lost `who` puzzle: until every move loses at once.
  std::vector<std::string> main_line;
  std::size_t cycle_begin = 0;  ///< For a draw, the index in main_line where the cycle begins.
  /// For Aim::win: indices in main_line of the solver's moves, except the last, where another move
  /// also wins, however slowly. Missing from old collections.
  std::optional<std::vector<std::uint64_t>> not_sole_at;
  Step solution;
  std::optional<OtherSide> other_side;  ///< PuzzleKind::who only.
  std::vector<WrongMove> wrong;         ///< All first moves but the key, in the order of places.
  std::optional<Certificate::ProofGame> game;  ///< A game that leads to the position.
  std::optional<MissedWin> missed;             ///< Only for puzzles taken from `game`.
  std::optional<Measures> measures;            ///< Missing in old collections.
  PuzzleSource source;

  bool has(Theme theme) const { return std::ranges::find(themes, theme) != themes.end(); }
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

/// Returns, for example, "V to play and connect in 7 plies at the latest".
std::string demand_of(const Puzzle& puzzle);

inline BoardSize board_of(const Puzzle& puzzle) { return board_size_of(puzzle.position); }

inline Aim aim_of(const Puzzle& puzzle) { return aim_of(puzzle.kind, puzzle.plies); }

inline Player solver_of(const Puzzle& puzzle) {
  return puzzle.position.back() == 'V' ? Player::V : Player::H;
}

inline Player winner_of(const Puzzle& puzzle) {
  return aim_of(puzzle) == Aim::win ? solver_of(puzzle) : other(solver_of(puzzle));
}

}  // namespace onyx
