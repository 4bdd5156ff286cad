// The source of the step in kernel.h. Each including file compiles it for its own vector type. All
// functions are local, so that no code for wide vectors gets into the rest of the program.
#pragma once

#include "solver/engine/tier/kernel/gain.h"
#include "solver/engine/tier/kernel/tile_step.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

struct WholeTable {
  Block* table;

  const Known& reply(std::int64_t number, int side) const { return table[number].side[side]; }
  void fetch(std::int64_t number, int side) const { __builtin_prefetch(&table[number].side[side]); }
};

inline const Chunk& chunk_of(const Part& part, std::int64_t number) {
  // Divides by multiplying, which is exact for 32-bit numbers (D. Lemire et al., "Faster remainder
  // by direct computation", 2019).
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{part.reciprocal} * static_cast<std::uint64_t>(number);
  return part.chunks[static_cast<std::uint64_t>(product >> 64)];
}

/// Reads the blocks of other ranks from the answers to the questions of PartThatAsks, in order.
struct PartWithAnswers {
  const Part& part;
  const Known** answers;  ///< For each rank, its next answer.

  std::int64_t index_of(const BlockPlace& place) const {
    return place.block - chunk_of(part, place.block).shift;
  }
  Block& block(const BlockPlace& place) const { return part.blocks[index_of(place)]; }
  const Keep* keep(const BlockPlace& place) const {
    return part.keeps == nullptr ? nullptr : part.keeps + index_of(place);
  }
  const Known& reply(std::int64_t number, int side) const {
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner != part.rank) return *answers[chunk.owner]++;
    return part.blocks[number - chunk.shift].side[side];
  }
  void fetch(std::int64_t number, int side) const {
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner == part.rank) __builtin_prefetch(&part.blocks[number - chunk.shift].side[side]);
  }
};

/// Collects questions about blocks of other ranks instead of reading any block.
struct PartThatAsks {
  const Part& part;
  Question* questions;
  std::size_t count;

  const Known& reply(std::int64_t number, int side) {
    static constexpr Known kNothing = {};
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner != part.rank) {
      questions[count++] = {chunk.owner,
                            static_cast<std::uint32_t>(2 * (number - chunk.shift) + side)};
    }
    return kNothing;
  }
};

/// Adds the results of captures. Returns the part of `where` in which the move captures nothing.
template <Seek seek, class View>
inline Vector gain_by_captures(const Move& move, View& view, std::int64_t block, int mover,
                               const bool* active, Vector where, Gain& gain) {
  Vector met[2] = {};
  for (int i = 0; i < move.capture_count; ++i) {
    if (active[i]) met[i] = load(move.captures[i].low) & where;
  }
  const auto add = [&](Vector mask, std::int64_t removed_block, int removed_low) {
    if (!any(mask)) return;
    const Known& reply = view.reply(block + move.block_step - removed_block, 1 - mover);
    const int step = move.low_step - removed_low;
    if (step == 0) {
      add_reply<seek>(reply, mask, gain);
      return;
    }
    if constexpr (seek != Seek::keeps) gain.win |= ahead_by(load(reply.loss), step) & mask;
    if constexpr (seek != Seek::wins) gain.keep |= ~ahead_by(load(reply.win), step) & mask;
  };
  const Capture& a = move.captures[0];
  const Capture& b = move.captures[1];
  add(met[0] & ~met[1], a.removed_block, a.removed_low);
  add(met[1] & ~met[0], b.removed_block, b.removed_low);
  add(met[0] & met[1], a.removed_block + b.removed_block, a.removed_low + b.removed_low);
  return where & ~(met[0] | met[1]);
}

