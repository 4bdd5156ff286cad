#include "solver/proof_number/winning_strategy.h"

#include <stdexcept>

namespace onyx::proof_number {
namespace {

template <int W>
using Ranks = std::unordered_map<PackedPosition<W>, int, PackedHash<W>>;

/// The winner's move, found again if it was lost.
template <int W>
std::optional<Verdict<W>> move_in(Searcher<W>& searcher, const Position<W>& position,
                                  const SearchLimits& limits, WinningStrategy<W>& result) {
  if (const PlaceSet<W> wins = winning_moves(searcher.board(), position); wins.any()) {
    Verdict<W> verdict;
    verdict.winner = position.to_move;
    verdict.move = wins.lowest();
    return verdict;
  }
  if (auto verdict = settled(searcher, position)) return verdict;
  ++result.searched;
  Verdict<W> verdict = find_value(searcher, position, limits);
  result.end = verdict.end;
  if (verdict.end != SearchEnd::solved) return std::nullopt;
  return verdict;
}

/// Follows the winner's moves from the root against all replies.
template <int W>
void follow(Searcher<W>& searcher, const Position<W>& root, const SearchLimits& limits,
            const WinningStrategyWatch& watch, WinningStrategy<W>& result) {
  const Board<W>& board = searcher.board();
  const Player winner = result.strategy.owner;
  auto& moves = result.strategy.moves;
  std::vector<PackedPosition<W>> open;
  const auto arrive = [&](const Position<W>& position) {
    const PackedPosition<W> packed = pack(position);
    if (moves.try_emplace(packed).second) open.push_back(packed);
  };
  if (root.to_move == winner) {
    arrive(root);
  } else {
    for_each_successor(board, root, arrive);
  }
  for (std::uint64_t done = 0; !open.empty(); ++done) {
    const Position<W> position = unpack(open.back());
    open.pop_back();
    const auto verdict = move_in(searcher, position, limits, result);
    if (!verdict) return;
    if (verdict->is_draw || verdict->winner != winner) {
      throw std::logic_error("a position of a winning strategy is not won");
    }
    moves[pack(position)].move = verdict->move;
    const Position<W> after = successor(board, position, verdict->move);
    if (!is_finished(board, after)) for_each_successor(board, after, arrive);
    if (done % 1024 == 0) {
      if (watch.progress) watch.progress(moves.size(), open.size());
      if (limits.interrupt != nullptr && *limits.interrupt) result.end = SearchEnd::interrupted;
      if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) {
        result.end = SearchEnd::time_limit;
      }
      if (result.end != SearchEnd::solved) return;
    }
  }
}

/// The longest play from each position of the strategy, where no play from it repeats; the others
/// are left out. Depth first, over an explicit stack.
template <int W>
Ranks<W> ranks_of(const Board<W>& board, const StrategyMoves<W>& strategy) {
  constexpr int kOpen = 0;      // on the stack: to meet it again is a repetition
  constexpr int kEndless = -1;  // some play from it repeats, or leads to such a one
  struct Frame {
    PackedPosition<W> packed;
    Position<W> after;
    PlaceSet<W> replies;  // not yet looked at
    int rank = 1;
  };
  Ranks<W> ranks;
  std::vector<Frame> stack;
  const auto visit = [&](const PackedPosition<W>& packed) {
    ranks[packed] = kOpen;
    const Position<W> after = successor(board, unpack(packed), strategy.moves.at(packed).move);
    stack.push_back({packed, after, legal_moves(board, after)});
  };
  for (const auto& [start, move] : strategy.moves) {
    if (ranks.contains(start)) continue;
    visit(start);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.replies.empty()) {
        ranks[frame.packed] = frame.rank;
        stack.pop_back();
        continue;
      }
      const Place reply = frame.replies.lowest();
      const PackedPosition<W> next = pack(successor(board, frame.after, reply));
      const auto found = ranks.find(next);
      if (found == ranks.end()) {
        visit(next);  // and look at this reply again afterwards
        continue;
      }
      frame.replies.remove(reply);
      const bool is_endless = frame.rank == kEndless || found->second <= kOpen;
      frame.rank = is_endless ? kEndless : std::max(frame.rank, found->second + 2);
    }
  }
  std::erase_if(ranks, [](const auto& entry) { return entry.second == kEndless; });
  return ranks;
}

}  // namespace

template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const Position<W>& position,
                                    Player winner, const SearchLimits& limits,
                                    const WinningStrategyWatch& watch) {
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    WinningStrategy<W> result;
    result.strategy.owner = winner;
    follow(searcher, position, limits, watch, result);
    if (result.end != SearchEnd::solved) return result;
    const Ranks<W> ranks = ranks_of(searcher.board(), result.strategy);
    if (ranks.size() == result.strategy.moves.size()) {
      for (const auto& [packed, rank] : ranks) {
        result.strategy.moves.at(packed).rank = static_cast<std::uint16_t>(std::min(rank, 65'535));
        result.plies = std::max(result.plies, rank);
      }
      if (position.to_move != winner) ++result.plies;
      return result;
    }
    searcher.forget();
    for (const auto& [packed, rank] : ranks) {
      const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
      searcher.record(unpack(packed), Player::V,
                      {numbers, static_cast<std::uint16_t>(std::min(rank, 65'535)),
                       result.strategy.moves.at(packed).move, 1});
    }
  }
  throw std::runtime_error("the table is too small to keep a proof together; give it more memory");
}

#define ONYX_INSTANTIATE(W)                                                              \
  template WinningStrategy<W> winning_strategy(Searcher<W>&, const Position<W>&, Player, \
                                               const SearchLimits&, const WinningStrategyWatch&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
