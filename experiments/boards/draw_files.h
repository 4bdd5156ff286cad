// The drawn positions of the tiers in a folder, one file per tier
// (solver/engine/tier_run/draw_format.h).
#pragma once

#include <filesystem>

#include "experiments/files/files.h"
#include "solver/engine/tier_run/draw_format.h"

namespace onyx {

class DrawFiles {
 public:
  /// The folder must exist before anything is saved. `midpoints`: the number on the board.
  DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints);

  const DrawFormat& format() const { return format_; }

  /// Throws FileError.
  void save(const TierName& tier, const DrawCodes& codes) const;
  /// Whether the file exists, with this number of draws, and is not truncated. Its blocks are
  /// verified only when it is read. Throws FileError for a file that cannot be read.
  bool has(const TierName& tier, std::uint64_t draws) const;
  /// Throws FileError, also if the file is damaged.
  DrawCodes load(const TierName& tier, std::uint64_t draws) const;

 private:
  FolderFile file_of(const TierName& tier) const;

  std::filesystem::path folder_;
  std::size_t midpoints_;
  DrawFormat format_;
};

}  // namespace onyx
