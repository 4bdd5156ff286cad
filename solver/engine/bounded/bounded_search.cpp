#include "solver/engine/bounded/bounded_search.h"

#include <functional>

namespace onyx {
namespace {

/// Returns the places where the player may still get a stone: empty places, and opposing stones on
/// a square with an empty midpoint, which the player might capture.
template <int W>
PlaceSet<W> passable_for(const WideBoard<W>& board, const WidePosition<W>& position,
                         Player player) {
  const PlaceSet<W> occupied = position.occupied();
  PlaceSet<W> corners;
  (board.midpoints() - occupied).for_each([&](Place midpoint) {
    corners |= board.neighbours(midpoint);
  });
  return ((board.points() | board.midpoints()) - occupied) | (position.of(other(player)) & corners);
}

/// Returns the places on paths between the player's edges that need at most `turns` more stones.
template <int W>
PlaceSet<W> on_ways(const WideBoard<W>& board, const WidePosition<W>& position, Player player,
                    int turns) {
  const PlaceSet<W> passable = passable_for(board, position, player);
  // Layer i: the places that a stone there and at most i more stones can join to the edge.
  const auto layers_from = [&](const PlaceSet<W>& edge) {
    std::vector<PlaceSet<W>> layers;
    PlaceSet<W> stones = position.of(player);
    for (int i = 0; i < turns; ++i) {
      layers.push_back(halo(board, stones, edge) & passable);
      stones |= layers.back();
    }
    return layers;
  };
  const auto from_start = layers_from(board.start_edge(player));
  const auto from_goal = layers_from(board.goal_edge(player));
  PlaceSet<W> found;
  for (std::size_t i = 0; i < from_start.size(); ++i) {
    found |= from_start[i] & from_goal[from_start.size() - 1 - i];
  }
  return found;
}

}  // namespace

template <int W>
int stones_needed(const WideBoard<W>& board, const WidePosition<W>& position, Player player,
                  int most) {
  ONYX_ASSERT(most >= 0);
  const PlaceSet<W> passable = passable_for(board, position, player);
  PlaceSet<W> stones = position.of(player);
  for (int needed = 0; needed <= most; ++needed) {
    const PlaceSet<W> reached = halo(board, stones, board.start_edge(player));
    if ((reached & stones & board.goal_edge(player)).any()) return needed;
    stones |= reached & passable;
  }
  return most + 1;
}

template <int W>
BoundedSearch<W>::BoundedSearch(const WideBoard<W>& board, unsigned table_bits, Looks looks)
    : board_(board), table_(std::size_t{1} << table_bits), table_bits_(table_bits), looks_(looks) {
  ONYX_ASSERT(table_bits > 0 && table_bits < 64);
}

template <int W>
std::optional<Outcome> BoundedSearch<W>::outcome(const WidePosition<W>& position, int plies) {
  limit_ = nodes_ + std::min(node_limit_, UINT64_MAX - nodes_);
  ONYX_ASSERT(is_legal(board_, position) && plies < kMostPlies);
  if (is_finished(board_, position)) return Outcome::decided_in(0);
  try {
    for (int n = 1; n <= plies; ++n) {
      if (is_decided(position, n)) return Outcome::decided_in(static_cast<std::uint16_t>(n));
    }
  } catch (const OutOfNodes&) {
  }
  return std::nullopt;
}

template <int W>
std::optional<bool> BoundedSearch<W>::seen(const WidePosition<W>& position, int plies,
                                           PlaceSet<W>& candidates) const {
  using proof_number::Forecast;
  const bool is_win = plies % 2 == 1;
  const Player attacker = is_win ? position.to_move : other(position.to_move);
  const int turns = (plies + 1) / 2;
  const int needed = stones_needed(board_, position, attacker, turns);
  if (needed > turns) return false;
  if (looks_ == Looks::at_threats || plies < 3) {
    const PlaceSet<W> threats = threats_of(board_, position, other(position.to_move));
    candidates = threats.any() ? proof_number::parries(board_, position, threats)
                               : placements(board_, position);
    return std::nullopt;
  }
  const Outlook outlook = proof_number::outlook_of(board_, position);
  if (outlook.forecast == Forecast::win) return is_win;
  if (outlook.forecast == Forecast::loss && is_win) return false;
  if (outlook.forecast == Forecast::loss && outlook.plies <= plies) return true;
  candidates = outlook.forecast == Forecast::open ? outlook.moves : placements(board_, position);
  if (is_win && needed == turns) candidates &= on_ways(board_, position, attacker, turns);
  return std::nullopt;
}

template <int W>
bool BoundedSearch<W>::is_decided(const WidePosition<W>& position, int plies) {
  count_node();
  const bool is_win = plies % 2 == 1;
  const std::size_t index = is_win ? 0 : 1;
  const PackedPosition<W> key = pack(position);
  if (plies > 1) __builtin_prefetch(&table_[bucket_of(key)]);
  const Player mover = position.to_move;
  if (winning_moves(board_, position).any()) return is_win;
  if (plies <= 1) return false;
  // A move takes only places and stones from the opponent, so it gives the opponent no new threat.
  if (plies == 2 && threats_of(board_, position, other(mover)).empty()) return false;
  SmallPlace first = kNoMove;
  if (const Entry* const known = find(key)) {
    if (known->wins[index] <= plies) return true;
    if (known->not_within[index] >= plies) return false;
    first = known->move[index];
  }
  PlaceSet<W> candidates;
  const std::optional<bool> at_once = seen(position, plies, candidates);
  bool result = at_once.value_or(!is_win);
  Place move = kNoMove;
  if (!at_once) {
    std::array<Place, kPlaces> moves;
    const int count = order(candidates, mover, first, moves);
    for (int i = 0; i < count && result != is_win; ++i) {
      move = moves[static_cast<std::size_t>(i)];
      result = is_decided(successor(board_, position, move), plies - 1);
    }
  }
  store(key, index, plies, result, result == is_win ? move : Place{kNoMove});
  return result;
}

template <int W>
int BoundedSearch<W>::order(PlaceSet<W> candidates, Player mover, SmallPlace first,
                            std::array<Place, kPlaces>& moves) const {
  int count = 0;
  if (first != kNoMove && candidates.has(first)) {
    moves[0] = first;
    count = 1;
    candidates.remove(first);
  }
  // Pack worth and place into one number, to sort by descending worth, then ascending place.
  const auto& worth = history_[index_of(mover)];
  constexpr unsigned kPlaceBits = 16;
  constexpr std::uint64_t kLast = (1U << kPlaceBits) - 1;
  std::array<std::uint64_t, kPlaces> ranks;
  std::size_t others = 0;
  candidates.for_each([&](Place place) {
    ranks[others++] = (std::uint64_t{worth[place]} << kPlaceBits) | (kLast - std::uint64_t{place});
  });
  std::sort(ranks.begin(), ranks.begin() + others, std::greater());
  for (std::size_t i = 0; i < others; ++i) {
    moves[static_cast<std::size_t>(count++)] = static_cast<Place>(kLast - (ranks[i] & kLast));
  }
  return count;
}

template <int W>
void BoundedSearch<W>::store(const PackedPosition<W>& key, std::size_t index, int plies,
                             bool does_win, Place move) {
  ONYX_ASSERT(plies >= 2 && plies < kMostPlies);
  Entry* entry = find(key);
  if (entry == nullptr) {
    entry = &table_[bucket_of(key)];
    if (entry->depth > plies) {
      ++entry;
    } else {
      entry[1] = entry[0];
    }
    *entry = Entry{};
    entry->key = key;
  }
  const auto within = static_cast<std::uint8_t>(plies);
  if (does_win) {
    entry->wins[index] = std::min(entry->wins[index], within);
  } else {
    entry->not_within[index] = std::max(entry->not_within[index], within);
  }
  ONYX_ASSERT(entry->not_within[index] < entry->wins[index]);
  entry->depth = std::max(entry->depth, within);
  if (move == kNoMove) return;
  entry->move[index] = static_cast<SmallPlace>(move);
  const bool h_moves = (key.words.back() & kSideBit) != 0;
  history_[h_moves ? 1 : 0][move] += static_cast<std::uint32_t>(plies * plies);
}

#define ONYX_INSTANTIATE(W)        \
  template class BoundedSearch<W>; \
  template int stones_needed(const WideBoard<W>&, const WidePosition<W>&, Player, int);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
