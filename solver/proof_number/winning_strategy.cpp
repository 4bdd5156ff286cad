#include "solver/proof_number/winning_strategy.h"

#include <algorithm>
#include <span>

#include "solver/proof_number/simulation.h"
#include "solver/proof_number/strategy_ranks.h"

namespace onyx::proof_number {
namespace {

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

/// Whether all play from an entry is in the strategy, and ends.
bool is_in_order(const StrategyMove& entry) {
  return entry.rank != kUnknownRank && entry.rank <= kMostRank;
}

/// Builds a strategy: follow() until all play is in it, find_ranks(), and where play is endless
/// take_ordered_moves() and follow() with other moves. What is in order never changes.
template <int W>
class StrategyBuilder {
 public:
  /// All must outlive it.
  StrategyBuilder(Searcher<W>& searcher, const Stop& stop, WinningStrategy<W>& result)
      : searcher_(searcher),
        board_(searcher.board()),
        stop_(stop),
        result_(result),
        moves_(result.strategy.moves),
        replies_(board_, moves_),
        look_ahead_(board_, techniques_),
        simulation_(searcher, look_ahead_, Player::V, [] { return false; }) {}

  /// Opens where the winner moves first.
  void start(const Position<W>& root) {
    if (root.to_move != result_.strategy.owner) {
      arrive_after_replies_to(root);
    } else if (plies_of_short_win(board_, root) == 0) {
      arrive(root, pack(root));
    }
  }

  /// Follows the winner's moves from all that is open against all replies. If `chooses`, moves that
  /// keep the strategy small take the place of those that the search has chosen.
  void follow(bool chooses);

  /// Gives each entry that has none its rank (strategy_ranks.h). After a limit, which the result
  /// tells, some have none.
  void find_ranks() {
    endless_ = proof_number::find_ranks(board_, moves_, replies_, stop_, result_.end);
  }

  bool is_endless() const { return !endless_.empty(); }

  /// Gives endless entries the moves, known to the search or not, that lead to nothing but what is
  /// in order or won soon, as far as there are such moves. After a limit, not all.
  void take_ordered_moves();

  /// Opens all endless entries again.
  void reopen() {
    for (const PackedPosition<W>& packed : endless_) moves_.at(packed).rank = kUnknownRank;
    open_.insert(open_.end(), endless_.begin(), endless_.end());
    endless_.clear();
  }

 private:
  using Reply = typename Replies<W>::Reply;

  /// Opens a position if the strategy does not have it, and asks for its answer unless all play
  /// from it is in order.
  void arrive(const Position<W>& position, const PackedPosition<W>& packed) {
    const auto [entry, is_new] = moves_.try_emplace(packed);
    if (is_new) open_.push_back(packed);
    if (is_in_order(*entry)) return;
    unanswered_.push_back(position);
    searcher_.prefetch(position);
  }

  /// Sets `unanswered_`. The position must be of a game that goes on, the loser to move.
  void arrive_after_replies_to(const Position<W>& after) {
    if (winning_moves(board_, after).any()) throw WrongTable();
    unanswered_.clear();
    for (const Reply& reply : replies_.to(after)) {
      if (moves_.find(reply.packed) != nullptr || !replies_.is_won_soon(reply)) {
        arrive(reply.next, reply.packed);
      }
    }
  }

  /// How much a move that wins, to this position, adds to the strategy: positions after a reply
  /// that are not in it yet and are not won soon; never more than `most`.
  int additions(const Position<W>& after, int most);
  /// Of the moves that are known to win, `found` and others, one that adds least.
  Place smallest_move(const Position<W>& position, Place found);

  /// The rank of a position if its owner makes this move, and all that may follow is in order.
  std::optional<std::uint16_t> rank_of_ordered(const Position<W>& position, Place move);

