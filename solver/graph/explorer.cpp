#include "solver/graph/explorer.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/free_memory.h"
#include "core/base/local_table.h"
#include "solver/graph/state_code.h"

namespace onyx {
namespace {

/// Number of partitions of a large exploration: several for every core of a large machine.
constexpr int kPartitionBits = 4;
/// Explorations of up to this many states use one partition, which spares them the rounds' fixed
/// cost. A larger one starts again with all partitions: a waste of milliseconds.
constexpr std::size_t kSmallExploration = std::size_t{1} << 15;

constexpr std::size_t kMaxPartitions = std::size_t{1} << kPartitionBits;
constexpr int kLocalBits = 32 - kPartitionBits;
constexpr std::size_t kMaxLocalStates = (std::size_t{1} << kLocalBits) - 1;

/// A state's name during the exploration: its partition and its number there.
StateId reference_to(std::size_t partition, std::size_t local) {
  return static_cast<StateId>(partition << kLocalBits | local);
}

/// The 32 bits of a key after those that pick the partition; never 0, which the table reserves.
std::uint32_t tag_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> (32 - kPartitionBits)) | 1;
}

/// A successor on its way to its partition. The lowest bit of the key, which no table looks at,
/// says whether it is a leaf; `absorb` replaces the key by the local number.
template <class Word>
struct Message {
  Word word;
  std::uint64_t key;

  static constexpr std::uint64_t kLeafBit = 1;
  static std::uint64_t mark(std::uint64_t key, bool is_leaf) {
    return (key & ~kLeafBit) | std::uint64_t{is_leaf};
  }
  bool is_leaf() const { return (key & kLeafBit) != 0; }
};

template <class Word>
struct Partition {
  BigArray<Word> words;               ///< The positions, by local number.
  BigArray<std::uint16_t> row_sizes;  ///< 0 for a leaf, 1 until a state is expanded.
  BigArray<StateId> targets;          ///< References, see reference_to.
  std::size_t expanded = 0;           ///< States before this one have their rows.
  LocalTable table;

  // Within a round:
  std::array<BigArray<Message<Word>>, kMaxPartitions> outbox;
  BigArray<std::uint8_t> routes;  ///< By successor made: the partition it was sent to.

  /// Reserves address space for what can ever be entered under a memory limit. Where that is low,
  /// half-used huge pages would be a large part of it.
  void map(std::uint64_t byte_limit) {
    const Pages pages = byte_limit < (std::uint64_t{2} << 30) ? Pages::small : Pages::huge;
    const auto at_most = [&](std::size_t count, std::size_t size) {
      return static_cast<std::size_t>(std::min<std::uint64_t>(count, byte_limit / size + 1));
    };
    words.map(at_most(kMaxLocalStates, sizeof(Word)), pages);
    row_sizes.map(at_most(kMaxLocalStates, sizeof(std::uint16_t)), pages);
    targets.map(at_most(UINT32_MAX, sizeof(StateId)), pages);
  }

  /// What the graph will be made of.
  std::uint64_t kept_bytes() const { return words.bytes() + row_sizes.bytes() + targets.bytes(); }
  /// What is needed only while exploring.
  std::uint64_t working_bytes() const {
    std::uint64_t bytes = table.bytes() + routes.bytes();
    for (const auto& messages : outbox) bytes += messages.bytes();
    return bytes;
  }
  void free_buffers() {
    for (auto& messages : outbox) messages = BigArray<Message<Word>>();
    routes = BigArray<std::uint8_t>();
  }

