#include "solver/engine/graph/explorer.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/legality.h"
#include "solver/engine/graph/partition.h"
#include "solver/engine/graph/state_code.h"

namespace onyx {
namespace exploration {
namespace {

/// An exploration starts with one partition. Above this many states, it restarts with all.
constexpr std::size_t kSmallExploration = std::size_t{1} << 15;

template <int W, class Code>
class Explorer {
  using Word = typename Code::Word;
  using Part = Partition<Word>;

 public:
  Explorer(const WideBoard<W>& board, const Stop& stop, const ExploreSettings& settings,
           bool is_large)
      : board_(board),
        stop_(stop),
        settings_(settings),
        keys_(board.geometry(), settings.zobrist),
        code_(board),
        partitions_(is_large ? kMaxPartitions : 1) {
    if (is_large) {
      for (Part& partition : partitions_) partition.map(stop.bytes);
    }
  }

  Exploration<W> run(std::span<const WidePosition<W>> roots) {
    enter(roots);
    Exploration<W> result;
    result.reached = survey();
    do {
      if (!plan_round()) return {End::memory_limit, result.reached, {}};
      for_each_partition([&](Part& partition) { expand(partition); });
      for_each_partition([&](Part& partition) { absorb(partition); });
      for_each_partition([&](Part& partition) { resolve(partition); });
      result.reached = survey();
      if (stop_.progress) stop_.progress(result.reached);
      result.end = check_limits(result.reached);
      if (result.end != End::complete) return result;
    } while (result.reached.done < result.reached.known);
    result.end = assemble(result.reached.known, result.graph);
    return result;
  }

 private:
  /// Returns the number of successors that a partition generates in a round: enough for many cache
  /// hits, but too few for large buffers.
  std::size_t round_of(const Part& partition) const {
    const std::size_t full = std::max<std::size_t>(2048, partition.words.size() / 3);
    return std::max<std::size_t>(1, full >> shift_);
  }

  /// Returns whether the next round certainly fits into memory. Shrinks rounds near the limit.
  bool plan_round() {
    constexpr int kMostShift = 6;  // smaller rounds would take too long
    if (most_bytes_after_round() <= stop_.bytes) return true;
    for (Part& partition : partitions_) partition.free_buffers();
    return_free_memory();
    for (; shift_ <= kMostShift; ++shift_) {
      if (most_bytes_after_round() <= stop_.bytes) return true;
    }
    return false;
  }

  /// Returns an upper bound on memory after the next round, reached if all successors are new.
  std::uint64_t most_bytes_after_round() const {
    const auto longest_row = static_cast<std::size_t>(board_.place_count());
    const auto share = [&](std::size_t count) {
      const std::size_t even = count / partitions_.size();
      return even + even / 16 + longest_row;
    };
    const auto sent_by = [&](const Part& partition) {
      const std::size_t open = partition.words.size() - partition.expanded;
      return std::min(round_of(partition) + longest_row, open * longest_row);
    };
    std::size_t sent = 0;
    for (const Part& partition : partitions_) sent += sent_by(partition);
    std::uint64_t bytes = 0;
    std::uint64_t outgrown = 0;  // bytes of the largest table that must be copied to grow
    for (const Part& partition : partitions_) {
      const std::size_t states = partition.words.size() + share(sent);
      const std::size_t own = sent_by(partition);
      const std::size_t edges = partition.targets.size() + own;
      const std::uint64_t table = partition.table.bytes_with(states);
      if (table > partition.table.bytes()) {
        outgrown = std::max<std::uint64_t>(outgrown, partition.table.bytes());
      }
      bytes += partition.words.bytes_with(states) + partition.row_sizes.bytes_with(states) +
               partition.targets.bytes_with(edges) + partition.routes.bytes_with(own) + table +
               later_bytes(states, edges);
      for (const auto& messages : partition.outbox) bytes += messages.bytes_with(share(own));
    }
    return bytes + outgrown * (settings_.threads == Threads::one
                                   ? 1
                                   : std::min(threads_allowed(), partitions_.size()));
  }

