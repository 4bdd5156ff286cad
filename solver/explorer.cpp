#include "solver/explorer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace onyx {
namespace {

/// Number of partitions of a large exploration: several for every core of a large machine.
constexpr int kPartitionBits = 5;
/// Explorations of up to this many states use one partition, which spares them the rounds' fixed
/// cost. A larger one starts again with all partitions: a waste of milliseconds.
constexpr std::size_t kSmallExploration = std::size_t{1} << 17;

constexpr std::size_t kMaxPartitions = std::size_t{1} << kPartitionBits;
constexpr int kLocalBits = 32 - kPartitionBits;
constexpr std::size_t kMaxLocalStates = (std::size_t{1} << kLocalBits) - 1;

/// A state's name during the exploration: its partition and its number there.
StateId reference_to(std::size_t partition, std::size_t local) {
  return static_cast<StateId>(partition << kLocalBits | local);
}

/// Open addressing with linear probing from 32 key bits to local state numbers. The bucket grows
/// monotonically with the tag, so the table can be enlarged without looking at positions.
class LocalTable {
 public:
  static std::uint32_t tag_of(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> (32 - kPartitionBits));
  }

  /// Room for `count` entries at a load of at most 4/5. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (5 * count <= 4 * capacity_) return;
    LocalTable larger;
    larger.allocate(std::max<std::size_t>({64, 2 * capacity_, 5 * count / 4 + 1}));
    for (std::size_t i = 0; i < capacity_; ++i) {
      if (slots_[i].number != 0) larger.insert(slots_[i]);
    }
    slots_.swap(larger.slots_);
    std::swap(capacity_, larger.capacity_);
  }

  void prefetch(std::uint32_t tag) const { __builtin_prefetch(&slots_[bucket_of(tag)]); }
  /// The number that a lookup will most likely compare with, or `none`.
  std::uint32_t first_guess(std::uint32_t tag, std::uint32_t none) const {
    const Slot& slot = slots_[bucket_of(tag)];
    return slot.number != 0 && slot.tag == tag ? slot.number - 1 : none;
  }

  /// Returns the number under `tag` for which equals(number) holds; if there is none, enters
  /// `fresh` under it and returns that. There must be room.
  template <class Equals>
  std::uint32_t find_or_insert(std::uint32_t tag, std::uint32_t fresh, Equals&& equals) {
    std::size_t i = bucket_of(tag);
    for (; slots_[i].number != 0; i = next(i)) {
      if (slots_[i].tag == tag && equals(slots_[i].number - 1)) return slots_[i].number - 1;
    }
    slots_[i] = {tag, fresh + 1};
    return fresh;
  }

  std::size_t bytes() const { return slots_.bytes(); }

 private:
  struct Slot {
    std::uint32_t tag;
    std::uint32_t number;  ///< Plus one; 0 means empty.
  };

  /// Fresh, all empty. Written in full even where it is zero already: a page that is first read
  /// and then written costs two faults, and an interruption of all threads.
  void allocate(std::size_t capacity) {
    constexpr std::size_t kLarge = std::size_t{1} << 17;
    if (capacity >= kLarge) slots_.map(capacity);
    slots_.resize(capacity);
    std::memset(slots_.data(), 0, capacity * sizeof(Slot));
    capacity_ = capacity;
  }
  void insert(Slot slot) {
    std::size_t i = bucket_of(slot.tag);
    while (slots_[i].number != 0) i = next(i);
    slots_[i] = slot;
  }
  std::size_t bucket_of(std::uint32_t tag) const { return (tag * std::uint64_t{capacity_}) >> 32; }
  std::size_t next(std::size_t i) const { return i + 1 == capacity_ ? 0 : i + 1; }

  BigArray<Slot> slots_;
  std::size_t capacity_ = 0;  // the size of slots_, kept beside its pointer
};

/// A successor on its way to its partition; after `absorb` the key is its local number.
template <int W>
struct Message {
  PackedPosition<W> position;
  std::uint64_t key;
};

