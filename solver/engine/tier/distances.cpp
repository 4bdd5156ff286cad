// How TierSolver finds the distances: in layers, one for each ply.
#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "solver/engine/tier/bits.h"
#include "solver/engine/tier/place_walk.h"
#include "solver/engine/tier/tier_solver.h"

namespace onyx {

using tier::add;
using tier::Bits;
using tier::has;
using tier::kBlockBits;
using tier::kGrain;

/// The results of taking a midpoint, layer by layer.
struct TierSolver::MidpointReplies {
  Player mover;
  Bits low;                              ///< The colourings with the low corners empty.
  TierSlice slice;                       ///< Only its codes are used.
  std::vector<tier::BlockPlace> places;  ///< The blocks with the high corners empty, by entry.
};

bool TierSolver::solve_with_distances(const CellBoard& cells,
                                      const std::array<const ConnectionTable*, 2>& connections,
                                      SliceSource& slices, const ShouldStop& should_stop) {
  has_distances_ = true;
  start(cells, connections);
  if (codes_.empty()) {
    if (table_.block_count() >= TierTable::kLarge) codes_.map(table_.block_count());
    codes_.resize(table_.block_count());
  }
  // Finished games are lost in 0 plies; nothing else is decided yet.
  parallel_for(threads_, codes_.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const tier::Known& known = table_.blocks()[i].side[side];
        const Bits over = known.loss & ~known.win;
        tier::Codes& codes = codes_[i].side[side] = {};
        for (std::size_t low = 0; low < kBlockBits; ++low) codes.plies_plus_1[low] = has(over, low);
      }
    }
  });
  std::vector<tier::BlockPlace> places;
  places.reserve(table_.block_count());
  PlaceWalk walk(high_count_, 0);
  for (; places.size() < table_.block_count(); walk.advance()) places.push_back(walk.place());
  std::vector<MidpointReplies> replies;
  for (const CellMidpoint& midpoint : cells.midpoints) {
    const SliceIndex index(high_count_, midpoint.corners);
    for (const Player mover : {Player::V, Player::H}) {
      const TierSlice& slice = slices.whole(midpoint, mover);
      MidpointReplies& reply = replies.emplace_back();
      reply.mover = mover;
      reply.low = low_corners_empty(rules_.low_count, midpoint.corners);
      reply.slice.most_plies = slice.most_plies;
      reply.slice.codes.resize(slice.codes.size());
      std::copy(slice.codes.begin(), slice.codes.end(), reply.slice.codes.data());
      reply.places.resize(index.size());
      for (const tier::BlockPlace& place : places) {
        if (index.contains(place)) reply.places[index(place)] = place;
      }
    }
  }
  return add_layers(replies, std::move(places), should_stop);
}

/// In a layer of wins, marks where taking the midpoint leads to a loss in one ply less. In a layer
/// of losses, marks where it leads to a position that is not won in fewer plies.
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
      Bits& marked = table_.keeps()[replies.places[i].block].side[side];
      marked = marked | (found & replies.low);
    }
  });
}

/// `places` must list all blocks.
bool TierSolver::add_layers(const std::vector<MidpointReplies>& replies,
                            std::vector<tier::BlockPlace> places, const ShouldStop& should_stop) {
  const tier::Layer layer = tier::layer_function();
  int most_plies_of_replies = 0;
  for (const MidpointReplies& reply : replies) {
    most_plies_of_replies = std::max(most_plies_of_replies, reply.slice.most_plies);
  }
  std::vector<std::uint8_t> is_open(places.size());
  int idle = 0;  // layers in a row that decided nothing
  sweep_count_ = 0;
  for (int ply = 1; idle < 2 || ply <= most_plies_of_replies + 1; ++ply) {
    if (should_stop()) return false;
    for (const MidpointReplies& reply : replies) {
      for (const tier::BlockPlace& place : reply.places) table_.keeps()[place.block] = {};
    }
    for (const MidpointReplies& reply : replies) enter_replies(reply, ply);
    std::atomic<bool> has_changed{false};
    parallel_for(threads_, places.size(), kGrain, [&](std::size_t begin, std::size_t end) {
      if (layer(rules_, table_.blocks(), table_.keeps(), codes_.data(), ply, &places[begin],
                end - begin, &is_open[begin])) {
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
  return true;
}

}  // namespace onyx
