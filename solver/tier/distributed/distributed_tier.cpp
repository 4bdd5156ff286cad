#include "solver/tier/distributed/distributed_tier.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>

#include "core/base/stopwatch.h"
#include "solver/tier/bits.h"
#include "solver/tier/distributed/exchange.h"
#include "solver/tier/tier_table.h"

namespace onyx {
namespace {

using tier::Bits;

enum class Order : int { finish, solve, slice, drawn };

/// What rank 0 wants of all.
struct Wish {
  Order order;
  std::array<int, 4> corners{};
  Player player{};
};

template <class T>
void broadcast(Peers& peers, T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  peers.broadcast(&value, sizeof(T));
}
template <class T>
void broadcast(Peers& peers, std::vector<T>& values) {
  std::uint64_t count = values.size();
  broadcast(peers, count);
  values.resize(count);
  if (count > 0) peers.broadcast(values.data(), count * sizeof(T));
}
void broadcast(Peers& peers, TierTerms& terms) {
  broadcast(peers, terms.rules);
  broadcast(peers, terms.crosses);
  for (std::vector<Bits>& bits : terms.connections) broadcast(peers, bits);
}

double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// --- Solving -------------------------------------------------------------------------------------

/// A tier being solved, on any rank.
class Solving {
 public:
  Solving(Peers& peers, TierPart& part) : peers_(peers), part_(part), before_(peers.traffic()) {}

  void start(TierTerms& terms) {
    broadcast(peers_, terms);
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

  /// Adds up over the ranks.
  CountsBySide finish() {
    CountsBySide counts = part_.counts();
    const PeerTraffic& now = peers_.traffic();
    const auto micro = [](double seconds) { return static_cast<std::uint64_t>(seconds * 1e6); };
    std::vector<std::uint64_t> sums = {cost_.visits,
                                       now.questions - before_.questions,
                                       now.exchanged_bytes - before_.exchanged_bytes,
                                       now.other_bytes - before_.other_bytes,
                                       micro(cost_.waited_seconds),
                                       micro(processor_seconds() - processor_before_)};
    for (const ValueCounts& side : counts.to_move) {
      sums.insert(sums.end(), {side.wins, side.losses, side.draws, side.illegal});
    }
    peers_.add_up(sums);
    cost_.visits = sums[0];
    cost_.questions = sums[1];
    cost_.exchanged_bytes = sums[2];
    cost_.other_bytes = sums[3];
    cost_.waited_seconds = 1e-6 * static_cast<double>(sums[4]);
    cost_.processor_seconds = 1e-6 * static_cast<double>(sums[5]);
    const std::uint64_t* sum = &sums[6];
    for (ValueCounts& side : counts.to_move) {
      for (std::uint64_t* count : {&side.wins, &side.losses, &side.draws, &side.illegal}) {
        *count = *sum++;
      }
    }
    cost_.seconds = watch_.seconds();
    return counts;
  }
  const TierCost& cost() const { return cost_; }

 private:
  Peers& peers_;
  TierPart& part_;
  const PeerTraffic before_;
  const Stopwatch watch_;
  const double processor_before_ = processor_seconds();
  TierCost cost_;
};

/// Whether another slice follows.
struct NextSlice {
  bool is_there;
  bool is_given_up;
  std::array<int, 4> corners;
  Player mover;
};

void help_to_solve(const TierSplit& split, Peers& peers, TierPart& part,
                   const ShouldStop& should_stop, std::size_t batch) {
  Solving solving(peers, part);
  TierTerms terms;
  solving.start(terms);
  for (;;) {
    NextSlice next{};
    broadcast(peers, next);
    if (next.is_given_up) return;
    if (!next.is_there) break;
    part.enter_slice(next.corners, next.mover, hand_out(peers, split, next.corners, nullptr));
  }
  if (solving.sweep(should_stop, batch)) solving.finish();
}

// --- Draws ---------------------------------------------------------------------------------------

void visit_drawn(const TierPart::Drawn& drawn, int low_count,
                 const std::function<void(const Colouring&, Player to_move)>& visit) {
  for (const Player to_move : {Player::V, Player::H}) {
    const Bits& open = drawn.side[static_cast<std::size_t>(index_of(to_move))];
    for (std::size_t word = 0; word < tier::kWords; ++word) {
      for (std::uint64_t left = open.words[word]; left != 0; left &= left - 1) {
        const std::size_t low = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
        visit(colouring_at(drawn.place, low, low_count), to_move);
      }
    }
  }
}

}  // namespace

/// A call of rank 0 in which the others take part.
class DistributedTier::Call {
 public:
  Call(const DistributedTier& tier, Wish wish) : tier_(tier) {
    tier_.is_broken_ = true;
    broadcast(tier_.peers_, wish);
  }
  /// Nobody waits any more.
  void end() const { tier_.is_broken_ = false; }

