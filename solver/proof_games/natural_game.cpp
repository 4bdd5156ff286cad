#include "solver/proof_games/natural_game.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "core/base/assert.h"
#include "core/packed_position.h"
#include "core/wide_line.h"
#include "solver/proof_games/bucket_queue.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/proof_games/unreachable.h"

namespace onyx {
namespace {

constexpr std::uint32_t kNoNode = UINT32_MAX;

/// A missing setup stone costs more than an extra stone (1), because a capture must be undone.
constexpr int kGoneStone = 3;
/// Credit per ply of a known opening. It exceeds the cost (1) of the stone placed, because
/// positions with few stones are the hardest to evaluate.
constexpr int kOpeningPly = 2;
/// Extra cost of a move to a draw by the loser of the setup. The winner has given up the win
/// earlier, so the position before this move is usually a draw too, and draws are slow to prove.
constexpr int kMoveBetweenDraws = 10;

/// The first attempt at a value gets kFirstNodes nodes, each retry kMoreNodes times as many as the
/// attempt before it, up to the limit. A retry is queued as if it were kDelay stones farther away.
constexpr std::uint64_t kFirstNodes = 2000;
constexpr std::uint64_t kMoreNodes = 8;
constexpr int kDelay = 2;

struct Candidate {
  std::uint32_t next = kNoNode;
  std::uint16_t ordinal = 0;
  std::uint16_t attempt = 0;
};

template <int W>
class NaturalSearch {
 public:
  NaturalSearch(const WideBoard<W>& board, const NaturalGameTask<W>& task, const Stop& stop)
      : board_(board),
        task_(task),
        stop_(stop),
        unreachable_(board, task.setup),
        random_(task.seed) {}

  NaturalGame run() {
    if (task_.mistakes) {
      setup_value_ = task_.value({task_.setup, std::nullopt, task_.value_nodes, 0});
      if (!setup_value_) ++result_.unanswered;
    }
    add_ends();
    if (found_ == kNoNode) {
      std::vector<std::thread> others;
      try {
        for (std::size_t i = 1; i < task_.threads; ++i) others.emplace_back([this, i] { work(i); });
      } catch (const std::system_error&) {
      }
      work(0);
      for (std::thread& other : others) other.join();
    }
    if (failure_) std::rethrow_exception(failure_);
    finish();
    return std::move(result_);
  }

 private:
  struct Node {
    PackedPosition<W> position;
    std::uint32_t next;   ///< The node after the move; kNoNode for an end.
    std::uint32_t which;  ///< Index in task_.ends of the end that play reaches.
    Place move;
    std::uint8_t mistakes;  ///< Number of mistakes from here to the end.
    Claim value;            ///< Valid only if mistakes are limited.
  };

  struct Accepted {
    Node node;
    std::vector<std::pair<std::uint16_t, int>> candidates;  ///< Predecessors: ordinal, distance.
    /// Play from the setup to the position, if any was found.
    std::optional<std::vector<Place>> opening;
  };

  /// Bytes per node, with its table entry, and per candidate; both include room to grow.
  static constexpr std::size_t kNodeBytes = 2 * sizeof(Node) + sizeof(PackedPosition<W>) + 48;
  static constexpr std::size_t kCandidateBytes = 2 * sizeof(Candidate);

  void add_ends() {
    for (std::size_t i = 0; i < task_.ends.size(); ++i) {
      const WidePosition<W>& end = task_.ends[i].position;
      if (!has_side_due(end) || unreachable_.reason(end) != nullptr) continue;
      const auto which = static_cast<std::uint32_t>(i);
      accept(expanded({pack(end), kNoNode, which, 0, 0, task_.ends[i].value}, nullptr, 0));
    }
  }

  /// Returns the weighted distance, in stones, from the setup or the longest opening to `position`.
  int distance(const WidePosition<W>& position, std::size_t thread) const {
    int gone = 0;
    int beyond = 0;
    for (const Player player : {Player::V, Player::H}) {
      gone += (task_.setup.of(player) - position.of(player)).count();
      beyond += (position.of(player) - task_.setup.of(player)).count();
    }
    if (gone == 0) beyond -= kOpeningPly * static_cast<int>(opening_into(position, thread).size());
    // The last term keeps the result non-negative: an opening has at most one move per place.
    return beyond + kGoneStone * gone + (kOpeningPly - 1) * board_.place_count();
  }

  std::vector<Place> opening_into(const WidePosition<W>& position, std::size_t thread) const {
    if (!task_.opening || !task_.mistakes) return {};
    return task_.opening(position, thread);
  }

