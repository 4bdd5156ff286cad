#include "solver/proof_games/proof_game_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/base/big_array.h"
#include "core/base/local_table.h"
#include "core/packed_position.h"
#include "core/zobrist.h"
#include "solver/proof_games/bucket_queue.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/proof_games/unreachable.h"

namespace onyx {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// Node limits for find_proof_game(). If any order of midpoints works, it usually finds one early.
constexpr std::uint64_t kFirstOrders = 30'000;
constexpr std::uint64_t kOrders = 1000;

// Capture debt: an estimate of the retro-moves back to a position reachable without captures.

constexpr int kMostDebt = 5000;

// Rough costs in retro-moves; mainly their order matters.
constexpr int kCapture = 2;         ///< Undoing a capture with nothing in the way.
constexpr int kOwnInTheWay = 2;     ///< A stone of the captor in the way; removing it costs a turn.
constexpr int kTheirsInTheWay = 1;  ///< An opponent's stone in the way; it costs no extra turn.
constexpr int kMidpoint = 12;       ///< A stone on the midpoint of the capture's square.
constexpr int kSetupStoneGone = 50;
constexpr int kPass = 100;
constexpr int kNever = 1000;  ///< For a stone that cannot come back.

template <int W>
class CaptureDebt {
 public:
  /// `setup` must have equal stone counts and V to move.
  CaptureDebt(const WideBoard<W>& board, const WidePosition<W>& setup)
      : board_(board), setup_(setup) {
    const Geometry& geometry = board.geometry();
    board.midpoints().for_each([&](Place midpoint) {
      squares_.push_back({midpoint, geometry.corners_of(geometry.square_of(midpoint))});
    });
  }

  /// Returns the debt, from 0 to kMostDebt: the sum, most expensive first, of
  ///   - turns that a player would have to pass before all midpoint stones are placed; only stones
  ///     that are captured later can fill these turns;
  ///   - stones missing from the setup, which must be put back;
  ///   - the captures that the counts require, each at the lowest price of undoing it.
  /// O(places + midpoint stones squared); several times more if stones must come back first. The
  /// side to move must agree with the counts (core/README.md, fact 4).
  int of(const WidePosition<W>& position) const {
    int debt = of_missing_setup(position);
    const int passes = passes_before_midpoints(position);
    const int lead = captured_pairs_lead(position);
    // Only extra stones can fill passes: count one more captured pair for each side.
    std::array<int, 2> wanted{std::max(lead, 0), std::max(-lead, 0)};
    if (passes > 0) {
      debt += kPass * passes;
      for (int& pairs : wanted) ++pairs;
    }
    return std::min(debt + of_captures(position, wanted), kMostDebt);
  }

 private:
  struct Square {
    Place midpoint;
    std::array<Place, 4> corners;  ///< Corners i and i + 2 are opposite.
  };

  using StoneCosts = std::array<std::vector<int>, 2>;

