#include "solver/proof_number/winning_strategy.h"

#include <algorithm>

#include "solver/proof_number/simulation.h"

namespace onyx::proof_number {
namespace {

/// Positions between looks at limits and progress.
constexpr std::uint64_t kBetweenLooks = 1024;

/// Searches without virtual connections as long as it lives. They win, but in no hurry, and all
/// that may happen until then would have to be written down; a search finds forcing moves.
template <int W>
class WithoutConnections {
 public:
  explicit WithoutConnections(Searcher<W>& searcher)
      : searcher_(searcher), did_so_(searcher.use_connections(false)) {}
  ~WithoutConnections() { searcher_.use_connections(did_so_); }
  WithoutConnections(const WithoutConnections&) = delete;
  WithoutConnections& operator=(const WithoutConnections&) = delete;

 private:
  Searcher<W>& searcher_;
  const bool did_so_;
};

/// In how many plies the mover wins, if it is within three; else 0.
template <int W>
int plies_of_short_win(const Board<W>& board, const Position<W>& position) {
  const Outlook<W> outlook = outlook_of(board, position);
  return outlook.forecast == Outlook<W>::Forecast::win ? outlook.plies : 0;
}

/// The winner's move, found again if it was lost.
template <int W>
std::optional<FoundValue<W>> move_in(Searcher<W>& searcher, const Position<W>& position,
                                     const Stop& stop, WinningStrategy<W>& result) {
  if (auto value = settled(searcher, position)) return value;
  ++result.searched;
  FoundValue<W> value = find_value(searcher, position, stop);
  result.end = value.end;
  if (value.end != End::complete) return std::nullopt;
  return value;
}

/// Whether the winner wins within three plies after a reply to the position that `look_ahead` is
/// from. The reply must not connect.
template <int W>
bool is_won_soon(const LookAhead<W>& look_ahead, Place reply, const Position<W>& next) {
  return look_ahead.after(reply, next).forecast == Outlook<W>::Forecast::win;
}

/// How much a move that wins adds to the strategy: positions after a reply that are not in it yet
/// and are not won soon; never more than `most`. No reply may connect.
template <int W>
int additions(const Board<W>& board, LookAhead<W>& look_ahead, const Position<W>& after,
              const MoveTable<W>& moves, int most) {
  int count = 0;
  look_ahead.from(after);
  PlaceSet<W> replies = placements(board, after);
  while (replies.any() && count < most) {
    const Place reply = replies.pop_lowest();
    const Position<W> next = look_ahead.successor(reply);
    if (moves.find(pack(next)) != nullptr || is_won_soon(look_ahead, reply, next)) continue;
    ++count;
  }
  return count;
}

/// Of the moves that are known to win, `found` and others, one that adds least to the strategy.
template <int W>
Place smallest_move(const Searcher<W>& searcher, LookAhead<W>& look_ahead,
                    const Position<W>& position, Place found, const WinningStrategy<W>& result) {
  const Board<W>& board = searcher.board();
  Place best = found;
  int least = board.place_count();
  const auto consider = [&](Place move, const Position<W>& after) {
    if (winning_moves(board, after).any()) throw WrongTable();
    const int added = additions(board, look_ahead, after, result.strategy.moves, least);
    if (added >= least) return;
    least = added;
    best = move;
  };
  consider(found, successor(board, position, found));
  PlaceSet<W> others = placements(board, position);
  others.remove(found);
  while (others.any() && least > 0) {
    const Place move = others.pop_lowest();
    const Position<W> after = successor(board, position, move);
    const auto value = settled(searcher, after);
    if (!value || value->winner != result.strategy.owner) continue;
    consider(move, after);
  }
  return best;
}

/// Sees to it that the winner's moves are known in all of `replies`. Those that virtual connections
/// refute were never searched: what wins after one reply is tried after them first, so that the
/// strategy has the same moves as often as it can. False after a limit.
template <int W>
bool answer(Searcher<W>& searcher, Simulation<W>& simulation,
            const std::vector<Position<W>>& replies, const Stop& stop, WinningStrategy<W>& result) {
  constexpr std::size_t kMostModels = 4;
  constexpr std::uint64_t kMostPositions = 1000;
  std::vector<Position<W>> answered;
  std::vector<Position<W>> open;
  for (const Position<W>& next : replies) {
    (settled(searcher, next) ? answered : open).push_back(next);
  }
  for (const Position<W>& next : open) {
    const std::size_t models = std::min(answered.size(), kMostModels);
    const bool is_alike = std::any_of(
        answered.end() - static_cast<std::ptrdiff_t>(models), answered.end(),
        [&](const Position<W>& model) {
          return simulation.plies_of_win(next, model, result.strategy.owner, kMostPositions) > 0;
        });
    if (!is_alike && !move_in(searcher, next, stop, result)) return false;
    answered.push_back(next);
  }
  return true;
}

/// Of a strategy that has its ranks, the move in a position from which no play repeats, if it is
/// one: then the strategy has all that follows, too.
template <int W>
std::optional<Place> move_in_order(const MoveTable<W>& strategy,
                                   const PackedPosition<W>& position) {
  const StrategyMove* const entry = strategy.find(position);
  if (entry == nullptr || entry->rank > kMostRank) return std::nullopt;
  return entry->move;
}

/// Follows the winner's moves from the root against all replies. If `chooses`, moves that keep the
/// strategy small take the place of those that the search has chosen. What is in order in `before`,
/// an earlier strategy, is taken over.
template <int W>
void follow(Searcher<W>& searcher, const Position<W>& root, const Stop& stop, bool chooses,
            const MoveTable<W>& before, WinningStrategy<W>& result) {
  const Board<W>& board = searcher.board();
  const Player winner = result.strategy.owner;
  auto& moves = result.strategy.moves;
  Techniques techniques;
  techniques.connections = false;
  LookAhead<W> look_ahead(board, techniques);
  Simulation<W> simulation(searcher, look_ahead, Player::V, [] { return false; });
  std::vector<PackedPosition<W>> open;
  // To the last move, but those after which the winner wins soon or by what is in order already.
  std::vector<Position<W>> replies;
  const auto arrive = [&](const Position<W>& position) {
    const PackedPosition<W> packed = pack(position);
    if (!move_in_order(before, packed)) replies.push_back(position);
    if (moves.try_emplace(packed).second) open.push_back(packed);
  };
  const auto arrive_after_replies_to = [&](const Position<W>& after) {
    if (winning_moves(board, after).any()) throw WrongTable();
    replies.clear();
    look_ahead.from(after);
    placements(board, after).for_each([&](Place reply) {
      const Position<W> next = look_ahead.successor(reply);
      if (!is_won_soon(look_ahead, reply, next)) arrive(next);
    });
  };
  if (root.to_move != winner) {
    arrive_after_replies_to(root);
  } else if (plies_of_short_win(board, root) == 0) {
    arrive(root);
  }
  for (std::uint64_t done = 0; !open.empty(); ++done) {
    const PackedPosition<W> packed = open.back();
    open.pop_back();
    const Position<W> position = unpack(packed);
    std::optional<Place> move = move_in_order(before, packed);
    if (!move) {
      const auto value = move_in(searcher, position, stop, result);
      if (!value) return;
      if (value->is_draw || value->winner != winner ||
          !legal_moves(board, position).has(value->move)) {
        throw WrongTable();
      }
      move = chooses ? smallest_move(searcher, look_ahead, position, value->move, result)
                     : value->move;
    }
    moves.at(packed).move = *move;
    const Position<W> after = successor(board, position, *move);
    if (!is_finished(board, after)) {
      arrive_after_replies_to(after);
      if (!answer(searcher, simulation, replies, stop, result)) return;
    }
    if (done % kBetweenLooks != 0) continue;
    if (stop.progress)
      stop.progress({moves.size(), moves.size() - open.size(), 0, Reached::Phase::finding});
    if (before.bytes() + moves.bytes() + open.capacity() * sizeof(open[0]) > stop.bytes) {
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
      const Position<W> next = successor(board, frame.after, reply);
      StrategyMove* const entry = strategy.moves.find(pack(next));
      if (entry != nullptr && entry->rank == kUnknown) {
        visit(pack(next), *entry);  // and look at this reply again afterwards
        continue;
      }
      frame.replies.remove(reply);
      const int plies = entry != nullptr ? entry->rank : plies_of_short_win(board, next);
      if (plies > kMostRank) {
        frame.is_endless = true;
      } else {
        frame.rank = std::max(frame.rank, plies + 2);
      }
    }
  });
  return is_in_order;
}

/// The longest play of a strategy that has its ranks.
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

}  // namespace

template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const Position<W>& position,
                                    Player winner, const Stop& stop) {
  constexpr int kMostRounds = 8;
  const WithoutConnections without(searcher);
  MoveTable<W> before;
  for (int round = 0; round < kMostRounds; ++round) {
    WinningStrategy<W> result;
    result.strategy.owner = winner;
    // Moves of the search's own choice lead to positions that are nearer the end; others may not.
    const bool chooses = round == 0;
    follow(searcher, position, stop, chooses, before, result);
    if (result.end != End::complete) return result;
    const bool is_in_order = find_ranks(searcher.board(), stop, result);
    if (result.end != End::complete) return result;
    if (is_in_order) {
      result.plies = plies_from(searcher.board(), position, result.strategy);
      return result;
    }
    before = std::move(result.strategy.moves);
    if (chooses) continue;
    searcher.forget();
    const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
    before.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
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
