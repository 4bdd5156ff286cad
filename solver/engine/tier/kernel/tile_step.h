// The step for tiles (kernel.h). Compiled once per vector type, like step.h.
#pragma once

#include "solver/engine/tier/kernel/gain.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

/// The quiet moves of one player on one outer cell, in all blocks of a tile.
struct QuietMoves {
  const Known* replies;  ///< Element i * kBetween has the values after the move in block i.
  const Vector* where;   ///< For each block, where the move is quiet; null if everywhere.
};
constexpr std::ptrdiff_t kBetween = sizeof(Block) / sizeof(Known);

/// Facts gathered before the blocks of a tile are processed. Arrays of two are indexed by mover.
struct TileFacts {
  TileBlocks open[2];          ///< The blocks with open colourings.
  Gain gains[kTileBlocks][2];  ///< Gains of midpoint moves and of captures.
  QuietMoves free[2][32];      ///< Moves on outer cells where no capture is possible.
  int free_count[2];
  QuietMoves limited[2][32];  ///< Moves on outer cells where captures are possible.
  int limited_count[2];
  const Vector* middle[2][kMiddleCells];  ///< `where` of the quiet moves on middle cells.
  TileBlocks low_changed;                 ///< The blocks that use `low`, not low_empty_.
  Vector low[kTileBlocks][2][kLowCells];  ///< The colourings in which moves on low cells are quiet.
  Vector masks[64][kTileBlocks];          ///< Storage for the arrays `where`.
  int mask_count;
};

/// Returns the set of captures that the outer cells allow: bit k is capture k.
inline int holding(const TileMove& move, const std::uint32_t* stones, int mover) {
  int which = 0;
  for (int k = 0; k < move.capture_count; ++k) {
    which |= static_cast<int>(holds(move.own[k], move.theirs[k], stones, mover)) << k;
  }
  return which;
}

template <class Visit>
inline void for_each_block(TileBlocks blocks, const Visit& visit) {
  for (; blocks != 0; blocks &= blocks - 1) visit(__builtin_ctz(blocks));
}

class TileStep {
 public:
  TileStep(const Rules& rules, const TileRules& tiles, Block* table, const Keep* keeps)
      : rules_(rules), tiles_(tiles), table_(table), keeps_(keeps) {
    for (int mover = 0; mover < 2; ++mover) {
      for (int cell = 0; cell < kLowCells; ++cell) {
        low_empty_[mover][cell] = load(rules.low_empty[cell]);
      }
    }
  }

  /// Returns whether anything was decided; updates `open` like SweepTiles. Prefetches for `next`.
  bool run(const BlockPlace& place, TileBlocks& open, const BlockPlace& next) {
    prepare_fetches(next);
    find_open(place, open);
    open = tile_.open[0] | tile_.open[1];
    if (open == 0) {
      for (int block = 0; block < tiles_.block_count; ++block) fetch(block);
      return false;
    }
    gather(place, open);
    return decide_blocks(place, open);
  }

 private:
  const Known* replies_to(const BlockPlace& place, std::int64_t step, int mover) const {
    return &table_[place.block + step].side[1 - mover];
  }

  void prepare_fetches(const BlockPlace& next) {
    next_ = table_ + next.block;
    next_keeps_ = keeps_ == nullptr ? nullptr : keeps_ + next.block;
    next_reply_count_ = 0;
    for (std::uint32_t empty = tiles_.outer & ~(next.stones[0] | next.stones[1]); empty != 0;
         empty &= empty - 1) {
      const int cell = kLowCells + __builtin_ctz(empty);
      for (int mover = 0; mover < 2; ++mover) {
        next_replies_[next_reply_count_++] =
            replies_to(next, rules_.moves[mover][cell].block_step, mover);
      }
    }
  }