  // Undoing a capture restores a missing stone and the stone on the opposite corner; it needs the
  // captor's stones on the two other corners. Costs are added as if steps were independent: the
  // additive heuristic of B. Bonet and H. Geffner, "Planning as Heuristic Search", 2001.
  StoneCosts stone_costs(const WidePosition<W>& position) const {
    const PlaceSet<W> occupied = position.occupied();
    StoneCosts costs;
    for (const std::size_t player : {0U, 1U}) {
      costs[player].assign(static_cast<std::size_t>(board_.geometry().point_count()), kNever);
      (position.stones[player] & board_.points()).for_each([&](Place point) {
        costs[player][point] = 0;
      });
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [midpoint, corners] : squares_) {
        for (const std::size_t first : {0U, 1U}) {
          const std::array<Place, 2> pair{corners[first], corners[first + 2]};
          const Place beside = corners[first + 1];
          const Place beside_too = corners[(first + 3) % 4];
          for (const std::size_t owner : {0U, 1U}) {
            int cost = kCapture + costs[1 - owner][beside] + costs[1 - owner][beside_too];
            if (occupied.has(midpoint)) cost += kMidpoint;
            for (const Place point : pair) cost += occupied.has(point) ? kOwnInTheWay : 0;
            for (const Place point : pair) {
              if (cost >= costs[owner][point]) continue;
              costs[owner][point] = cost;
              changed = true;
            }
          }
        }
      }
    }
    return costs;
  }
  int of_missing_setup(const WidePosition<W>& position) const {
    const std::array<PlaceSet<W>, 2> gone{setup_.stones[0] - position.stones[0],
                                          setup_.stones[1] - position.stones[1]};
    if ((gone[0] | gone[1]).empty()) return 0;
    int debt = 0;
    const StoneCosts costs = stone_costs(position);
    for (const std::size_t owner : {0U, 1U}) {
      gone[owner].for_each([&](Place point) { debt += kSetupStoneGone + costs[owner][point]; });
    }
    return debt;
  }
  // Assumes that players take midpoints first, then points that block no missing midpoint.
  int passes_before_midpoints(const WidePosition<W>& position) const {
    const PlaceSet<W> midpoints = position.occupied() & board_.midpoints();
    if (midpoints.empty()) return 0;
    std::array<PlaceSet<W>, 2> missing{position.stones[0] - setup_.stones[0],
                                       position.stones[1] - setup_.stones[1]};
    const auto corners_of_missing = [&] {
      PlaceSet<W> corners;
      ((missing[0] | missing[1]) & board_.midpoints()).for_each([&](Place midpoint) {
        corners |= board_.neighbours(midpoint);
      });
      return corners;
    };
    PlaceSet<W> blocked = corners_of_missing();
    int passes = 0;
    for (std::size_t mover = 0; blocked.any(); mover = 1 - mover) {
      PlaceSet<W>& mine = missing[mover];
      if (const PlaceSet<W> own = mine & board_.midpoints(); own.any()) {
        mine.remove(own.lowest());
        blocked = corners_of_missing();
      } else if (const PlaceSet<W> free = (mine & board_.points()) - blocked; free.any()) {
        mine.remove(free.lowest());
      } else {
        ++passes;
      }
    }
    return passes;
  }
  int of_captures(const WidePosition<W>& position, std::array<int, 2> wanted) const {
    const PlaceSet<W> occupied = position.occupied();
    int debt = 0;
    for (const std::size_t captor : {0U, 1U}) {
      if (wanted[captor] == 0) continue;
      const PlaceSet<W>& own = position.stones[captor];
      // Prices of undoing captures. Squares that hold both capturing stones usually suffice.
      std::vector<int> prices;
      const auto pairs = static_cast<std::size_t>(wanted[captor]);
      for (const bool with_both : {true, false}) {
        if (!with_both && prices.size() >= pairs) break;
        const StoneCosts costs = with_both ? StoneCosts() : stone_costs(position);
        for (const auto& [midpoint, corners] : squares_) {
          for (const std::size_t first : {0U, 1U}) {
            const Place a = corners[first];
            const Place b = corners[first + 2];
            if ((own.has(a) && own.has(b)) != with_both) continue;
            int price = kCapture + (occupied.has(midpoint) ? kMidpoint : 0);
            if (!with_both) price += costs[captor][a] + costs[captor][b];
            for (const Place point : {corners[first + 1], corners[(first + 3) % 4]}) {
              if (occupied.has(point)) price += own.has(point) ? kOwnInTheWay : kTheirsInTheWay;
            }
            prices.push_back(price);
          }
        }
      }
      const std::size_t taken = std::min(pairs, prices.size());
      const auto end = prices.begin() + static_cast<std::ptrdiff_t>(taken);
      std::partial_sort(prices.begin(), end, prices.end());
      for (auto price = prices.begin(); price != end; ++price) debt += std::min(*price, kNever);
      debt += static_cast<int>(pairs - taken) * kNever;
    }
    return debt;
  }

