// The explorer: every position that some play reaches from given ones, as a state graph.
//
// The states are spread over partitions by their Zobrist keys. Work goes in rounds of three steps,
// each a parallel loop over partitions:
//   expand   every partition takes its next unexpanded states, makes their successors, and sorts
//            them into one buffer for each partition that they belong to;
//   absorb   every partition looks up what was sent to it in its own hash table, and numbers what
//            is new in the order of arrival;
//   resolve  every partition reads the numbers back, in the order in which it sent the successors,
//            and appends them to its rows.
// Whether a successor is a leaf, where the mover can connect at once, is found out when it is made:
// that is cheap there, and more than half of all states are leaves and need no more work.
//
// In each step a partition is touched by one task alone. So there are no locks and no atomics, and
// because slices and orders of arrival are fixed, the graph is the same for any number of threads.
// Successors are looked up in batches, which lets lookups be prefetched: the time of an exploration
// is otherwise spent waiting for memory.
//
// Exactness: a key picks a partition and a bucket; two states are one iff their packed positions
// are equal. Source of the scheme: U. Stern and D. Dill, "Parallelizing the Murphi Verifier", 1997
// (owner-computes partitioning by hash), in bulk-synchronous rounds.
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "core/zobrist.h"
#include "solver/graph/state_graph.h"

namespace onyx {

/// How to explore; the graph depends on none of it.
struct ExploreSettings {
  /// Memory that later steps on the graph will need, so that a limit is met here or never.
  std::uint64_t later_bytes_per_state = 0;
  std::uint64_t later_bytes_per_edge = 0;

  Threads threads = Threads::all;
  ZobristFunction zobrist = zobrist_xxhash;
};

template <int W>
struct Exploration {
  End end = End::complete;
  Reached reached;      ///< States: known ones, and of these done those with known successors.
  StateGraph<W> graph;  ///< Empty unless end is complete.
};

/// Explores from `roots`, which must be legal and not finished; equal roots become one state.
/// At most about 40 bytes a state and 4 an edge; O(edges) expected time. `stop` counts states as
/// work, of which there are never more than 2^32 - 1, and as memory what later steps need, too; it
/// is looked at and told of progress after each round. Throws std::bad_alloc when memory runs out
/// below the limit, and std::invalid_argument for a finished root.
template <int W>
Exploration<W> explore(const Board<W>& board, std::span<const Position<W>> roots, const Stop& stop,
                       const ExploreSettings& settings = {});

}  // namespace onyx
