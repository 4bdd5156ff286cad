// The explorer: computes the state graph of all positions that play can reach from given ones.
//
// The states are spread over partitions by their Zobrist keys. The work proceeds in rounds of three
// steps, each a parallel loop over partitions:
//   expand   every partition takes its next unexpanded states, makes their successors, and sorts
//            them into one buffer for each partition that the successors belong to;
//   absorb   every partition looks up the received successors in its own hash table, and numbers
//            the new ones in the order of arrival;
//   resolve  every partition reads the numbers back, in the order in which it sent the successors,
//            and appends them to its rows.
// A successor is a leaf if its mover can connect at once. The explorer determines this when it
// makes the successor, where it is cheap; more than half of all states are leaves.
//
// In each step only one task writes to each table and each buffer, so there are no locks and no
// atomics. Because the size of a round and the order of arrival are fixed, the graph is the same
// for any number of threads. Successors are looked up in batches, so that lookups can be
// prefetched: memory would dominate the time otherwise.
//
// Exactness: a key only picks a partition and a bucket; two states are identical iff their packed
// positions are equal. Source of the scheme: U. Stern and D. Dill, "Parallelizing the Murphi
// Verifier", 1997 (owner-computes partitioning by hash), in bulk-synchronous rounds.
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "core/zobrist.h"
#include "solver/engine/graph/state_graph.h"

namespace onyx {

/// Settings of an exploration. They may change the numbering of the states, but not the states.
struct ExploreSettings {
  /// Memory that later steps on the graph will need, counted towards the memory limit.
  std::uint64_t later_bytes_per_state = 0;
  std::uint64_t later_bytes_per_edge = 0;

  Threads threads = Threads::all;
  ZobristFunction zobrist = zobrist_xxhash;
};

template <int W>
struct Exploration {
  End end = End::complete;
  Reached reached;      ///< `known` counts all states found, `done` those with known successors.
  StateGraph<W> graph;  ///< Empty unless end is complete.
};

/// Explores from `roots`, which must be legal and not finished; equal roots become one state. Takes
/// at most about 40 bytes per state and 4 per edge, and O(edges) expected time. The work that
/// `stop` limits is the number of states, which never exceeds 2^32 - 1. Limits are checked and
/// progress is reported after each round. Throws std::bad_alloc when memory runs out below the
/// limit, and std::invalid_argument for a finished root.
template <int W>
Exploration<W> explore(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                       const Stop& stop, const ExploreSettings& settings = {});

}  // namespace onyx
