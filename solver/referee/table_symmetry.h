// Symmetries of the board, by which one tier represents others, and the numbering of tiers and
// colourings.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "solver/referee/bit_board.h"

namespace onyx::referee::table {

using Byte = std::uint8_t;
using Bytes = std::vector<Byte>;
using Places = Set<1>;  // boards of tables have at most 64 places
using Board = referee::Board<1>;

inline constexpr Byte kDraw = 128;
inline constexpr Byte kIllegal = 255;
inline constexpr int kEmpty = 0;
inline constexpr int kV = 1;  // player numbers, also used as ternary digits
inline constexpr int kH = 2;

inline int other(int player) { return kV + kH - player; }
inline char letter_of(int player) { return "-VH"[player]; }

inline std::size_t power_of_3(std::size_t exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}
inline int digit(std::size_t number, std::size_t place) {
  return static_cast<int>(number / power_of_3(place) % 3);
}

// A map of the board to itself that preserves lines, squares and edges.
struct Symmetry {
  std::vector<std::size_t> point;
  std::vector<std::size_t> midpoint;
  bool swaps_colours;

  int colour(int stone) const { return stone == kEmpty || !swaps_colours ? stone : other(stone); }
};

inline Places image_of(const Board& board, const Symmetry& map, Places places) {
  Places image;
  while (places.any()) {
    const std::size_t place = places.take_first();
    image.add(place < board.points ? map.point[place]
                                   : board.points + map.midpoint[place - board.points]);
  }
  return image;
}

// Whether the map preserves lines, and maps each edge to an edge of the mapped player.
inline bool keeps_lines_and_edges(const Board& board, const Symmetry& map) {
  for (std::size_t place = 0; place < board.places; ++place) {
    Places alone;
    alone.add(place);
    const std::size_t to = image_of(board, map, alone).take_first();
    if (image_of(board, map, board.joined[place]) != board.joined[to]) return false;
  }
  for (const int player : {kV, kH}) {
    const auto& images = board.edges[index_of(letter_of(map.colour(player)))];
    for (const Places& edge : board.edges[index_of(letter_of(player))]) {
      const Places image = image_of(board, map, edge);
      if (image != images[0] && image != images[1]) return false;
    }
  }
  return true;
}

// Returns the map that mirrors and exchanges x and y as requested; nothing if no symmetry.
inline std::optional<Symmetry> symmetry(const Board& board, bool mirrors_x, bool mirrors_y,
                                        bool exchanges) {
  if (exchanges && board.width != board.height) return std::nullopt;
  Symmetry map{{}, {}, exchanges};
  for (std::size_t y = 0; y < board.height; ++y) {
    for (std::size_t x = 0; x < board.width; ++x) {
      std::size_t to_x = mirrors_x ? board.width - 1 - x : x;
      std::size_t to_y = mirrors_y ? board.height - 1 - y : y;
      if (exchanges) std::swap(to_x, to_y);
      map.point.push_back(board.at(to_x, to_y));
    }
  }
  for (const Board::Square& square : board.squares) {
    Board::Square image{};
    for (std::size_t k = 0; k < 4; ++k) image[k] = map.point[square[k]];
    const auto found =
        std::find_if(board.squares.begin(), board.squares.end(), [&](const Board::Square& there) {
          return std::is_permutation(image.begin(), image.end(), there.begin());
        });
    if (found == board.squares.end()) return std::nullopt;
    map.midpoint.push_back(static_cast<std::size_t>(found - board.squares.begin()));
  }
  if (!keeps_lines_and_edges(board, map)) return std::nullopt;
  return map;
}

inline std::vector<Symmetry> symmetries_of(const Board& board) {
  std::vector<Symmetry> all;
  for (unsigned map = 0; map < 8; ++map) {
    const auto found = symmetry(board, (map & 1) != 0, (map & 2) != 0, (map & 4) != 0);
    if (found) all.push_back(*found);
  }
  return all;
}

using Tier = std::size_t;  // digit i: the owner of the stone on midpoint i

inline Tier image_of(Tier tier, const Symmetry& map) {
  Tier image = 0;
  for (std::size_t i = 0; i < map.midpoint.size(); ++i) {
    image += static_cast<std::size_t>(map.colour(digit(tier, i))) * power_of_3(map.midpoint[i]);
  }
  return image;
}

// For all ternary numbers of one length, sums a contribution per digit, by halves.
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

// The points that are not corners of a square, and their weights in ternary numbers of their own.
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