template <int W>
struct Partition {
  BigArray<PackedPosition<W>> positions;
  BigArray<std::uint32_t> row_end;  ///< By expanded state; states beyond wait to be expanded.
  BigArray<StateId> targets;        ///< References, see reference_to.
  LocalTable table;

  // Within a round:
  std::array<BigArray<Message<W>>, kMaxPartitions> outbox;
  BigArray<std::uint8_t> routes;  ///< By successor made: the partition it was sent to.

  std::size_t expanded() const { return row_end.size(); }

  /// Reserves address space for what can ever be entered under a memory limit.
  void map(std::uint64_t byte_limit) {
    const auto at_most = [&](std::size_t count, std::size_t size) {
      return static_cast<std::size_t>(std::min<std::uint64_t>(count, byte_limit / size + 1));
    };
    positions.map(at_most(kMaxLocalStates, sizeof(PackedPosition<W>)));
    row_end.map(at_most(kMaxLocalStates, sizeof(std::uint32_t)));
    targets.map(at_most(UINT32_MAX, sizeof(StateId)));
  }
};

/// States that a partition expands in a round: enough to make the buffers long, few enough that a
/// round's buffers stay small (near the caches' size on small boards, 64 MiB at most on large
/// ones).
template <int W>
std::size_t slice_for(const Board<W>& board) {
  constexpr std::size_t kOutboxes = std::size_t{1} << 20;  // bytes a partition
  const std::size_t row = static_cast<std::size_t>(board.place_count()) * sizeof(Message<W>);
  return std::clamp<std::size_t>(kOutboxes / row, 8, 512);
}

template <int W>
class Explorer {
 public:
  /// With one partition, or with all.
  Explorer(const Board<W>& board, const ExploreLimits& limits, bool is_large)
      : board_(board),
        limits_(limits),
        keys_(board.geometry(), limits.zobrist),
        slice_(slice_for(board)),
        partitions_(is_large ? kMaxPartitions : 1) {
    if (is_large) {
      for (Partition<W>& partition : partitions_) partition.map(limits.bytes);
    }
  }

  Exploration<W> run(std::span<const Position<W>> roots) {
    enter(roots);
    Exploration<W> result;
    do {
      for_each_partition([&](Partition<W>& partition) { expand(partition); });
      for_each_partition([&](Partition<W>& partition) { absorb(partition); });
      for_each_partition([&](Partition<W>& partition) { resolve(partition); });
      result.reached = survey();
      if (limits_.progress) limits_.progress(result.reached);
      result.end = check_limits(result.reached);
      if (result.end != ExploreEnd::complete) return result;
    } while (result.reached.expanded < result.reached.states);
    result.graph = assemble(result.reached);
    return result;
  }

