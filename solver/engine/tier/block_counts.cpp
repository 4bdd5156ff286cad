#include "solver/engine/tier/block_counts.h"

#include <mutex>

#include "solver/engine/tier/bits.h"

namespace onyx::tier {

CountsBySide counts_of(const Block* blocks, std::size_t count, int low_count, Threads threads) {
  std::mutex mutex;
  CountsBySide all;
  // Padding bits are in both sets, as illegal colourings are.
  const std::uint64_t padding = 256 - power_of_3(low_count);
  parallel_for(threads, count, kGrain, [&](std::size_t begin, std::size_t end) {
    const Tallies tallies = count_function()(blocks + begin, end - begin);
    const std::scoped_lock lock(mutex);
    for (std::size_t side = 0; side < 2; ++side) {
      const Tally& tally = tallies.to_move[side];
      all.to_move[side] +=
          {tally.wins, tally.losses, tally.open, tally.both - padding * (end - begin)};
    }
  });
  return all;
}

}  // namespace onyx::tier