/// Adds the results of all moves except quiet moves on low cells. Writes to `quiet` the colourings
/// in which quiet moves on low cells are possible.
template <Seek seek, class View>
inline void gain_from_other_blocks(const Rules& rules, View& view, const BlockPlace& place,
                                   Gain* gain, Vector (*quiet)[kLowCells]) {
  const std::int64_t number = place.block;
  const auto captures_of = [&](const Move& move, int mover, bool* active) {
    bool some = false;
    for (int k = 0; k < move.capture_count; ++k) {
      const Capture& capture = move.captures[k];
      active[k] = holds(capture.own_high, capture.theirs_high, place.stones, mover);
      some |= active[k];
    }
    return some;
  };
  for (std::uint32_t empty = rules.all_high & ~(place.stones[0] | place.stones[1]); empty != 0;
       empty &= empty - 1) {
    const int cell = kLowCells + __builtin_ctz(empty);
    for (int mover = 0; mover < 2; ++mover) {
      const Move& move = rules.moves[mover][cell];
      const Known& reply = view.reply(number + move.block_step, 1 - mover);
      bool active[2] = {false, false};
      Vector where = ~Vector{};
      if (captures_of(move, mover, active)) {
        where = gain_by_captures<seek>(move, view, number, mover, active, where, gain[mover]);
      }
      add_reply<seek>(reply, where, gain[mover]);
    }
  }
  for (int cell = 0; cell < kLowCells; ++cell) {
    for (int mover = 0; mover < 2; ++mover) {
      const Move& move = rules.moves[mover][cell];
      quiet[mover][cell] = load(rules.low_empty[cell]);
      bool active[2] = {false, false};
      if (move.capture_count == 0 || !captures_of(move, mover, active)) continue;
      quiet[mover][cell] = gain_by_captures<seek>(move, view, number, mover, active,
                                                  quiet[mover][cell], gain[mover]);
    }
  }
}

/// Prefetches the blocks that a step reads. Call early: the blocks are scattered over the table.
template <class View>
inline void fetch(const Rules& rules, const View& view, const BlockPlace& place) {
  const std::int64_t number = place.block;
  view.fetch(number, 0);
  view.fetch(number, 1);
  for (std::uint32_t empty = rules.all_high & ~(place.stones[0] | place.stones[1]); empty != 0;
       empty &= empty - 1) {
    const int cell = kLowCells + __builtin_ctz(empty);
    view.fetch(number + rules.moves[0][cell].block_step, 1);
    view.fetch(number + rules.moves[1][cell].block_step, 0);
  }
}
constexpr std::size_t kFetchAhead = 4;

bool sweep_part(const Rules& rules, const Part& part, const BlockPlace* places, std::size_t count,
                const Known** answers, std::uint8_t* is_open) {
  PartWithAnswers view{part, answers};
  bool has_changed = false;
  for (std::size_t i = 0; i < count && i < kFetchAhead; ++i) fetch(rules, view, places[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kFetchAhead < count) fetch(rules, view, places[i + kFetchAhead]);
    const BlockPlace& place = places[i];
    Block& block = view.block(place);
    Side v(block.side[0]);
    Side h(block.side[1]);
    if (!any(v.open() | h.open())) {
      is_open[i] = 0;
      continue;
    }
    Gain gain[2] = {};
    if (const Keep* const keep = view.keep(place); keep != nullptr) {
      gain[0].keep = load(keep->side[0]);
      gain[1].keep = load(keep->side[1]);
    }
    Vector quiet[2][kLowCells];
    gain_from_other_blocks<Seek::both>(rules, view, place, gain, quiet);

    const bool is_new = decide(gain, quiet, v, h);
    is_open[i] = any(v.open() | h.open()) ? 1 : 0;
    if (is_new) {
      has_changed = true;
      v.store_in(block.side[0]);
      h.store_in(block.side[1]);
    }
  }
  return has_changed;
}

std::size_t questions(const Rules& rules, const Part& part, const BlockPlace& place,
                      Question* questions) {
  const PartWithAnswers own{part, nullptr};
  const Block& block = own.block(place);
  if (!any(Side(block.side[0]).open() | Side(block.side[1]).open())) return 0;
  PartThatAsks view{part, questions, 0};
  Gain gain[2] = {};
  Vector quiet[2][kLowCells];
  gain_from_other_blocks<Seek::both>(rules, view, place, gain, quiet);
  return view.count;
}

