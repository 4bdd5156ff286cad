#include "solver/engine/proof_number/pattern_evaluation.h"

#include <algorithm>
#include <cmath>

#include "solver/engine/proof_number/tuning.h"

namespace onyx::proof_number {
namespace {

constexpr int kBlockSide = 3;
constexpr int kLongestLine = 8;
constexpr std::int32_t kMostWeight = 16 * kLogOddsUnit;
/// probability() returns units of 1 / kCertain; its table has kSteps entries per unit of log odds.
constexpr LogOdds kCertain = 1 << 16;
constexpr int kSteps = 32;
constexpr int kMostLogOdds = 12;

LogOdds probability(LogOdds log_odds) {
  static const auto table = [] {
    std::array<LogOdds, std::size_t{2 * kMostLogOdds * kSteps + 1}> result;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double exponent = kMostLogOdds - static_cast<double>(i) / kSteps;
      result[i] = std::lround(static_cast<double>(kCertain) / (1 + std::exp(exponent)));
    }
    return result;
  }();
  const LogOdds step = log_odds / (kLogOddsUnit / kSteps) + kMostLogOdds * kSteps;
  return table[static_cast<std::size_t>(
      std::clamp<LogOdds>(step, 0, static_cast<LogOdds>(table.size()) - 1))];
}

}  // namespace

template <int W>
PatternEvaluation<W>::PatternEvaluation(const WideBoard<W>& board)
    : board_(board), parts_(static_cast<std::size_t>(board.place_count())) {
  const auto [width, height] = board.size();
  const int block_width = std::min(width, kBlockSide);
  const int block_height = std::min(height, kBlockSide);
  for (int y = 0; y + block_height <= height; ++y) {
    for (int x = 0; x + block_width <= width; ++x) add_window(x, y, block_width, block_height);
  }
  for (int y = 0; y < height && width <= kLongestLine; ++y) add_window(0, y, width, 1);
  for (int x = 0; x < width && height <= kLongestLine; ++x) add_window(x, 0, 1, height);
  weights_.resize(weight_count_);
  patterns_ = first_weight_;
  most_step_ = std::llround(kLearningRate * kLogOddsUnit / static_cast<double>(patterns_.size()));
}

template <int W>
void PatternEvaluation<W>::add_window(int x, int y, int width, int height) {
  const auto window = static_cast<std::uint32_t>(first_weight_.size());
  std::uint32_t power = 1;
  for (int j = y; j < y + height; ++j) {
    for (int i = x; i < x + width; ++i) {
      parts_[board_.geometry().point_at(i, j)].push_back({window, power});
      power *= 3;
    }
  }
  first_weight_.push_back(weight_count_);
  weight_count_ += power;
}

template <int W>
void PatternEvaluation<W>::learn(const WidePosition<W>& position, Player winner) {
  look_at(position);
  std::int32_t& mover = mover_weight_[index_of(to_move_)];
  const LogOdds error = (winner == Player::V ? kCertain : 0) - probability(sum_ + mover);
  const auto step = static_cast<std::int32_t>(most_step_ * error / kCertain);
  const auto move = [&](std::int32_t& weight) {
    weight = std::clamp(weight + step, -kMostWeight, kMostWeight);
  };
  for (const std::uint32_t pattern : patterns_) move(weights_[pattern]);
  move(mover);
}

#define ONYX_INSTANTIATE(W) template class PatternEvaluation<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
