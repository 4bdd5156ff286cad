#include "experiments/puzzles/difficulty.h"

#include <algorithm>
#include <initializer_list>

namespace onyx {

int difficulty_of(const Puzzle& puzzle) {
  const Measures& measures = puzzle.measures.value();
  const bool is_study = puzzle.kind == PuzzleKind::draw;
  const int length = is_study ? puzzle.plies / 4 : (puzzle.plies - 3) / 2;
  const auto tempting = std::ranges::count_if(puzzle.wrong, &WrongMove::is_tempting);
  const auto reached_by = [](std::ptrdiff_t number, std::initializer_list<std::ptrdiff_t> steps) {
    return static_cast<int>(
        std::ranges::count_if(steps, [&](std::ptrdiff_t step) { return number >= step; }));
  };
  const std::array<int, kFeatures.size()> features{
      std::clamp(measures.refutations - 1, 0, 3),
      measures.is_his_best_point ? 0 : 1,
      std::clamp(length, 0, 4),
      reached_by(measures.before_key, {2, 4, 8}),
      measures.has(Look::quiet) ? 1 : 0,
      measures.has(Look::away) ? 1 : 0,
      reached_by(tempting, {3, 6, 10}),
      reached_by(measures.long_refutations, {1, 4, 10})};
  int points = 0;
  for (std::size_t i = 0; i < kFeatures.size(); ++i) points += kFeatures[i].points * features[i];
  const auto cuts = std::ranges::count_if(kCuts, [&](int cut) { return points >= cut; });
  const bool is_one_reply = measures.refutations == 1 && puzzle.plies <= kOneReplyPlies;
  const int most = is_one_reply ? kOneReplyStars : puzzle.plies <= kFewPlies ? 4 : 5;
  return std::min(1 + static_cast<int>(cuts), most);
}

}  // namespace onyx
