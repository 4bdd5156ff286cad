// Decides which positions may become puzzles, and why others are rejected.
#pragma once

#include <optional>
#include <string_view>

#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// Why a candidate was rejected. Rejections are counted by reason.
enum class Reject : std::uint8_t {
  none,
  over_at_once,        ///< The side to move can connect at once.
  not_decided,         ///< No win, or no draw, was found within the limits.
  other_length,        ///< The win is shorter or longer than asked for.
  several_keys,        ///< More than one first move reaches the demand.
  key_not_unique,      ///< The engine could not tell the value of a first move.
  forced_key,          ///< Fewer than kLeastChoices first moves do not lose at once.
  obvious_capture,     ///< The first move captures, and no other move is tempting.
  nothing_tempting,    ///< Fewer than kLeastTempting wrong moves are tempting.
  many_defences,       ///< The solution tree has more than kMostSteps moves.
  dual,                ///< The main line has a dual, and pure puzzles are asked for.
  parity,              ///< No game leads to the position with this side to move.
  no_game,             ///< No game leads to the position, by another proof than parity.
  many_stones,         ///< More stones than most_stones.
  wrong_theme,         ///< It lacks the theme asked for.
  wrong_difficulty,    ///< Not the difficulty asked for.
  known_position,      ///< A known puzzle has this position, up to symmetry.
  known_pattern,       ///< Its main line has the shape of a known one (shape.h).
  enough_of_it,        ///< The share of its difficulty is used up.
  known_combination,   ///< A known puzzle is decided by the same stones (shape.h).
  enough_one_reply,    ///< One reply refutes all wrong moves; the share of such is used up.
  loud_key,            ///< The first move captures or threatens; a quiet one is wanted.
  hopeless,            ///< PuzzleKind::who: the losing mover is too far from connecting.
  other_unknown,       ///< The winner with the other side to move could not be told.
  enough_of_side,      ///< PuzzleKind::who: enough are won, or lost, by the side to move.
  enough_of_cycle,     ///< The limit on puzzles with this cycle pattern is reached.
  refutation_unknown,  ///< It could not be told whether a reply refutes a wrong move.
  count,               ///< The number of reasons, not a reason.
};
inline constexpr auto kRejects = static_cast<std::size_t>(Reject::count);

/// The reason in words, such as "the side to move can connect at once". Files store these names, so
/// a new reason needs a new name.
std::string_view name_of(Reject reject);
std::optional<Reject> reject_named(std::string_view name);

/// A position examined as a puzzle, before its solution is written.
template <int W>
struct Candidate {
  Reject reject = Reject::none;
  WidePosition<W> position{};
  PuzzleKind kind = PuzzleKind::win;
  Place key = 0;  ///< The first move, if it has_key().
  int plies = 0;  ///< Distance to the win or loss; 0 for a draw.

  /// Without a key: PuzzleKind::who if the side to move loses.
  bool has_key() const { return kind != PuzzleKind::who || aim_of(kind, plies) != Aim::resist; }

  Candidate refused(Reject why) const {
    Candidate that = *this;
    that.reject = why;
    return that;
  }

  /// Whether this candidate still has the solution of `that`, from which stones were removed.
  bool has_solution_of(const Candidate& that) const {
    return reject == Reject::none && kind == that.kind && plies == that.plies &&
           (key == that.key || !has_key());
  }
};

/// Whether exactly one first move wins, in `least` to `most` plies (odd numbers), and the opponent
/// wins within `refutation_plies` after every other one. The tests that refuse most positions at
/// least cost come first.
template <int W>
Candidate<W> candidate_win(const WideBoard<W>& board, BoundedSearch<W>& search,
                           const WidePosition<W>& position, int least, int most,
                           int refutation_plies);

}  // namespace onyx
