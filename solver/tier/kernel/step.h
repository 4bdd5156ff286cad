// The source of the step in kernel.h. Each includer compiles it for vectors of its own, in a
// namespace of its own; everything here is local to it, so that no code for wide vectors can get
// into another part of the program.
#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#include "solver/tier/kernel/kernel.h"
#include "solver/tier/kernel/vectors.h"
#include "solver/tier/kernel/views.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

/// What the moves of one side give: colourings in which some move wins, and in which some move
/// leads to a position that the other does not win.
struct Gain {
  Vector win;
  Vector keep;
};

/// Which of the two is wanted. The other is neither computed nor read.
enum class Seek { both, wins, keeps };

/// Enters what a move leads to, for the colourings in `mask`.
template <Seek seek>
inline void add_reply(const Known& reply, Vector mask, Gain& gain) {
  if constexpr (seek != Seek::keeps) gain.win |= load(reply.loss) & mask;
  if constexpr (seek != Seek::wins) gain.keep |= ~load(reply.win) & mask;
}

inline bool holds(const Capture& capture, const std::uint32_t* stones, int mover) {
  return (stones[mover] & capture.own_high) == capture.own_high &&
         (stones[1 - mover] & capture.theirs_high) == capture.theirs_high;
}

/// A move that captures in some colourings: each of its cases leads elsewhere. `where`: colourings
/// in which the cell is empty. Returns those in which nothing is captured.
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

template <int cell>
inline constexpr int kPower = 3 * kPower<cell - 1>;
template <>
inline constexpr int kPower<0> = 1;

/// Quiet moves on a low cell stay in the block. `quiet`: for each low cell, colourings in which it
/// is empty and a stone there captures nothing; the replies are those of the block itself.
template <Seek seek, int mover, int cell>
inline void gain_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain& gain) {
  constexpr int kStep = (mover + 1) * kPower<cell>;
  if constexpr (seek != Seek::keeps) gain.win |= ahead<kStep>(reply_loss) & quiet[cell];
  if constexpr (seek != Seek::wins) gain.keep |= ~ahead<kStep>(reply_win) & quiet[cell];
}

template <Seek seek, int mover>
inline Gain gain_all_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain gain) {
  gain_low<seek, mover, 0>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 1>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 2>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 3>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 4>(quiet, reply_win, reply_loss, gain);
  return gain;
}

/// What all moves of a block give but the quiet ones on low cells, and where those are quiet.
template <Seek seek, class View>
inline void gain_from_other_blocks(const Rules& rules, View& view, const BlockPlace& place,
                                   Gain* gain, Vector (*quiet)[kLowCells]) {
  const std::int64_t number = place.block;
  const auto captures_of = [&](const Move& move, int mover, bool* active) {
    bool some = false;
    for (int k = 0; k < move.capture_count; ++k) {
      active[k] = holds(move.captures[k], place.stones, mover);
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
      if (!captures_of(move, mover, active)) {
        add_reply<seek>(reply, ~Vector{}, gain[mover]);
      } else {
        add_reply<seek>(
            reply,
            gain_by_captures<seek>(move, view, number, mover, active, ~Vector{}, gain[mover]),
            gain[mover]);
      }
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

/// Fetches the blocks that a step reads, some steps ahead: they lie all over the table, and the
/// processor does not look that far.
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

template <class View>
inline bool sweep_view(const Rules& rules, View& view, const BlockPlace* places, std::size_t count,
                       std::uint8_t* is_open) {
  bool has_changed = false;
  for (std::size_t i = 0; i < count && i < kFetchAhead; ++i) fetch(rules, view, places[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kFetchAhead < count) fetch(rules, view, places[i + kFetchAhead]);
    const BlockPlace& place = places[i];
    Block& block = view.block(place);
    Side v{load(block.side[0].win), load(block.side[0].loss)};
    Side h{load(block.side[1].win), load(block.side[1].loss)};
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

    // Low moves lead to colourings of the same block with one stone more: at most six rounds.
    Vector all_news = {};
    for (;;) {
      const Vector news_v = v.decide(gain_all_low<Seek::both, 0>(quiet[0], h.win, h.loss, gain[0]));
      const Vector news_h = h.decide(gain_all_low<Seek::both, 1>(quiet[1], v.win, v.loss, gain[1]));
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

bool sweep(const Rules& rules, Block* table, const Keep* keep, const BlockPlace* places,
           std::size_t count, std::uint8_t* is_open) {
  WholeTable view{table, keep};
  return sweep_view(rules, view, places, count, is_open);
}

bool sweep_part(const Rules& rules, const Part& part, const BlockPlace* places, std::size_t count,
                const Known** answers, std::uint8_t* is_open) {
  PartWithAnswers view{part, answers};
  return sweep_view(rules, view, places, count, is_open);
}

std::size_t questions(const Rules& rules, const Part& part, const BlockPlace& place,
                      Question* questions) {
  const PartWithAnswers own{part, nullptr};
  const Block& block = own.block(place);
  const Vector open[2] = {~(load(block.side[0].win) | load(block.side[0].loss)),
                          ~(load(block.side[1].win) | load(block.side[1].loss))};
  if (!any(open[0] | open[1])) return 0;
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
  WholeTable view{table, nullptr};
  for (std::size_t i = 0; i < count && i < kFetchAhead; ++i) fetch(rules, view, places[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kFetchAhead < count) fetch(rules, view, places[i + kFetchAhead]);
    const BlockPlace& place = places[i];
    Block& block = table[place.block];
    const Side side[2] = {{load(block.side[0].win), load(block.side[0].loss)},
                          {load(block.side[1].win), load(block.side[1].loss)}};
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
      if constexpr (kWins) {
        store(known.win, side[mover].win | fresh);
      } else {
        store(known.loss, side[mover].loss | fresh);
      }
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
        tally.wins += static_cast<std::uint64_t>(__builtin_popcountll(win & ~loss));
        tally.losses += static_cast<std::uint64_t>(__builtin_popcountll(loss & ~win));
        tally.both += static_cast<std::uint64_t>(__builtin_popcountll(win & loss));
        tally.open += static_cast<std::uint64_t>(__builtin_popcountll(~(win | loss)));
      }
    }
  }
  return tallies;
}

}  // namespace

extern const Sweep kSweep;
extern const SweepPart kSweepPart;
extern const Questions kQuestions;
extern const Layer kLayer;
extern const Count kCount;
const Sweep kSweep = sweep;
const SweepPart kSweepPart = sweep_part;
const Questions kQuestions = questions;
const Layer kLayer = layer;
const Count kCount = count;

}  // namespace onyx::tier::ONYX_KERNEL
