#include "experiments/bench/baseline_table.h"

#include <atomic>
#include <bit>
#include <mutex>
#include <vector>

#include "core/board.h"

namespace onyx {
namespace {

using Set = std::uint32_t;  // of places

constexpr std::uint8_t kOpen = 0;
constexpr std::uint8_t kWin = 1;
constexpr std::uint8_t kLoss = 2;
constexpr std::uint8_t kIllegal = 3;

constexpr int kLowDigits = 9;
constexpr std::uint64_t kLowNumbers = 19'683;  // 3^9

struct Stones {
  Set of[2] = {0, 0};
};

struct Capture {
  Set opposite;
  Set adjacent;
  Set midpoint;
  std::uint64_t weight;  // of both adjacent corners
};

/// The rules of a board, in sets and in weights of digits.
struct Rules {
  explicit Rules(BoardSize size) : board(size) {
    const Geometry& geometry = board.geometry();
    std::uint64_t weight = 1;
    for (int i = 0; i < board.place_count(); ++i, weight *= 3) weights.push_back(weight);
    numbers = weight;
    captures.resize(weights.size());
    corners.resize(weights.size());
    neighbours.resize(weights.size());
    points = (Set{1} << geometry.point_count()) - 1;
    for (const auto& [a, b] : geometry.lines()) {
      neighbours[a] |= Set{1} << b;
      neighbours[b] |= Set{1} << a;
    }
    for (int i = 0; i < geometry.point_count(); ++i) {
      const auto point = static_cast<Place>(i);
      const Set bit = Set{1} << point;
      if (geometry.y_of(point) == 0) start[0] |= bit;
      if (geometry.y_of(point) == size.height - 1) goal[0] |= bit;
      if (geometry.x_of(point) == 0) start[1] |= bit;
      if (geometry.x_of(point) == size.width - 1) goal[1] |= bit;
    }
    for (int i = geometry.point_count(); i < geometry.place_count(); ++i) {
      const auto midpoint = static_cast<Place>(i);
      const auto c = geometry.corners_of(geometry.square_of(midpoint));
      const auto bit = [&](std::size_t k) { return Set{1} << c[k % 4]; };
      for (std::size_t k = 0; k < 4; ++k) {
        corners[midpoint] |= bit(k);
        captures[c[k]].push_back({bit(k + 2), bit(k + 1) | bit(k + 3), Set{1} << midpoint,
                                  weights[c[(k + 1) % 4]] + weights[c[(k + 3) % 4]]});
      }
      crosses.push_back({bit(0) | bit(2), bit(1) | bit(3), Set{1} << midpoint});
    }
  }

  bool has_cross(const Stones& stones) const {
    for (const Cross& cross : crosses) {
      if (((stones.of[0] | stones.of[1]) & cross.midpoint) != 0) continue;
      for (int player = 0; player < 2; ++player) {
        if ((stones.of[player] & cross.one) == cross.one &&
            (stones.of[1 - player] & cross.other) == cross.other) {
          return true;
        }
      }
    }
    return false;
  }

  bool is_connected(Set stones, int player) const {
    Set chain = stones & start[player];
    for (Set frontier = chain; frontier != 0;) {
      const auto place = static_cast<std::size_t>(std::countr_zero(frontier));
      frontier &= frontier - 1;
      const Set reached = neighbours[place] & stones & ~chain;
      chain |= reached;
      frontier |= reached;
    }
    return (chain & goal[player]) != 0;
  }

  struct Cross {
    Set one;
    Set other;
    Set midpoint;
  };

