#include "solver/tiers/tier.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <stdexcept>

#include "solver/tiers/tier_bits.h"

namespace onyx {
namespace {

using namespace tier;  // the words of the engine: Bits, Block, kLowCells and so on

tier::Capture compile(const CellCapture& capture, int low_count, int mover) {
  const int a = capture.adjacent[0];
  const int b = capture.adjacent[1];
  const int theirs = 1 - mover;
  return {high_bit(capture.opposite), high_bit(a) | high_bit(b),
          bits_where(low_count,
                     [&](std::size_t low) {
                       return has_stone(low, capture.opposite, mover) &&
                              has_stone(low, a, theirs) && has_stone(low, b, theirs);
                     }),
          block_step_of(a, theirs) + block_step_of(b, theirs),
          low_step_of(a, theirs) + low_step_of(b, theirs)};
}

void compile(const CellBoard& cells, tier::Rules& rules) {
  for (int cell = 0; cell < kLowCells; ++cell) {
    rules.low_empty[cell] = Bits{};
    if (cell >= rules.low_count) continue;
    rules.low_empty[cell] =
        bits_where(rules.low_count, [&](std::size_t low) { return digit_of(low, cell) == 0; });
  }
  for (int mover = 0; mover < 2; ++mover) {
    for (int cell = 0; cell < cells.cell_count(); ++cell) {
      tier::Move& move = rules.moves[mover][cell];
      move = {block_step_of(cell, mover), low_step_of(cell, mover), 0, {}};
      for (const CellCapture& capture :
           cells.captures[static_cast<std::size_t>(mover)][static_cast<std::size_t>(cell)]) {
        move.captures[move.capture_count++] = compile(capture, rules.low_count, mover);
      }
    }
    for (int cell = cells.cell_count(); cell < kLowCells; ++cell) rules.moves[mover][cell] = {};
  }
}

/// Squares whose midpoint is empty and whose corners are all cells can bear a cross.
class Crosses {
 public:
  Crosses(const CellBoard& cells, int low_count) {
    for (const CellMidpoint& midpoint : cells.midpoints) {
      const auto& c = midpoint.corners;
      for (int player = 0; player < 2; ++player) {
        Cross cross{};
        for (std::size_t i = 0; i < 4; ++i) {
          cross.high[i % 2 == 0 ? player : 1 - player] |= high_bit(c[i]);
        }
        cross.low = bits_where(low_count, [&](std::size_t low) {
          return has_stone(low, c[0], player) && has_stone(low, c[2], player) &&
                 has_stone(low, c[1], 1 - player) && has_stone(low, c[3], 1 - player);
        });
        crosses_.push_back(cross);
      }
    }
  }
  Bits in(const tier::Place& place) const {
    Bits bits{};
    for (const Cross& cross : crosses_) {
      const bool holds = (place.stones[0] & cross.high[0]) == cross.high[0] &&
                         (place.stones[1] & cross.high[1]) == cross.high[1];
      if (holds) bits = bits | cross.low;
    }
    return bits;
  }

