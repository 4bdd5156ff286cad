// Composes win puzzles, questions who wins, and those to resist, by climbing over economical
// positions.
//
// Each number has a wish, a theme that its puzzle is to show, and, unless puzzles in which one
// reply refutes every wrong move are welcome, mostly that the first move be quiet: after a capture
// one reply nearly always does. A position out of a game of sensible play, or a random crowded one,
// into which a pattern of a rare theme is planted if that is the wish (planted.h), and that has a
// single first move that wins (candidate_win), and nothing to be stopped first, loses all stones
// that do not matter. What is left is changed in one to three places, again and again; a changed
// position that is a candidate too loses what does not matter in turn, and takes the place of the
// one before if its win is no shorter, up to a length drawn at random for each number, and its
// solution shows no less, where it is worth most that one reply is not enough. The best few on the
// way that are puzzles are the result.
//
// Asked who wins, a quarter of the numbers look for lost positions (candidate_lost), which are not
// lost at first sight and much more frequent, the others for won ones, as above.
#pragma once

#include "core/base/stop.h"
#include "experiments/puzzles/composer.h"

namespace onyx {

/// For one thread.
template <int W>
class WinComposer {
 public:
  WinComposer(const Board<W>& board, const ComposeSettings& settings, Interrupt interrupt);

  Composition compose(std::uint64_t number);

  static constexpr std::uint64_t kPatience = 16;

 private:
  /// An economical candidate, as a puzzle if it is one.
  struct Kernel {
    Candidate<W> candidate;
    int worth = 0;
    int nearness = 0;                    ///< To the wish; part of the worth.
    bool needs_several_replies = false;  ///< To refute all wrong moves of the puzzle.
    std::optional<Puzzle> puzzle;
  };

  bool is_interrupted() const;
  std::uint64_t node_limit() const;
  Candidate<W> candidate_at(const Position<W>& position, int least, int most);
  Candidate<W> lost_candidate_near(const Position<W>& position);
  /// Of who, for the number that is worked on.
  bool seeks_lost() const { return settings_.kind == PuzzleKind::who && aim_ == Aim::resist; }
  std::optional<Kernel> first_kernel();
  std::vector<Position<W>> sources();
  std::vector<Position<W>> unplanted_sources();
  Kernel kernel_of(const Candidate<W>& candidate);
  int nearness_to_wish(const Puzzle& puzzle) const;
  void climb(Kernel kernel, std::uint64_t number);
  void keep(const Candidate<W>& candidate, std::uint64_t number);
  std::uint64_t effort_of(const Puzzle& puzzle);

  const Board<W>& board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  BoundedSearch<W> search_;
  Random random_;
  int most_plies_ = 0;              ///< Of the number that is worked on.
  Aim aim_ = Aim::win;              ///< Of its puzzle.
  Theme wish_ = Theme::repetition;  ///< The theme that it is to show, if it can.
  bool wishes_quiet_key_ = false;
  Composition result_;
};

}  // namespace onyx
