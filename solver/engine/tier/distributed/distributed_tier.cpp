#include "solver/engine/tier/distributed/distributed_tier.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "core/base/packed_bytes.h"
#include "core/base/stopwatch.h"
#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/distributed/exchange.h"
#include "solver/engine/tier/tier_table.h"

namespace onyx {
namespace {

using tier::Bits;

enum class Order : int { finish, solve, slice, drawn };

struct Wish {
  Order order;
  std::array<int, 4> corners{};
  Player player{};
};

double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Solving {
 public:
  Solving(Peers& peers, TierPart& part) : peers_(peers), part_(part), before_(peers.traffic()) {}

  void start(TierTerms& terms) {
    broadcast(peers_, terms.rules);
    broadcast(peers_, terms.crosses);
    for (std::vector<Bits>& bits : terms.connections) broadcast(peers_, bits);
    part_.start(terms);
  }

  bool sweep(const ShouldStop& should_stop, std::size_t batch) {
    PartSweeps sweeps(part_, peers_, batch);
    const bool is_solved = sweeps.run(should_stop);
    cost_.sweeps = sweeps.count();
    cost_.visits = sweeps.visits();
    cost_.waited_seconds = sweeps.waited();
    return is_solved;
  }

  CountsBySide finish() {
    CountsBySide counts = part_.counts();
    const PeerTraffic& now = peers_.traffic();
    cost_.questions = now.questions - before_.questions;
    cost_.exchanged_bytes = now.exchanged_bytes - before_.exchanged_bytes;
    cost_.other_bytes = now.other_bytes - before_.other_bytes;
    const auto micro = [](double seconds) { return static_cast<std::uint64_t>(seconds * 1e6); };
    std::uint64_t waited = micro(cost_.waited_seconds);
    std::uint64_t processor = micro(processor_seconds() - processor_before_);
    std::vector<std::uint64_t*> numbers = {
        &cost_.visits,      &cost_.questions, &cost_.exchanged_bytes,
        &cost_.other_bytes, &waited,          &processor};
    for (ValueCounts& side : counts.to_move) {
      numbers.insert(numbers.end(), {&side.wins, &side.losses, &side.draws, &side.illegal});
    }
    std::vector<std::uint64_t> sums;
    for (const std::uint64_t* number : numbers) sums.push_back(*number);
    peers_.add_up(sums);
    for (std::size_t i = 0; i < sums.size(); ++i) *numbers[i] = sums[i];
    cost_.waited_seconds = 1e-6 * static_cast<double>(waited);
    cost_.processor_seconds = 1e-6 * static_cast<double>(processor);
    cost_.seconds = watch_.seconds();
    return counts;
  }
  TierCost& cost() { return cost_; }

 private:
  Peers& peers_;
  TierPart& part_;
  const PeerTraffic before_;
  const Stopwatch watch_;
  const double processor_before_ = processor_seconds();
  TierCost cost_;
};

/// Announces the next slice, or that there are no more slices.
struct NextSlice {
  bool is_there = false;
  bool is_given_up = false;
  std::array<int, 4> corners{};
  Player mover{};
  bool is_of_image = false;
  bool swaps_colours = false;
};

/// Enters a slice on all ranks; false if any rank cannot unpack it. Only rank 0 has `to_image`.
bool enter_slice(const TierSplit& split, Peers& peers, TierPart& part, Threads threads,
                 const NextSlice& next, PackedSlice& slice, const CellSymmetry* to_image) {
  CellSymmetry symmetry;
  if (next.is_of_image) {
    if (to_image != nullptr) symmetry = *to_image;
    broadcast(peers, symmetry.image);
    symmetry.swaps_colours = next.swaps_colours;
  }
  broadcast(peers, slice);
  std::vector<std::uint64_t> refusals = {0};
  BigArray<tier::Known> own;
  try {
    own = unpacked_part(split, peers.rank(), next.corners, slice,
                        next.is_of_image ? &symmetry : nullptr, threads);
  } catch (const Damage&) {
    refusals[0] = 1;
  }
  peers.greatest(refusals);
  if (refusals[0] != 0) return false;
  part.enter_slice(next.corners, next.mover, own);
  return true;
}

void help_to_solve(const TierSplit& split, Peers& peers, TierPart& part, Threads threads,
                   const ShouldStop& should_stop, std::size_t batch) {
  Solving solving(peers, part);
  TierTerms terms;
  solving.start(terms);
  for (;;) {
    NextSlice next{};
    broadcast(peers, next);
    if (next.is_given_up) return;
    if (!next.is_there) break;
    PackedSlice slice;
    if (!enter_slice(split, peers, part, threads, next, slice, nullptr)) return;
  }
  if (solving.sweep(should_stop, batch)) solving.finish();
}

}  // namespace

/// A call by rank 0 that involves all ranks. is_broken() is true while other ranks may wait for it.
class DistributedTier::Call {
 public:
  Call(const DistributedTier& tier, Wish wish) : tier_(tier) {
    tier_.is_broken_ = true;
    broadcast(tier_.peers_, wish);
  }
  void end() const { tier_.is_broken_ = false; }