  /// The number of a position, a fresh one if it is new. There must be room in the table. `slot`:
  /// from table.find(tag).
  ///
  /// The position is entered as a new one first, so that it equals what its slot names whether
  /// that is old or new: about half are, and a branch would be mispredicted half the time.
  std::uint32_t find_or_add(const Word& word, bool is_leaf, std::uint32_t tag,
                            LocalTable::Slot slot) {
    const auto fresh = static_cast<std::uint32_t>(words.size());
    words.push_back(word);
    row_sizes.push_back(is_leaf ? 0 : 1);
    std::uint32_t number = table.number_in(slot, fresh);
    while (!(words[number] == word)) {
      slot = table.find_next(tag, slot);
      number = table.number_in(slot, fresh);
    }
    if (number == fresh) table.set(slot, tag, number);
    const std::size_t size = fresh + (number == fresh ? 1U : 0U);
    words.resize(size);
    row_sizes.resize(size);
    return number;
  }
};

/// All messages to one partition, in the order of their senders.
template <class Word>
class Inbox {
 public:
  Inbox(std::vector<Partition<Word>>& senders, std::size_t owner)
      : senders_(senders), owner_(owner) {
    for (const auto& sender : senders) count_ += sender.outbox[owner].size();
    left_ = count_;
    if (count_ > 0) skip_empty();
  }
  std::size_t count() const { return count_; }
  /// The next message; only `count` times.
  Message<Word>* take() {
    Message<Word>* const message = &senders_[sender_].outbox[owner_][index_];
    --left_;
    if (++index_ == senders_[sender_].outbox[owner_].size()) {
      ++sender_;
      index_ = 0;
      if (left_ > 0) skip_empty();
    }
    return message;
  }

 private:
  void skip_empty() {
    while (senders_[sender_].outbox[owner_].empty()) ++sender_;
  }

  std::vector<Partition<Word>>& senders_;
  std::size_t owner_;
  std::size_t count_ = 0;
  std::size_t left_ = 0;
  std::size_t sender_ = 0;
  std::size_t index_ = 0;
};

/// Successors that a partition of `known` states makes in a round, but for the end of a row: many,
/// so that a partition stays in the cache while it absorbs them, but few for its size, so that the
/// round's buffers take only a small part of all memory.
constexpr std::size_t successors_in_round(std::size_t known) {
  return std::max<std::size_t>(2048, known / 3);
}

template <int W, class Code>
class Explorer {
  using Word = typename Code::Word;
  using Part = Partition<Word>;

 public:
  /// With one partition, or with all.
  Explorer(const Board<W>& board, const Stop& stop, const ExploreSettings& settings, bool is_large)
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

  Exploration<W> run(std::span<const Position<W>> roots) {
    enter(roots);
    Exploration<W> result;
    result.reached = survey();
    do {
      if (!plan_round()) {
        result.end = End::memory_limit;
        return result;
      }
      for_each_partition([&](Part& partition) { expand(partition); });
      for_each_partition([&](Part& partition) { absorb(partition); });
      for_each_partition([&](Part& partition) { resolve(partition); });
      result.reached = survey();
      if (stop_.progress) stop_.progress(result.reached);
      result.end = check_limits(result.reached);
      if (result.end != End::complete) return result;
    } while (result.reached.done < result.reached.known);
    result.end = assemble(result.reached, result.graph);
    return result;
  }

 private:
  /// Successors that a partition makes in the next round, but for the end of a row.
  std::size_t round_of(const Part& partition) const {
    return std::max<std::size_t>(1, successors_in_round(partition.words.size()) >> shift_);
  }

  /// Whether the next round keeps to the memory limit, whatever it finds. Rounds are as large as
  /// ever while memory is ample, and get smaller near the limit, so that little of it is left in
  /// the end. (The numbers of states follow from the sizes of rounds: only here do they depend on
  /// the limit.)
  bool plan_round() {
    constexpr int kMostShift = 6;  // still smaller ones would crawl
    if (most_bytes_after_round() <= stop_.bytes) return true;
    for (Part& partition : partitions_) partition.free_buffers();
    return_free_memory();
    for (; shift_ <= kMostShift; ++shift_) {
      if (most_bytes_after_round() <= stop_.bytes) return true;
    }
    return false;
  }

