// Which positions may become puzzles, and why others are rejected.
#pragma once

#include <optional>
#include <string_view>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Why a candidate was rejected; each is counted.
enum class Reject : std::uint8_t {
  none,
  over_at_once,        ///< The side to move can connect at once.
  not_decided,         ///< No win, or no draw, was found within the limits.
  other_length,        ///< The win is shorter or longer than asked for.
  several_keys,        ///< More than one first move reaches the demand.
  key_not_unique,      ///< A first move's value could not be told.
  forced_key,          ///< Fewer than kLeastChoices first moves do not lose at once.
  obvious_capture,     ///< The first move captures, and no other move is tempting.
  nothing_tempting,    ///< Fewer than kLeastTempting wrong moves are.
  many_defences,       ///< The solution tree has more than kMostSteps moves.
  dual,                ///< The main line has a dual, and pure puzzles are asked for.
  parity,              ///< No game leads there with this side to move.
  no_game,             ///< No game leads there, proved otherwise.
  many_stones,         ///< More than asked for.
  wrong_theme,         ///< It has not the theme asked for.
  wrong_difficulty,    ///< Not the difficulty asked for.
  known_position,      ///< Up to symmetry.
  known_pattern,       ///< Its main line has the shape of a known one (shape.h).
  enough_of_it,        ///< There are as many of its difficulty as there may be.
  known_combination,   ///< The same stones decide a known one (shape.h).
  enough_one_reply,    ///< One reply refutes all wrong moves, and there are enough such.
  loud_key,            ///< The first move captures or threatens, and a quiet one is wished for.
  hopeless,            ///< Of who: the side to move, who loses, is too far from connecting.
  other_unknown,       ///< Who wins with the other side to move could not be told.
  enough_of_side,      ///< Of who: enough are won, or lost, with the side to move.
  enough_of_cycle,     ///< There are as many with a cycle of its pattern as there may be.
  refutation_unknown,  ///< Whether a reply refutes a wrong move could not be told.
  count,               ///< Of these, not one of them.
};
inline constexpr auto kRejects = static_cast<std::size_t>(Reject::count);

/// "the side to move can connect at once" and so on. Files keep them: a new reason gets a new name.
std::string_view name_of(Reject reject);
std::optional<Reject> reject_named(std::string_view name);

/// What is known of a position as a puzzle, before its solution is written down.
template <int W>
struct Candidate {
  Reject reject = Reject::none;
  Position<W> position{};
  PuzzleKind kind = PuzzleKind::win;
  Place key = 0;  ///< The first move, if it has_key().
  int plies = 0;  ///< To the win or loss; 0 for a draw.

  /// A lost position of who has none.
  bool has_key() const { return kind != PuzzleKind::who || aim_of(kind, plies) != Aim::resist; }

  /// Whether taking stones off has left the solution what it was.
  bool has_solution_of(const Candidate& that) const {
    return reject == Reject::none && kind == that.kind && plies == that.plies &&
           (key == that.key || !has_key());
  }
};

/// Whether a loss would come as a surprise: the side to move needs no more stones than the opponent
/// to connect, so that he would be first.
template <int W>
bool has_hope(const Board<W>& board, const Position<W>& position);

/// Asks in the order in which most positions are refused soonest. `plies` of a win: from `least` to
/// `most`, odd numbers.
template <int W>
Candidate<W> candidate_win(const Board<W>& board, BoundedSearch<W>& search,
                           const Position<W>& position, int least, int most, int refutation_plies);

/// Whether the position is lost in `least` to `most` plies, even numbers, and exactly one first
/// move holds out so long.
template <int W>
Candidate<W> candidate_resist(const Board<W>& board, BoundedSearch<W>& search,
                              const Position<W>& position, int least, int most);

/// Whether the position is lost in `least` to `most` plies, even numbers, whatever first move is
/// tried; not told are several moves that hold out longest.
template <int W>
Candidate<W> candidate_lost(const Board<W>& board, BoundedSearch<W>& search,
                            const Position<W>& position, int least, int most);

/// Whether the position is a draw with exactly one first move that does not lose.
template <int W>
Candidate<W> candidate_draw(const Board<W>& board, Oracle<W>& oracle, const Position<W>& position);

/// Whether a first move looks as if it could be the solution: it does not lose at once, and it
/// captures, threatens to connect at once, or brings the player a stone nearer to connecting.
template <int W>
bool is_tempting(const Board<W>& board, const Position<W>& position, Place place);

}  // namespace onyx
