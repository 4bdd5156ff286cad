// Writes and reads files of all drawn positions of a tier (tier_files.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/packed_bytes.h"
#include "core/wide_position.h"
#include "solver/engine/tier_run/indexed_file.h"
#include "solver/engine/tier_run/tier_map.h"

namespace onyx {

/// Codes of positions in increasing order.
using DrawCodes = std::vector<std::uint64_t>;

/// The format for a board size of at most 31 points.
class DrawFormat {
 public:
  DrawFormat(BoardSize size, std::string version);

  std::uint64_t code_of(const WidePosition<1>& position) const;
  WidePosition<1> position(const TierName& tier, std::uint64_t code) const;

  void write(const TierName& tier, const DrawCodes& codes, const WriteAt& write_at) const;
  /// Returns the codes. Throws Damage unless the file is intact and has `draws` draws of `tier`.
  DrawCodes read(const TierName& tier, std::uint64_t draws, const SourceFile& file) const;
  /// Checks only the header, the index and the file size. Throws Damage.
  void check_head(const TierName& tier, std::uint64_t draws, const SourceFile& file) const;

 private:
  std::string header_of(const TierName& tier, std::uint64_t draws) const;

  BoardSize size_;
  int points_;
  std::string version_;
};

}  // namespace onyx