 private:
  const DistributedTier& tier_;
};

double distributed_tier_bytes(int cell_count, int ranks) {
  const int low = std::min(cell_count, tier::kLowCells);
  const double share = ranks == 1 ? 1.0 : std::min(1.0, 1.2 / ranks);
  const double blocks = std::pow(3.0, cell_count - low) * share;
  const double connections = std::exp2(1 + cell_count - low) * sizeof(Bits);
  return blocks * (TierTable::kBytesOfBlock + PartOrder::kBytes) + connections +
         (ranks == 1 ? 0.0 : PartSweeps::kExchangeBytes);
}

DistributedTier::DistributedTier(int cell_count, Peers& peers, Threads threads, std::size_t batch)
    : split_(cell_count, peers.count()),
      peers_(peers),
      threads_(threads),
      part_(split_, peers.rank(), threads),
      batch_(batch) {}

void DistributedTier::finish() { Call(*this, {Order::finish}).end(); }

bool DistributedTier::solve(const CellBoard& cells,
                            const std::array<const ConnectionTable*, 2>& connections,
                            SliceSource& slices, const ShouldStop& should_stop) {
  const Call call(*this, {Order::solve});
  Solving solving(peers_, part_);
  TierTerms terms{tier::rules_of(cells), tier::crosses_of(cells), {}};
  for (std::size_t side = 0; side < 2; ++side) terms.connections[side] = connections[side]->all();
  solving.start(terms);
  const bool is_solved = enter_slices(cells, slices, should_stop, solving.cost()) &&
                         solving.sweep(should_stop, batch_);
  if (is_solved) {
    counts_ = solving.finish();
    costs_.push_back(solving.cost());
  }
  call.end();
  return is_solved;
}

bool DistributedTier::enter_slices(const CellBoard& cells, SliceSource& slices,
                                   const ShouldStop& should_stop, TierCost& cost) {
  const Stopwatch watch;
  const auto give_up = [&] {
    NextSlice none{.is_given_up = true};
    broadcast(peers_, none);
    is_broken_ = false;
  };
  for (const CellMidpoint& midpoint : cells.midpoints) {
    for (const Player mover : {Player::V, Player::H}) {
      SliceSource::Packed packed{};
      try {
        packed = slices.packed(midpoint, mover);
      } catch (...) {
        give_up();
        throw;
      }
      const bool is_of_image = packed.to_image != nullptr;
      NextSlice next{true,  false,       midpoint.corners,
                     mover, is_of_image, is_of_image && packed.to_image->swaps_colours};
      broadcast(peers_, next);
      PackedSlice slice = *packed.slice;
      if (!enter_slice(split_, peers_, part_, threads_, next, slice, packed.to_image)) {
        is_broken_ = false;
        slices.refuse_last();
        throw std::logic_error("a slice that cannot be unpacked was not refused");
      }
      cost.slice_bytes += slice.frames.size();
      if (should_stop()) {
        give_up();
        return false;
      }
    }
  }
  NextSlice last;
  broadcast(peers_, last);
  cost.slice_seconds = watch.seconds();
  return true;
}

HandedDown DistributedTier::handed_down(const std::array<int, 4>& corners, Player to_move) {
  const Stopwatch watch;
  const Call call(*this, {Order::slice, corners, to_move});
  PackedSlice slice =
      packed_together(peers_, split_, corners, part_.slice(corners, to_move), threads_);
  call.end();
  costs_.back().slice_seconds += watch.seconds();
  costs_.back().slice_bytes += slice.frames.size();
  return slice;
}

void DistributedTier::for_each_drawn(const VisitColouring& visit) const {
  const Call call(*this, {Order::drawn});
  for (std::size_t group = 0; group + 1 < part_.order().group_begin.size(); ++group) {
    std::vector<TierPart::Drawn> all = part_.drawn(group);
    for (int rank = 1; rank < peers_.count(); ++rank) {
      std::uint64_t count = 0;
      peers_.receive(rank, &count, sizeof count);
      const std::size_t before = all.size();
      all.resize(before + count);
      if (count > 0) peers_.receive(rank, &all[before], count * sizeof(TierPart::Drawn));
    }
    std::ranges::sort(all, {}, [](const TierPart::Drawn& drawn) { return drawn.place.block; });
    for (const TierPart::Drawn& drawn : all) {
      for (const Player to_move : {Player::V, Player::H}) {
        const Bits& open = drawn.side[index_of(to_move)];
        for_each_colouring(drawn.place, open, split_.low_count, to_move, visit);
      }
    }
  }
  call.end();
}

void help_with_tiers(int cell_count, Peers& peers, Threads threads, const ShouldStop& should_stop,
                     std::size_t batch) {
  const TierSplit split(cell_count, peers.count());
  TierPart part(split, peers.rank(), threads);
  for (;;) {
    Wish wish{};
    broadcast(peers, wish);
    switch (wish.order) {
      case Order::finish:
        return;
      case Order::solve:
        help_to_solve(split, peers, part, threads, should_stop, batch);
        break;
      case Order::slice:
        packed_together(peers, split, wish.corners, part.slice(wish.corners, wish.player), threads);
        break;
      case Order::drawn:
        for (std::size_t group = 0; group + 1 < part.order().group_begin.size(); ++group) {
          const std::vector<TierPart::Drawn> drawn = part.drawn(group);
          const std::uint64_t count = drawn.size();
          peers.send(0, &count, sizeof count);
          if (count > 0) peers.send(0, drawn.data(), count * sizeof(TierPart::Drawn));
        }
        break;
    }
  }
}

}  // namespace onyx