  Searcher<W>& searcher_;
  const Board<W>& board_;
  const Stop& stop_;
  WinningStrategy<W>& result_;
  MoveTable<W>& moves_;
  Replies<W> replies_;
  const Techniques techniques_{.connections = false};
  LookAhead<W> look_ahead_;
  Simulation<W> simulation_;
  std::vector<PackedPosition<W>> open_;     // entries whose moves are still to be found
  std::vector<PackedPosition<W>> endless_;  // all entries with kEndlessRank
  // After replies to the last move, but those from which all is in order already.
  std::vector<Position<W>> unanswered_;
};

template <int W>
int StrategyBuilder<W>::additions(const Position<W>& after, int most) {
  if (winning_moves(board_, after).any()) throw WrongTable();
  int count = 0;
  for (const Reply& reply : replies_.to(after)) {
    if (count == most) break;
    if (moves_.find(reply.packed) == nullptr && !replies_.is_won_soon(reply)) ++count;
  }
  return count;
}

template <int W>
Place StrategyBuilder<W>::smallest_move(const Position<W>& position, Place found) {
  Place best = found;
  int least = additions(successor(board_, position, found), board_.place_count());
  if (least == 0) return best;
  std::vector<std::pair<Place, Position<W>>> others;
  placements(board_, position).for_each([&](Place move) {
    if (move == found) return;
    others.emplace_back(move, successor(board_, position, move));
    searcher_.prefetch(others.back().second);
  });
  for (const auto& [move, after] : others) {
    const auto value = settled(searcher_, after);
    if (!value || value->winner != result_.strategy.owner) continue;
    const int added = additions(after, least);
    if (added >= least) continue;
    least = added;
    best = move;
    if (least == 0) break;
  }
  return best;
}

template <int W>
void StrategyBuilder<W>::follow(bool chooses) {
  for (std::uint64_t done = 0; !open_.empty(); ++done) {
    const PackedPosition<W> packed = open_.back();
    open_.pop_back();
    const Position<W> position = unpack(packed);
    const auto value = move_in(searcher_, position, stop_, result_);
    if (!value) return;
    if (value->is_draw || value->winner != result_.strategy.owner ||
        !legal_moves(board_, position).has(value->move)) {
      throw WrongTable();
    }
    const Place move = chooses ? smallest_move(position, value->move) : value->move;
    moves_.at(packed).move = move;
    const Position<W> after = successor(board_, position, move);
    if (!is_finished(board_, after)) {
      arrive_after_replies_to(after);
      if (!answer(searcher_, simulation_, unanswered_, stop_, result_)) return;
    }
    if (done % kBetweenLooks != 0) continue;
    if (stop_.progress)
      stop_.progress({moves_.size(), moves_.size() - open_.size(), 0, Reached::Phase::finding});
    if (moves_.bytes() + open_.capacity() * sizeof(open_[0]) > stop_.bytes) {
      result_.end = End::memory_limit;
    }
    if (const auto why = stop_.met()) result_.end = *why;
    if (result_.end != End::complete) return;
  }
}

template <int W>
std::optional<std::uint16_t> StrategyBuilder<W>::rank_of_ordered(const Position<W>& position,
                                                                 Place move) {
  const Position<W> after = successor(board_, position, move);
  if (winning_moves(board_, after).any()) return std::nullopt;
  int rank = 1;
  for (const Reply& reply : replies_.to(after)) {
    if (const StrategyMove* const entry = moves_.find(reply.packed)) {
      if (!is_in_order(*entry)) return std::nullopt;
      rank = std::max(rank, entry->rank + 2);
    } else {
      const Outlook<W> outlook = replies_.outlook_after(reply);
      if (outlook.forecast != Outlook<W>::Forecast::win) return std::nullopt;
      rank = std::max(rank, outlook.plies + 2);
    }
  }
  return static_cast<std::uint16_t>(std::min<int>(rank, kMostRank));
}

template <int W>
void StrategyBuilder<W>::take_ordered_moves() {
  std::uint64_t looked_at = 0;
  const auto take_one = [&](const PackedPosition<W>& packed) {
    if (looked_at++ % kBetweenLooks == 0) result_.end = stop_.met().value_or(End::complete);
    if (result_.end != End::complete) return false;
    const Position<W> position = unpack(packed);
    PlaceSet<W> untried = placements(board_, position);
    while (untried.any()) {
      const Place move = untried.pop_lowest();
      const auto rank = rank_of_ordered(position, move);
      if (!rank) continue;
      moves_.at(packed) = {move, *rank};
      return true;
    }
    return false;
  };
  // What one entry gains, others may then lead to.
  while (std::erase_if(endless_, take_one) > 0) {
  }
}

/// Leaves out what play under the strategy no longer comes to.
template <int W>
void keep_reached(const Board<W>& board, const Position<W>& position, StrategyMoves<W>& strategy) {
  MoveTable<W> reached;
  walk(board, position, strategy.owner, [&](const Position<W>& at) -> std::optional<Place> {
    const StrategyMove* const entry = strategy.moves.find(pack(at));
    if (entry == nullptr || !reached.try_emplace(pack(at), *entry).second) return std::nullopt;
    return entry->move;
  });
  strategy.moves = std::move(reached);
}

}  // namespace

template <int W>
WinningStrategy<W> winning_strategy(Searcher<W>& searcher, const Position<W>& position,
                                    Player winner, const Stop& stop) {
  constexpr int kMostRounds = 8;
  const WithoutConnections without(searcher);
  WinningStrategy<W> result;
  result.strategy.owner = winner;
  StrategyBuilder<W> builder(searcher, stop, result);
  builder.start(position);
  bool is_changed = false;
  for (int round = 0; round < kMostRounds; ++round) {
    // Moves of the search's own choice lead to positions that are nearer the end; others may not.
    builder.follow(/*chooses=*/round == 0);
    if (result.end != End::complete) return result;
    builder.find_ranks();
    if (result.end != End::complete) return result;
    is_changed = is_changed || builder.is_endless();
    builder.take_ordered_moves();
    if (result.end != End::complete) return result;
    if (!builder.is_endless()) {
      result.plies = plies_from(searcher.board(), position, result.strategy);
      if (is_changed) keep_reached(searcher.board(), position, result.strategy);
      return result;
    }
    if (round > 0) {
      searcher.forget();
      const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
      result.strategy.moves.for_each(
          [&](const PackedPosition<W>& packed, const StrategyMove& entry) {
            if (!is_in_order(entry)) return;
            searcher.record(unpack(packed), Player::V, {numbers, entry.rank, entry.move, 1});
          });
    }
    builder.reopen();
  }
  throw TableTooSmall();
}

#define ONYX_INSTANTIATE(W)                                                              \
  template WinningStrategy<W> winning_strategy(Searcher<W>&, const Position<W>&, Player, \
                                               const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
