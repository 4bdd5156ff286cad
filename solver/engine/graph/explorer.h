// The explorer: computes the state graph of all positions that play can reach from given ones.
//
// The states are spread over partitions by their Zobrist keys. The work proceeds in rounds of three
// steps, each a parallel loop over partitions:
//   expand   takes the next unexpanded states, makes their successors, and sorts them into one
//            buffer for each partition that owns successors;
//   absorb   looks up the received successors in the partition's own hash table, and numbers the
//            new ones in the order of arrival;
//   resolve  reads the numbers back in the order of sending, and appends them to the rows.
// A successor is a leaf if its mover can connect at once, which is cheap to check on creation.
// Usually more than half of all states are leaves.
//
// In each step only one task writes to each table and each buffer, so there are no locks and no
// atomics. Round sizes and the order of arrival, and so the graph, are the same for any number of
// threads, unless rounds shrink near the memory limit. Lookups come in batches and are prefetched,
// because memory accesses take most of the time.
//
// Exactness: a key only picks a partition and a bucket; whole packed positions are compared.
// Source: U. Stern and D. Dill, "Parallelizing the Murphi Verifier", 1997 (owner-computes
// partitioning by hash), in bulk-synchronous rounds.
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "core/zobrist.h"
#include "solver/engine/graph/state_graph.h"

namespace onyx {

/// No setting changes the states. `zobrist` renumbers them; near the memory limit, any setting may.
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

/// Explores from `roots`, which must be legal; equal roots become one state. Takes about 40 bytes
/// per state and 4 per edge, and O(edges) expected time. The work limit of `stop` counts states;
/// it is never more than about 2^31. Checks limits and reports progress after each round. Throws
/// std::bad_alloc when memory runs out below the limit, and std::invalid_argument for a finished
/// root.
template <int W>
Exploration<W> explore(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                       const Stop& stop, const ExploreSettings& settings = {});

}  // namespace onyx