  /// Returns the opening that ends in `position`, if all its moves are k-sighted.
  std::optional<std::vector<Place>> opening_to(const WidePosition<W>& position, Sight<W>& sight,
                                               std::size_t thread) const {
    const std::vector<Place> moves = opening_into(position, thread);
    if (position_after(board_, task_.setup, moves) != position) return std::nullopt;
    WidePosition<W> now = task_.setup;
    for (const Place move : moves) {
      if (sight.is_sighted(now, move, task_.sight) != true) return std::nullopt;
      now = successor(board_, now, move);
    }
    return moves;
  }

  /// Finds the candidates of the node. Looks for an opening only if `sight` is not null.
  Accepted expanded(const Node& node, Sight<W>* sight, std::size_t thread) const {
    Accepted accepted{node, {}, {}};
    const WidePosition<W> position = unpack(node.position);
    if (position == task_.setup) {
      accepted.opening.emplace();
    } else if (sight != nullptr && setup_value_ && node.value == setup_value_) {
      accepted.opening = opening_to(position, *sight, thread);
    }
    if (accepted.opening) return accepted;
    std::uint16_t ordinal = 0;
    for_each_predecessor(board_, position, [&](const WidePosition<W>& before, Place) {
      if (unreachable_.reason(before) == nullptr) {
        accepted.candidates.emplace_back(ordinal, distance(before, thread));
      }
      ++ordinal;
    });
    return accepted;
  }

  /// The caller must hold mutex_, except before other threads start.
  void accept(const Accepted& accepted) {
    const Node& node = accepted.node;
    const auto [entry, is_new] = least_mistakes_.try_emplace(node.position, node.mistakes);
    if (!is_new) {
      if (entry->second <= node.mistakes) return;
      entry->second = node.mistakes;
    }
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    ++result_.taken;
    if (accepted.opening) {
      found_ = number;
      result_.moves = *accepted.opening;
    }
    const Player mover = other(unpack(node.position).to_move);
    const bool is_between_draws =
        task_.mistakes && node.value == Claim::draw && setup_value_ == win_of(other(mover));
    for (const auto& [ordinal, distance] : accepted.candidates) {
      queue_.push({number, ordinal}, distance + (is_between_draws ? kMoveBetweenDraws : 0));
    }
  }

  void work(std::size_t thread) {
    try {
      Sight<W> sight(board_, task_.table_bits);
      sight.search().set_limits(stop_, task_.nodes);
      std::unique_lock lock(mutex_);
      for (;;) {
        ready_.wait(lock, [&] { return is_over() || queue_.size() > 0 || busy_ == 0; });
        if (is_over()) break;
        look_around();
        if (is_over()) break;
        const auto candidate = queue_.pop([&](std::size_t count) { return random_() % count; });
        if (!candidate) break;  // No thread can add another candidate.
        ++busy_;
        const Node next = nodes_[candidate->next];
        const int distance = queue_.least();
        lock.unlock();
        const Judgement judgement = judge(*candidate, next, sight, thread);
        lock.lock();
        --busy_;
        if (judgement.verdict == Verdict::accepted) accept(judgement.accepted);
        if (judgement.verdict == Verdict::refused) ++result_.refused;
        if (judgement.verdict == Verdict::unanswered) ++result_.unanswered;
        if (judgement.verdict == Verdict::later) {
          queue_.push({candidate->next, candidate->ordinal,
                       static_cast<std::uint16_t>(candidate->attempt + 1)},
                      distance + kDelay);
        }
        ready_.notify_all();
      }
      ready_.notify_all();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      ready_.notify_all();
    }
  }

  bool is_over() const {
    return found_ != kNoNode || failure_ != nullptr || result_.end != End::complete;
  }

  void look_around() {
    constexpr std::uint64_t kLookEvery = 64;
    if (++looks_ % kLookEvery != 0) return;
    const std::uint64_t bytes = nodes_.size() * kNodeBytes + queue_.size() * kCandidateBytes;
    if (const auto met = stop_.met()) {
      result_.end = *met;
    } else if (result_.taken > stop_.work) {
      result_.end = End::work_limit;
    } else if (bytes > stop_.bytes || nodes_.size() >= kNoNode - 1) {
      result_.end = End::memory_limit;
    }
    if (stop_.progress) {
      stop_.progress({.known = result_.taken + queue_.size(),
                      .done = result_.taken + result_.refused,
                      .bytes = bytes});
    }
  }

  enum class Verdict : std::uint8_t { accepted, refused, later, unanswered };
  struct Judgement {
    Verdict verdict;
    Accepted accepted = {};  ///< Valid only if accepted.
  };

