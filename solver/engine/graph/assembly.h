// Joins the partitions of an exploration (explorer.h) into one graph with consecutive numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/assert.h"
#include "core/base/free_memory.h"
#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "solver/engine/graph/explorer.h"
#include "solver/engine/graph/partition.h"

namespace onyx::exploration {

/// Moves partitions into the graph in batches, and frees each partition once it is moved. Until
/// then its states are in memory in both forms, in the partition and in the graph.
template <int W, class Code>
class Assembly {
  using Part = Partition<typename Code::Word>;

 public:
  /// All arguments must outlive this.
  Assembly(std::vector<Part>& partitions, const Code& code, const Stop& stop,
           const ExploreSettings& settings)
      : partitions_(partitions), code_(code), stop_(stop), settings_(settings) {}

  /// `states`: the number of states in all partitions; `roots`: references. Returns
  /// End::memory_limit and an empty graph if the memory limit is too small for the graph, for the
  /// later steps on it, or for a partition in both forms.
  End run(std::size_t states, std::span<const StateId> roots, StateGraph<W>& graph) {
    for (Part& partition : partitions_) {
      partition.table = LocalTable();
      partition.free_buffers();
    }
    const Layout layout(partitions_);
    const std::size_t edges = layout.first_edge[partitions_.size()];
    ONYX_ASSERT(layout.first_state[partitions_.size()] == states);
    if (partitions_.size() > 1) {
      return_free_memory();
      if (!has_room_for(states, edges)) return End::memory_limit;
      graph.positions.map(states);
      graph.row_begin.map(states + 1);
      graph.targets.map(edges);
    }
    graph.positions.resize(states);
    graph.row_begin.resize(states + 1);
    graph.targets.resize(edges);
    graph.row_begin[0] = 0;
    if (!move_all_into(graph, layout)) {
      graph = {};
      return End::memory_limit;
    }
    ONYX_ASSERT(graph.row_begin[states] == edges);
    for (const StateId root : roots) graph.roots.push_back(layout.number(root));
    return End::complete;
  }

 private:
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

  bool has_room_for(std::uint64_t states, std::uint64_t edges) const {
    return graph_bytes(states, edges) + settings_.later_bytes_per_state * states +
               settings_.later_bytes_per_edge * edges <=
           stop_.bytes;
  }

  /// Returns false if there is no room for both forms of even one partition.
  bool move_all_into(StateGraph<W>& graph, const Layout& layout) {
    std::uint64_t held = 0;
    for (const Part& partition : partitions_) held += partition.kept_bytes();
    for (std::size_t begin = 0; begin < partitions_.size();) {
      const std::size_t end = end_of_batch(begin, held);
      if (end == begin) return false;
      parallel_for(settings_.threads, end - begin, 1, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) move_into(graph, begin + i, layout);
      });
      begin = end;
    }
    return true;
  }

  /// Returns the end of the largest batch that begins at `begin` and fits into memory in both
  /// forms; a small graph is always one batch. Updates `held`, the memory of both forms.
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
    partition = Part();  // frees it before the next one is moved
  }

  std::vector<Part>& partitions_;
  const Code& code_;
  const Stop& stop_;
  const ExploreSettings& settings_;
};

}  // namespace onyx::exploration