 private:
  const DistributedTier& tier_;
};

double distributed_tier_bytes(int cell_count, int ranks) {
  const int low = std::min(cell_count, tier::kLowCells);
  // A fifth more than its share is the most that a rank has (split.h).
  const double share = ranks == 1 ? 1.0 : std::min(1.0, 1.2 / ranks);
  const double blocks = std::pow(3.0, cell_count - low) * share;
  const double connections = std::exp2(1 + cell_count - low) * sizeof(Bits);
  return blocks * (TierTable::kBytesOfBlock + PartOrder::kBytes) + connections +
         (ranks == 1 ? 0.0 : PartSweeps::kExchangeBytes);
}

DistributedTier::DistributedTier(int cell_count, Peers& peers, Threads threads, std::size_t batch)
    : split_(std::make_unique<TierSplit>(cell_count, peers.count())),
      peers_(peers),
      part_(*split_, peers.rank(), threads),
      batch_(batch) {}

DistributedTier::~DistributedTier() = default;

const TierSplit& DistributedTier::split() const { return *split_; }

std::uint64_t DistributedTier::bytes() const { return part_.bytes(); }

void DistributedTier::finish() { Call(*this, {Order::finish}).end(); }

bool DistributedTier::solve(const CellBoard& cells,
                            const std::array<const ConnectionTable*, 2>& connections,
                            const SliceOf& slice_of, const ShouldStop& should_stop) {
  const Call call(*this, {Order::solve});
  Solving solving(peers_, part_);
  TierTerms terms{tier::rules_of(cells),
                  tier::crosses_of(cells),
                  {connections[0]->all(), connections[1]->all()}};
  solving.start(terms);
  const auto give_up = [&] {
    NextSlice none{false, true, {}, {}};
    broadcast(peers_, none);
    call.end();
  };
  for (const CellMidpoint& midpoint : cells.midpoints) {
    for (const Player mover : {Player::V, Player::H}) {
      const TierSlice* slice = nullptr;
      try {
        slice = &slice_of(midpoint, mover);
      } catch (...) {
        give_up();
        throw;
      }
      NextSlice next{true, false, midpoint.corners, mover};
      broadcast(peers_, next);
      part_.enter_slice(midpoint.corners, mover,
                        hand_out(peers_, *split_, midpoint.corners, slice));
      if (should_stop()) {
        give_up();
        return false;
      }
    }
  }
  NextSlice last{false, false, {}, {}};
  broadcast(peers_, last);
  const bool is_solved = solving.sweep(should_stop, batch_);
  if (is_solved) {
    counts_ = solving.finish();
    costs_.push_back(solving.cost());
  }
  call.end();
  return is_solved;
}

TierSlice DistributedTier::slice(const std::array<int, 4>& corners, Player to_move) const {
  const Call call(*this, {Order::slice, corners, to_move});
  TierSlice whole;
  collect(peers_, *split_, corners, part_.slice(corners, to_move), &whole);
  call.end();
  return whole;
}

void DistributedTier::for_each_drawn(
    const std::function<void(const Colouring&, Player to_move)>& visit) const {
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
    std::sort(all.begin(), all.end(), [](const TierPart::Drawn& a, const TierPart::Drawn& b) {
      return a.place.block < b.place.block;
    });
    for (const TierPart::Drawn& drawn : all) visit_drawn(drawn, split_->low_count, visit);
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
        help_to_solve(split, peers, part, should_stop, batch);
        break;
      case Order::slice:
        collect(peers, split, wish.corners, part.slice(wish.corners, wish.player), nullptr);
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
