#include "solver/proof_number/strategy_ranks.h"

#include <algorithm>

namespace onyx::proof_number {

template <int W>
int plies_of_short_win(const Board<W>& board, const Position<W>& position) {
  const Outlook<W> outlook = outlook_of(board, position);
  return outlook.forecast == Outlook<W>::Forecast::win ? outlook.plies : 0;
}

template <int W>
auto Replies<W>::to(const Position<W>& after) -> std::span<const Reply> {
  replies_.clear();
  look_ahead_.from(after);
  placements(board_, after).for_each([&](Place place) {
    const Position<W> next = look_ahead_.successor(place);
    replies_.push_back({place, next, pack(next)});
    moves_.prefetch(replies_.back().packed);
  });
  return replies_;
}

template <int W>
std::vector<PackedPosition<W>> find_ranks(const Board<W>& board, MoveTable<W>& moves,
                                          Replies<W>& replies, const Stop& stop, End& end) {
  struct Frame {
    PackedPosition<W> position;
    StrategyMove* entry;
    Position<W> after;
    PlaceSet<W> replies;  // to positions that had no rank yet when this one was visited
    int rank = 1;
    bool is_endless = false;
  };
  std::vector<PackedPosition<W>> endless;
  std::vector<Frame> stack;
  std::uint64_t visited = 0;  // those that have their ranks already included
  moves.for_each([&](const PackedPosition<W>&, const StrategyMove& entry) {
    visited += entry.rank != kUnknownRank ? 1 : 0;
  });
  const auto take = [](Frame& frame, int plies) {
    if (plies > kMostRank) {
      frame.is_endless = true;
    } else {
      frame.rank = std::max(frame.rank, plies + 2);
    }
  };
  const auto visit = [&](const PackedPosition<W>& packed, StrategyMove& entry) {
    if (visited++ % kBetweenLooks == 0) {
      if (stop.progress) stop.progress({moves.size(), visited, 0, Reached::Phase::deciding});
      end = stop.met().value_or(End::complete);
    }
    entry.rank = kOpenRank;
    stack.push_back({packed, &entry, successor(board, unpack(packed), entry.move), {}});
    Frame& frame = stack.back();
    if (is_finished(board, frame.after)) return;
    for (const auto& reply : replies.to(frame.after)) {
      const StrategyMove* const next = moves.find(reply.packed);
      if (next != nullptr && next->rank == kUnknownRank) {
        frame.replies.add(reply.place);
      } else {
        take(frame, next != nullptr ? next->rank : replies.outlook_after(reply).plies);
      }
    }
  };
  moves.for_each([&](const PackedPosition<W>& start, StrategyMove& first) {
    if (end != End::complete || first.rank != kUnknownRank) return;
    visit(start, first);
    while (!stack.empty() && end == End::complete) {
      Frame& frame = stack.back();
      if (frame.replies.empty()) {
        const int rank = std::min<int>(frame.rank, kMostRank);
        frame.entry->rank = frame.is_endless ? kEndlessRank : static_cast<std::uint16_t>(rank);
        if (frame.is_endless) endless.push_back(frame.position);
        stack.pop_back();
        continue;
      }
      const Place reply = frame.replies.lowest();
      const PackedPosition<W> next = pack(successor(board, frame.after, reply));
      StrategyMove& entry = moves.at(next);
      if (entry.rank == kUnknownRank) {
        visit(next, entry);  // and look at this reply again afterwards
      } else {
        frame.replies.remove(reply);
        take(frame, entry.rank);
      }
    }
  });
  return endless;
}

template <int W>
int plies_from(const Board<W>& board, const Position<W>& position,
               const StrategyMoves<W>& strategy) {
  const auto plies_in = [&](const Position<W>& at) {
    const StrategyMove* const entry = strategy.moves.find(pack(at));
    return entry != nullptr ? entry->rank : plies_of_short_win(board, at);
  };
  if (position.to_move == strategy.owner) return plies_in(position);
  int plies = 0;
  for_each_successor(board, position,
                     [&](const Position<W>& next) { plies = std::max(plies, plies_in(next) + 1); });
  return plies;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template int plies_of_short_win(const Board<W>&, const Position<W>&);                           \
  template class Replies<W>;                                                                      \
  template std::vector<PackedPosition<W>> find_ranks(const Board<W>&, MoveTable<W>&, Replies<W>&, \
                                                     const Stop&, End&);                          \
  template int plies_from(const Board<W>&, const Position<W>&, const StrategyMoves<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
