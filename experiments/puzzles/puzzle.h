// A puzzle: a position, what the side to move is to reach, and everything that solves and proves
// it.
//
// Four kinds. *win*: exactly one first move wins; every other first move is proved not to, by the
// value of the position after it (the opponent wins, or a draw). The demand is to connect within as
// many plies as the shortest win takes, counting both players' moves from the first one on. *draw*:
// the value is a draw, and exactly one first move does not lose. So in both of these the first move
// is the only one that reaches the value, not merely the fastest one. *resist*: every first move
// loses, and exactly one holds out for as many plies as can be; after any other one the opponent
// connects at least two plies sooner. *who*: stones, asked who wins with either side to move. The
// position has the side to move of which the solution tells, and its plies say who wins then: in an
// odd number the side to move, by exactly one first move, as in a win; in an even one the opponent,
// whatever is tried; the solution has one of the moves that hold out longest, and what refutes each
// other one. What happens with the other side to move is told apart (OtherSide), whoever wins then.
// All texts are in the notation of core/notation.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
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

/// "1 win", "2 draw studies", "3 positions to resist in"; without the number, many of them.
std::string counted(std::uint64_t number, PuzzleKind kind);
std::string plural_of(PuzzleKind kind);

/// What the side to move is to reach, and so what the solution shows. Of each kind but who it is
/// what the kind is named after.
enum class Aim : std::uint8_t { win, draw, resist };

/// Of a puzzle with so many plies.
constexpr Aim aim_of(PuzzleKind kind, int plies) {
  if (kind == PuzzleKind::draw) return Aim::draw;
  if (kind == PuzzleKind::who) return plies % 2 == 0 ? Aim::resist : Aim::win;
  return kind == PuzzleKind::resist ? Aim::resist : Aim::win;
}

/// "win", "draw", "resist".
const char* name_of(Aim aim);

/// One move of a solution tree with all that is shown after it. Moves of solver and opponent
/// alternate; the first is the solver's.
struct Step {
  std::string move;
  /// Of a solver's move: others that reach the demand as well (in the plies that are left). Empty
  /// along the main line of a pure puzzle.
  std::vector<std::string> also;
  /// After a solver's move: every reply that holds out longest (win), that keeps the draw (draw),
  /// or that wins soonest (resist); after an opponent's move: the solver's answer, one, or, of
  /// resist, none where every move loses at once.
  std::vector<Step> next;
  /// After a solver's move that no reply can answer: where he connects next if nothing is done. The
  /// replies are not listed then, except on the main line.
  std::vector<std::string> threats;
  /// The position after this move occurred before on the way to it: the cycle closes.
  bool repeats = false;
  /// The position after this move occurs elsewhere in the tree, earlier, where it is gone on with.
  bool transposes = false;

  friend bool operator==(const Step&, const Step&) = default;
};

/// A first move that does not reach the demand, and why.
struct WrongMove {
  std::string move;
  std::string value;  ///< After it: "V wins", "H wins" or "draw"; proved.
  int plies = 0;      ///< Until that win, counted from the position after it; 0 for a draw.
  std::string reply;  ///< The opponent's best: wins soonest, or keeps the draw.
  bool is_tempting = false;

  friend bool operator==(const WrongMove&, const WrongMove&) = default;
};

/// Where it comes from and what it took; every word of it can be made again.
struct PuzzleSource {
  std::string program;    ///< "onyx" and its version.
  std::string generator;  ///< Settings, as the log names them.
  std::uint64_t seed = 0;
  std::uint64_t number = 0;  ///< Of the seed.
  std::string engine;        ///< What proved the values: "bounded search" or "explorer".
  std::uint64_t effort = 0;  ///< Nodes or states that it took to solve the position alone.

  friend bool operator==(const PuzzleSource&, const PuzzleSource&) = default;
};

/// What speaks against a first move at first sight (measures.h).
enum class Look : std::uint8_t { gives_stone, quiet, away, backwards };
inline constexpr std::array kLooks{Look::gives_stone, Look::quiet, Look::away, Look::backwards};

/// "gives a stone", "quiet", "away", "backwards".
std::string_view name_of(Look look);
std::optional<Look> look_named(std::string_view name);

/// What a solver meets (measures.h).
struct Measures {
  int refutations = 0;             ///< Different replies that the wrong moves need; at least 1.
  bool is_his_best_point = false;  ///< The key is where the opponent would play, too.
  int long_refutations = 0;        ///< Wrong moves that fail only after many plies.
  int before_key = 0;              ///< Wrong moves that catch the eye before the key.
  std::vector<Look> looks;         ///< Of the key, in the order of kLooks.

  bool has(Look look) const { return std::ranges::find(looks, look) != looks.end(); }
  friend bool operator==(const Measures&, const Measures&) = default;
};

/// What happens to the stones of a puzzle if the other side is to move.
struct OtherSide {
  std::string value;  ///< "V wins" or "H wins"; proved.
  int plies = 0;      ///< Until that win.
  /// To the connection: the winner's first move that wins soonest, the loser's that holds out
  /// longest, in the order of places.
  std::vector<std::string> main_line;

  friend bool operator==(const OtherSide&, const OtherSide&) = default;
};

struct Puzzle {
  std::string id;  ///< Of board, kind and position up to symmetry: "6x6-win-0123456789abcdef".
  PuzzleKind kind = PuzzleKind::win;
  std::string position;
  int stones = 0;  ///< On points and midpoints.
  /// Until somebody connects; of a draw, those of the main line.
  int plies = 0;
  /// Whether along the main line, too, the solver's moves are the only ones that reach the demand.
  bool is_pure = true;
  int difficulty = 1;         ///< 1 to 5 (difficulty.h).
  std::vector<Theme> themes;  ///< In the order of kThemes.
  /// To the connection; to where the cycle closes; of resist, to where every move loses at once.
  std::vector<std::string> main_line;
  std::size_t cycle_begin = 0;  ///< Of a draw: main_line from here on is the cycle.
  Step solution;
  std::optional<OtherSide> other_side;         ///< Of who alone.
  std::vector<WrongMove> wrong;                ///< Every other first move, in the order of places.
  std::optional<Certificate::ProofGame> game;  ///< That leads to the position, if one was found.
  /// Not in collections that were made before there were any.
  std::optional<Measures> measures;
  PuzzleSource source;

  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

/// "V to play and connect in 7 plies at the latest", "H to play and draw by repetition", "V to play
/// and hold out for 8 plies", "Who wins if V is to move, and who if H is?".
std::string demand_of(const Puzzle& puzzle);

BoardSize board_of(const Puzzle& puzzle);

Aim aim_of(const Puzzle& puzzle);

/// The side to move.
Player solver_of(const Puzzle& puzzle);

/// Of all kinds but draw: who wins with the puzzle's side to move.
Player winner_of(const Puzzle& puzzle);

/// Of who: who wins with either side to move, or nothing if that decides it.
std::optional<Player> winner_of_both(const Puzzle& puzzle);

/// Of who: "whoever is to move", "V in both cases", "H in both cases", "whoever is not to move".
std::string answer_of(const Puzzle& puzzle);

}  // namespace onyx