  /// Prefetches into L2, because L1 is too small.
  void fetch(int block) const {
    __builtin_prefetch(&next_[block].side[0], 0, 2);
    __builtin_prefetch(&next_[block].side[1], 0, 2);
    if (next_keeps_ != nullptr) __builtin_prefetch(&next_keeps_[block], 0, 2);
    for (int i = 0; i < next_reply_count_; ++i) {
      __builtin_prefetch(next_replies_[i] + block * kBetween, 0, 2);
    }
  }

  void find_open(const BlockPlace& place, TileBlocks blocks) {
    tile_.open[0] = 0;
    tile_.open[1] = 0;
    for_each_block(blocks, [&](int block) {
      const Block& here = table_[place.block + static_cast<std::uint32_t>(block)];
      for (int side = 0; side < 2; ++side) {
        const bool is_open = any(Side(here.side[side]).open());
        tile_.open[side] |= static_cast<TileBlocks>(is_open) << block;
      }
    });
  }

  /// Gathers everything except the results of quiet moves.
  void gather(const BlockPlace& place, TileBlocks open) {
    tile_.low_changed = 0;
    tile_.mask_count = 0;
    for_each_block(open, [&](int block) {
      for (int mover = 0; mover < 2; ++mover) {
        tile_.gains[block][mover] = Gain();
        if (keeps_ == nullptr) continue;
        tile_.gains[block][mover].keep =
            load(keeps_[place.block + static_cast<std::uint32_t>(block)].side[mover]);
      }
    });
    for (int mover = 0; mover < 2; ++mover) {
      tile_.free_count[mover] = 0;
      tile_.limited_count[mover] = 0;
      if (tile_.open[mover] == 0) continue;
      for (std::uint32_t empty = tiles_.outer & ~(place.stones[0] | place.stones[1]); empty != 0;
           empty &= empty - 1) {
        gather_outer(place, mover, kLowCells + __builtin_ctz(empty));
      }
      for (int i = 0; i < kMiddleCells; ++i) {
        const TileMove& move = tiles_.moves[mover][kLowCells + i];
        const int which = holding(move, place.stones, mover);
        tile_.middle[mover][i] = which == 0 ? nullptr : capture(place, move, which, mover);
      }
      for (int cell = 0; cell < kLowCells; ++cell) gather_low(place, mover, cell);
    }
  }

  void gather_outer(const BlockPlace& place, int mover, int cell) {
    const Known* const replies = replies_to(place, rules_.moves[mover][cell].block_step, mover);
    const TileMove& move = tiles_.moves[mover][cell];
    const int which = holding(move, place.stones, mover);
    if (which == 0) {
      tile_.free[mover][tile_.free_count[mover]++] = {replies, nullptr};
    } else {
      tile_.limited[mover][tile_.limited_count[mover]++] = {replies,
                                                            capture(place, move, which, mover)};
    }
  }

  void gather_low(const BlockPlace& place, int mover, int cell) {
    const TileMove& move = tiles_.moves[mover][cell];
    const int which = holding(move, place.stones, mover);
    if (which == 0) return;
    add_captures(place, move, which, mover, [&](int block, Vector met) {
      Vector(&low)[2][kLowCells] = tile_.low[block];
      if ((tile_.low_changed >> block & 1) == 0) {
        tile_.low_changed |= TileBlocks{1} << block;
        for (int side = 0; side < 2; ++side) {
          for (int k = 0; k < kLowCells; ++k) low[side][k] = low_empty_[side][k];
        }
      }
      low[mover][cell] &= ~met;
    });
  }

  /// Adds the results of the captures; returns `where` for the quiet moves on the same cell.
  const Vector* capture(const BlockPlace& place, const TileMove& move, int which, int mover) {
    Vector* const where = tile_.masks[tile_.mask_count++];
    for_each_block(tile_.open[mover], [&](int block) { where[block] = ~Vector{}; });
    add_captures(place, move, which, mover, [&](int block, Vector met) { where[block] &= ~met; });
    return where;
  }

