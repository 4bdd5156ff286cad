// The checker of tables: the board, by rules of its own, and its symmetries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onyx::checker::tables {

using Byte = std::uint8_t;
using Bytes = std::vector<Byte>;
using Points = std::uint64_t;  // a set of places

inline constexpr Byte kDraw = 128;
inline constexpr Byte kIllegal = 255;
inline constexpr int kEmpty = 0;
inline constexpr int kV = 1;  // digits of a number, and players
inline constexpr int kH = 2;
inline constexpr std::size_t kMostPoints = 20;

struct Rejected {
  std::string reason;
};
[[noreturn]] inline void reject(const std::string& reason) { throw Rejected{reason}; }

inline int other(int player) { return kV + kH - player; }

inline std::size_t power_of_3(std::size_t exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}
inline int digit(std::size_t number, std::size_t place) {
  return static_cast<int>(number / power_of_3(place) % 3);
}

struct Square {                       // its midpoint has the same number
  std::array<std::size_t, 4> corner;  // corners k and k + 2 are opposite
};

struct Board {
  std::size_t width;
  std::size_t height;
  std::size_t points;
  std::vector<Square> squares;  // by row
  std::vector<Points> joined;   // by place: points, then midpoints
  // By player: the two edges that he joins.
  std::array<std::array<Points, 2>, 3> edges{};

  Board(std::size_t w, std::size_t h) : width(w), height(h), points(w * h) {
    for (std::size_t y = 0; y + 1 < h; ++y) {
      for (std::size_t x = 0; x + 1 < w; ++x) {
        if ((x + y) % 2 == 0) continue;
        squares.push_back({{at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)}});
      }
    }
    joined.resize(points + squares.size());
    for (std::size_t y = 0; y < h; ++y) {
      for (std::size_t x = 0; x < w; ++x) {
        if (x + 1 < w) join(at(x, y), at(x + 1, y));
        if (y + 1 < h) join(at(x, y), at(x, y + 1));
        if (x + 1 == w || y + 1 == h || (x + y) % 2 != 0) continue;
        if (x % 2 == 0) join(at(x, y), at(x + 1, y + 1));
        if (x % 2 == 1) join(at(x, y + 1), at(x + 1, y));
      }
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
      for (const std::size_t corner : squares[i].corner) join(points + i, corner);
    }
    for (std::size_t x = 0; x < w; ++x) {
      edges[kV][0] |= Points{1} << at(x, 0);
      edges[kV][1] |= Points{1} << at(x, h - 1);
    }
    for (std::size_t y = 0; y < h; ++y) {
      edges[kH][0] |= Points{1} << at(0, y);
      edges[kH][1] |= Points{1} << at(w - 1, y);
    }
  }

  std::size_t at(std::size_t x, std::size_t y) const { return y * width + x; }
  void join(std::size_t a, std::size_t b) {
    joined[a] |= Points{1} << b;
    joined[b] |= Points{1} << a;
  }

  bool connects(int player, Points stones) const {
    const auto& [from, to] = edges[static_cast<std::size_t>(player)];
    Points reached = 0;
    Points fresh = from & stones;
    while (fresh != 0) {
      reached |= fresh;
      if ((reached & to) != 0) return true;
      Points next = 0;
      for (; fresh != 0; fresh &= fresh - 1) {
        next |= joined[static_cast<std::size_t>(__builtin_ctzll(fresh))];
      }
      fresh = next & stones & ~reached;
    }
    return false;
  }
};

// A map of the board to itself that keeps lines, squares and edges.
struct Symmetry {
  std::vector<std::size_t> point;
  std::vector<std::size_t> midpoint;
  bool swaps_colours;

  int colour(int stone) const { return stone == kEmpty || !swaps_colours ? stone : other(stone); }
};

// The map of the board that mirrors x, mirrors y, or exchanges them, if it is a symmetry.
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
  for (const Square& square : board.squares) {
    std::array<std::size_t, 4> image{};
    for (std::size_t k = 0; k < 4; ++k) image[k] = map.point[square.corner[k]];
    const auto found =
        std::find_if(board.squares.begin(), board.squares.end(), [&](const Square& there) {
          return std::is_permutation(image.begin(), image.end(), there.corner.begin());
        });
    if (found == board.squares.end()) return std::nullopt;
    map.midpoint.push_back(static_cast<std::size_t>(found - board.squares.begin()));
  }
  const auto image_of = [&](Points set) {
    Points image = 0;
    for (std::size_t i = 0; i < board.joined.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      image |= Points{1} << (i < board.points ? map.point[i]
                                              : board.points + map.midpoint[i - board.points]);
    }
    return image;
  };
  for (std::size_t i = 0; i < board.joined.size(); ++i) {
    const std::size_t to =
        i < board.points ? map.point[i] : board.points + map.midpoint[i - board.points];
    if (image_of(board.joined[i]) != board.joined[to]) return std::nullopt;
  }
  for (const int player : {kV, kH}) {
    const auto& edges = board.edges[static_cast<std::size_t>(player)];
    const auto& images = board.edges[static_cast<std::size_t>(map.colour(player))];
    for (const Points edge : edges) {
      if (image_of(edge) != images[0] && image_of(edge) != images[1]) return std::nullopt;
    }
  }
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

}  // namespace onyx::checker::tables
