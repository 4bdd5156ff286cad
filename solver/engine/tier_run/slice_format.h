// The file format for a packed slice (slice.h), in the layout of indexed_file.h. It belongs to one
// version of the program and may change with it.
//
//   header
//     0    8 bytes "OnyxSlc1"; the last character is the version of this format
//     8    u32 width, u32 height (points)
//     16   u32 V's midpoints, u32 H's: bit i is midpoint i, in the order of the board's places
//     24   u32 number of the slice's midpoint, which is taken
//     28   u32 E, bytes per entry
//     32   u64 number of entries
//     40   u32 B, entries per block (fewer in the last), u32 number of blocks
//     48   the cells, 32 bytes: the number of each cell's point, padded with 255
//   blocks   zstd frames; each unpacks to B entries (the last to the rest)
//
// The four corners of the slice's midpoint are empty, and the opponent of its owner is to move. The
// slice has a value for each colouring of the other cells. A colouring is a ternary number with one
// digit per cell, the first cell least significant: 0 for empty, 1 for V, 2 for H. The low digits
// belong to the board's first five cells, without corners; the high digits are the number of the
// entry. An entry is a bit string, lowest bit of each byte first. The first L bits, one for each
// colouring of the low digits, are set where the side to move wins; the next L bits, where it
// loses. An illegal position has both bits set, a drawn position neither. Zeros pad the 2 L bits to
// E whole bytes.
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
  /// `corners` are the cells at the corners of each midpoint; `version` is the program's.
  SliceFormat(BoardSize size, std::vector<Place> cells, std::vector<std::array<int, 4>> corners,
              std::string version, Threads threads = Threads::all);

  /// Returns the size of the file; needs that much additional memory.
  std::uint64_t write(const SliceName& name, const TierSlice& slice, const WriteAt& write_at) const;
  /// Returns the size of the file.
  std::uint64_t write(const SliceName& name, const PackedSlice& slice,
                      const WriteAt& write_at) const;
  /// Throws Damage unless the whole file is sound and holds the slice `name` of this board.
  TierSlice read(const SliceName& name, const SourceFile& file) const;
  /// Verifies the checksums but unpacks nothing, so it misses damage that the checksums match.
  PackedSlice read_packed(const SliceName& name, const SourceFile& file) const;
  /// Checks only the header, the index and the file size. Throws Damage.
  void check_head(const SliceName& name, const SourceFile& file) const;

  /// Returns an upper bound on the size of the file, reached if nothing can be compressed.
  std::uint64_t most_file_bytes(std::size_t midpoint) const;
  /// The memory of an unpacked slice.
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
