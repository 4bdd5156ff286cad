// The source of the step in tier_kernel.h. Each includer compiles it for vectors of its own, in a
// namespace of its own; everything here is local to it, so that no code for wide vectors can get
// into another part of the program.
#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#include "solver/tier_kernel.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

using Vector = std::uint64_t __attribute__((vector_size(32)));

inline Vector load(const Bits& bits) { return *reinterpret_cast<const Vector*>(&bits); }
inline void store(Bits& bits, Vector value) { *reinterpret_cast<Vector*>(&bits) = value; }
inline bool any(Vector value) { return (value[0] | value[1] | value[2] | value[3]) != 0; }

/// Bit i of the result is bit i + step.
template <int step>
inline Vector ahead(Vector value) {
  constexpr Vector kZero = {};
  Vector low = value;
  if constexpr (step >= 128) {
    low = __builtin_shufflevector(value, kZero, 2, 3, 4, 4);
  } else if constexpr (step >= 64) {
    low = __builtin_shufflevector(value, kZero, 1, 2, 3, 4);
  }
  constexpr int kRest = step % 64;
  return low >> kRest | __builtin_shufflevector(low, kZero, 1, 2, 3, 4) << (64 - kRest);
}

/// The same for a step known late, of either sign: captures among the low cells, which are rare.
inline Vector ahead_by(Vector value, int step) {
  std::uint64_t words[12] = {};
  for (int i = 0; i < 4; ++i) words[4 + i] = value[i];
  Vector result = {};
  const int from = 256 + step;
  for (int i = 0; i < 4; ++i) {
    const int word = from / 64 + i;
    const int rest = from % 64;
    std::uint64_t bits = words[word] >> rest;
    if (rest != 0 && word + 1 < 12) bits |= words[word + 1] << (64 - rest);
    result[i] = bits;
  }
  return result;
}

/// What the moves of one side give: colourings in which some move wins, and in which some move
/// leads to a position that the other does not win.
struct Gain {
  Vector win;
  Vector keep;
};

inline bool holds(const Capture& capture, const std::uint32_t* stones, int mover) {
  return (stones[mover] & capture.own_high) == capture.own_high &&
         (stones[1 - mover] & capture.theirs_high) == capture.theirs_high;
}

/// A move that captures in some colourings: each of its cases leads elsewhere. `where`: colourings
/// in which the cell is empty. Returns those in which nothing is captured.
inline Vector gain_by_captures(const Move& move, const Block* table, std::int64_t block, int mover,
                               const bool* active, Vector where, Gain& gain) {
  Vector met[2] = {};
  for (int i = 0; i < move.capture_count; ++i) {
    if (active[i]) met[i] = load(move.captures[i].low) & where;
  }
  const auto add = [&](Vector mask, std::int64_t removed_block, int removed_low) {
    if (!any(mask)) return;
    const auto& reply = table[block + move.block_step - removed_block].side[1 - mover];
    const int step = move.low_step - removed_low;
    if (step == 0) {
      gain.win |= load(reply.loss) & mask;
      gain.keep |= ~load(reply.win) & mask;
    } else {
      gain.win |= ahead_by(load(reply.loss), step) & mask;
      gain.keep |= ~ahead_by(load(reply.win), step) & mask;
    }
  };
  const Capture& a = move.captures[0];
  const Capture& b = move.captures[1];
  add(met[0] & ~met[1], a.removed_block, a.removed_low);
  add(met[1] & ~met[0], b.removed_block, b.removed_low);
  add(met[0] & met[1], a.removed_block + b.removed_block, a.removed_low + b.removed_low);
  return where & ~(met[0] | met[1]);
}

template <int cell>
inline constexpr int kPower = cell == 0 ? 1 : 3 * kPower<cell == 0 ? 0 : cell - 1>;
template <>
inline constexpr int kPower<0> = 1;

/// Quiet moves on a low cell stay in the block.
template <int mover, int cell>
inline void gain_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain& gain) {
  constexpr int kStep = (mover + 1) * kPower<cell>;
  gain.win |= ahead<kStep>(reply_loss) & quiet[cell];
  gain.keep |= ~ahead<kStep>(reply_win) & quiet[cell];
}

template <int mover>
inline Gain gain_all_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain gain) {
  gain_low<mover, 0>(quiet, reply_win, reply_loss, gain);
  gain_low<mover, 1>(quiet, reply_win, reply_loss, gain);
  gain_low<mover, 2>(quiet, reply_win, reply_loss, gain);
  gain_low<mover, 3>(quiet, reply_win, reply_loss, gain);
  gain_low<mover, 4>(quiet, reply_win, reply_loss, gain);
  return gain;
}

