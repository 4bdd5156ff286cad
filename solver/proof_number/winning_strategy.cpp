#include "solver/proof_number/winning_strategy.h"

namespace onyx::proof_number {
namespace {

/// Positions between looks at limits and progress.
constexpr std::uint64_t kBetweenLooks = 1024;

/// The winner's move, found again if it was lost.
template <int W>
std::optional<Verdict<W>> move_in(Searcher<W>& searcher, const Position<W>& position,
                                  const Stop& stop, WinningStrategy<W>& result) {
  if (const PlaceSet<W> wins = winning_moves(searcher.board(), position); wins.any()) {
    Verdict<W> verdict;
    verdict.winner = position.to_move;
    verdict.move = wins.lowest();
    return verdict;
  }
  if (auto verdict = settled(searcher, position)) return verdict;
  ++result.searched;
  Verdict<W> verdict = find_value(searcher, position, stop);
  result.end = verdict.end;
  if (verdict.end != End::complete) return std::nullopt;
  return verdict;
}

/// Follows the winner's moves from the root against all replies.
template <int W>
void follow(Searcher<W>& searcher, const Position<W>& root, const Stop& stop,
            WinningStrategy<W>& result) {
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
    if (winning_moves(board, root).any()) throw WrongTable();
    for_each_successor(board, root, arrive);
  }
  for (std::uint64_t done = 0; !open.empty(); ++done) {
    const Position<W> position = unpack(open.back());
    open.pop_back();
    const auto verdict = move_in(searcher, position, stop, result);
    if (!verdict) return;
    if (verdict->is_draw || verdict->winner != winner ||
        !legal_moves(board, position).has(verdict->move)) {
      throw WrongTable();
    }
    moves.at(pack(position)).move = verdict->move;
    const Position<W> after = successor(board, position, verdict->move);
    if (!is_finished(board, after)) {
      if (winning_moves(board, after).any()) throw WrongTable();
      for_each_successor(board, after, arrive);
    }
    if (done % kBetweenLooks != 0) continue;
    if (stop.progress)
      stop.progress({moves.size(), moves.size() - open.size(), 0, Reached::Phase::finding});
    if (moves.bytes() + open.capacity() * sizeof(open[0]) > stop.bytes) {
      result.end = End::memory_limit;
    }
    if (const auto why = stop.met()) result.end = *why;
    if (result.end != End::complete) return;
  }
}

/// What a rank says while ranks are found; real ones are from 1 to kMostRank.
constexpr std::uint16_t kUnknown = 0;
constexpr std::uint16_t kOpen = 65'535;     // on the stack: to meet it again is a repetition
constexpr std::uint16_t kEndless = 65'534;  // some play from it repeats, or leads to such a one

/// Gives each entry its rank, the longest play from it, or kEndless. Depth first, over an explicit
/// stack. Returns whether none is endless; after a limit, which the result tells, nothing.
template <int W>
bool find_ranks(const Board<W>& board, const Stop& stop, WinningStrategy<W>& result) {
  StrategyMoves<W>& strategy = result.strategy;
  struct Frame {
    StrategyMove* entry;
    Position<W> after;
    PlaceSet<W> replies;  // not yet looked at
    int rank = 1;
    bool is_endless = false;
  };
  std::vector<Frame> stack;
  const auto visit = [&](const PackedPosition<W>& packed, StrategyMove& entry) {
    entry.rank = kOpen;
    const Position<W> after = successor(board, unpack(packed), entry.move);
    stack.push_back({&entry, after, legal_moves(board, after)});
  };
  bool is_in_order = true;
  std::uint64_t looked_at = 0;
  strategy.moves.for_each([&](const PackedPosition<W>& start, StrategyMove& first) {
    if (result.end != End::complete) return;
    if (looked_at++ % kBetweenLooks == 0) result.end = stop.met().value_or(End::complete);
    if (first.rank != kUnknown) return;
    visit(start, first);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.replies.empty()) {
        const int rank = std::min<int>(frame.rank, kMostRank);
        frame.entry->rank = frame.is_endless ? kEndless : static_cast<std::uint16_t>(rank);
        is_in_order = is_in_order && !frame.is_endless;
        stack.pop_back();
        continue;
      }
      const Place reply = frame.replies.lowest();
      const PackedPosition<W> next = pack(successor(board, frame.after, reply));
      StrategyMove& entry = strategy.moves.at(next);
      if (entry.rank == kUnknown) {
        visit(next, entry);  // and look at this reply again afterwards
        continue;
      }
      frame.replies.remove(reply);
      if (entry.rank > kMostRank) {
        frame.is_endless = true;
      } else {
        frame.rank = std::max(frame.rank, entry.rank + 2);
      }
    }
  });
  return is_in_order;
}

}  // namespace

template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const Position<W>& position,
                                    Player winner, const Stop& stop) {
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    WinningStrategy<W> result;
    result.strategy.owner = winner;
    follow(searcher, position, stop, result);
    if (result.end != End::complete) return result;
    const bool is_in_order = find_ranks(searcher.board(), stop, result);
    if (result.end != End::complete) return result;
    if (is_in_order) {
      result.strategy.moves.for_each([&](const PackedPosition<W>&, const StrategyMove& entry) {
        result.plies = std::max<int>(result.plies, entry.rank);
      });
      if (position.to_move != winner) ++result.plies;
      return result;
    }
    searcher.forget();
    const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
    result.strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
      if (entry.rank > kMostRank) return;
      searcher.record(unpack(packed), Player::V, {numbers, entry.rank, entry.move, 1});
    });
  }
  throw TableTooSmall();
}

#define ONYX_INSTANTIATE(W)                                                              \
  template WinningStrategy<W> winning_strategy(Searcher<W>&, const Position<W>&, Player, \
                                               const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