  /// Called without holding mutex_.
  Judgement judge(const Candidate& candidate, const Node& next, Sight<W>& sight,
                  std::size_t thread) {
    WidePosition<W> position;
    Place move = 0;
    std::uint16_t ordinal = 0;
    for_each_predecessor(board_, unpack(next.position),
                         [&](const WidePosition<W>& before, Place place) {
                           if (ordinal++ != candidate.ordinal) return;
                           position = before;
                           move = place;
                         });
    Node node{pack(position), candidate.next, next.which, move, next.mistakes, next.value};
    if (is_known(node)) return {Verdict::refused};
    if (candidate.attempt == 0) {
      const std::optional<bool> is_sighted = sight.is_sighted(position, move, task_.sight);
      if (!is_sighted) return {Verdict::unanswered};
      if (!*is_sighted) return {Verdict::refused};
    }
    if (!task_.mistakes) return {Verdict::accepted, expanded(node, &sight, thread)};
    const Player mover = position.to_move;
    if (next.value != win_of(mover)) {
      const std::uint64_t nodes = nodes_for(candidate.attempt);
      const bool is_last = nodes == task_.value_nodes;
      const auto winner = is_last ? std::nullopt : winner_in_question(next, mover);
      const auto value = task_.value({position, winner, nodes, thread});
      if (!value && !is_last) return {Verdict::later};
      if (!value) return {Verdict::unanswered};
      node.value = *value;
      if (is_mistake(*value, next.value, mover)) {
        ++node.mistakes;
        const std::optional<bool> is_hidden =
            task_.mistake_sight > task_.sight
                ? sight.is_sighted(position, move, task_.mistake_sight)
                : true;
        if (!is_hidden) return {Verdict::unanswered};
        if (!*is_hidden) return {Verdict::refused};
      }
    }
    if (node.mistakes > *task_.mistakes) return {Verdict::refused};
    if (node.mistakes == *task_.mistakes && setup_value_ && node.value != *setup_value_) {
      return {Verdict::refused};
    }
    return {Verdict::accepted, expanded(node, &sight, thread)};
  }

  std::uint64_t nodes_for(int attempt) const {
    std::uint64_t nodes = kFirstNodes;
    for (; attempt > 0 && nodes < task_.value_nodes; --attempt) nodes *= kMoreNodes;
    return std::min(nodes, task_.value_nodes);
  }

  /// Returns X if knowing whether X wins suffices for the value before a move to `next`.
  std::optional<Player> winner_in_question(const Node& next, Player mover) const {
    if (next.value == Claim::draw) return mover;
    // The move leads to a loss. If no mistake is left, the position before it must be lost too.
    if (next.mistakes == *task_.mistakes) return other(mover);
    return std::nullopt;
  }

  bool is_known(const Node& node) {
    const std::lock_guard lock(mutex_);
    const auto entry = least_mistakes_.find(node.position);
    return entry != least_mistakes_.end() && entry->second <= node.mistakes;
  }

  void finish() {
    if (found_ != kNoNode) {
      result_.answer = ProofGameAnswer::found;
      result_.end = End::complete;
      result_.end_index = nodes_[found_].which;
      for (std::uint32_t i = found_; nodes_[i].next != kNoNode; i = nodes_[i].next) {
        result_.moves.push_back(nodes_[i].move);
      }
      ONYX_ASSERT(position_after(board_, task_.setup, result_.moves) ==
                  task_.ends[result_.end_index].position);
    } else if (result_.end == End::complete && result_.unanswered == 0) {
      result_.answer = ProofGameAnswer::impossible;
    } else if (result_.end == End::complete) {
      result_.end = stop_.met().value_or(End::work_limit);
    }
  }

  const WideBoard<W>& board_;
  const NaturalGameTask<W>& task_;
  const Stop& stop_;
  const Unreachable<W> unreachable_;
  std::optional<Claim> setup_value_;
  std::mutex mutex_;  ///< Guards everything below.
  std::condition_variable ready_;
  std::mt19937_64 random_;
  BucketQueue<Candidate> queue_;  ///< Ordered by distance from the setup.
  std::vector<Node> nodes_;
  /// The fewest mistakes from each accepted position to an end.
  std::unordered_map<PackedPosition<W>, std::uint8_t, PackedHash<W>> least_mistakes_;
  std::size_t busy_ = 0;  ///< Threads that are judging a candidate.
  std::uint64_t looks_ = 0;
  std::uint32_t found_ = kNoNode;
  std::exception_ptr failure_;
  NaturalGame result_;
};

}  // namespace

template <int W>
NaturalGame find_natural_game(const WideBoard<W>& board, const NaturalGameTask<W>& task,
                              const Stop& stop) {
  ONYX_ASSERT(task.threads >= 1 && task.sight % 2 == 1 && task.mistake_sight % 2 == 1);
  ONYX_ASSERT(!task.mistakes || (*task.mistakes >= 0 && task.value));
  return NaturalSearch<W>(board, task, stop).run();
}

#define ONYX_INSTANTIATE(W)                                                              \
  template NaturalGame find_natural_game(const WideBoard<W>&, const NaturalGameTask<W>&, \
                                         const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