 private:
  template <class Step>
  void for_each_partition(Step&& step) {
    parallel_for(limits_.threads, partitions_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) step(partitions_[i]);
    });
  }
  std::size_t partition_of(std::uint64_t key) const {
    return partitions_.size() == 1 ? 0 : key >> (64 - kPartitionBits);
  }
  std::size_t index_of_partition(const Partition<W>& partition) const {
    return static_cast<std::size_t>(&partition - partitions_.data());
  }

  void enter(std::span<const Position<W>> roots) {
    for (const Position<W>& root : roots) {
      if (is_finished(board_, root)) throw std::invalid_argument("cannot explore a finished game");
      const std::uint64_t key = keys_.key_of(root);
      const std::size_t owner = partition_of(key);
      Partition<W>& partition = partitions_[owner];
      partition.table.reserve(partition.positions.size() + 1);
      roots_.push_back(reference_to(owner, find_or_add(partition, pack(root), key)));
    }
  }

  static std::uint32_t find_or_add(Partition<W>& partition, const PackedPosition<W>& position,
                                   std::uint64_t key) {
    auto& positions = partition.positions;
    const auto fresh = static_cast<std::uint32_t>(positions.size());
    const std::uint32_t number = partition.table.find_or_insert(
        LocalTable::tag_of(key), fresh,
        [&](std::uint32_t candidate) { return positions[candidate] == position; });
    if (number == fresh) positions.push_back(position);
    return number;
  }

  void expand(Partition<W>& partition) {
    const std::size_t begin = partition.expanded();
    const std::size_t end = std::min(partition.positions.size(), begin + slice_);
    std::size_t row_end = partition.targets.size();
    for (std::size_t i = begin; i < end; ++i) {
      row_end += expand_state(partition, unpack(partition.positions[i]));
      partition.row_end.push_back(static_cast<std::uint32_t>(row_end));
    }
  }

  /// Sends all successors of a state to their partitions; returns how many, 0 for a leaf.
  std::size_t expand_state(Partition<W>& partition, const Position<W>& position) {
    if (winning_moves(board_, position).any()) return 0;
    const std::uint64_t key = keys_.key_of(position);
    const PlaceSet<W> moves = placements(board_, position);
    const Player mover = position.to_move;
    std::size_t count = 0;
    moves.for_each([&](Place place) {
      ++count;
      const PlaceSet<W> captured = captured_by(board_, position, place);
      Position<W> next = position;
      next.of(mover).add(place);
      next.of(other(mover)) -= captured;
      next.to_move = other(mover);
      const std::uint64_t next_key = keys_.key_after(key, mover, place, captured);
      const std::size_t owner = partition_of(next_key);
      partition.outbox[owner].push_back({pack(next), next_key});
      partition.routes.push_back(static_cast<std::uint8_t>(owner));
    });
    return count;
  }

  void absorb(Partition<W>& partition) {
    const std::size_t self = index_of_partition(partition);
    for (Partition<W>& sender : partitions_) {
      BigArray<Message<W>>& messages = sender.outbox[self];
      const std::size_t count = messages.size();
      if (count == 0) continue;
      partition.table.reserve(partition.positions.size() + count);
      // Two stages ahead of each lookup: fetch the bucket; then, knowing whom the bucket names,
      // fetch that position.
      constexpr std::size_t kBucketAhead = 16;
      constexpr std::size_t kPositionAhead = 8;
      const auto tag = [&](std::size_t i) { return LocalTable::tag_of(messages[i].key); };
      for (std::size_t i = 0; i < std::min(kBucketAhead, count); ++i) {
        partition.table.prefetch(tag(i));
      }
      for (std::size_t i = 0; i < count; ++i) {
        if (i + kBucketAhead < count) partition.table.prefetch(tag(i + kBucketAhead));
        if (i + kPositionAhead < count) {
          const std::uint32_t guess = partition.table.first_guess(tag(i + kPositionAhead), 0);
          __builtin_prefetch(partition.positions.data() + guess);
        }
        messages[i].key = find_or_add(partition, messages[i].position, messages[i].key);
      }
    }
  }

  void resolve(Partition<W>& partition) {
    std::array<std::size_t, kMaxPartitions> cursor{};
    partition.targets.reserve(partition.targets.size() + partition.routes.size());
    for (const std::uint8_t owner : partition.routes) {
      const std::size_t local = partition.outbox[owner][cursor[owner]++].key;
      partition.targets.push_back(reference_to(owner, local));
    }
    partition.routes.clear();
    for (BigArray<Message<W>>& messages : partition.outbox) messages.clear();
  }

  ExploreProgress survey() const {
    ExploreProgress reached;
    for (const Partition<W>& partition : partitions_) {
      reached.states += partition.positions.size();
      reached.expanded += partition.expanded();
      reached.bytes += partition.positions.bytes() + partition.row_end.bytes() +
                       partition.targets.bytes() + partition.table.bytes();
      for (const auto& messages : partition.outbox) reached.bytes += messages.bytes();
      reached.bytes += limits_.later_bytes_per_state * partition.positions.size() +
                       limits_.later_bytes_per_edge * partition.targets.size();
    }
    return reached;
  }

  ExploreEnd check_limits(const ExploreProgress& reached) const {
    if (limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed)) {
      return ExploreEnd::interrupted;
    }
    if (reached.states > limits_.states) return ExploreEnd::state_limit;
    for (const Partition<W>& partition : partitions_) {
      // A round may add as many states as a partition is sent, far fewer than half of what is left.
      if (partition.positions.size() > kMaxLocalStates / 2) return ExploreEnd::state_limit;
      if (partition.targets.size() > UINT32_MAX / 2) return ExploreEnd::state_limit;
    }
    if (reached.bytes > limits_.bytes) return ExploreEnd::memory_limit;
    // The last round may pass the deadline: then the answer is there, and it would be idle to
    // withhold it.
    if (limits_.deadline && reached.expanded < reached.states &&
        std::chrono::steady_clock::now() >= *limits_.deadline) {
      return ExploreEnd::time_limit;
    }
    return ExploreEnd::complete;
  }

  /// Joins the partitions, one after the other, into one graph with consecutive numbers.
  StateGraph<W> assemble(const ExploreProgress& reached) {
    std::array<std::size_t, kMaxPartitions + 1> first_state{};
    std::array<std::size_t, kMaxPartitions + 1> first_edge{};
    for (std::size_t i = 0; i < partitions_.size(); ++i) {
      partitions_[i].table = LocalTable();
      first_state[i + 1] = first_state[i] + partitions_[i].positions.size();
      first_edge[i + 1] = first_edge[i] + partitions_[i].targets.size();
    }
    const auto final_number = [&](StateId reference) {
      return static_cast<StateId>(first_state[reference >> kLocalBits] +
                                  (reference & kMaxLocalStates));
    };
    StateGraph<W> graph;
    graph.positions.resize(reached.states);
    graph.row_begin.resize(reached.states + 1);
    graph.targets.resize(first_edge[partitions_.size()]);
    graph.row_begin[0] = 0;
    for_each_partition([&](Partition<W>& partition) {
      const std::size_t self = index_of_partition(partition);
      for (std::size_t i = 0; i < partition.positions.size(); ++i) {
        graph.positions[first_state[self] + i] = partition.positions[i];
        graph.row_begin[first_state[self] + i + 1] = first_edge[self] + partition.row_end[i];
      }
      for (std::size_t i = 0; i < partition.targets.size(); ++i) {
        graph.targets[first_edge[self] + i] = final_number(partition.targets[i]);
      }
      partition = Partition<W>();  // frees it before the next one is copied
    });
    for (const StateId root : roots_) graph.roots.push_back(final_number(root));
    return graph;
  }

  const Board<W>& board_;
  const ExploreLimits& limits_;
  const ZobristKeys keys_;
  const std::size_t slice_;
  std::vector<Partition<W>> partitions_;
  std::vector<StateId> roots_;  ///< References.
};

}  // namespace

const char* name_of(ExploreEnd end) {
  switch (end) {
    case ExploreEnd::complete:
      return "complete";
    case ExploreEnd::state_limit:
      return "state limit";
    case ExploreEnd::memory_limit:
      return "memory limit";
    case ExploreEnd::time_limit:
      return "time limit";
    case ExploreEnd::interrupted:
      return "interrupted";
  }
  return "unknown";
}

template <int W>
Exploration<W> explore(const Board<W>& board, std::span<const Position<W>> roots,
                       const ExploreLimits& limits) {
  ExploreLimits small_limits = limits;
  small_limits.states = std::min<std::uint64_t>(limits.states, kSmallExploration);
  Exploration<W> small = Explorer<W>(board, small_limits, false).run(roots);
  const bool was_large =
      small.end == ExploreEnd::state_limit && small_limits.states < limits.states;
  return was_large ? Explorer<W>(board, limits, true).run(roots) : std::move(small);
}

#define ONYX_INSTANTIATE(W)                                                      \
  template Exploration<W> explore(const Board<W>&, std::span<const Position<W>>, \
                                  const ExploreLimits&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
