// The file that says how far a shard of a search has come.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/search/search.h"

namespace onyx {

/// Settings in one line, as certificates and checkpoints carry them: all that positions depend on
/// besides seed and number.
std::string describe(const SearchSettings& settings);

/// A JSON object in `folder`, in a file of its own for every (board, seed, shard). Replaced as a
/// whole, so a killed run leaves the one before.
class Checkpoint {
 public:
  Checkpoint(const std::filesystem::path& folder, const SearchSettings& settings);

  /// The tally so far, or a fresh one if there is no file. Throws FileError for a damaged file, or
  /// one of a run with other settings.
  SearchTally load() const;
  /// Throws FileError.
  void save(const SearchTally& tally) const;

 private:
  std::filesystem::path path_;
  std::string settings_;
};

}  // namespace onyx
