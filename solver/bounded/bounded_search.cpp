#include "solver/bounded/bounded_search.h"

#include <algorithm>
#include <functional>
#include <set>

#include "core/notation.h"
#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

/// The opponent's stones that a capture could ever remove: those on a corner of a square whose
/// midpoint is empty. (A taken midpoint stays taken.)
SmallSet capturable(const SmallBoard& board, const SmallPosition& position, Player owner) {
  const SmallSet occupied = position.occupied();
  SmallSet corners;
  (board.midpoints() - occupied).for_each([&](Place midpoint) {
    corners |= board.neighbours(midpoint);
  });
  return position.of(owner) & corners;
}

/// The moves worth looking at: all that stop every threat of the other side, if there is one.
SmallSet moves_against(const SmallBoard& board, const SmallPosition& position,
                       const SmallSet& threats) {
  return threats.any() ? proof_number::parries(board, position, threats)
                       : placements(board, position);
}

}  // namespace

int stones_needed(const SmallBoard& board, const SmallPosition& position, Player player, int most) {
  const SmallSet passable = ((board.points() | board.midpoints()) - position.occupied()) |
                            capturable(board, position, other(player));
  SmallSet stones = position.of(player);
  for (int needed = 0; needed <= most; ++needed) {
    const SmallSet reached = halo(board, stones, board.start_edge(player));
    if ((reached & stones & board.goal_edge(player)).any()) return needed;
    stones |= reached & passable;
  }
  return most + 1;
}

BoundedSearch::BoundedSearch(const SmallBoard& board, unsigned table_bits)
    : board_(board), table_(std::size_t{1} << table_bits), table_bits_(table_bits) {}

void BoundedSearch::clear() {
  std::fill(table_.begin(), table_.end(), Entry{});
  history_ = {};
  nodes_ = 0;
}

std::optional<bool> BoundedSearch::wins_within(const SmallPosition& position, int plies) {
  limit_ = nodes_ + std::min(node_limit_, UINT64_MAX - nodes_);
  try {
    return win(position, plies);
  } catch (const OutOfNodes&) {
    return std::nullopt;
  }
}

std::optional<bool> BoundedSearch::loses_within(const SmallPosition& position, int plies) {
  limit_ = nodes_ + std::min(node_limit_, UINT64_MAX - nodes_);
  try {
    return lose(position, plies);
  } catch (const OutOfNodes&) {
    return std::nullopt;
  }
}

std::optional<Outcome> BoundedSearch::outcome(const SmallPosition& position, int plies) {
  limit_ = nodes_ + std::min(node_limit_, UINT64_MAX - nodes_);
  if (is_finished(board_, position)) return Outcome::decided_in(0);
  try {
    for (int n = 1; n <= plies; ++n) {
      const bool is_decided = n % 2 == 1 ? win(position, n) : lose(position, n);
      if (is_decided) return Outcome::decided_in(static_cast<std::uint16_t>(n));
    }
  } catch (const OutOfNodes&) {
  }
  return std::nullopt;
}

/// The side to move connects within `plies`, which is odd.
bool BoundedSearch::win(const SmallPosition& position, int plies) {
  count_node();
  const PackedPosition<1> key = pack(position);
  if (plies > 1) fetch(key);
  const Player mover = position.to_move;
  if (winning_moves(board_, position).any()) return true;
  if (plies <= 1) return false;
  std::uint8_t first = kNoMove;
  if (const Entry* const known = find(key)) {
    if (known->wins[0] <= plies) return true;
    if (known->not_within[0] >= plies) return false;
    first = known->move[0];
  }
  const int turns = (plies + 1) / 2;
  bool does_win = false;
  Place move = kNoMove;
  if (stones_needed(board_, position, mover, turns) <= turns) {
    const SmallSet threats = threats_of(board_, position, other(mover));
    const SmallSet candidates = moves_against(board_, position, threats);
    std::array<Place, kMostSmallPlaces> moves;
    const int count = order(candidates, mover, first, moves);
    for (int i = 0; i < count && !does_win; ++i) {
      move = moves[static_cast<std::size_t>(i)];
      does_win = lose(successor(board_, position, move), plies - 1);
    }
  }
  store(key, 0, plies, does_win, move);
  return does_win;
}

/// The side to move cannot keep the other from connecting within `plies`, which is even.
bool BoundedSearch::lose(const SmallPosition& position, int plies) {
  count_node();
  const PackedPosition<1> key = pack(position);
  fetch(key);
  const Player mover = position.to_move;
  if (winning_moves(board_, position).any()) return false;
  const SmallSet threats = threats_of(board_, position, other(mover));
  // A stone of the mover's takes places and stones away from the other, and gives him none.
  if (plies <= 2 && threats.empty()) return false;
  std::uint8_t first = kNoMove;
  if (const Entry* const known = find(key)) {
    if (known->wins[1] <= plies) return true;
    if (known->not_within[1] >= plies) return false;
    first = known->move[1];
  }
  const int turns = plies / 2;
  bool does_lose = stones_needed(board_, position, other(mover), turns) <= turns;
  Place move = kNoMove;
  if (does_lose) {
    const SmallSet candidates = moves_against(board_, position, threats);
    std::array<Place, kMostSmallPlaces> moves;
    const int count = order(candidates, mover, first, moves);
    for (int i = 0; i < count && does_lose; ++i) {
      move = moves[static_cast<std::size_t>(i)];
      does_lose = win(successor(board_, position, move), plies - 1);
    }
  }
  store(key, 1, plies, does_lose, does_lose ? Place{kNoMove} : move);
  return does_lose;
}

