// Composes wins, `who` puzzles and `resist` puzzles by hill climbing over economical positions, in
// which every stone matters.
//
// Each number has a wish: a theme that its puzzle should show. Unless puzzles in which one reply
// refutes every wrong move are welcome, most numbers also want a quiet first move, because after a
// capture one reply nearly always refutes all. The start is a position from a game of sensible
// play, or a random crowded one; if the wish is a rare theme, a pattern of it is planted
// (planted.h). The position must have a single winning first move (candidate_win()) and no threat
// that must be stopped first. All stones that do not matter are removed. Then the position is
// changed in one to three places, repeatedly. A changed position that is a candidate too loses its
// needless stones in turn. It replaces the previous position if its win is no shorter, up to a
// length drawn at random for each number, and its solution is worth no less; most worth has a
// puzzle for which one reply is not enough. The result is the best few puzzles met.
//
// With games (ComposeSettings::starts), nothing is composed: the puzzles are positions of a game,
// with all their stones. Those right after a move that missed a win come first.
//
// For `who` puzzles, a quarter of the numbers seek lost positions (candidate_lost()) that are not
// lost at first sight and are much more frequent; the others seek won positions, as above.
#pragma once

#include "core/base/stop.h"
#include "experiments/puzzles/composer.h"

namespace onyx {

/// Not thread-safe: one composer per thread.
template <int W>
class WinComposer {
 public:
  WinComposer(const WideBoard<W>& board, const ComposeSettings& settings, Interrupt interrupt);

  Composition compose(std::uint64_t number);

  static constexpr std::uint64_t kPatience = 16;

 private:
  /// An economical candidate, and its puzzle if it makes one.
  struct Kernel {
    Candidate<W> candidate;
    int worth = 0;
    int nearness = 0;                    ///< How near the puzzle is to the wish; part of the worth.
    bool needs_several_replies = false;  ///< Whether no reply refutes all wrong moves.
    std::optional<Puzzle> puzzle;
  };

  bool is_interrupted() const;
  std::uint64_t node_limit() const;
  Candidate<W> candidate_at(const WidePosition<W>& position, int least, int most);
  Candidate<W> lost_candidate_near(const WidePosition<W>& position);
  /// Whether the current number seeks a lost position for a `who` puzzle.
  bool seeks_lost() const { return settings_.kind == PuzzleKind::who && aim_ == Aim::resist; }
  std::optional<Kernel> first_kernel();
  std::vector<WidePosition<W>> sources();
  std::vector<WidePosition<W>> unplanted_sources();
  Kernel kernel_of(const Candidate<W>& candidate);
  int nearness_to_wish(const Puzzle& puzzle) const;
  void climb(Kernel kernel, std::uint64_t number);
  void keep(const Candidate<W>& candidate, std::uint64_t number);
  void take_from_game(std::uint64_t number);
  void finish(Puzzle puzzle, std::uint64_t number);
  std::uint64_t effort_of(const Puzzle& puzzle);

  const WideBoard<W>& board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  BoundedSearch<W> search_;
  Random random_;
  int most_plies_ = 0;              ///< Longest distance for the current number.
  Aim aim_ = Aim::win;              ///< The aim of its puzzle.
  Theme wish_ = Theme::repetition;  ///< The theme that its puzzle should show.
  bool wishes_quiet_key_ = false;
  Composition result_;
};

}  // namespace onyx