  template <class Step>
  void for_each_partition(Step&& step) {
    parallel_for_each_index(settings_.threads, partitions_.size(),
                            [&](std::size_t i) { step(partitions_[i]); });
  }
  std::size_t partition_of(std::uint64_t key) const {
    return partitions_.size() == 1 ? 0 : key >> (64 - kPartitionBits);
  }

  void enter(std::span<const WidePosition<W>> roots) {
    for (const WidePosition<W>& root : roots) {
      if (is_finished(board_, root)) throw std::invalid_argument("cannot explore a finished game");
      ONYX_ASSERT(is_legal(board_, root));
      ONYX_ASSERT(code_.decode(code_.encode(root)) == root);
      const std::uint64_t key = keys_.key_of(root);
      const std::size_t owner = partition_of(key);
      Part& partition = partitions_[owner];
      partition.table.reserve(partition.words.size() + 1);
      const bool is_leaf = winning_moves(board_, root).any();
      roots_.push_back(
          reference_to(owner, partition.find_or_add(code_.encode(root), is_leaf, tag_of(key),
                                                    partition.table.find(tag_of(key)))));
    }
  }

  void expand(Part& partition) {
    const std::size_t known = partition.words.size();
    const std::size_t enough = round_of(partition);
    for (; partition.expanded < known && partition.routes.size() < enough; ++partition.expanded) {
      std::uint16_t& row_size = partition.row_sizes[partition.expanded];
      if (row_size == 0) continue;
      row_size = expand_state(partition, code_.decode(partition.words[partition.expanded]));
    }
  }

  /// Sends the successors to their partitions; returns their number. `position` must not be a leaf.
  std::uint16_t expand_state(Part& partition, const WidePosition<W>& position) {
    const std::uint64_t key = keys_.key_of(position);
    const Player mover = position.to_move;
    const Player replier = other(mover);
    // The places where the replier can connect decide which successors are leaves. Without a
    // capture, they are the same in every successor, except the place where the mover has played.
    const PlaceSet<W> replies = threats_of(board_, position, replier);
    std::uint16_t count = 0;
    placements(board_, position).for_each([&](Place place) {
      ++count;
      const PlaceSet<W> captured = captured_by(board_, position, place);
      WidePosition<W> next = with_stone(position, place);
      next.of(replier) -= captured;
      ONYX_ASSERT(next.is_sound() && !has_cross_at(board_, next, place));
      const PlaceSet<W> winning =
          captured.any() ? winning_moves(board_, next) : replies.without(place);
      ONYX_ASSERT(place % 8 != 0 || winning == winning_moves(board_, next));  // a sample, for speed
      const std::uint64_t next_key = keys_.key_after(key, mover, place, captured);
      ONYX_ASSERT(next_key == keys_.key_of(next));
      const std::size_t owner = partition_of(next_key);
      partition.outbox[owner].push_back(
          {code_.encode(next), Message<Word>::mark(next_key, winning.any())});
      partition.routes.push_back(static_cast<std::uint8_t>(owner));
    });
    ONYX_ASSERT(count > 0);
    return count;
  }

