// Limits for the engines. They affect how long a decision takes and which engine answers, but not
// the value.
#pragma once

#include <cstdint>

namespace onyx {

/// With more empty points than this, the explorer rarely finishes in time.
inline constexpr int kMostEmptyExplored = 20;
/// The explorer's state limit unless it is the only engine.
inline constexpr std::uint64_t kMostExplored = 5'000'000;
/// Without a race, the explorer runs once the node limit of proof-number search exceeds this.
inline constexpr std::uint64_t kNodesBeforeExplorer = 300'000;
/// An arena with this many colourings is solved within about a second.
inline constexpr double kMostColourings = 1e8;
/// Before the arena, the explorer may visit kAlwaysExplored states plus one state for each
/// kColouringsPerState colourings, which takes about as long as the arena.
inline constexpr double kColouringsPerState = 30;
inline constexpr double kAlwaysExplored = 100'000;
/// The first proof-number search looks at about this many positions, in hundredths of a second.
inline constexpr std::uint64_t kFirstLookedAt = 150'000;
/// The node limit of the search after each move of a drawn position, to find all best moves.
inline constexpr std::uint64_t kNodesForReply = 100'000;
/// The node limit of bounded search as a multiple of the node limit of proof-number search.
inline constexpr std::uint64_t kBoundedNodesPerNode = 8;
/// The node limit of bounded search in a race: about two seconds, after which success is rare.
inline constexpr std::uint64_t kBoundedAside = 2'000'000;
/// The memory limit in bytes if none is given.
inline constexpr std::uint64_t kUsualBytes = std::uint64_t{1} << 30;

}  // namespace onyx
