// Decides which positions may become puzzles, and writes their solutions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/assert.h"
#include "core/wide_line.h"
#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

inline constexpr int kLeastChoices = 3;
inline constexpr int kLeastTempting = 2;
inline constexpr int kMostSteps = 150;

/// Why a candidate is rejected. Checkpoints store the strings, so never change them.
#define ONYX_REJECTS(X)                                                      \
  X(none, "none")                                                            \
  X(over_at_once, "the side to move can connect at once")                    \
  X(not_decided, "no win or draw was found within the limits")               \
  X(other_length, "the win takes fewer or more plies than asked for")        \
  X(several_keys, "several first moves reach the demand")                    \
  X(key_not_unique, "the value of a first move could not be told")           \
  /* Fewer than kLeastChoices first moves do not lose at once. */            \
  X(forced_key, "the first move is forced")                                  \
  /* The first move captures, and no other move is tempting. */              \
  X(obvious_capture, "the first move is the one obvious capture")            \
  /* Fewer than kLeastTempting wrong moves are tempting. */                  \
  X(nothing_tempting, "too few wrong moves are tempting")                    \
  /* The solution tree has more than kMostSteps moves. */                    \
  X(many_defences, "too many defences")                                      \
  X(dual, "a dual on the main line")                                         \
  /* No game leads to the position with this side to move. */                \
  X(parity, "parity")                                                        \
  /* Proved by the search for a proof game. */                               \
  X(no_game, "no game leads there")                                          \
  X(many_stones, "more stones than asked for")                               \
  X(wrong_theme, "not the theme asked for")                                  \
  X(wrong_difficulty, "not the difficulty asked for")                        \
  X(known_position, "known position")                                        \
  /* The main line has the shape of a known one (shape.h). */                \
  X(known_pattern, "known solution pattern")                                 \
  X(enough_of_it, "enough of this difficulty")                               \
  /* A known main line with its moves in another order (shape.h). */         \
  X(known_combination, "known combination")                                  \
  X(enough_one_reply, "one reply refutes all, and enough are such")          \
  /* The first move captures or threatens to connect. */                     \
  X(loud_key, "the first move is not quiet, as wished for")                  \
  /* PuzzleKind::who: the loser needs more stones than the winner. */        \
  X(hopeless, "the side to move is lost at first sight")                     \
  X(other_unknown, "who wins with the other side to move could not be told") \
  X(enough_of_side, "the side to move wins, or loses, and enough are such")  \
  X(enough_of_cycle, "enough with a cycle of this pattern")                  \
  X(refutation_unknown, "what refutes a first move could not be told")

#define ONYX_NAME_OF_REJECT(name, text) name,
#define ONYX_TEXT_OF_REJECT(name, text) text,
enum class Reject : std::uint8_t { ONYX_REJECTS(ONYX_NAME_OF_REJECT) };
inline constexpr std::array kRejectTexts =
    std::to_array<std::string_view>({ONYX_REJECTS(ONYX_TEXT_OF_REJECT)});
#undef ONYX_NAME_OF_REJECT
#undef ONYX_TEXT_OF_REJECT
#undef ONYX_REJECTS
inline constexpr std::size_t kRejects = kRejectTexts.size();

template <int W>
struct Candidate {
  Reject reject = Reject::none;
  WidePosition<W> position{};
  PuzzleKind kind = PuzzleKind::win;
  Place key = 0;  ///< Valid only if has_key().
  int plies = 0;  ///< 0 for a draw.

  /// False for a `who` puzzle in which the side to move loses.
  bool has_key() const { return kind != PuzzleKind::who || aim_of(kind, plies) != Aim::resist; }

  Candidate refused(Reject why) const {
    Candidate that = *this;
    that.reject = why;
    return that;
  }

  /// Whether this candidate is accepted and has the kind, distance and key of `that`.
  bool has_solution_of(const Candidate& that) const {
    return reject == Reject::none && kind == that.kind && plies == that.plies &&
           (key == that.key || !has_key());
  }
};

/// Sets the key to the only first move after which `solves`(position) is true. Rejects the
/// candidate if there are several, or if `solves` returns nothing.
template <int W, class Solves>
Candidate<W> with_sole_key(const WideBoard<W>& board, Candidate<W> candidate,
                           const Solves& solves) {
  bool has_one = false;
  PlaceSet<W> moves = placements(board, candidate.position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const std::optional<bool> is_key = solves(successor(board, candidate.position, place));
    if (!is_key) return candidate.refused(Reject::key_not_unique);
    if (!*is_key) continue;
    if (has_one) return candidate.refused(Reject::several_keys);
    has_one = true;
    candidate.key = place;
  }
  ONYX_ASSERT(has_one);
  return candidate;
}

/// Accepts positions in which exactly one first move wins, in `least` to `most` plies (odd
/// numbers), and the opponent wins within `refutation_plies` after every other first move.
template <int W>
Candidate<W> candidate_win(const WideBoard<W>& board, BoundedSearch<W>& search,
                           const WidePosition<W>& position, int least, int most,
                           int refutation_plies);

/// Sets the members kind, position, stones, plies, wrong, main_line, cycle_begin, is_pure and
/// solution. The candidate must agree with the oracle's values. Returns the reason for rejection,
/// if any: the oracle does not know a value, or the puzzle has a flaw.
template <int W>
Reject write_solution(const WideBoard<W>& board, Oracle<W>& oracle, const Candidate<W>& candidate,
                      Puzzle& puzzle);

/// Computes Puzzle::not_sole_at for Aim::win. Returns nothing if the oracle cannot tell.
template <int W>
std::optional<std::vector<std::uint64_t>> not_sole_at(const WideBoard<W>& board, Oracle<W>& oracle,
                                                      const Puzzle& puzzle);

/// Returns the win that the side to move has; nothing if there is none or the oracle cannot tell.
template <int W>
std::optional<MissedWin> missed_win(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const WidePosition<W>& position);

template <int W>
std::vector<Place> main_line_of(const WideBoard<W>& board, const Puzzle& puzzle) {
  return replay(board, parse_position(board, puzzle.position), puzzle.main_line).moves;
}

}  // namespace onyx