  /// Adds the results of the captures. Calls visit(block, colourings in which they are made).
  template <class Visit>
  void add_captures(const BlockPlace& place, const TileMove& move, int which, int mover,
                    const Visit& visit) {
    for (int i = move.first_case[which]; i < move.last_case[which]; ++i) {
      const TileCase& here = tiles_.cases[i];
      const Vector met = load(here.low);
      const Known* const replies = replies_to(place, here.block_step, mover);
      for_each_block(here.blocks & tile_.open[mover], [&](int block) {
        const Known& reply = replies[block * kBetween];
        Gain& gain = tile_.gains[block][mover];
        gain.win |= ahead_by(load(reply.loss), here.low_step) & met;
        gain.keep |= ~ahead_by(load(reply.win), here.low_step) & met;
        visit(block, met);
      });
    }
  }

  /// Starts with the fullest blocks, because moves on middle cells lead to blocks with more stones.
  bool decide_blocks(const BlockPlace& place, TileBlocks& open) {
    bool has_changed = false;
    for (int k = 0; k < tiles_.block_count; ++k) {
      const int block = tiles_.order[k];
      fetch(block);
      if ((open >> block & 1) == 0) continue;
      Block& here = table_[place.block + static_cast<std::uint32_t>(block)];
      Side v(here.side[0]);
      Side h(here.side[1]);
      const Gain gain[2] = {gain_of(place, 0, block), gain_of(place, 1, block)};
      const bool is_changed = (tile_.low_changed >> block & 1) != 0;
      if (decide(gain, is_changed ? tile_.low[block] : low_empty_, v, h)) {
        has_changed = true;
        v.store_in(here.side[0]);
        h.store_in(here.side[1]);
      }
      if (!any(v.open() | h.open())) open &= ~(TileBlocks{1} << block);
    }
    return has_changed;
  }

  /// Returns the gain of all moves except quiet moves on low cells.
  Gain gain_of(const BlockPlace& place, int mover, int block) const {
    if ((tile_.open[mover] >> block & 1) == 0) return Gain();
    Gain gain = tile_.gains[block][mover];
    for (int i = 0; i < tile_.free_count[mover]; ++i) {
      add_reply<Seek::both>(tile_.free[mover][i].replies[block * kBetween], ~Vector{}, gain);
    }
    for (int i = 0; i < tile_.limited_count[mover]; ++i) {
      const QuietMoves& quiet = tile_.limited[mover][i];
      add_reply<Seek::both>(quiet.replies[block * kBetween], quiet.where[block], gain);
    }
    for (std::uint32_t empty = tiles_.middle_empty[block]; empty != 0; empty &= empty - 1) {
      const int i = __builtin_ctz(empty);
      const std::int64_t step = rules_.moves[mover][kLowCells + i].block_step;
      const Known& reply = replies_to(place, step, mover)[block * kBetween];
      const Vector* const where = tile_.middle[mover][i];
      add_reply<Seek::both>(reply, where == nullptr ? ~Vector{} : where[block], gain);
    }
    return gain;
  }

  const Rules& rules_;
  const TileRules& tiles_;
  Block* const table_;
  const Keep* const keeps_;
  Vector low_empty_[2][kLowCells];  ///< Equal for both movers.
  TileFacts tile_;
  const Block* next_ = nullptr;
  const Keep* next_keeps_ = nullptr;
  const Known* next_replies_[64];
  int next_reply_count_ = 0;
};

bool sweep_tiles(const Rules& rules, const TileRules& tiles, Block* table, const Keep* keep,
                 const BlockPlace* places, std::size_t count, TileBlocks* open) {
  TileStep step(rules, tiles, table, keep);
  bool has_changed = false;
  for (std::size_t i = 0; i < count; ++i) {
    has_changed |= step.run(places[i], open[i], places[i + 1 < count ? i + 1 : i]);
  }
  return has_changed;
}

}  // namespace
}  // namespace onyx::tier::ONYX_KERNEL
