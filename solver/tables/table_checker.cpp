// The checker of tables, in one file, with rules of its own.
//
// A table (the layout is described in table_format.h) claims a value and a distance for every
// colouring of a board with either side to move. What is checked, of each of them:
//   - "illegal" stands where there is a cross or the side to move is connected, and only there;
//   - "loss in 0" where the other side is connected;
//   - everywhere else the *local rule*: a win has a successor that is a loss, and its distance is
//     one more than the least distance of such; a loss has only successors that are wins, and its
//     distance is one more than the greatest of theirs; a draw has a successor that is a draw and
//     none that is a loss.
// And that the counts in the header are those of the table. Which colourings, tiers and blocks
// there are follows from the board alone; what is missing, or spare, is an error.
//
// Why this proves every value and distance. Let the table satisfy all that. By induction on d, the
// positions that it says are decided in d plies are those that truly are.
//   d = 0: finished games, in the table and in truth; the local rule gives at least 1.
//   A win in d: if the table says so, some successor is a loss in d - 1, so truly; and no successor
//   is a loss in fewer, so none truly is (induction). So it truly is a win in d. If it truly is,
//   some successor is truly a loss in d - 1 and none in fewer, so the table says this of the
//   successors, and the local rule leaves only a win in d.
//   A loss in d: if the table says so, all successors are wins in at most d - 1, one in d - 1; so
//   they truly are. And the other way round.
// All other legal positions are draws, in truth because they are decided in no number of plies, and
// in the table because it says that they are not decided, and has no other word left.
//
// Symmetry. Of tiers (colourings of the midpoints) that symmetries of the board map to each other
// one is in the file. The tiers are taken from the fullest to the empty one, since a midpoint's
// stone stays. Let all tiers with more midpoints taken be right. Where the local rule asks for a
// position of such a tier that is not in the file, it gets the code of an image of it under a
// symmetry, which is right because symmetries keep true values. All other successors are in the
// same tier. So the induction above holds within the tier, given right values outside.
//
// One byte a position. A code is d for a loss in d, 255 - d for a win in d, 128 for a draw, 255 for
// illegal. The player to move wants the successor with the least code: the shortest loss of the
// other, else a draw, else the longest win. So the local rule is: code = answer(least code of the
// successors), where answer(m) is 254 - m for a loss, 128 for a draw, 256 - m for a win. To place a
// stone of digit s on point p adds s * 3^p to the number of the colouring, a capture subtracts the
// like; so one step is, for a run of colourings at once, a minimum with another run.
#include "solver/tables/table_checker.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onyx::checker {
namespace {

using Byte = std::uint8_t;
using Bytes = std::vector<Byte>;
using Points = std::uint64_t;  // a set of places

constexpr Byte kDraw = 128;
constexpr Byte kIllegal = 255;
constexpr int kEmpty = 0;
constexpr int kV = 1;  // digits of a number, and players
constexpr int kH = 2;
constexpr std::size_t kMostPoints = 20;
constexpr std::size_t kHeaderBytes = 128;
constexpr std::size_t kEntryBytes = 24;
constexpr std::size_t kMostBlockPoints = 12;
constexpr std::size_t kRunPoints = 7;  // points that vary within a run of colourings
constexpr std::size_t kMostRun = 2187;

struct Rejected {
  std::string reason;
};
[[noreturn]] void reject(const std::string& reason) { throw Rejected{reason}; }

int other(int player) { return kV + kH - player; }

std::size_t power_of_3(std::size_t exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}
int digit(std::size_t number, std::size_t place) {
  return static_cast<int>(number / power_of_3(place) % 3);
}

// --- the board -----------------------------------------------------------------------------------

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
std::optional<Symmetry> symmetry(const Board& board, bool mirrors_x, bool mirrors_y,
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

std::vector<Symmetry> symmetries_of(const Board& board) {
  std::vector<Symmetry> all;
  for (unsigned map = 0; map < 8; ++map) {
    const auto found = symmetry(board, (map & 1) != 0, (map & 2) != 0, (map & 4) != 0);
    if (found) all.push_back(*found);
  }
  return all;
}

// --- tiers and numbers ---------------------------------------------------------------------------

using Tier = std::size_t;  // digit i: whose stone is on midpoint i

Tier image_of(Tier tier, const Symmetry& map) {
  Tier image = 0;
  for (std::size_t i = 0; i < map.midpoint.size(); ++i) {
    image += static_cast<std::size_t>(map.colour(digit(tier, i))) * power_of_3(map.midpoint[i]);
  }
  return image;
}

// A sum over the digits of a number, for all numbers of so many digits: looked up in two halves.
class SumOverDigits {
 public:
  // summands[i][d]: what digit i adds if it is d.
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

// The points that are no corners of a square, in order, and what each counts in numbers that leave
// the corners out.
struct Remaining {
  std::vector<std::size_t> points;
  std::vector<std::size_t> weight;  // by point of the board; 0 for corners

  Remaining(const Board& board, const Square& square) : weight(board.points) {
    for (std::size_t p = 0; p < board.points; ++p) {
      if (std::find(square.corner.begin(), square.corner.end(), p) != square.corner.end()) continue;
      weight[p] = power_of_3(points.size());
      points.push_back(p);
    }
  }
};

// --- the file ------------------------------------------------------------------------------------

template <class Number>
Number number_at(const char* bytes) {  // little-endian
  Number number = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  }
  return number;
}

std::string block_name(std::uint64_t block) { return "block " + std::to_string(block) + ": "; }

struct Counts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  bool operator==(const Counts&) const = default;
};

std::string to_text(const Counts& counts) {
  return std::to_string(counts.wins) + " wins, " + std::to_string(counts.losses) + " losses, " +
         std::to_string(counts.draws) + " draws, " + std::to_string(counts.illegal) + " illegal";
}

struct Header {
  std::size_t width, height, block_points;
  std::uint32_t blocks;
  Counts counts;
};

Header read_header(const TableFile& file) {
  if (file.bytes < kHeaderBytes) reject("the header is cut short");
  std::array<char, kHeaderBytes> bytes{};
  file.read_at(0, bytes.size(), bytes.data());
  if (number_at<std::uint64_t>(&bytes[120]) != XXH64(bytes.data(), 120, 0)) {
    reject("the header is damaged: its sum is wrong");
  }
  const auto word = [&](std::size_t at) { return number_at<std::uint32_t>(&bytes[at]); };
  const auto count = [&](std::size_t at) { return number_at<std::uint64_t>(&bytes[at]); };
  const Header header{
      word(8), word(12), word(16), word(20), {count(24), count(32), count(40), count(48)}};
  if (header.width < 2 || header.height < 2 || header.width > kMostPoints ||
      header.height > kMostPoints || header.width * header.height > kMostPoints) {
    reject("no table has a board of " + std::to_string(header.width) + "x" +
           std::to_string(header.height));
  }
  return header;
}

struct Entry {
  std::uint64_t offset, sum;
  std::uint32_t bytes;
};

// All entries, which together must name every byte of the file that comes after them.
std::vector<Entry> read_index(const TableFile& file, std::uint32_t blocks) {
  const std::uint64_t end = kHeaderBytes + std::uint64_t{kEntryBytes} * blocks;
  if (file.bytes < end) {
    reject(block_name((file.bytes - kHeaderBytes) / kEntryBytes) +
           "the file ends before its entry in the index does");
  }
  std::vector<char> bytes(end - kHeaderBytes);
  file.read_at(kHeaderBytes, bytes.size(), bytes.data());
  std::vector<Entry> index;
  std::uint64_t total = end;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const char* const at = &bytes[kEntryBytes * block];
    if (number_at<std::uint32_t>(at + 20) != static_cast<std::uint32_t>(XXH64(at, 20, block))) {
      reject(block_name(block) + "its entry in the index is damaged");
    }
    const Entry entry{number_at<std::uint64_t>(at), number_at<std::uint64_t>(at + 8),
                      number_at<std::uint32_t>(at + 16)};
    if (entry.offset < end || entry.offset > file.bytes ||
        entry.bytes > file.bytes - entry.offset) {
      reject(block_name(block) + "the file ends before it does");
    }
    index.push_back(entry);
    total += entry.bytes;
  }
  if (total != file.bytes) reject("the blocks are not all that is in the file");
  return index;
}