 private:
  struct Cross {
    std::uint32_t high[2];
    Bits low;
  };
  std::vector<Cross> crosses_;
};

/// Tables of at least this many blocks take address space first, and memory where it is touched.
constexpr std::size_t kLarge = std::size_t{1} << 14;

}  // namespace

ValueCounts& ValueCounts::operator+=(const ValueCounts& that) {
  wins += that.wins;
  losses += that.losses;
  draws += that.draws;
  illegal += that.illegal;
  return *this;
}

ConnectionTable::ConnectionTable(const CellBoard& cells, Player player) {
  const int low_count = std::min(cells.cell_count(), kLowCells);
  const int high_count = cells.cell_count() - low_count;
  const auto own = static_cast<int>(index_of(player));
  // By set of the player's low stones: the colourings in which he has exactly these.
  std::vector<Bits> exactly(std::size_t{1} << low_count);
  for (std::size_t low = 0; low < power_of_3(low_count); ++low) {
    std::size_t stones = 0;
    for (int cell = 0; cell < low_count; ++cell) {
      if (digit_of(low, cell) == own + 1) stones |= std::size_t{1} << cell;
    }
    add(exactly[stones], low);
  }
  bits_.resize(std::size_t{1} << high_count);
  for (std::size_t high = 0; high < bits_.size(); ++high) {
    for (std::size_t low = 0; low < exactly.size(); ++low) {
      const auto stones = static_cast<CellSet>(high << kLowCells | low);
      if (is_connected(cells, player, stones)) bits_[high] = bits_[high] | exactly[low];
    }
  }
}

TierSolver::TierSolver(int cell_count, Threads threads)
    : order_(std::make_shared<TierOrder>(cell_count)), threads_(threads) {
  rules_.low_count = order_->low_count;
  rules_.high_count = order_->high_count;
  rules_.all_high = static_cast<std::uint32_t>((std::uint64_t{1} << order_->high_count) - 1);
  if (order_->block_count >= kLarge) {
    table_.map(order_->block_count);
    keep_.map(order_->block_count);
  }
  table_.resize(order_->block_count);
}

void TierSolver::solve(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections,
                       const SliceOf& slice_of) {
  has_distances_ = false;
  start(cells, connections);
  for (const CellMidpoint& midpoint : cells.midpoints) {
    for (const Player mover : {Player::V, Player::H}) {
      add_midpoint(midpoint, mover, slice_of(midpoint, mover));
    }
  }
  sweep_until_stable();
}

/// Marks what is illegal or over; all else is open.
void TierSolver::start(const CellBoard& cells,
                       const std::array<const ConnectionTable*, 2>& connections) {
  compile(cells, rules_);
  has_keep_ = !cells.midpoints.empty();
  if (has_keep_) {
    keep_.resize(order_->block_count);
    parallel_for(threads_, keep_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) keep_[i] = {};
    });
  }
  const Crosses crosses(cells, rules_.low_count);
  const Bits padding = ~bits_where(rules_.low_count, [](std::size_t) { return true; });
  parallel_for(threads_, order_->places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const tier::Place& place = order_->places[i];
      const Bits never = crosses.in(place) | padding;
      const Bits& v = (*connections[0])[place.stones[0]];
      const Bits& h = (*connections[1])[place.stones[1]];
      Block& block = table_[place.block];
      block.side[0] = {never | v, never | v | h};
      block.side[1] = {never | h, never | v | h};
    }
  });
}

/// Enters what taking a midpoint leads to: it is final, since midpoint stones stay.
void TierSolver::add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice) {
  const SliceIndex index(*order_, midpoint.corners);
  const Bits low = low_corners_empty(rules_.low_count, midpoint.corners);
  const auto side = static_cast<std::size_t>(index_of(mover));
  parallel_for(threads_, order_->places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const tier::Place& place = order_->places[i];
      if (!index.contains(place)) continue;
      const tier::Known& reply = slice.entries[index(place)];
      auto& known = table_[place.block].side[side];
      const Bits wins = reply.loss & low & ~(known.win | known.loss);
      known.win = known.win | wins;
      Bits& keep = keep_[place.block].side[side];
      keep = keep | (~reply.win & low);
    }
  });
}

void TierSolver::sweep_until_stable() {
  const tier::Sweep sweep = tier::sweep_function();
  const tier::Keep* const keep = has_keep_ ? keep_.data() : nullptr;
  std::vector<tier::Place> places = order_->places;
  std::vector<std::size_t> group_begin = order_->group_begin;
  std::vector<std::uint8_t> is_open(places.size());
  std::atomic<bool> has_changed{true};
  for (sweep_count_ = 0; has_changed; ++sweep_count_) {
    has_changed = false;
    for (std::size_t group = 0; group + 1 < group_begin.size(); ++group) {
      const std::size_t first = group_begin[group];
      parallel_for(threads_, group_begin[group + 1] - first, kGrain,
                   [&](std::size_t begin, std::size_t end) {
                     if (sweep(rules_, table_.data(), keep, &places[first + begin], end - begin,
                               &is_open[first + begin])) {
                       has_changed.store(true, std::memory_order_relaxed);
                     }
                   });
    }
    // The next sweep looks only at blocks that are still open.
    std::size_t kept = 0;
    for (std::size_t group = 0, i = 0; group + 1 < group_begin.size(); ++group) {
      const std::size_t begin = kept;
      for (; i < group_begin[group + 1]; ++i) {
        if (is_open[i] != 0) places[kept++] = places[i];
      }
      group_begin[group] = begin;
    }
    group_begin.back() = kept;
  }
}