  /// If all successors are new. Keys spread them evenly, so what is sent to one partition, or by
  /// one to another, is an even share and hardly more.
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
    std::uint64_t outgrown = 0;  // the largest table that is copied
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
               settings_.later_bytes_per_state * states + settings_.later_bytes_per_edge * edges;
      for (const auto& messages : partition.outbox) bytes += messages.bytes_with(share(own));
    }
    return bytes + outgrown * (settings_.threads == Threads::one
                                   ? 1
                                   : std::min(threads_allowed(), partitions_.size()));
  }

  template <class Step>
  void for_each_partition(Step&& step) {
    parallel_for(settings_.threads, partitions_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) step(partitions_[i]);
    });
  }
  std::size_t partition_of(std::uint64_t key) const {
    return partitions_.size() == 1 ? 0 : key >> (64 - kPartitionBits);
  }
  std::size_t index_of_partition(const Part& partition) const {
    return static_cast<std::size_t>(&partition - partitions_.data());
  }

  void enter(std::span<const Position<W>> roots) {
    for (const Position<W>& root : roots) {
      if (is_finished(board_, root)) throw std::invalid_argument("cannot explore a finished game");
      const std::uint64_t key = keys_.key_of(root);
      const std::size_t owner = partition_of(key);
      const std::uint32_t tag = tag_of(key);
      Part& partition = partitions_[owner];
      partition.table.reserve(partition.words.size() + 1);
      const bool is_leaf = winning_moves(board_, root).any();
      roots_.push_back(reference_to(owner, partition.find_or_add(code_.encode(root), is_leaf, tag,
                                                                 partition.table.find(tag))));
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

  /// Sends all successors of a state that is no leaf to their partitions; returns how many.
  std::uint16_t expand_state(Part& partition, const Position<W>& position) {
    const std::uint64_t key = keys_.key_of(position);
    const Player mover = position.to_move;
    const Player replier = other(mover);
    // Whether a successor is a leaf is found here, where two fills answer for all of them that
    // capture nothing: the places where the replier would connect are the same but for the one
    // that the mover takes.
    const PlaceSet<W> replies = (board_.points() - position.occupied()) &
                                connecting_places(board_, position.of(replier), replier);
    std::uint16_t count = 0;
    placements(board_, position).for_each([&](Place place) {
      ++count;
      const PlaceSet<W> captured = captured_by(board_, position, place);
      PlaceSet<W> own = position.of(mover);
      PlaceSet<W> theirs = position.of(replier);
      own.add(place);
      theirs -= captured;
      const bool is_v = mover == Player::V;
      const Position<W> next{{is_v ? own : theirs, is_v ? theirs : own}, replier};
      PlaceSet<W> winning = replies;
      winning.remove(place);
      if (captured.any()) winning = winning_moves(board_, next);
      const std::uint64_t next_key = keys_.key_after(key, mover, place, captured);
      const std::size_t owner = partition_of(next_key);
      partition.outbox[owner].push_back(
          {code_.encode(next), Message<Word>::mark(next_key, winning.any())});
      partition.routes.push_back(static_cast<std::uint8_t>(owner));
    });
    return count;
  }

  void absorb(Part& partition) {
    Inbox<Word> inbox(partitions_, index_of_partition(partition));
    const std::size_t count = inbox.count();
    LocalTable& table = partition.table;
    table.reserve(partition.words.size() + count);
    // Two stages ahead of each lookup: fetch the line; then, knowing the slot with the tag, fetch
    // the position that it names.
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
      const std::size_t local = partition.outbox[owner][cursor[owner]++].key;
      partition.targets.push_back(reference_to(owner, local));
    }
    partition.routes.clear();
    for (BigArray<Message<Word>>& messages : partition.outbox) messages.clear();
  }

  Reached survey() const {
    Reached reached;
    for (const Part& partition : partitions_) {
      reached.known += partition.words.size();
      reached.done += partition.expanded;
      reached.bytes += partition.kept_bytes() + partition.working_bytes();
      reached.bytes += settings_.later_bytes_per_state * partition.words.size() +
                       settings_.later_bytes_per_edge * partition.targets.size();
    }
    return reached;
  }

  End check_limits(const Reached& reached) const {
    if (stop_.interrupt.has_come()) return End::interrupted;
    if (reached.known > stop_.work) return End::work_limit;
    for (const Part& partition : partitions_) {
      // A round may add as many states as a partition is sent, far fewer than half of what is left.
      if (partition.words.size() > kMaxLocalStates / 2) return End::work_limit;
      if (partition.targets.size() > UINT32_MAX / 2) return End::work_limit;
    }
    if (reached.bytes > stop_.bytes) return End::memory_limit;
    // The last round may pass the deadline: then the answer is there, and it would be idle to
    // withhold it.
    if (reached.done == reached.known) return End::complete;
    return stop_.met().value_or(End::complete);
  }

  /// Joins the partitions, one after the other, into one graph with consecutive numbers. Ends at
  /// the memory limit if the graph, what is to follow, or both forms of a partition go beyond it.
  End assemble(const Reached& reached, StateGraph<W>& graph) {
    for (Part& partition : partitions_) {
      partition.table = LocalTable();
      partition.free_buffers();
    }
    const Layout layout(partitions_);
    const std::uint64_t edges = layout.first_edge[partitions_.size()];
    if (partitions_.size() > 1) {
      return_free_memory();
      if (graph_bytes(reached.known, edges) + settings_.later_bytes_per_state * reached.known +
              settings_.later_bytes_per_edge * edges >
          stop_.bytes) {
        return End::memory_limit;
      }
      graph.positions.map(reached.known);
      graph.row_begin.map(reached.known + 1);
      graph.targets.map(edges);
    }
    graph.positions.resize(reached.known);
    graph.row_begin.resize(reached.known + 1);
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
      parallel_for(settings_.threads, end - begin, 1, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) move_into(graph, begin + i, layout);
      });
      begin = end;
    }
    for (const StateId root : roots_) graph.roots.push_back(layout.number(root));
    return End::complete;
  }

  /// Where the states and edges of each partition begin in the graph.
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

  /// As many partitions are moved at once as there is room for both forms of; a small graph always
  /// has it. Keeps `held`, what both forms take.
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
    partition = Part();  // frees it before the next one is moved
  }

  const Board<W>& board_;
  const Stop& stop_;
  const ExploreSettings& settings_;
  const ZobristKeys keys_;
  const Code code_;
  std::vector<Part> partitions_;
  std::vector<StateId> roots_;  ///< References.
  int shift_ = 0;               ///< Rounds are smaller by this power of two; see plan_round.
};

}  // namespace

template <int W>
Exploration<W> explore(const Board<W>& board, std::span<const Position<W>> roots, const Stop& stop,
                       const ExploreSettings& settings) {
  // A small one is over before the tables of a narrow code would have paid.
  Stop small_stop = stop;
  small_stop.work = std::min<std::uint64_t>(stop.work, kSmallExploration);
  Exploration<W> small = Explorer<W, WideCode<W>>(board, small_stop, settings, false).run(roots);
  const bool was_large = small.end == End::work_limit && small_stop.work < stop.work;
  if (!was_large) return small;
  if constexpr (W == 1) {
    if (NarrowCode::fits(board.geometry())) {
      return Explorer<W, NarrowCode>(board, stop, settings, true).run(roots);
    }
  }
  return Explorer<W, WideCode<W>>(board, stop, settings, true).run(roots);
}

#define ONYX_INSTANTIATE(W)                                                                   \
  template Exploration<W> explore(const Board<W>&, std::span<const Position<W>>, const Stop&, \
                                  const ExploreSettings&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