// --- one tier ------------------------------------------------------------------------------------

// The codes of a tier for one side to move. Around them lies a margin, so that a run may be read
// from where masked digits would lead.
class Codes {
 public:
  explicit Codes(std::size_t colourings) : bytes_(colourings + 2 * kMostRun, kIllegal) {}
  Byte* at(std::size_t colouring) { return &bytes_[kMostRun + colouring]; }
  const Byte* at(std::size_t colouring) const { return &bytes_[kMostRun + colouring]; }

 private:
  Bytes bytes_;
};

// A run of colourings leads, by one kind of move, to the run `distance` away; only where the mask
// is 0. An empty mask is 0 everywhere.
struct Step {
  std::ptrdiff_t distance;
  Bytes mask;
};

// What taking a midpoint leads to: codes of another tier, numbered without the corners.
struct Reply {
  std::size_t square;
  Bytes codes;
  Remaining remaining;
  // Within a run: the colourings in which the corners are empty, and what they add to the number.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> within;
};

// The condition that some points have certain stones: asked of the run's points in advance, and of
// the others for each run.
struct Condition {
  std::vector<std::pair<std::size_t, int>> stones;  // point, digit

  bool holds_within(std::size_t colouring_of_run) const {
    return std::all_of(stones.begin(), stones.end(), [&](const auto& stone) {
      return stone.first >= kRunPoints || digit(colouring_of_run, stone.first) == stone.second;
    });
  }
  bool holds_outside(const std::array<int, kMostPoints>& digits) const {
    return std::all_of(stones.begin(), stones.end(), [&](const auto& stone) {
      return stone.first < kRunPoints || digits[stone.first] == stone.second;
    });
  }
};

