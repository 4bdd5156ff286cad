// Numbers of tiers and colourings, and their images under symmetries.
#pragma once

#include "solver/referee/table_symmetry.h"

namespace onyx::referee::table {

using Tier = std::size_t;  // digit i: the owner of the stone on midpoint i

inline Tier image_of(Tier tier, const Symmetry& map) {
  Tier image = 0;
  for (std::size_t i = 0; i < map.midpoint.size(); ++i) {
    image += static_cast<std::size_t>(map.colour(digit(tier, i))) * power_of_3(map.midpoint[i]);
  }
  return image;
}

// Sums over the digits of all ternary numbers of one length, by look-ups for both halves.
class SumOverDigits {
 public:
  // summands[i][d]: the contribution of digit i with value d.
  explicit SumOverDigits(const std::vector<std::array<std::size_t, 3>>& summands) {
    const std::size_t half = summands.size() / 2;
    low_ = sums(summands, 0, half);
    high_ = sums(summands, half, summands.size());
  }
  std::size_t numbers() const { return low_.size() * high_.size(); }
  // Calls use(number, sum) for all numbers in order.
  template <class Use>
  void for_each(Use&& use) const {
    std::size_t number = 0;
    for (const std::size_t high : high_) {
      for (const std::size_t low : low_) use(number++, high + low);
    }
  }

 private:
  static std::vector<std::size_t> sums(const std::vector<std::array<std::size_t, 3>>& summands,
                                       std::size_t begin, std::size_t end) {
    std::vector<std::size_t> all(power_of_3(end - begin));
    for (std::size_t number = 0; number < all.size(); ++number) {
      for (std::size_t i = begin; i < end; ++i) {
        all[number] += summands[i][static_cast<std::size_t>(digit(number, i - begin))];
      }
    }
    return all;
  }
  std::vector<std::size_t> low_, high_;
};

// The points that are not corners of a square, and their weights in numbers of only these digits.
struct Remaining {
  std::vector<std::size_t> points;
  std::vector<std::size_t> weight;  // indexed by point of the board; 0 for corners

  Remaining(const Board& board, const Board::Square& square) : weight(board.points) {
    for (std::size_t p = 0; p < board.points; ++p) {
      if (std::find(square.begin(), square.end(), p) != square.end()) continue;
      weight[p] = power_of_3(points.size());
      points.push_back(p);
    }
  }
};

}  // namespace onyx::referee::table
