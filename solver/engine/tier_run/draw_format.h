// The file format for all drawn positions of a tier, in the layout of indexed_file.h:
//
//   header
//     0    8 bytes "OnyxDrw1"; the last character is the version of this format
//     8    u32 width, u32 height (points)
//     16   u32 V's midpoints, u32 H's: bit i is midpoint i, in the order of the board's places
//     24   u64 number of drawn positions
//     32   u32 B, positions per block (fewer in the last), u32 number of blocks
//     40   zeros
//   blocks   zstd frames; each unpacks to B numbers of 8 bytes (the last to the rest)
//
// Each position has a *code*. On a board with P points, bit i of the code is V's stone on point i,
// bit P + i is H's stone there, and bit 63 is set iff H is to move; the tier gives the midpoints.
// Codes are sorted. The first number of a block is its first code; each other number is the
// difference between a code and the previous code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/packed_bytes.h"
#include "core/wide_position.h"
#include "solver/engine/tier_run/indexed_file.h"
#include "solver/engine/tier_run/tier_map.h"

namespace onyx {

/// Codes in increasing order, 8 bytes each.
using DrawCodes = std::vector<std::uint64_t>;

/// The format for one board of at most 31 points.
class DrawFormat {
 public:
  DrawFormat(BoardSize size, std::string version);

  std::uint64_t code_of(const WidePosition<1>& position) const;
  WidePosition<1> position(const TierName& tier, std::uint64_t code) const;

  void write(const TierName& tier, const DrawCodes& codes, const WriteAt& write_at) const;
  /// Returns the codes. Throws Damage unless the file is sound and has `draws` positions of `tier`.
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