// The moves of one player to one point.
struct PointMoves {
  std::vector<Condition> captures;           // at most two
  std::array<std::vector<Step>, 4> steps{};  // by which captures are possible outside the run
};

struct Cross {
  Condition condition;
  Bytes mask;  // 255 where it holds within the run
};

struct Mistake {
  std::size_t colouring;
  int to_move;
  Byte says;
  Byte should_say;
};

class TierCheck {
 public:
  TierCheck(const Board& board, Tier tier, const std::array<Codes, 2>& codes)
      : board_(board), codes_(codes), run_(power_of_3(std::min(board.points, kRunPoints))) {
    for (std::size_t i = 0; i < board.squares.size(); ++i) {
      const int owner = digit(tier, i);
      if (owner == kEmpty) open_.push_back(i);
      midpoints_[static_cast<std::size_t>(owner)] |= Points{1} << (board.points + i);
    }
    for (const int mover : {kV, kH}) {
      for (std::size_t p = 0; p < board.points; ++p) {
        moves_[index(mover)].push_back(moves_to(p, mover));
      }
      connected_[index(mover)] = connected_runs(mover);
    }
    for (const std::size_t square : open_) {
      for (const int player : {kV, kH}) crosses_.push_back(cross(square, player));
    }
  }

  // What the player's taking of an empty midpoint leads to.
  void add_reply(int player, std::size_t square, Bytes codes) {
    Reply reply{square, std::move(codes), Remaining(board_, board_.squares[square]), {}};
    Condition empty;
    for (const std::size_t corner : board_.squares[square].corner) {
      empty.stones.emplace_back(corner, kEmpty);
    }
    for (std::size_t i = 0; i < run_; ++i) {
      if (!empty.holds_within(i)) continue;
      std::size_t number = 0;
      for (std::size_t p = 0; p < std::min(board_.points, kRunPoints); ++p) {
        number += static_cast<std::size_t>(digit(i, p)) * reply.remaining.weight[p];
      }
      reply.within.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(number));
    }
    replies_[index(player)].push_back(std::move(reply));
  }

  // Checks every colouring; adds to counts and returns the first mistake, if there is one.
  std::optional<Mistake> check(Counts& counts) const {
    std::mutex mutex;
    std::optional<Mistake> first;
    const std::size_t runs = power_of_3(board_.points) / run_;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, runs, 16), [&](const auto& range) {
      Counts here;
      std::optional<Mistake> mistake;
      for (std::size_t run = range.begin(); run != range.end() && !mistake; ++run) {
        mistake = check_run(run, here);
      }
      const std::scoped_lock lock(mutex);
      counts.wins += here.wins;
      counts.losses += here.losses;
      counts.draws += here.draws;
      counts.illegal += here.illegal;
      if (mistake && (!first || mistake->colouring < first->colouring)) first = mistake;
    });
    return first;
  }

 private:
  static std::size_t index(int player) { return static_cast<std::size_t>(player - kV); }

  PointMoves moves_to(std::size_t p, int mover) const {
    PointMoves moves;
    std::vector<std::ptrdiff_t> removed;
    for (const std::size_t i : open_) {
      const auto& corner = board_.squares[i].corner;
      const auto k =
          static_cast<std::size_t>(std::find(corner.begin(), corner.end(), p) - corner.begin());
      if (k == 4) continue;
      const std::size_t a = corner[(k + 1) % 4];
      const std::size_t b = corner[(k + 3) % 4];
      moves.captures.push_back(
          {{{corner[(k + 2) % 4], mover}, {a, other(mover)}, {b, other(mover)}}});
      removed.push_back(other(mover) * static_cast<std::ptrdiff_t>(power_of_3(a) + power_of_3(b)));
    }
    const std::size_t choices = std::size_t{1} << moves.captures.size();
    for (std::size_t possible = 0; possible < choices; ++possible) {
      for (std::size_t captured = 0; captured < choices; ++captured) {
        if ((captured & ~possible) != 0) continue;
        Step step{mover * static_cast<std::ptrdiff_t>(power_of_3(p)), Bytes(run_, 255)};
        for (std::size_t c = 0; c < moves.captures.size(); ++c) {
          if ((captured >> c & 1) != 0) step.distance -= removed[c];
        }
        bool somewhere = false;
        bool everywhere = true;
        for (std::size_t i = 0; i < run_; ++i) {
          bool here = p >= kRunPoints || digit(i, p) == kEmpty;
          for (std::size_t c = 0; c < moves.captures.size(); ++c) {
            if ((possible >> c & 1) == 0) continue;
            here = here && moves.captures[c].holds_within(i) == ((captured >> c & 1) != 0);
          }
          if (here) step.mask[i] = 0;
          somewhere = somewhere || here;
          everywhere = everywhere && here;
        }
        if (everywhere) step.mask.clear();
        if (somewhere) moves.steps[possible].push_back(std::move(step));
      }
    }
    return moves;
  }

  Cross cross(std::size_t square, int player) const {
    const auto& corner = board_.squares[square].corner;
    Cross cross{{{{corner[0], player},
                  {corner[2], player},
                  {corner[1], other(player)},
                  {corner[3], other(player)}}},
                Bytes(run_)};
    for (std::size_t i = 0; i < run_; ++i)
      cross.mask[i] = cross.condition.holds_within(i) ? 255 : 0;
    return cross;
  }

  // 255 where the player is connected: a run for each set of his stones outside the run.
  Bytes connected_runs(int player) const {
    const Points midpoints = midpoints_[static_cast<std::size_t>(player)];
    const std::size_t low_points = std::min(board_.points, kRunPoints);
    std::vector<std::uint32_t> low_stones(run_);
    for (std::size_t i = 0; i < run_; ++i) {
      for (std::size_t p = 0; p < low_points; ++p) {
        if (digit(i, p) == player) low_stones[i] |= 1U << p;
      }
    }
    const std::size_t sets = std::size_t{1} << (board_.points - low_points);
    Bytes runs(sets * run_);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, sets, 4), [&](const auto& range) {
      Bytes by_low(std::size_t{1} << low_points);
      for (std::size_t set = range.begin(); set != range.end(); ++set) {
        for (std::size_t low = 0; low < by_low.size(); ++low) {
          const bool is_so = board_.connects(player, midpoints | set << low_points | low);
          by_low[low] = is_so ? 255 : 0;
        }
        for (std::size_t i = 0; i < run_; ++i) runs[set * run_ + i] = by_low[low_stones[i]];
      }
    });
    return runs;
  }

  std::optional<Mistake> check_run(std::size_t run, Counts& counts) const {
    std::array<int, kMostPoints> digits{};  // of the points outside the run
    std::array<std::size_t, 3> stones{};
    std::size_t rest = run;
    for (std::size_t p = kRunPoints; p < board_.points; ++p, rest /= 3) {
      digits[p] = static_cast<int>(rest % 3);
      stones[rest % 3] |= std::size_t{1} << (p - kRunPoints);
    }
    alignas(64) std::array<Byte, kMostRun> crossed{};
    for (const Cross& cross : crosses_) {
      if (!cross.condition.holds_outside(digits)) continue;
      for (std::size_t i = 0; i < run_; ++i) crossed[i] |= cross.mask[i];
    }
    for (const int mover : {kV, kH}) {
      alignas(64) std::array<Byte, kMostRun> least;
      least.fill(kIllegal);
      look_ahead(run, digits, mover, least.data());
      const Byte* const says = codes_[index(mover)].at(run * run_);
      const Byte* const mine =
          &connected_[index(mover)][stones[static_cast<std::size_t>(mover)] * run_];
      const Byte* const theirs =
          &connected_[index(other(mover))][stones[static_cast<std::size_t>(other(mover))] * run_];
      unsigned wrong = 0;
      for (std::size_t i = 0; i < run_; ++i) {
        least[i] = should_say(least[i], theirs[i], static_cast<Byte>(mine[i] | crossed[i]));
        wrong |= static_cast<unsigned>(least[i] ^ says[i]);
        // Only `illegal` may be odd: any other odd code comes from a position without a move, or
        // from distances that do not fit.
        wrong |= static_cast<unsigned>(says[i] & 1) & static_cast<unsigned>(says[i] != kIllegal);
      }
      if (wrong != 0) return first_mistake(run, mover, says, least.data());
      count(says, counts);
    }
    return std::nullopt;
  }

  // What a position must say, from the least code of its successors; `lost` and `illegal` are 0 or
  // 255.
  static Byte should_say(Byte least, Byte lost, Byte illegal) {
    const auto negated = static_cast<Byte>(0 - least);  // 256 - least; 128 for 128
    const auto answer = static_cast<Byte>(least < kDraw ? negated - 2 : negated);
    return static_cast<Byte>((answer & ~lost) | illegal);
  }

  // Lowers least[i] to the least code that a move from colouring i of the run leads to.
  void look_ahead(std::size_t run, const std::array<int, kMostPoints>& digits, int mover,
                  Byte* least) const {
    const Codes& after = codes_[index(other(mover))];
    for (std::size_t p = 0; p < board_.points; ++p) {
      if (digits[p] != kEmpty) continue;
      const PointMoves& moves = moves_[index(mover)][p];
      std::size_t possible = 0;
      for (std::size_t c = 0; c < moves.captures.size(); ++c) {
        if (moves.captures[c].holds_outside(digits)) possible |= std::size_t{1} << c;
      }
      for (const Step& step : moves.steps[possible]) {
        const Byte* const there = after.at(run * run_) + step.distance;
        if (step.mask.empty()) {
          for (std::size_t i = 0; i < run_; ++i) least[i] = std::min(least[i], there[i]);
        } else {
          const Byte* const mask = step.mask.data();
          for (std::size_t i = 0; i < run_; ++i) {
            least[i] = std::min(least[i], static_cast<Byte>(there[i] | mask[i]));
          }
        }
      }
    }
    for (const Reply& reply : replies_[index(mover)]) {
      const auto& corners = board_.squares[reply.square].corner;
      if (std::any_of(corners.begin(), corners.end(),
                      [&](std::size_t corner) { return digits[corner] != kEmpty; })) {
        continue;
      }
      std::size_t base = 0;
      for (std::size_t p = kRunPoints; p < board_.points; ++p) {
        base += static_cast<std::size_t>(digits[p]) * reply.remaining.weight[p];
      }
      for (const auto& [i, number] : reply.within) {
        least[i] = std::min(least[i], reply.codes[base + number]);
      }
    }
  }

  Mistake first_mistake(std::size_t run, int mover, const Byte* says, const Byte* should) const {
    std::size_t i = 0;
    while (says[i] == should[i] && (says[i] % 2 == 0 || says[i] == kIllegal)) ++i;
    return {run * run_ + i, mover, says[i], should[i]};
  }

  void count(const Byte* codes, Counts& counts) const {
    unsigned losses = 0;
    unsigned draws = 0;
    unsigned illegal = 0;
    for (std::size_t i = 0; i < run_; ++i) {
      losses += codes[i] < kDraw ? 1 : 0;
      draws += codes[i] == kDraw ? 1 : 0;
      illegal += codes[i] == kIllegal ? 1 : 0;
    }
    counts.losses += losses;
    counts.draws += draws;
    counts.illegal += illegal;
    counts.wins += run_ - losses - draws - illegal;
  }

  const Board& board_;
  const std::array<Codes, 2>& codes_;  // V to move, H to move
  const std::size_t run_;              // colourings in a run
  std::vector<std::size_t> open_;      // squares whose midpoint is empty
  std::array<Points, 3> midpoints_{};  // by owner
  std::array<std::vector<PointMoves>, 2> moves_;
  std::array<Bytes, 2> connected_;
  std::vector<Cross> crosses_;
  std::array<std::vector<Reply>, 2> replies_;
};

