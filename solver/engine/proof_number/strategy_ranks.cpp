#include "solver/engine/proof_number/strategy_ranks.h"

#include <algorithm>
#include <mutex>

#include "core/base/assert.h"
#include "core/base/shared_stop.h"

namespace onyx::proof_number {

template <int W>
int plies_of_short_win(const WideBoard<W>& board, const WidePosition<W>& position) {
  const Outlook<W> outlook = outlook_of(board, position);
  return outlook.forecast == Forecast::win ? outlook.plies : 0;
}

template <int W>
auto Replies<W>::to(const WidePosition<W>& after) -> std::span<const Reply> {
  ONYX_ASSERT(!is_finished(board_, after) && winning_moves(board_, after).empty());
  replies_.clear();
  look_ahead_.from(after);
  placements(board_, after).for_each([&](Place place) {
    const WidePosition<W> next = look_ahead_.successor(place);
    replies_.push_back({place, next, pack(next)});
    moves_.prefetch(replies_.back().packed);
  });
  return replies_;
}

template <int W>
std::optional<std::uint16_t> Replies<W>::rank_before(const WidePosition<W>& after) {
  int rank = 1;
  for (const Reply& reply : to(after)) {
    std::uint16_t plies = 0;
    if (const StrategyMove* const entry = moves_.find(reply.packed)) {
      plies = rank_now(*entry);
      if (!is_in_order(plies)) return std::nullopt;
    } else {
      const Outlook<W> outlook = outlook_after(reply);
      if (outlook.forecast != Forecast::win) return std::nullopt;
      plies = outlook.plies;
    }
    rank = std::max(rank, plies + 2);
  }
  return static_cast<std::uint16_t>(std::min<int>(rank, kMostRank));
}

namespace {

template <int W>
class RankFinder {
 public:
  using Entry = typename MoveTable<W>::Entry;

  RankFinder(const WideBoard<W>& board, MoveTable<W>& moves, Threads threads, const Stop& stop)
      : board_(board), moves_(moves), threads_(threads), stop_(stop, kBetweenLooks) {}

  End run() {
    std::vector<std::size_t> entries_with;  // counts unranked entries by number of stones
    ranked_ = moves_.size();
    for (const Entry& entry : moves_.slots()) {
      if (!has_no_rank(entry)) continue;
      const std::size_t stones = stones_on(entry.position);
      if (stones >= entries_with.size()) entries_with.resize(stones + 1);
      ++entries_with[stones];
      --ranked_;
    }
    for (std::size_t stones = entries_with.size(); stones-- > 0 && !stop_.is_over();) {
      if (entries_with[stones] > 0) find_with(stones);
    }
    // When an entry gets its rank, entries that wait for this rank may become ready.
    constexpr std::size_t kAtOnce = 256;
    bool is_any_ready = true;
    while (is_any_ready && !waiting_.empty() && !stop_.is_over()) {
      parallel_for(threads_, waiting_.size(), kAtOnce, [&](std::size_t i, std::size_t end) {
        Replies<W> replies(board_, moves_);
        for (; i < end && !stop_.is_over(); ++i) find_rank(*waiting_[i], replies);
      });
      is_any_ready =
          std::erase_if(waiting_, [](const Entry* entry) { return !has_no_rank(*entry); }) > 0;
    }
    ONYX_ASSERT(stop_.is_over() || ranked_ + waiting_.size() == moves_.size());
    return stop_.why();
  }

  const std::vector<Entry*>& left() const { return waiting_; }

 private:
  static bool has_no_rank(const Entry& entry) {
    return entry.probes > 0 && entry.move.rank == kUnknownRank;
  }
  static std::size_t stones_on(const PackedPosition<W>& packed) {
    return static_cast<std::size_t>(unpack(packed).occupied().count());
  }
  void find_with(std::size_t stones) {
    constexpr std::size_t kSlotsAtOnce = 1 << 12;
    const std::span<Entry> slots = moves_.slots();
    parallel_for(threads_, slots.size(), kSlotsAtOnce, [&](std::size_t begin, std::size_t end) {
      Replies<W> replies(board_, moves_);
      std::vector<Entry*> waiting;
      for (Entry& entry : slots.subspan(begin, end - begin)) {
        if (stop_.is_over()) return;
        if (!has_no_rank(entry) || stones_on(entry.position) != stones) continue;
        if (!find_rank(entry, replies)) waiting.push_back(&entry);
      }
      const std::lock_guard lock(adding_);
      waiting_.insert(waiting_.end(), waiting.begin(), waiting.end());
    });
  }

  bool find_rank(Entry& entry, Replies<W>& replies) {
    stop_.step([&] { return Reached{moves_.size(), ranked_, 0, Reached::Phase::deciding}; });
    const WidePosition<W> after = successor(board_, unpack(entry.position), entry.move.move);
    const std::optional<std::uint16_t> rank =
        is_finished(board_, after) ? std::uint16_t{1} : replies.rank_before(after);
    if (!rank) return false;
    ONYX_ASSERT(*rank >= 1 && *rank <= kMostRank);
    std::atomic_ref(entry.move.rank).store(*rank, std::memory_order_relaxed);
    ranked_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  const WideBoard<W>& board_;
  MoveTable<W>& moves_;
  const Threads threads_;
  SharedStop stop_;
  std::vector<Entry*> waiting_;
  std::mutex adding_;  // guards waiting_
  std::atomic<std::uint64_t> ranked_{0};
};

}  // namespace

template <int W>
std::vector<PackedPosition<W>> find_ranks(const WideBoard<W>& board, MoveTable<W>& moves,
                                          Threads threads, const Stop& stop, End& end) {
  RankFinder<W> finder(board, moves, threads, stop);
  end = finder.run();
  std::vector<PackedPosition<W>> endless;
  if (end != End::complete) return endless;
  for (auto* const entry : finder.left()) {
    entry->move.rank = kEndlessRank;
    endless.push_back(entry->position);
  }
  std::sort(endless.begin(), endless.end());
  return endless;
}

template <int W>
int plies_from(const WideBoard<W>& board, const WidePosition<W>& position,
               const StrategyMoves<W>& strategy) {
  const auto plies_in = [&](const WidePosition<W>& at) {
    const StrategyMove* const entry = strategy.moves.find(pack(at));
    return entry != nullptr ? entry->rank : plies_of_short_win(board, at);
  };
  if (position.to_move == strategy.owner) return plies_in(position);
  int plies = 0;
  for_each_successor(board, position, [&](const WidePosition<W>& next) {
    plies = std::max(plies, plies_in(next) + 1);
  });
  return plies;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template int plies_of_short_win(const WideBoard<W>&, const WidePosition<W>&);                   \
  template class Replies<W>;                                                                      \
  template std::vector<PackedPosition<W>> find_ranks(const WideBoard<W>&, MoveTable<W>&, Threads, \
                                                     const Stop&, End&);                          \
  template int plies_from(const WideBoard<W>&, const WidePosition<W>&, const StrategyMoves<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