  Board<1> board;
  std::uint64_t numbers = 0;                   // 3^places
  std::vector<std::uint64_t> weights;          // by place
  std::vector<std::vector<Capture>> captures;  // by point
  std::vector<Set> corners;                    // by midpoint; none for points
  std::vector<Set> neighbours;
  std::vector<Cross> crosses;
  Set points = 0;
  Set start[2] = {0, 0};
  Set goal[2] = {0, 0};
};

Stones stones_of(std::uint64_t number) {
  Stones stones;
  for (Set bit = 1; number > 0; number /= 3, bit <<= 1) {
    if (number % 3 > 0) stones.of[number % 3 - 1] |= bit;
  }
  return stones;
}

/// Calls visit(number, stones) for all colourings on all threads, roughly the fullest first.
template <class Visit>
void for_each_colouring(const Rules& rules, const Visit& visit) {
  std::vector<Stones> lows;
  for (std::uint64_t low = 0; low < kLowNumbers; ++low) lows.push_back(stones_of(low));
  const std::uint64_t lows_used = std::min(kLowNumbers, rules.numbers);
  const std::uint64_t highs = rules.numbers / lows_used;
  parallel_for(Threads::all, highs, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t high = highs - 1 - i;
      const Stones top = stones_of(high);
      for (std::uint64_t low = lows_used; low-- > 0;) {
        const Stones& bottom = lows[low];
        visit(high * kLowNumbers + low, Stones{{top.of[0] << kLowDigits | bottom.of[0],
                                                top.of[1] << kLowDigits | bottom.of[1]}});
      }
    }
  });
}

/// What the moves of a side say of a slot: a win, a loss, or still open. Other threads may decide
/// slots meanwhile; what is read is true at any time.
std::uint8_t value_by_moves(const Rules& rules, std::uint8_t* values, std::uint64_t number,
                            const Stones& stones, int player) {
  const Set own = stones.of[player];
  const Set theirs = stones.of[1 - player];
  bool loses = true;
  for (Set empty =
           static_cast<Set>((std::uint64_t{1} << rules.weights.size()) - 1) & ~(own | theirs);
       empty != 0; empty &= empty - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(empty));
    if (((own | theirs) & rules.corners[place]) != 0) continue;
    std::uint64_t next = number + static_cast<std::uint64_t>(player + 1) * rules.weights[place];
    for (const Capture& capture : rules.captures[place]) {
      if ((own & capture.opposite) != 0 && (theirs & capture.adjacent) == capture.adjacent &&
          ((own | theirs) & capture.midpoint) == 0) {
        next -= static_cast<std::uint64_t>(2 - player) * capture.weight;
      }
    }
    const std::size_t slot = 2 * next + static_cast<std::size_t>(1 - player);
    const std::uint8_t value =
        std::atomic_ref<std::uint8_t>(values[slot]).load(std::memory_order_relaxed);
    if (value == kLoss) return kWin;
    if (value != kWin) loses = false;
  }
  return loses ? kLoss : kOpen;
}

}  // namespace

BaselineTable::BaselineTable(BoardSize size) {
  const Rules rules(size);
  values_.map(2 * rules.numbers);
  values_.resize(2 * rules.numbers);
  std::uint8_t* const values = values_.data();
  for_each_colouring(rules, [&](std::uint64_t number, const Stones& stones) {
    std::uint8_t value[2] = {kOpen, kOpen};
    if (rules.has_cross(stones)) {
      value[0] = value[1] = kIllegal;
    } else {
      for (int player = 0; player < 2; ++player) {
        if (!rules.is_connected(stones.of[player], player)) continue;
        value[player] = kIllegal;
        value[1 - player] = kLoss;
      }
    }
    values[2 * number] = value[0];
    values[2 * number + 1] = value[1];
  });

  for (std::atomic<bool> has_changed{true}; has_changed; ++passes_) {
    has_changed = false;
    for_each_colouring(rules, [&](std::uint64_t number, const Stones& stones) {
      for (int player = 0; player < 2; ++player) {
        std::atomic_ref<std::uint8_t> known(
            values[2 * number + static_cast<std::uint64_t>(player)]);
        if (known.load(std::memory_order_relaxed) != kOpen) continue;
        const std::uint8_t value = value_by_moves(rules, values, number, stones, player);
        if (value == kOpen) continue;
        known.store(value, std::memory_order_relaxed);
        if (!has_changed.load(std::memory_order_relaxed)) has_changed = true;
      }
    });
  }
}

ValueCounts BaselineTable::counts() const {
  std::mutex mutex;
  std::uint64_t all[4] = {0, 0, 0, 0};
  parallel_for(Threads::all, values_.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
    std::uint64_t counts[4] = {0, 0, 0, 0};
    for (std::size_t i = begin; i < end; ++i) ++counts[values_[i]];
    const std::scoped_lock lock(mutex);
    for (int value = 0; value < 4; ++value) all[value] += counts[value];
  });
  return {all[kWin], all[kLoss], all[kOpen], all[kIllegal]};
}

}  // namespace onyx