// --- the whole table -----------------------------------------------------------------------------

class TableCheck {
 public:
  TableCheck(const TableFile& file, const TableWatch& watch)
      : file_(file),
        watch_(watch),
        header_(read_header(file)),
        board_(header_.width, header_.height),
        group_(symmetries_of(board_)),
        tiers_(power_of_3(board_.squares.size())),
        colourings_(power_of_3(board_.points)),
        block_bytes_(power_of_3(std::min(board_.points, kMostBlockPoints))) {
    for (Tier tier = 0; tier < tiers_; ++tier) ++alike_[stored(tier).first];
  }

  std::string check() {
    const std::size_t blocks = alike_.size() * 2 * (colourings_ / block_bytes_);
    if (header_.block_points != std::min(board_.points, kMostBlockPoints) ||
        header_.blocks != blocks) {
      reject("the header is damaged: this board has " + std::to_string(blocks) + " blocks");
    }
    index_ = read_index(file_, header_.blocks);
    if (2 * colourings_ + kEntryBytes * blocks > watch_.memory) throw std::bad_alloc();
    std::array<Codes, 2> codes{Codes(colourings_), Codes(colourings_)};
    Counts counts;
    std::uint64_t done = 0;
    for (std::size_t taken = board_.squares.size() + 1; taken-- > 0;) {
      Slices here;
      std::size_t rank = 0;
      for (const auto& [tier, alike] : alike_) {
        const std::size_t tier_rank = rank++;
        if (midpoints_taken(tier) != taken) continue;
        load(tier_rank, codes);
        Counts of_tier;
        check_tier(tier, tier_rank, codes, of_tier);
        counts.wins += alike * of_tier.wins;
        counts.losses += alike * of_tier.losses;
        counts.draws += alike * of_tier.draws;
        counts.illegal += alike * of_tier.illegal;
        keep_slices(tier, codes, here);
        done += alike;
        if (watch_.progress) watch_.progress(done, tiers_);
      }
      above_ = std::move(here);
    }
    if (!(counts == header_.counts)) {
      reject("the header says " + to_text(header_.counts) + ", the table has " + to_text(counts));
    }
    return "table of " + std::to_string(header_.width) + "x" + std::to_string(header_.height) +
           ": " + to_text(counts);
  }

