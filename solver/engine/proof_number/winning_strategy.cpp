#include "solver/engine/proof_number/winning_strategy.h"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/assert.h"
#include "core/base/parallel_each.h"
#include "core/base/shared_stop.h"
#include "core/legality.h"
#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/engine/proof_number/strategy_writer.h"

namespace onyx::proof_number {
namespace {

/// Replaces moves of endless entries, where possible, by moves that lead only to entries in order
/// (strategy_ranks.h) or to wins within three plies. Leaves only the entries without such a move in
/// `endless`. Keeps the moves in `kept`.
template <int W>
End take_ordered_moves(const WideBoard<W>& board, const MoveTable<W>& kept, MoveTable<W>& moves,
                       std::vector<PackedPosition<W>>& endless, const Stop& stop) {
  End end = End::complete;
  Replies<W> replies(board, moves);
  std::uint64_t looked_at = 0;
  const auto take_one = [&](const PackedPosition<W>& packed) {
    if (looked_at++ % kBetweenLooks == 0) end = stop.met().value_or(End::complete);
    if (end != End::complete) return false;
    const WidePosition<W> position = unpack(packed);
    const StrategyMove* const own = kept.find(packed);
    PlaceSet<W> untried = own ? PlaceSet<W>::single(own->move) : placements(board, position);
    while (untried.any()) {
      const Place move = untried.pop_lowest();
      const WidePosition<W> after = successor(board, position, move);
      if (winning_moves(board, after).any()) continue;
      const auto rank = replies.rank_before(after);
      if (!rank) continue;
      ONYX_ASSERT(*rank >= 1);
      moves.at(packed) = {move, *rank};
      return true;
    }
    return false;
  };
  // An entry with a new move is in order, so other entries may now have a move that leads to it.
  while (std::erase_if(endless, take_one) > 0) continue;
  return end;
}

/// Removes unreachable entries and resets all ranks. Removes nothing after a limit.
template <int W>
End keep_reached(const WideBoard<W>& board, const WidePosition<W>& position, int threads,
                 StrategyMoves<W>& strategy, const Stop& stop) {
  constexpr std::uint16_t kReached = 65'535;  // not a real rank
  MoveTable<W>& moves = strategy.moves;
  SharedStop limits(stop, kBetweenLooks);
  const auto reach = [&](const PackedPosition<W>& packed, const auto& open) {
    StrategyMove* const entry = moves.find(packed);
    if (entry == nullptr) return;
    if (std::atomic_ref(entry->rank).exchange(kReached, std::memory_order_relaxed) != kReached) {
      open(packed);
    }
  };
  const auto reach_after = [&](const WidePosition<W>& after, const auto& open) {
    std::vector<PackedPosition<W>> replies;
    for_each_successor(board, after, [&](const WidePosition<W>& next) {
      replies.push_back(pack(next));
      moves.prefetch(replies.back());
    });
    for (const PackedPosition<W>& reply : replies) reach(reply, open);
  };
  std::vector<PackedPosition<W>> start;
  const auto start_with = [&](const PackedPosition<W>& packed) { start.push_back(packed); };
  if (position.to_move == strategy.owner) {
    reach(pack(position), start_with);
  } else {
    reach_after(position, start_with);
  }
  parallel_for_each(threads, start, [&](const PackedPosition<W>& packed, const auto& open) {
    const WidePosition<W> after = successor(board, unpack(packed), moves.at(packed).move);
    if (!is_finished(board, after)) reach_after(after, open);
    limits.step([&] { return Reached{moves.size(), limits.steps(), 0, Reached::Phase::deciding}; });
    return !limits.is_over();
  });
  if (!limits.is_over()) {
    moves.keep_if([](const auto& entry) { return entry.move.rank == kReached; });
    moves.for_each([](const auto&, StrategyMove& entry) { entry.rank = kUnknownRank; });
  }
  return limits.why();
}

}  // namespace

template <int W>
Proof<W> winning_strategy(Searcher<W>& searcher, const WidePosition<W>& position, Player winner,
                          const Stop& stop, StrategyDraft<W> draft) {
  constexpr int kMostRounds = 8;
  const WideBoard<W>& board = searcher.board();
  ONYX_ASSERT(can_go_on(board, position));
  // Play by virtual connections wins slowly and needs many entries; a search finds forcing moves.
  const auto restore = [uses = searcher.use_connections(false)](Searcher<W>* changed) {
    changed->use_connections(uses);
  };
  const std::unique_ptr<Searcher<W>, decltype(restore)> without_connections(&searcher, restore);
  Proof<W> result;
  StrategyMoves<W>& strategy = result.strategies.emplace_back();
  strategy.owner = winner;
  MoveTable<W>& moves = strategy.moves = std::move(draft.begun);
  // Play under the new strategy may not reach all entries of the earlier attempt.
  bool is_changed = moves.size() > 0;
  StrategyWriter<W> writer(searcher, stop, strategy, draft.preferred);
  if (draft.save) writer.save_every(draft.between_saves, [&] { draft.save(strategy); });
  writer.start(position);
  const auto goes_on = [&](End end) {
    result.end = end;
    return end == End::complete;
  };
  for (int round = 0; round < kMostRounds; ++round) {
    // Round 0 seeks moves that add few positions. Later rounds use moves that bring the win nearer.
    const End end = writer.follow(/*chooses=*/round == 0);
    result.searched = writer.searched();
    if (!goes_on(end)) return result;
    std::vector<PackedPosition<W>> endless = find_ranks(
        board, moves, searcher.threads() > 1 ? Threads::all : Threads::one, stop, result.end);
    if (!goes_on(result.end)) return result;
    is_changed = is_changed || !endless.empty();
    // If play with the preferred moves still does not end, drop these moves.
    if (round == kMostRounds / 2) draft.preferred = MoveTable<W>();
    if (!goes_on(take_ordered_moves(board, draft.preferred, moves, endless, stop))) return result;
    if (endless.empty()) {
      result.plies = plies_from(board, position, strategy);
      ONYX_ASSERT(result.plies > 0);
      if (is_changed) {
        result.end = keep_reached(board, position, searcher.threads(), strategy, stop);
      }
      return result;
    }
    if (round > 0) {
      searcher.forget();
      const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
      moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
        if (!is_in_order(entry.rank)) return;
        searcher.record(unpack(packed), Player::V, {numbers, entry.rank, entry.move, 1});
      });
    }
    for (const PackedPosition<W>& entry : endless) {
      moves.at(entry).rank = kUnknownRank;
      writer.open(entry);
    }
  }
  result.end = End::memory_limit;
  return result;
}

template <int W>
void record_strategy(Searcher<W>& searcher, const WidePosition<W>& start,
                     const StrategyMoves<W>& strategy) {
  const WideBoard<W>& board = searcher.board();
  if (is_finished(board, start)) return;
  // The assumed work grows with the length of the play, so that a full table keeps long wins.
  const auto record = [&](const WidePosition<W>& position, int plies, Place move) {
    searcher.record(
        position, strategy.owner,
        {Numbers::proved(), plies < kMostRank ? static_cast<std::uint16_t>(plies) : kPliesUnknown,
         move, std::uint32_t{1} << std::min(plies, 30)});
  };
  strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
    record(unpack(packed), entry.rank, entry.move);
  });
  if (start.to_move != strategy.owner) {
    record(start, plies_from(board, start, strategy), placements(board, start).lowest());
  }
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template Proof<W> winning_strategy(Searcher<W>&, const WidePosition<W>&, Player, const Stop&, \
                                     StrategyDraft<W>);                                         \
  template void record_strategy(Searcher<W>&, const WidePosition<W>&, const StrategyMoves<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