/// What taking a midpoint leads to, layer by layer.
struct TierSolver::MidpointReplies {
  Player mover;
  Bits low;                         ///< Colourings with the low corners empty.
  TierSlice slice;                  ///< Only its codes are used.
  std::vector<tier::Place> places;  ///< Blocks with the high corners empty, by entry.
};

void TierSolver::solve_with_distances(const CellBoard& cells,
                                      const std::array<const ConnectionTable*, 2>& connections,
                                      const SliceOf& slice_of) {
  has_distances_ = true;
  start(cells, connections);
  if (codes_.empty()) {
    if (order_->block_count >= kLarge) codes_.map(order_->block_count);
    codes_.resize(order_->block_count);
  }
  // Finished games are lost in 0 plies; nothing else is decided yet.
  parallel_for(threads_, codes_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const tier::Known& known = table_[i].side[side];
        const Bits over = known.loss & ~known.win;
        tier::Codes& codes = codes_[i].side[side] = {};
        for (std::size_t low = 0; low < kBlockBits; ++low) codes.plies_plus_1[low] = has(over, low);
      }
    }
  });
  std::vector<MidpointReplies> replies;
  for (const CellMidpoint& midpoint : cells.midpoints) {
    const SliceIndex index(*order_, midpoint.corners);
    for (const Player mover : {Player::V, Player::H}) {
      const TierSlice& slice = slice_of(midpoint, mover);
      MidpointReplies& reply = replies.emplace_back();
      reply.mover = mover;
      reply.low = low_corners_empty(rules_.low_count, midpoint.corners);
      reply.slice.most_plies = slice.most_plies;
      reply.slice.codes.resize(slice.codes.size());
      std::copy(slice.codes.begin(), slice.codes.end(), reply.slice.codes.data());
      reply.places.resize(index.size());
      for (const tier::Place& place : order_->places) {
        if (index.contains(place)) reply.places[index(place)] = place;
      }
    }
  }
  add_layers(replies);
}

/// In a layer of wins: marks where taking the midpoint leads to a loss in one ply less. In a layer
/// of losses: where it leads to what is not won in fewer plies.
void TierSolver::enter_replies(const MidpointReplies& replies, int ply) {
  const auto side = static_cast<std::size_t>(index_of(replies.mover));
  parallel_for(threads_, replies.places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint8_t* const codes = replies.slice.codes[i].plies_plus_1;
      Bits found{};
      for (std::size_t low = 0; low < kBlockBits; ++low) {
        const int code = codes[low];
        // Losses have odd codes, wins even ones; 0 is neither. The reply takes code - 1 plies.
        const bool is_won_before = code != 0 && code % 2 == 0 && code <= ply;
        if (ply % 2 == 1 ? code == ply : !is_won_before) add(found, low);
      }
      Bits& marked = keep_[replies.places[i].block].side[side];
      marked = marked | (found & replies.low);
    }
  });
}