 private:
  // By tier and square: the codes of the colourings in which the square's corners are empty.
  using Slices = std::map<std::pair<Tier, std::size_t>, Bytes>;

  std::size_t midpoints_taken(Tier tier) const {
    std::size_t taken = 0;
    for (std::size_t i = 0; i < board_.squares.size(); ++i)
      taken += digit(tier, i) != kEmpty ? 1 : 0;
    return taken;
  }

  // The tier that is in the file for this one, and a symmetry that leads there.
  std::pair<Tier, const Symmetry*> stored(Tier tier) const {
    std::pair<Tier, const Symmetry*> least{tier, &group_.front()};  // the identity comes first
    for (const Symmetry& map : group_) {
      if (const Tier image = image_of(tier, map); image < least.first) least = {image, &map};
    }
    return least;
  }

  void require_time() const {
    if (watch_.interrupt != nullptr && watch_.interrupt->load()) throw TableInterrupted{};
  }

  // Unpacks the blocks of a stored tier.
  void load(std::size_t rank, std::array<Codes, 2>& codes) const {
    const std::size_t of_side = colourings_ / block_bytes_;
    std::mutex mutex;
    std::map<std::size_t, std::string> bad;  // by block
    tbb::parallel_for(std::size_t{0}, 2 * of_side, [&](std::size_t i) {
      require_time();
      const std::size_t block = rank * 2 * of_side + i;
      const Entry& entry = index_[block];
      std::vector<char> bytes(entry.bytes);
      file_.read_at(entry.offset, bytes.size(), bytes.data());
      Byte* const to = codes[i / of_side].at(i % of_side * block_bytes_);
      const char* wrong = nullptr;
      if (XXH64(bytes.data(), bytes.size(), block) != entry.sum) {
        wrong = "its sum is wrong";
      } else if (ZSTD_decompress(to, block_bytes_, bytes.data(), bytes.size()) != block_bytes_) {
        wrong = "it cannot be unpacked";
      }
      if (wrong == nullptr) return;
      const std::scoped_lock lock(mutex);
      bad[block] = wrong;
    });
    if (!bad.empty()) reject(block_name(bad.begin()->first) + bad.begin()->second);
  }

