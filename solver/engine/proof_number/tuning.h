// The constants that tune proof-number search. They change the speed but not the results;
// experiments/bench/bench.cpp measures the speed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/engine/proof_number/numbers.h"

namespace onyx::proof_number {

// --- The search (searcher.h, worker.h) ---

/// A search starts with one thread for this many nodes, because easy positions need no more.
inline constexpr std::uint64_t kNodesAlone = 5000;
/// If there are several roots, each gets this many nodes in its first turn, and each later turn
/// doubles the root's total, so that easy roots are solved first.
inline constexpr std::uint64_t kFirstTurn = 1'000'000;
/// The first restart comes after this many nodes, each later restart at twice as many.
inline constexpr std::uint64_t kFirstRestart = 200'000;
/// A worker checks for interrupts and limits each time it has expanded this many nodes.
inline constexpr std::uint64_t kNodesBetweenLooks = 256;
/// After a search of this many nodes below a child, the worker rereads all children's numbers.
inline constexpr std::uint64_t kNodesBeforeRefresh = 16;
/// A simulation may visit this many positions, plus kSimulatedPerNode for each node of the model.
inline constexpr std::uint64_t kLeastSimulated = 8;
inline constexpr std::uint64_t kSimulatedPerNode = 8;

// --- Initial numbers (first_numbers.h) ---

/// The mover's number at even odds.
inline constexpr Number kEvenNumber = 64;
/// Log odds have this weight, and change a number by at most the factor kMostOddsFactor.
inline constexpr double kOddsWeight = 0.5;
inline constexpr double kMostOddsFactor = 8;
/// Above about this many sensible moves, the opponent's number grows linearly, not as a root.
inline constexpr double kUncountedMobility = 40;

// --- The evaluation (pattern_evaluation.h) ---

/// Rates from 0.1 to 1 lead to almost the same number of nodes.
inline constexpr double kLearningRate = 0.3;
/// At most this many entries of a loaded table train the evaluation; more would hardly help.
inline constexpr std::uint64_t kMostLearnt = 1 << 22;

// --- Strategies (strategy_writer.h) ---

/// After a reply without a move in the table, this many known lines of play are tried, each in at
/// most kMostModelPositions positions.
inline constexpr std::size_t kMostModels = 4;
inline constexpr std::uint64_t kMostModelPositions = 1000;

}  // namespace onyx::proof_number
