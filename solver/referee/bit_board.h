// The rules as a bit board, for compact certificates and tables, which hold too many positions for
// the plain rules in certificate_check.cpp. Tests compare both with tests/plain/rules.h.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace onyx::referee {

// A set of places. Places are numbered row by row from A1: first all points, then all midpoints.
template <int N>
struct Set {
  std::array<std::uint64_t, N> words{};

  bool has(std::size_t place) const { return (words[place / 64] >> (place % 64) & 1) != 0; }
  void add(std::size_t place) { words[place / 64] |= std::uint64_t{1} << (place % 64); }
  void remove(std::size_t place) { words[place / 64] &= ~(std::uint64_t{1} << (place % 64)); }
  bool any() const {
    std::uint64_t bits = 0;
    for (const std::uint64_t word : words) bits |= word;
    return bits != 0;
  }
  bool has_several() const {
    if (!any()) return false;
    Set rest = *this;
    rest.take_first();
    return rest.any();
  }
  std::size_t count() const {
    std::size_t bits = 0;
    for (const std::uint64_t word : words) bits += static_cast<std::size_t>(std::popcount(word));
    return bits;
  }
  std::size_t take_first() {  // the set must not be empty
    std::size_t word = 0;
    while (words[word] == 0) ++word;
    const auto bit = static_cast<std::size_t>(std::countr_zero(words[word]));
    words[word] &= words[word] - 1;
    return 64 * word + bit;
  }
  Set with(const Set& that) const {
    Set set = *this;
    for (std::size_t i = 0; i < N; ++i) set.words[i] |= that.words[i];
    return set;
  }
  Set both(const Set& that) const {
    Set set = *this;
    for (std::size_t i = 0; i < N; ++i) set.words[i] &= that.words[i];
    return set;
  }
  Set without(const Set& that) const {
    Set set = *this;
    for (std::size_t i = 0; i < N; ++i) set.words[i] &= ~that.words[i];
    return set;
  }
  bool operator==(const Set&) const = default;
};

template <int N>
struct Stones {
  std::array<Set<N>, 2> of;
  bool operator==(const Stones&) const = default;
};

inline std::size_t index_of(char player) { return player == 'V' ? 0 : 1; }
inline char opponent_of(char player) { return player == 'V' ? 'H' : 'V'; }

// A board of at most 64 * N places.
template <int N>
struct Board {
  using Square = std::array<std::size_t, 4>;  // corners in circular order: k and k + 2 are opposite
  struct Corner {                             // a square as seen from one of its corners
    std::size_t midpoint, opposite, left, right;
  };

  std::size_t width, height;
  std::size_t points;  // the midpoint of square s is place points + s
  std::size_t places;
  std::vector<Set<N>> joined;                  // indexed by place
  std::vector<std::vector<Corner>> corners;    // indexed by point: its squares, at most two
  std::vector<Square> squares;                 // in the order of their midpoints
  std::array<std::array<Set<N>, 2>, 2> edges;  // indexed by player: the two edges to join
  Set<N> all;
  Set<N> all_points;

  Board(std::size_t w, std::size_t h) : width(w), height(h), points(w * h), places(w * h) {
    for (std::size_t y = 0; y + 1 < h; ++y) {
      for (std::size_t x = (y + 1) % 2; x + 1 < w; x += 2) {
        squares.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
      }
    }
    places += squares.size();
    joined.resize(places);
    corners.resize(points);
    join_points();
    join_midpoints();
    for (std::size_t x = 0; x < w; ++x) {
      edges[0][0].add(at(x, 0));
      edges[0][1].add(at(x, h - 1));
    }
    for (std::size_t y = 0; y < h; ++y) {
      edges[1][0].add(at(0, y));
      edges[1][1].add(at(w - 1, y));
    }
    for (std::size_t place = 0; place < places; ++place) all.add(place);
    for (std::size_t point = 0; point < points; ++point) all_points.add(point);
  }

  std::size_t at(std::size_t x, std::size_t y) const { return y * width + x; }

  bool connected(const Set<N>& stones, char player) const {
    const auto& [start, goal] = edges[index_of(player)];
    Set<N> reached;
    for (Set<N> fresh = start.both(stones); fresh.any();) {
      if (fresh.both(goal).any()) return true;
      reached = reached.with(fresh);
      Set<N> next;
      while (fresh.any()) next = next.with(joined[fresh.take_first()]);
      fresh = next.both(stones).without(reached);
    }
    return false;
  }
  bool connected(const Stones<N>& position, char player) const {
    return connected(position.of[index_of(player)], player);
  }

  // Returns places where a stone would join both edges of the player; some may be taken.
  Set<N> connecting(const Stones<N>& position, char player) const {
    const Set<N>& stones = position.of[index_of(player)];
    const auto& [start, goal] = edges[index_of(player)];
    return in_reach(stones, start).both(in_reach(stones, goal));
  }

  // Returns places on an edge of the player or next to a chain from an edge; some may be taken.
  Set<N> touching(const Stones<N>& position, char player) const {
    const Set<N>& stones = position.of[index_of(player)];
    const auto& [start, goal] = edges[index_of(player)];
    return in_reach(stones, start).with(in_reach(stones, goal));
  }