struct Side {
  Vector win;
  Vector loss;

  Vector open() const { return ~(win | loss); }
  /// Returns what is new.
  Vector decide(const Gain& gain) {
    const Vector still_open = open();
    const Vector wins = still_open & gain.win;
    const Vector losses = still_open & ~gain.win & ~gain.keep;
    win |= wins;
    loss |= losses;
    return wins | losses;
  }
};

bool sweep(const Rules& rules, Block* table, const Keep* keep, const Place* places,
           std::size_t count, std::uint8_t* is_open) {
  const std::uint32_t all_high =
      static_cast<std::uint32_t>((std::uint64_t{1} << rules.high_count) - 1);
  bool has_changed = false;
  // The blocks that a step reads are fetched some steps ahead: they lie all over the table, and
  // the processor does not look that far.
  constexpr std::size_t kAhead = 4;
  const auto fetch = [&](const Place& place) {
    const Block* const block = table + place.block;
    __builtin_prefetch(&block->side[0]);
    __builtin_prefetch(&block->side[1]);
    for (std::uint32_t empty = all_high & ~(place.stones[0] | place.stones[1]); empty != 0;
         empty &= empty - 1) {
      const int cell = kLowCells + __builtin_ctz(empty);
      __builtin_prefetch(&block[rules.moves[0][cell].block_step].side[1]);
      __builtin_prefetch(&block[rules.moves[1][cell].block_step].side[0]);
    }
  };
  for (std::size_t i = 0; i < count && i < kAhead; ++i) fetch(places[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) fetch(places[i + kAhead]);
    const Place& place = places[i];
    const std::int64_t number = place.block;
    Block& block = table[number];
    Side v{load(block.side[0].win), load(block.side[0].loss)};
    Side h{load(block.side[1].win), load(block.side[1].loss)};
    if (!any(v.open() | h.open())) {
      is_open[i] = 0;
      continue;
    }
    Gain gain[2] = {};
    if (keep != nullptr) {
      gain[0].keep = load(keep[number].side[0]);
      gain[1].keep = load(keep[number].side[1]);
    }

    const auto captures_of = [&](const Move& move, int mover, bool* active) {
      bool some = false;
      for (int k = 0; k < move.capture_count; ++k) {
        active[k] = holds(move.captures[k], place.stones, mover);
        some |= active[k];
      }
      return some;
    };
    for (std::uint32_t empty = all_high & ~(place.stones[0] | place.stones[1]); empty != 0;
         empty &= empty - 1) {
      const int cell = kLowCells + __builtin_ctz(empty);
      for (int mover = 0; mover < 2; ++mover) {
        const Move& move = rules.moves[mover][cell];
        const auto& reply = table[number + move.block_step].side[1 - mover];
        bool active[2] = {false, false};
        if (!captures_of(move, mover, active)) {
          gain[mover].win |= load(reply.loss);
          gain[mover].keep |= ~load(reply.win);
          continue;
        }
        const Vector quiet =
            gain_by_captures(move, table, number, mover, active, ~Vector{}, gain[mover]);
        gain[mover].win |= load(reply.loss) & quiet;
        gain[mover].keep |= ~load(reply.win) & quiet;
      }
    }
    Vector quiet[2][kLowCells];
    for (int cell = 0; cell < kLowCells; ++cell) {
      for (int mover = 0; mover < 2; ++mover) {
        const Move& move = rules.moves[mover][cell];
        quiet[mover][cell] = load(rules.low_empty[cell]);
        bool active[2] = {false, false};
        if (move.capture_count == 0 || !captures_of(move, mover, active)) continue;
        quiet[mover][cell] =
            gain_by_captures(move, table, number, mover, active, quiet[mover][cell], gain[mover]);
      }
    }

    // Low moves lead to colourings of the same block with one stone more: at most six rounds.
    Vector all_news = {};
    for (;;) {
      const Vector news_v = v.decide(gain_all_low<0>(quiet[0], h.win, h.loss, gain[0]));
      const Vector news_h = h.decide(gain_all_low<1>(quiet[1], v.win, v.loss, gain[1]));
      const Vector news = news_v | news_h;
      if (!any(news)) break;
      all_news |= news;
      if (!any(v.open() | h.open())) break;
    }
    is_open[i] = any(v.open() | h.open()) ? 1 : 0;
    if (any(all_news)) {
      has_changed = true;
      store(block.side[0].win, v.win);
      store(block.side[0].loss, v.loss);
      store(block.side[1].win, h.win);
      store(block.side[1].loss, h.loss);
    }
  }
  return has_changed;
}

}  // namespace

extern const Sweep kSweep;
const Sweep kSweep = sweep;

}  // namespace onyx::tier::ONYX_KERNEL