void TierSolver::add_layers(const std::vector<MidpointReplies>& replies) {
  const tier::Layer layer = tier::layer_function();
  int most_plies_of_replies = 0;
  for (const MidpointReplies& reply : replies) {
    most_plies_of_replies = std::max(most_plies_of_replies, reply.slice.most_plies);
  }
  std::vector<tier::Place> places = order_->places;
  std::vector<std::uint8_t> is_open(places.size());
  int idle = 0;  // layers in a row that decided nothing
  sweep_count_ = 0;
  for (int ply = 1; idle < 2 || ply <= most_plies_of_replies + 1; ++ply) {
    for (const MidpointReplies& reply : replies) {
      for (const tier::Place& place : reply.places) keep_[place.block] = {};
    }
    for (const MidpointReplies& reply : replies) enter_replies(reply, ply);
    std::atomic<bool> has_changed{false};
    parallel_for(threads_, places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      if (layer(rules_, table_.data(), has_keep_ ? keep_.data() : nullptr, codes_.data(), ply,
                &places[begin], end - begin, &is_open[begin])) {
        has_changed.store(true, std::memory_order_relaxed);
      }
    });
    idle = has_changed ? 0 : idle + 1;
    if (has_changed && ply > tier::kMostPlies)
      throw std::length_error("a win takes too many plies");
    std::size_t kept = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (is_open[i] != 0) places[kept++] = places[i];
    }
    places.resize(kept);
    ++sweep_count_;
  }
}

std::optional<Outcome> TierSolver::outcome(const Colouring& colouring, Player to_move) const {
  const std::optional<Value> known = value(colouring, to_move);
  if (!known) return std::nullopt;
  if (*known == Value::draw) return Outcome();
  const auto [block, low] = number_of(colouring);
  const auto& codes = codes_[block].side[static_cast<std::size_t>(index_of(to_move))];
  return Outcome::decided_in(static_cast<std::uint16_t>(codes.plies_plus_1[low] - 1));
}

std::vector<std::uint64_t> TierSolver::histogram() const {
  std::mutex mutex;
  std::vector<std::uint64_t> all(256);
  parallel_for(threads_, codes_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    // Four of them, so that equal neighbours do not wait for each other.
    std::array<std::array<std::uint64_t, 256>, 4> counts{};
    for (std::size_t i = begin; i < end; ++i) {
      for (const tier::Codes& codes : codes_[i].side) {
        for (std::size_t low = 0; low < 256; ++low) ++counts[low % 4][codes.plies_plus_1[low]];
      }
    }
    const std::scoped_lock lock(mutex);
    for (std::size_t code = 1; code < all.size(); ++code) {
      for (const auto& part : counts) all[code - 1] += part[code];
    }
  });
  while (!all.empty() && all.back() == 0) all.pop_back();
  return all;
}

std::optional<std::pair<Colouring, Player>> TierSolver::first_decided_in(int plies) const {
  std::optional<std::pair<Colouring, Player>> found;
  std::uint32_t least = UINT32_MAX;
  for (const tier::Place& place : order_->places) {
    if (place.block >= least) continue;
    for (const Player to_move : {Player::H, Player::V}) {
      const auto& codes = codes_[place.block].side[static_cast<std::size_t>(index_of(to_move))];
      for (std::size_t low = 0; low < kBlockBits; ++low) {
        if (codes.plies_plus_1[low] != plies + 1) continue;
        found = {colouring_at(place, low), to_move};
        least = place.block;
        break;
      }
    }
  }
  return found;
}

void TierSolver::read(const std::vector<int>& cell_of_digit, Player to_move, std::uint64_t first,
                      std::vector<std::uint8_t>& codes) const {
  constexpr int kDigitsAtOnce = 6;
  const auto side = static_cast<std::size_t>(index_of(to_move));
  const auto at_once = std::min(cell_of_digit.size(), static_cast<std::size_t>(kDigitsAtOnce));
  // Where a colouring lies is a sum over its digits: blocks times kWidth, plus bits.
  constexpr std::size_t kWidth = 256;
  const auto place_of = [&](std::uint64_t number, std::size_t begin, std::size_t end) {
    std::size_t place = 0;
    for (std::size_t i = begin; i < end; ++i, number /= 3) {
      if (number % 3 == 0) continue;
      const int player = static_cast<int>(number % 3) - 1;
      place += static_cast<std::size_t>(block_step_of(cell_of_digit[i], player)) * kWidth +
               static_cast<std::size_t>(low_step_of(cell_of_digit[i], player));
    }
    return place;
  };
  const std::size_t run = power_of_3(static_cast<int>(at_once));
  std::vector<std::size_t> within(run);
  for (std::size_t i = 0; i < run; ++i) within[i] = place_of(i, 0, at_once);
  for (std::size_t begin = 0; begin < codes.size(); begin += run) {
    const std::size_t base = place_of((first + begin) / run, at_once, cell_of_digit.size());
    for (std::size_t i = 0; i < run; ++i) {
      const std::size_t block = (base + within[i]) / kWidth;
      const std::size_t low = (base + within[i]) % kWidth;
      std::uint8_t code = codes_[block].side[side].plies_plus_1[low];
      if (code == 0 && has(table_[block].side[side].win, low)) code = tier::kIllegalCode;
      codes[begin + i] = code;
    }
  }
}