int BoundedSearch::order(SmallSet candidates, Player mover, std::uint8_t first,
                         std::array<Place, kMostSmallPlaces>& moves) const {
  int count = 0;
  if (first != kNoMove && candidates.has(first)) {
    moves[0] = first;
    count = 1;
    candidates.remove(first);
  }
  // By worth, then by place: sorted as numbers, which takes no memory of its own.
  const auto& worth = history_[static_cast<std::size_t>(index_of(mover))];
  std::array<std::uint64_t, kMostSmallPlaces> ranks;
  std::size_t others = 0;
  candidates.for_each([&](Place place) {
    ranks[others++] = (std::uint64_t{worth[place]} << 8) | (kNoMove - std::uint64_t{place});
  });
  std::sort(ranks.begin(), ranks.begin() + others, std::greater());
  for (std::size_t i = 0; i < others; ++i) {
    moves[static_cast<std::size_t>(count++)] = static_cast<Place>(kNoMove - (ranks[i] & 0xff));
  }
  return count;
}

std::size_t BoundedSearch::bucket_of(const PackedPosition<1>& key) const {
  // Multiplicative mixing; it need not be good, only the same everywhere.
  std::uint64_t hash = key.words[0] * 0x9e3779b97f4a7c15ULL ^ (key.words[1] + (key.words[0] >> 29));
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ULL;
  return static_cast<std::size_t>(hash >> (64 - table_bits_)) & ~std::size_t{1};
}

void BoundedSearch::fetch(const PackedPosition<1>& key) const {
  __builtin_prefetch(&table_[bucket_of(key)]);
}

BoundedSearch::Entry* BoundedSearch::find(const PackedPosition<1>& key) {
  Entry* const bucket = &table_[bucket_of(key)];
  if (bucket[0].depth != 0 && bucket[0].key == key) return &bucket[0];
  if (bucket[1].depth != 0 && bucket[1].key == key) return &bucket[1];
  return nullptr;
}

void BoundedSearch::store(const PackedPosition<1>& key, int who, int plies, bool does_win,
                          Place move) {
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
  const auto index = static_cast<std::size_t>(who);
  const auto within = static_cast<std::uint8_t>(plies);
  if (does_win) {
    entry->wins[index] = std::min(entry->wins[index], within);
  } else {
    entry->not_within[index] = std::max(entry->not_within[index], within);
  }
  entry->depth = std::max(entry->depth, within);
  // The mover wins by a move, or it stops the other one's win: both are worth trying first again.
  const bool did_mover_succeed = does_win == (who == 0);
  if (!did_mover_succeed || move == kNoMove) return;
  entry->move[index] = static_cast<std::uint8_t>(move);
  const bool h_moves = (key.words[1] & kSideBit) != 0;
  history_[h_moves ? 1 : 0][move] += static_cast<std::uint32_t>(plies * plies);
}

void BoundedSearch::count_node() {
  constexpr std::uint64_t kLookEvery = 1024;
  if (++nodes_ > limit_) throw OutOfNodes();
  if (nodes_ % kLookEvery == 0 && interrupt_.has_come()) {
    throw OutOfNodes();
  }
}

std::optional<Certificate> BoundedSearch::certify(const SmallPosition& position, int plies) {
  const std::optional<Outcome> root = outcome(position, plies);
  if (!root) return std::nullopt;
  const bool does_mover_win = root->value() == Value::win;
  const Player winner = does_mover_win ? position.to_move : other(position.to_move);
  Certificate certificate;
  certificate.claim = winner == Player::V ? Claim::v_wins : Claim::h_wins;
  certificate.position = format_position(board_, position);
  auto& strategy = certificate.strategies[letter_of(winner)];
  std::vector<SmallPosition> open;
  std::set<PackedPosition<1>> met;
  const auto meet = [&](const SmallPosition& next) {
    if (!is_finished(board_, next) && met.insert(pack(next)).second) open.push_back(next);
  };
  meet(position);
  // The distance falls with every move of the winner's, so the strategy repeats nothing.
  while (!open.empty()) {
    const SmallPosition now = open.back();
    open.pop_back();
    const SmallSet moves = placements(board_, now);
    if (now.to_move != winner) {
      moves.for_each([&](Place place) { meet(successor(board_, now, place)); });
      continue;
    }
    const std::optional<Outcome> here = outcome(now, plies);
    if (!here) return std::nullopt;
    SmallSet left = here->distance() == 1 ? winning_moves(board_, now) : moves;
    Place best = left.lowest();
    while (here->distance() > 1) {
      best = left.pop_lowest();
      const std::optional<bool> holds =
          loses_within(successor(board_, now, best), here->distance() - 1);
      if (!holds) return std::nullopt;
      if (*holds) break;
    }
    strategy[format_position(board_, now)] = format_move(board_, now, best);
    meet(successor(board_, now, best));
  }
  return certificate;
}

}  // namespace onyx