  void check_tier(Tier tier, std::size_t rank, const std::array<Codes, 2>& codes,
                  Counts& counts) const {
    TierCheck check(board_, tier, codes);
    for (std::size_t square = 0; square < board_.squares.size(); ++square) {
      if (digit(tier, square) != kEmpty) continue;
      for (const int player : {kV, kH})
        check.add_reply(player, square, reply(tier, square, player));
    }
    require_time();
    const std::optional<Mistake> mistake = check.check(counts);
    if (!mistake) return;
    const std::size_t of_side = colourings_ / block_bytes_;
    const std::size_t block = rank * 2 * of_side + (mistake->to_move == kH ? of_side : 0) +
                              mistake->colouring / block_bytes_;
    reject(block_name(block) + position_text(tier, mistake->colouring, mistake->to_move) +
           ": the table says " + code_text(mistake->says) +
           ", by the rules and its successors it is " + code_text(mistake->should_say));
  }

  // The codes of the positions after `player` has taken the midpoint, by the points that remain.
  Bytes reply(Tier tier, std::size_t square, int player) const {
    const Tier next = tier + static_cast<std::size_t>(player) * power_of_3(square);
    const auto found = stored(next);
    const Symmetry& map = *found.second;
    const std::size_t square_there = map.midpoint[square];
    const Bytes& slice = above_.at({found.first, square_there});
    const Remaining here(board_, board_.squares[square]);
    const Remaining there(board_, board_.squares[square_there]);
    std::vector<std::array<std::size_t, 3>> summands;
    for (const std::size_t p : here.points) {
      auto& summand = summands.emplace_back();
      for (const int stone : {kV, kH}) {
        summand[static_cast<std::size_t>(stone)] =
            static_cast<std::size_t>(map.colour(stone)) * there.weight[map.point[p]];
      }
    }
    const SumOverDigits number_there(summands);
    Bytes codes(number_there.numbers());
    number_there.for_each([&](std::size_t number, std::size_t sum) { codes[number] = slice[sum]; });
    return codes;
  }