  void absorb(Part& partition) {
    Inbox<Word> inbox(partitions_, static_cast<std::size_t>(&partition - partitions_.data()));
    const std::size_t count = inbox.count();
    LocalTable& table = partition.table;
    table.reserve(partition.words.size() + count);
    // Prefetch the line of the table, then, once the slot is known, the position in the slot.
    constexpr std::size_t kLineAhead = 32;
    constexpr std::size_t kPositionAhead = 16;
    std::array<Message<Word>*, kLineAhead> messages;
    std::array<LocalTable::Slot, kPositionAhead> slots;
    const auto fetch_line = [&](std::size_t i) {
      messages[i % kLineAhead] = inbox.take();
      table.prefetch(tag_of(messages[i % kLineAhead]->key));
    };
    const auto fetch_position = [&](std::size_t i) {
      const LocalTable::Slot slot = table.find(tag_of(messages[i % kLineAhead]->key));
      __builtin_prefetch(partition.words.data() + table.number_in(slot, 0));
      slots[i % kPositionAhead] = slot;
    };
    for (std::size_t i = 0; i < std::min(kLineAhead, count); ++i) fetch_line(i);
    for (std::size_t i = 0; i < std::min(kPositionAhead, count); ++i) fetch_position(i);
    for (std::size_t i = 0; i < count; ++i) {
      Message<Word>& message = *messages[i % kLineAhead];
      const LocalTable::Slot slot = slots[i % kPositionAhead];
      if (i + kLineAhead < count) fetch_line(i + kLineAhead);
      if (i + kPositionAhead < count) fetch_position(i + kPositionAhead);
      message.key =
          partition.find_or_add(message.word, message.is_leaf(), tag_of(message.key), slot);
    }
  }

  void resolve(Part& partition) {
    std::array<std::size_t, kMaxPartitions> cursor{};
    partition.targets.reserve(partition.targets.size() + partition.routes.size());
    for (const std::uint8_t owner : partition.routes) {
      partition.targets.push_back(
          reference_to(owner, partition.outbox[owner][cursor[owner]++].key));
    }
    partition.routes.clear();
    for (BigArray<Message<Word>>& messages : partition.outbox) messages.clear();
  }

  Reached survey() const {
    Reached reached;
    for (const Part& partition : partitions_) {
      reached.known += partition.words.size();
      reached.done += partition.expanded;
      reached.bytes += partition.kept_bytes() + partition.working_bytes() +
                       later_bytes(partition.words.size(), partition.targets.size());
    }
    ONYX_ASSERT(reached.done <= reached.known);
    return reached;
  }

  End check_limits(const Reached& reached) const {
    if (stop_.interrupt.has_come()) return End::interrupted;
    if (reached.known > stop_.work) return End::work_limit;
    for (const Part& partition : partitions_) {
      if (partition.words.size() > kMaxLocalStates / 2) return End::work_limit;
      if (partition.targets.size() > UINT32_MAX / 2) return End::work_limit;
    }
    if (reached.bytes > stop_.bytes) return End::memory_limit;
    // Ignore the deadline if the graph is complete.
    if (reached.done == reached.known) return End::complete;
    return stop_.met().value_or(End::complete);
  }

  /// Moves the partitions into `graph` and frees them. At the memory limit, leaves `graph` empty.
  End assemble(std::size_t states, StateGraph<W>& graph) {
    for (Part& partition : partitions_) {
      partition.table = LocalTable();
      partition.free_buffers();
    }
    const Layout layout(partitions_);
    const std::size_t edges = layout.first_edge[partitions_.size()];
    ONYX_ASSERT(layout.first_state[partitions_.size()] == states);
    if (partitions_.size() > 1) {
      return_free_memory();
      if (graph_bytes(states, edges) + later_bytes(states, edges) > stop_.bytes) {
        return End::memory_limit;
      }
      graph.positions.map(states);
      graph.row_begin.map(states + 1);
      graph.targets.map(edges);
    }
    graph.positions.resize(states);
    graph.row_begin.resize(states + 1);
    graph.targets.resize(edges);
    graph.row_begin[0] = 0;
    std::uint64_t held = 0;
    for (const Part& partition : partitions_) held += partition.kept_bytes();
    for (std::size_t begin = 0; begin < partitions_.size();) {
      const std::size_t end = end_of_batch(begin, held);
      if (end == begin) {
        graph = {};
        return End::memory_limit;
      }
      parallel_for_each_index(settings_.threads, end - begin,
                              [&](std::size_t i) { move_into(graph, begin + i, layout); });
      begin = end;
    }
    ONYX_ASSERT(graph.row_begin[states] == edges);
    for (const StateId root : roots_) graph.roots.push_back(layout.number(root));
    return End::complete;
  }