inline void note(Codes& codes, Vector fresh, int ply) {
  for (int word = 0; word < 4; ++word) {
    for (std::uint64_t left = fresh[word]; left != 0; left &= left - 1) {
      codes.plies_plus_1[64 * word + __builtin_ctzll(left)] = static_cast<std::uint8_t>(ply + 1);
    }
  }
}

template <Seek seek>
bool layer_of(const Rules& rules, Block* table, const Keep* midpoints, BlockCodes* codes, int ply,
              const BlockPlace* places, std::size_t count, std::uint8_t* is_open) {
  constexpr bool kWins = seek == Seek::wins;
  bool has_changed = false;
  const WholeTable view{table};
  for (std::size_t i = 0; i < count && i < kFetchAhead; ++i) fetch(rules, view, places[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kFetchAhead < count) fetch(rules, view, places[i + kFetchAhead]);
    const BlockPlace& place = places[i];
    Block& block = table[place.block];
    const Side side[2] = {Side(block.side[0]), Side(block.side[1])};
    const Vector open[2] = {side[0].open(), side[1].open()};
    is_open[i] = any(open[0] | open[1]) ? 1 : 0;
    if (is_open[i] == 0) continue;
    Gain gain[2] = {};
    if (midpoints != nullptr) {
      for (int mover = 0; mover < 2; ++mover) {
        (kWins ? gain[mover].win : gain[mover].keep) = load(midpoints[place.block].side[mover]);
      }
    }
    Vector quiet[2][kLowCells];
    gain_from_other_blocks<seek>(rules, view, place, gain, quiet);
    gain[0] = gain_all_low<seek, 0>(quiet[0], side[1].win, side[1].loss, gain[0]);
    gain[1] = gain_all_low<seek, 1>(quiet[1], side[0].win, side[0].loss, gain[1]);
    for (int mover = 0; mover < 2; ++mover) {
      const Vector fresh = open[mover] & (kWins ? gain[mover].win : ~gain[mover].keep);
      if (!any(fresh)) continue;
      has_changed = true;
      Known& known = block.side[mover];
      store(kWins ? known.win : known.loss, (kWins ? side[mover].win : side[mover].loss) | fresh);
      note(codes[place.block].side[mover], fresh, ply);
    }
  }
  return has_changed;
}

bool layer(const Rules& rules, Block* table, const Keep* midpoints, BlockCodes* codes, int ply,
           const BlockPlace* places, std::size_t count, std::uint8_t* is_open) {
  return ply % 2 == 1
             ? layer_of<Seek::wins>(rules, table, midpoints, codes, ply, places, count, is_open)
             : layer_of<Seek::keeps>(rules, table, midpoints, codes, ply, places, count, is_open);
}

Tallies count(const Block* blocks, std::size_t count) {
  Tallies tallies;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const Known& known = blocks[i].side[side];
      Tally& tally = tallies.to_move[side];
      for (int word = 0; word < 4; ++word) {
        const std::uint64_t win = known.win.words[word];
        const std::uint64_t loss = known.loss.words[word];
        const auto both = static_cast<std::uint64_t>(__builtin_popcountll(win & loss));
        const auto wins = static_cast<std::uint64_t>(__builtin_popcountll(win)) - both;
        const auto losses = static_cast<std::uint64_t>(__builtin_popcountll(loss)) - both;
        tally.wins += wins;
        tally.losses += losses;
        tally.both += both;
        tally.open += 64 - wins - losses - both;
      }
    }
  }
  return tallies;
}

}  // namespace

extern const Kernel kKernel;
const Kernel kKernel = {ONYX_KERNEL_NAME, sweep_tiles, sweep_part, questions, layer, count};

}  // namespace onyx::tier::ONYX_KERNEL
