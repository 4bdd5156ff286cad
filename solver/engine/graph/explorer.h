// The explorer: computes the graph of all states that are reachable from given positions.
//
// Zobrist keys distribute the states over partitions. The work proceeds in rounds of three steps,
// each a parallel loop over partitions:
//   expand   generates the successors of the next unexpanded states, and writes them to one buffer
//            for each partition that owns successors;
//   absorb   looks up the received successors in the hash table of the partition, and numbers new
//            states in the order of arrival;
//   resolve  reads the numbers back in the order of sending, and appends them to the rows.
// A successor is a leaf if the side to move can connect at once, which is cheap to check while the
// successor is generated. Usually more than half of all states are leaves.
//
// In each step, only one task writes to each table and each buffer, so locks and atomics are not
// needed. Round sizes and the order of arrival, and so the graph, are the same for any number of
// threads, unless rounds shrink near the memory limit. Look-ups are batched and prefetched, because
// memory accesses take most of the time.
//
// Exactness: a key only selects a partition and a bucket; codes of whole positions are compared.
// Source: U. Stern and D. Dill, "Parallelizing the Murphi Verifier", 1997 (owner-computes
// partitioning by hash), in bulk-synchronous rounds.
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "core/zobrist.h"
#include "solver/engine/graph/state_graph.h"

namespace onyx {

/// `zobrist` affects how states are numbered; the other settings do so only near the memory limit.
struct ExploreSettings {
  /// Memory to leave for later steps on the graph. Counts towards the memory limit.
  std::uint64_t later_bytes_per_state = 0;
  std::uint64_t later_bytes_per_edge = 0;

  Threads threads = Threads::all;
  ZobristFunction zobrist = zobrist_xxhash;
};

template <int W>
struct Exploration {
  End end = End::complete;
  Reached reached;      ///< `known` counts the states found, `done` the states expanded.
  StateGraph<W> graph;  ///< Empty unless end is complete.
};

/// Explores from `roots`, which must be legal; equal roots become one state. Takes about 40 bytes
/// per state and 4 per edge, and O(edges) expected time. The work limit of `stop` counts states, at
/// most about 2^31. Checks limits and reports progress after each round. Throws std::bad_alloc if
/// memory runs out below the limit, and std::invalid_argument for a finished root.
template <int W>
Exploration<W> explore(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                       const Stop& stop, const ExploreSettings& settings = {});

}  // namespace onyx