  const WideBoard<W>& board_;
  const WidePosition<W> setup_;
  std::vector<Square> squares_;
};

/// Positions that lead to the target, each with one move towards it.
template <int W>
class WaysOn {
 public:
  WaysOn(const WideBoard<W>& board, std::uint64_t bytes) : keys_(board.geometry()) {
    nodes_.map(static_cast<std::size_t>(std::min<std::uint64_t>(kNone, bytes / sizeof(Node) + 1)),
               Pages::small);
  }

  std::size_t size() const { return nodes_.size(); }
  WidePosition<W> position(std::uint32_t node) const { return unpack(nodes_[node].position); }
  std::size_t bytes() const { return nodes_.bytes() + table_.bytes(); }
  std::size_t bytes_with(std::size_t count) const {
    const std::size_t table = table_.bytes_with(count);
    return nodes_.bytes_with(count) + table + (table > table_.bytes() ? table_.bytes() : 0);
  }

  /// Adds a position from which `move` leads to node `next`. Returns its number, or kNone if known.
  std::uint32_t add(const WidePosition<W>& position, Place move, std::uint32_t next) {
    table_.reserve(nodes_.size() + 1);
    const PackedPosition<W> packed = pack(position);
    const auto tag = static_cast<std::uint32_t>(keys_.key_of(position) >> 32) | 1U;
    LocalTable::Slot slot = table_.find(tag);
    for (std::uint32_t other = table_.number_in(slot, kNone); other != kNone;
         other = table_.number_in(slot, kNone)) {
      if (nodes_[other].position == packed) return kNone;
      slot = table_.find_next(tag, slot);
    }
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({packed, next, move});
    table_.set(slot, tag, number);
    return number;
  }

  std::vector<Place> moves_from(std::uint32_t node) const {
    std::vector<Place> moves;
    for (; nodes_[node].next != kNone; node = nodes_[node].next) moves.push_back(nodes_[node].move);
    return moves;
  }

 private:
  struct Node {
    PackedPosition<W> position;
    std::uint32_t next;
    Place move;
  };
  ZobristKeys keys_;
  BigArray<Node> nodes_;
  LocalTable table_;
};

template <int W>
class Search {
 public:
  Search(const WideBoard<W>& board, const WidePosition<W>& setup, const Unreachable<W>& unreachable,
         const Stop& stop)
      : board_(board),
        setup_(setup),
        unreachable_(unreachable),
        stop_(stop),
        debt_(board, setup),
        ways_(board, stop.bytes) {}

  /// Each new try may expand twice as many positions, in a more random order, because the estimate
  /// misleads some orders but rarely all. A try that examines every position is the last.
  ProofGameSearch run(const WidePosition<W>& position) {
    for (std::uint64_t tries = 0;; ++tries) {
      states_before_ += ways_.size();
      ways_ = WaysOn<W>(board_, stop_.bytes);
      queue_ = {};
      spread_ = static_cast<int>(std::min<std::uint64_t>(tries, kMostSpread)) * kScale;
      add(position, 0, kNone);
      if (go_back(kFirstTry << std::min<std::uint64_t>(tries, 40))) return std::move(result_);
    }
  }

 private:
  static constexpr std::uint64_t kFirstTry = 1000;
  static constexpr int kScale = 4;        ///< Scales debts, so that randomness can add fractions.
  static constexpr int kMostSpread = 10;  ///< The maximum that randomness adds, in units of debt.
  /// An upper bound on the predecessors of a position. The limits leave room for that many.
  static constexpr std::size_t kMostPredecessors = 10'000;
  static constexpr std::uint64_t kMostNodes = kNone - kMostPredecessors;
  static constexpr std::size_t kQueueBytes = 8;

