// What an estimate learns before it draws: starts of cycles near those that are known, found with
// the same proposal, in four rounds, each near all that was found before. What is met once is drawn
// again more often, so the weights of the samples that count have less of a tail; and these are
// drawn without regard to how the proposal came about, so what they say stays without bias.
//
// Shards of one estimate must learn the same: each does so by itself, as it is a function of what
// is known, the seed and the number of draws alone, unless the folder has it from another one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/estimate/proposal.h"

namespace onyx {

/// The start and the kind of each known cycle of eight plies, and of those symmetric to it, some
/// more than once. `known`: cycles of the board, each by its positions, of any length.
template <int W>
std::vector<CycleStart<W>> known_starts(const Board<W>& board,
                                        const std::vector<ShortCycle<W>>& cycles,
                                        const std::vector<std::vector<std::string>>& known);

struct LearningSettings {
  std::uint64_t samples = 0;  ///< Of all rounds together.
  std::uint64_t draws = 0;    ///< Of each.
  std::uint64_t seed = 1;
  std::string description;  ///< Of all that the result depends on; another one is refused.
};

struct LearningLimits {
  Stop stop;  ///< As of a sample.
  /// With the samples done, and the starts that were found, after each sample.
  std::function<void(std::uint64_t, std::size_t)> progress;
};

/// A proposal that knows what `known` does and what was found near that; nothing if it was
/// stopped: then the same call goes on. Throws FileError.
template <int W>
std::optional<Proposal<W>> learn(const Proposal<W>& known, const LearningSettings& settings,
                                 const LearningLimits& limits, const std::filesystem::path& folder);

}  // namespace onyx