/// Block and bit.
std::pair<std::size_t, std::size_t> TierSolver::number_of(const Colouring& colouring) const {
  std::size_t block = 0;
  std::size_t low = 0;
  for (int player = 0; player < 2; ++player) {
    for (CellSet left = colouring.stones[player]; left != 0; left &= left - 1) {
      const int cell = std::countr_zero(left);
      block += static_cast<std::size_t>(block_step_of(cell, player));
      low += static_cast<std::size_t>(low_step_of(cell, player));
    }
  }
  return {block, low};
}

Colouring TierSolver::colouring_at(const tier::Place& place, std::size_t low) const {
  Colouring colouring;
  for (int player = 0; player < 2; ++player) {
    colouring.stones[player] = place.stones[player] << kLowCells;
    for (int cell = 0; cell < rules_.low_count; ++cell) {
      if (digit_of(low, cell) == player + 1) colouring.stones[player] |= CellSet{1} << cell;
    }
  }
  return colouring;
}

std::optional<Value> TierSolver::value(const Colouring& colouring, Player to_move) const {
  const auto [block, low] = number_of(colouring);
  const auto& known = table_[block].side[static_cast<std::size_t>(index_of(to_move))];
  const bool win = has(known.win, low);
  const bool loss = has(known.loss, low);
  if (win && loss) return std::nullopt;
  return win ? Value::win : loss ? Value::loss : Value::draw;
}

ValueCounts TierSolver::counts() const {
  std::mutex mutex;
  ValueCounts all;
  const std::uint64_t padding = 256 - power_of_3(rules_.low_count);
  parallel_for(threads_, table_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    const tier::Tally tally = tier::count_function()(&table_[begin], end - begin);
    const ValueCounts counts{tally.wins, tally.losses, tally.open,
                             tally.both - 2 * padding * (end - begin)};
    const std::scoped_lock lock(mutex);
    all += counts;
  });
  return all;
}

void TierSolver::for_each_drawn(
    const std::function<void(const Colouring&, Player to_move)>& visit) const {
  for (const tier::Place& place : order_->places) {
    for (const Player to_move : {Player::V, Player::H}) {
      const auto& known = table_[place.block].side[static_cast<std::size_t>(index_of(to_move))];
      const Bits open = ~(known.win | known.loss);
      for (std::size_t word = 0; word < kWords; ++word) {
        for (std::uint64_t left = open.words[word]; left != 0; left &= left - 1) {
          const std::size_t low = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
          visit(colouring_at(place, low), to_move);
        }
      }
    }
  }
}

TierSlice TierSolver::slice(const std::array<int, 4>& corners, Player to_move) const {
  const SliceIndex index(*order_, corners);
  TierSlice slice;
  slice.entries.resize(index.size());
  if (has_distances_) slice.codes.resize(index.size());
  const auto side = static_cast<std::size_t>(index_of(to_move));
  parallel_for(threads_, order_->places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const tier::Place& place = order_->places[i];
      if (!index.contains(place)) continue;
      const auto& known = table_[place.block].side[side];
      slice.entries[index(place)] = known;
      if (has_distances_) slice.codes[index(place)] = codes_[place.block].side[side];
    }
  });
  if (has_distances_) {
    for (const tier::Codes& codes : slice.codes) {
      const int most = *std::max_element(codes.plies_plus_1, codes.plies_plus_1 + kBlockBits);
      slice.most_plies = std::max(slice.most_plies, most - 1);
    }
  }
  return slice;
}

}  // namespace onyx