  // What tiers with a midpoint less will ask of this one.
  void keep_slices(Tier tier, const std::array<Codes, 2>& codes, Slices& slices) const {
    for (std::size_t square = 0; square < board_.squares.size(); ++square) {
      const int owner = digit(tier, square);
      if (owner == kEmpty) continue;
      const Remaining remaining(board_, board_.squares[square]);
      std::vector<std::array<std::size_t, 3>> summands;
      for (const std::size_t p : remaining.points) {
        summands.push_back({0, power_of_3(p), 2 * power_of_3(p)});
      }
      const SumOverDigits colouring(summands);
      Bytes slice(colouring.numbers());
      const Byte* const from = codes[static_cast<std::size_t>(other(owner) - kV)].at(0);
      colouring.for_each([&](std::size_t number, std::size_t sum) { slice[number] = from[sum]; });
      slices.emplace(std::pair(tier, square), std::move(slice));
    }
  }

  std::string position_text(Tier tier, std::size_t colouring, int to_move) const {
    constexpr char kLetters[] = "-VH";
    std::string text;
    for (std::size_t y = board_.height; y-- > 0;) {
      int empty = 0;
      for (std::size_t x = 0; x < board_.width; ++x) {
        const int stone = digit(colouring, board_.at(x, y));
        if (stone == kEmpty) {
          ++empty;
          continue;
        }
        if (empty > 0) text += std::to_string(std::exchange(empty, 0));
        text += kLetters[stone];
      }
      if (empty > 0) text += std::to_string(empty);
      if (y > 0) text += '/';
    }
    std::string midpoints;
    for (std::size_t i = 0; i < board_.squares.size(); ++i) {
      const int stone = digit(tier, i);
      if (stone == kEmpty) continue;
      const std::size_t corner = board_.squares[i].corner[0];
      const std::size_t x = corner % board_.width;
      const std::size_t y = corner / board_.width;
      midpoints += midpoints.empty() ? "" : ",";
      midpoints += static_cast<char>('A' + x);
      midpoints += static_cast<char>('A' + x + 1);
      midpoints += std::to_string(y + 1) + std::to_string(y + 2) + ':' + kLetters[stone];
    }
    return text + ' ' + (midpoints.empty() ? "-" : midpoints) + ' ' + kLetters[to_move];
  }