  // Whether a square with an empty midpoint has V on one diagonal and H on the other.
  bool has_cross(const Stones<N>& position) const {
    for (std::size_t s = 0; s < squares.size(); ++s) {
      if (position.of[0].has(points + s) || position.of[1].has(points + s)) continue;
      const auto& [a, b, c, d] = squares[s];
      for (const std::size_t p : {std::size_t{0}, std::size_t{1}}) {
        const Set<N>& mine = position.of[p];
        const Set<N>& theirs = position.of[1 - p];
        if (mine.has(a) && mine.has(c) && theirs.has(b) && theirs.has(d)) return true;
      }
    }
    return false;
  }

  // Returns the legal moves of an unfinished game: empty points, and midpoints with empty corners.
  Set<N> moves(const Stones<N>& position) const {
    const Set<N> taken = position.of[0].with(position.of[1]);
    Set<N> legal = all_points.without(taken);
    for (std::size_t s = 0; s < squares.size(); ++s) {
      if (!taken.has(points + s) && !joined[points + s].both(taken).any()) legal.add(points + s);
    }
    return legal;
  }

  // Returns the position after a legal move.
  Stones<N> after(const Stones<N>& position, char player, std::size_t place) const {
    Stones<N> next = position;
    Set<N>& mine = next.of[index_of(player)];
    Set<N>& theirs = next.of[index_of(opponent_of(player))];
    if (place < points) {
      // The two squares of a point share no other corner, so their order does not matter.
      for (const Corner& corner : corners[place]) {
        if (captures_in(corner, mine, theirs)) {
          theirs.remove(corner.left);
          theirs.remove(corner.right);
        }
      }
    }
    mine.add(place);
    return next;
  }

  bool captures(const Stones<N>& position, char player, std::size_t place) const {
    if (place >= points) return false;
    const Set<N>& mine = position.of[index_of(player)];
    const Set<N>& theirs = position.of[index_of(opponent_of(player))];
    for (const Corner& corner : corners[place]) {
      if (captures_in(corner, mine, theirs)) return true;
    }
    return false;
  }

 private:
  static bool captures_in(const Corner& corner, const Set<N>& mine, const Set<N>& theirs) {
    return mine.has(corner.opposite) && theirs.has(corner.left) && theirs.has(corner.right) &&
           !mine.has(corner.midpoint) && !theirs.has(corner.midpoint);
  }
  void join(std::size_t a, std::size_t b) {
    joined[a].add(b);
    joined[b].add(a);
  }
  // Joins neighbours in rows and columns, and along the diagonals between two triangles.
  void join_points() {
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        if (x + 1 < width) join(at(x, y), at(x + 1, y));
        if (y + 1 < height) join(at(x, y), at(x, y + 1));
        if (x + 1 == width || y + 1 == height || (x + y) % 2 == 1) continue;
        x % 2 == 0 ? join(at(x, y), at(x + 1, y + 1)) : join(at(x + 1, y), at(x, y + 1));
      }
    }
  }
  void join_midpoints() {
    for (std::size_t s = 0; s < squares.size(); ++s) {
      const Square& round = squares[s];
      for (std::size_t k = 0; k < 4; ++k) {
        join(points + s, round[k]);
        corners[round[k]].push_back(
            {points + s, round[(k + 2) % 4], round[(k + 1) % 4], round[(k + 3) % 4]});
      }
    }
  }

  // Returns the edge and all neighbours of the stones that are connected to the edge.
  Set<N> in_reach(const Set<N>& stones, const Set<N>& edge) const {
    Set<N> reach = edge;
    Set<N> done;
    for (;;) {
      Set<N> chain = stones.both(reach).without(done);
      if (!chain.any()) return reach;
      done = done.with(chain);
      while (chain.any()) reach = reach.with(joined[chain.take_first()]);
    }
  }
};

template <int N>
std::string name_of(const Board<N>& board, std::size_t place) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRST";
  const bool is_point = place < board.points;
  const std::size_t corner = is_point ? place : board.squares[place - board.points][0];
  const std::size_t column = corner % board.width;
  const std::size_t row = corner / board.width + 1;
  if (is_point) return letters[column] + std::to_string(row);
  return std::string{letters[column], letters[column + 1]} + std::to_string(row) +
         std::to_string(row + 1);
}

// Returns the position in canonical form, for messages.
template <int N>
std::string print(const Board<N>& board, const Stones<N>& position, char side) {
  std::string text;
  for (std::size_t y = board.height; y-- > 0;) {
    std::size_t empty = 0;
    for (std::size_t x = 0; x <= board.width; ++x) {
      const std::size_t point = board.at(x, y);
      char stone = x < board.width ? '.' : y > 0 ? '/' : ' ';
      if (x < board.width && position.of[0].has(point)) stone = 'V';
      if (x < board.width && position.of[1].has(point)) stone = 'H';
      if (stone != '.' && empty > 0) text += std::to_string(empty);
      empty = stone == '.' ? empty + 1 : 0;
      if (stone != '.') text += stone;
    }
  }
  std::string midpoints;
  for (std::size_t s = 0; s < board.squares.size(); ++s) {
    const std::size_t place = board.points + s;
    if (!position.of[0].has(place) && !position.of[1].has(place)) continue;
    if (!midpoints.empty()) midpoints += ',';
    midpoints += name_of(board, place) + (position.of[0].has(place) ? ":V" : ":H");
  }
  return text + (midpoints.empty() ? "-" : midpoints) + ' ' + side;
}

}  // namespace onyx::referee
