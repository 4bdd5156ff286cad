// Writes and reads packed slices (slice.h) in files (tier_files.md).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/packed_bytes.h"
#include "core/base/parallel.h"
#include "core/board.h"
#include "solver/engine/tier/cell_board.h"
#include "solver/engine/tier/packed_slice.h"
#include "solver/engine/tier_run/indexed_file.h"
#include "solver/engine/tier_run/tier_map.h"

namespace onyx {

/// Writes and reads the slices of one board, without distances.
class SliceFormat {
 public:
  /// `corners` has the cells at the corners of each midpoint; `version` is the program's version.
  SliceFormat(BoardSize size, std::vector<Place> cells, std::vector<std::array<int, 4>> corners,
              std::string version, Threads threads = Threads::all);

  /// Returns the size of the file; needs that much additional memory.
  std::uint64_t write(const SliceName& name, const TierSlice& slice, const WriteAt& write_at) const;
  /// Returns the size of the file.
  std::uint64_t write(const SliceName& name, const PackedSlice& slice,
                      const WriteAt& write_at) const;
  /// Throws Damage unless the whole file is intact and holds the slice `name` of this board.
  TierSlice read(const SliceName& name, const SourceFile& file) const;
  /// Verifies checksums but unpacks nothing, so it misses bad content that has a correct checksum.
  PackedSlice read_packed(const SliceName& name, const SourceFile& file) const;
  /// Checks only the header, the index and the file size. Throws Damage.
  void check_head(const SliceName& name, const SourceFile& file) const;

  /// Returns an upper bound on the size of the file, reached if nothing can be compressed.
  std::uint64_t most_file_bytes(std::size_t midpoint) const;
  /// Returns the size of an unpacked slice in memory, in bytes.
  std::uint64_t memory_bytes(std::size_t midpoint) const;

 private:
  SlicePacking packing_for(std::size_t midpoint) const;
  std::string header_of(const SliceName& name, const SlicePacking& packing) const;
  std::vector<tier::IndexedBlock> read_head(const SliceName& name, const SourceFile& file) const;

  BoardSize size_;
  std::vector<Place> cells_;
  std::vector<std::array<int, 4>> corners_;
  std::string version_;
  Threads threads_;
};

}  // namespace onyx