  static std::string code_text(Byte code) {
    if (code == kIllegal) return "illegal";
    if (code == kDraw) return "a draw";
    if (code % 2 != 0) return "nothing (code " + std::to_string(code) + ")";
    return code < kDraw ? "a loss in " + std::to_string(code)
                        : "a win in " + std::to_string(255 - code);
  }

  const TableFile& file_;
  const TableWatch& watch_;
  const Header header_;
  const Board board_;
  const std::vector<Symmetry> group_;
  const std::size_t tiers_;
  const std::size_t colourings_;  // of the points
  const std::size_t block_bytes_;
  std::map<Tier, std::uint64_t> alike_;  // stored tiers, and for how many each stands
  std::vector<Entry> index_;
  Slices above_;  // of the tiers with one midpoint more
};

}  // namespace

bool looks_like_a_table(const TableFile& file) {
  constexpr std::string_view kMagic = "OnyxTbl1";
  std::string start(kMagic.size(), '\0');
  if (file.bytes < start.size()) return false;
  file.read_at(0, start.size(), start.data());
  return start == kMagic;
}

Verdict check_table(const TableFile& file, const TableWatch& watch) {
  try {
    if (!looks_like_a_table(file)) reject("this is no table");
    return {true, TableCheck(file, watch).check()};
  } catch (const Rejected& rejected) {
    return {false, rejected.reason};
  }
}

}  // namespace onyx::checker