  struct Layout {
    explicit Layout(const std::vector<Part>& partitions) {
      for (std::size_t i = 0; i < partitions.size(); ++i) {
        first_state[i + 1] = first_state[i] + partitions[i].words.size();
        first_edge[i + 1] = first_edge[i] + partitions[i].targets.size();
      }
    }
    StateId number(StateId reference) const {
      return static_cast<StateId>(first_state[reference >> kLocalBits] +
                                  (reference & kMaxLocalStates));
    }

    std::array<std::size_t, kMaxPartitions + 1> first_state{};
    std::array<std::size_t, kMaxPartitions + 1> first_edge{};
  };

  static std::uint64_t graph_bytes(std::uint64_t states, std::uint64_t edges) {
    return states * (sizeof(PackedPosition<W>) + sizeof(std::uint64_t)) + edges * sizeof(StateId);
  }

  /// Returns the end of the largest batch of partitions, starting at `begin`, that fits into memory
  /// together with its copy. Updates `held`, the bytes of all partitions and copies.
  std::size_t end_of_batch(std::size_t begin, std::uint64_t& held) const {
    std::size_t end = begin;
    std::uint64_t copied = 0;
    std::uint64_t freed = 0;
    for (; end < partitions_.size(); ++end) {
      const std::uint64_t more =
          graph_bytes(partitions_[end].words.size(), partitions_[end].targets.size());
      if (partitions_.size() > 1 && held + copied + more > stop_.bytes) break;
      copied += more;
      freed += partitions_[end].kept_bytes();
    }
    held += copied - freed;
    return end;
  }

  void move_into(StateGraph<W>& graph, std::size_t self, const Layout& layout) {
    Part& partition = partitions_[self];
    std::uint64_t row_end = layout.first_edge[self];
    for (std::size_t i = 0; i < partition.words.size(); ++i) {
      const std::size_t state = layout.first_state[self] + i;
      graph.positions[state] = pack(code_.decode(partition.words[i]));
      graph.row_begin[state + 1] = row_end += partition.row_sizes[i];
    }
    for (std::size_t i = 0; i < partition.targets.size(); ++i) {
      graph.targets[layout.first_edge[self] + i] = layout.number(partition.targets[i]);
    }
    ONYX_ASSERT(row_end == layout.first_edge[self + 1]);
    partition = Part();  // frees the memory before the next partition is moved
  }

  std::uint64_t later_bytes(std::uint64_t states, std::uint64_t edges) const {
    return settings_.later_bytes_per_state * states + settings_.later_bytes_per_edge * edges;
  }

  const WideBoard<W>& board_;
  const Stop& stop_;
  const ExploreSettings& settings_;
  const ZobristKeys keys_;
  const Code code_;
  std::vector<Part> partitions_;
  std::vector<StateId> roots_;  ///< Encoded by reference_to().
  int shift_ = 0;               ///< Round sizes are divided by 2^shift_; see plan_round().
};

}  // namespace
}  // namespace exploration

template <int W>
Exploration<W> explore(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                       const Stop& stop, const ExploreSettings& settings) {
  using exploration::Explorer;
  Stop small_stop = stop;
  small_stop.work = std::min<std::uint64_t>(stop.work, exploration::kSmallExploration);
  Exploration<W> small = Explorer<W, WideCode<W>>(board, small_stop, settings, false).run(roots);
  if (small.end != End::work_limit || small_stop.work == stop.work) return small;
  if constexpr (W == 1) {
    if (NarrowCode::fits(board.geometry())) {
      return Explorer<W, NarrowCode>(board, stop, settings, true).run(roots);
    }
  }
  return Explorer<W, WideCode<W>>(board, stop, settings, true).run(roots);
}

#define ONYX_INSTANTIATE(W)                                                              \
  template Exploration<W> explore(const WideBoard<W>&, std::span<const WidePosition<W>>, \
                                  const Stop&, const ExploreSettings&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