  /// Expands at most `count` positions. Returns whether the search is over and result_ is final.
  bool go_back(std::uint64_t count) {
    // Among nodes of equal debt, take the latest, so that the search is depth first.
    const auto latest = [](std::size_t nodes) { return nodes - 1; };
    while (const auto popped = queue_.pop(latest)) {
      const std::uint32_t node = *popped;
      if (completes(node)) {
        result_.game.answer = ProofGameAnswer::found;
        return true;
      }
      result_.end = limit_reached();
      if (result_.end != End::complete) {
        result_.game.why = fmt::format("the search for a game with captures ended early ({})",
                                       name_of(result_.end));
        return true;
      }
      if (count-- == 0) return false;
      for_each_predecessor(board_, ways_.position(node),
                           [&](const WidePosition<W>& before, Place move) {
                             if (unreachable_.reason(before) == nullptr) add(before, move, node);
                           });
      ++result_.reached.done;
    }
    result_.game.answer = ProofGameAnswer::impossible;
    result_.game.why =
        fmt::format("none of the {} positions that lead there is the setup", ways_.size());
    return true;
  }

  void add(const WidePosition<W>& position, Place move, std::uint32_t next) {
    const std::uint32_t node = ways_.add(position, move, next);
    if (node == kNone) return;
    const int chance =
        spread_ == 0 ? 0 : static_cast<int>(random_() % static_cast<unsigned>(spread_));
    queue_.push(node, kScale * debt_.of(position) + chance);
  }

  /// Whether play without captures leads from the setup to the node. If so, sets the moves.
  bool completes(std::uint32_t node) {
    const WidePosition<W> position = ways_.position(node);
    if (captured_pairs_lead(position) != 0) return false;
    ProofGame start = find_proof_game(board_, setup_, position, kOrders);
    if (start.answer != ProofGameAnswer::found) return false;
    result_.game.moves = std::move(start.moves);
    const std::vector<Place> rest = ways_.moves_from(node);
    result_.game.moves.insert(result_.game.moves.end(), rest.begin(), rest.end());
    return true;
  }

  End limit_reached() {
    Reached& reached = result_.reached;
    reached.known = states_before_ + ways_.size();
    reached.bytes = ways_.bytes() + kQueueBytes * ways_.size();
    if (reached.done % 256 == 0 && stop_.progress) stop_.progress(reached);
    if (stop_.interrupt.has_come()) return End::interrupted;
    if (reached.known > stop_.work || ways_.size() > kMostNodes) return End::work_limit;
    const std::size_t next = ways_.size() + kMostPredecessors;
    if (ways_.bytes_with(next) + kQueueBytes * next > stop_.bytes) return End::memory_limit;
    return stop_.met().value_or(End::complete);
  }

  const WideBoard<W>& board_;
  const WidePosition<W> setup_;
  const Unreachable<W>& unreachable_;
  const Stop& stop_;
  const CaptureDebt<W> debt_;
  WaysOn<W> ways_;
  BucketQueue<std::uint32_t> queue_;  ///< Nodes, ordered by debt.
  std::mt19937 random_;               // The default seed makes runs identical.
  int spread_ = 0;
  std::uint64_t states_before_ = 0;  ///< Positions of abandoned tries.
  ProofGameSearch result_;
};

}  // namespace

template <int W>
ProofGameSearch search_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                  const WidePosition<W>& position, const Stop& stop) {
  ProofGame direct = find_proof_game(board, setup, position, kFirstOrders);
  if (direct.answer != ProofGameAnswer::unknown) return {.game = std::move(direct)};
  const Unreachable<W> unreachable(board, setup);
  if (const char* reason = unreachable.reason(position); reason != nullptr) {
    return {.game = {ProofGameAnswer::impossible, {}, reason}};
  }
  return Search<W>(board, setup, unreachable, stop).run(position);
}

#define ONYX_INSTANTIATE(W)                                                               \
  template ProofGameSearch search_proof_game(const WideBoard<W>&, const WidePosition<W>&, \
                                             const WidePosition<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
