#include "solver/proof_games/proof_game_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/base/local_table.h"
#include "core/packed_position.h"
#include "core/zobrist.h"
#include "solver/proof_games/capture_debt.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/proof_games/unreachable.h"

namespace onyx {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// Orders of midpoints to try (see find_proof_game) for the position itself, and for each position
/// on the way back: usually a few orders suffice, or there is none.
constexpr std::uint64_t kFirstOrders = 30'000;
constexpr std::uint64_t kOrders = 1000;

/// Positions that lead to the target, each with one move towards it.
template <int W>
class WaysOn {
 public:
  /// Reserves address space for the nodes that fit into `bytes`.
  WaysOn(const WideBoard<W>& board, std::uint64_t bytes) : keys_(board.geometry()) {
    nodes_.map(static_cast<std::size_t>(std::min<std::uint64_t>(kNone, bytes / sizeof(Node) + 1)),
               Pages::small);
  }

  std::size_t size() const { return nodes_.size(); }
  WidePosition<W> position(std::uint32_t node) const { return unpack(nodes_[node].position); }
  std::size_t bytes() const { return nodes_.bytes() + table_.bytes(); }
  /// Upper bound of the memory while the table grows to `count` positions.
  std::size_t bytes_with(std::size_t count) const {
    const std::size_t table = table_.bytes_with(count);
    return nodes_.bytes_with(count) + table + (table > table_.bytes() ? table_.bytes() : 0);
  }

  /// Returns the number of the new position, or kNone if it is known already. `next` is the node
  /// that `move` leads to.
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

  /// The moves from a node to the first position that was added.
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

/// Nodes by debt; among equal ones the latest comes first, so that the search is depth first.
class Queue {
 public:
  void push(std::uint32_t node, int debt) {
    ONYX_ASSERT(node != kNone && debt >= 0);
    const auto bucket = static_cast<std::size_t>(debt);
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    buckets_[bucket].push_back(node);
    least_ = std::min(least_, bucket);
  }
  /// kNone if the queue is empty.
  std::uint32_t pop() {
    for (; least_ < buckets_.size(); ++least_) {
      std::vector<std::uint32_t>& nodes = buckets_[least_];
      if (nodes.empty()) continue;
      const std::uint32_t node = nodes.back();
      nodes.pop_back();
      return node;
    }
    return kNone;
  }

 private:
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::size_t least_ = 0;
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

  /// Repeats tries, each with twice as many positions as the last and more randomness in the order:
  /// where the estimate misleads, another order usually does not. A try that examines every
  /// position is the last one.
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
  /// Positions examined in the first try.
  static constexpr std::uint64_t kFirstTry = 1000;
  static constexpr int kScale = 4;        ///< Scale of debts, leaving room for randomness.
  static constexpr int kMostSpread = 10;  ///< Most that randomness adds, in debts.
  /// Beyond this, the next position's predecessors might exceed the node numbers.
  static constexpr std::size_t kMostPredecessors = 10'000;
  static constexpr std::uint64_t kMostNodes = kNone - kMostPredecessors;
  /// A place in the queue, including room to grow.
  static constexpr std::size_t kQueueBytes = 8;

  /// Returns true if the search is over, with result_ complete; false after `count` positions.
  bool go_back(std::uint64_t count) {
    for (std::uint32_t node = queue_.pop(); node != kNone; node = queue_.pop()) {
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

  /// Whether play without captures leads from the setup to this node.
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
  Queue queue_;
  std::mt19937 random_;  // default seed, equal in every run
  int spread_ = 0;
  std::uint64_t states_before_ = 0;  ///< In abandoned tries.
  ProofGameSearch result_;
};

}  // namespace

template <int W>
ProofGameSearch search_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                  const WidePosition<W>& position, const Stop& stop) {
  ProofGameSearch direct;
  direct.game = find_proof_game(board, setup, position, kFirstOrders);
  if (direct.game.answer != ProofGameAnswer::unknown) return direct;
  const Unreachable<W> unreachable(board, setup);
  if (const char* reason = unreachable.reason(position); reason != nullptr) {
    ProofGameSearch proved;
    proved.game = {ProofGameAnswer::impossible, {}, reason};
    return proved;
  }
  return Search<W>(board, setup, unreachable, stop).run(position);
}

#define ONYX_INSTANTIATE(W)                                                               \
  template ProofGameSearch search_proof_game(const WideBoard<W>&, const WidePosition<W>&, \
                                             const WidePosition<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
