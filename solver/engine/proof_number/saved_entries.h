// Files of entries that a long search leaves for a later run: tables (saved_table.h) and strategies
// (saved_strategy.h). Another version of the program may use another format, and then refuses these
// files.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0.
//
//   header   64 bytes
//     0   8 bytes: the kind of file and its version
//     8   u32 width, u32 height (points)
//     16  u64 number of entries
//     24  u64 a number that the kind of file defines
//     32  u32 bytes of an entry, u32 number of blocks
//     40  16 bytes zero
//     56  u64 checksum of bytes 0 to 55
//   blocks (packed_bytes.h) of entries, one after another
//
// A file is trusted only as far as its checksums hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/packed_bytes.h"
#include "core/wide_board.h"
#include "core/wide_position.h"

namespace onyx::proof_number {

/// A kind of file of entries.
struct EntryKind {
  std::string_view magic;  ///< 8 bytes; the last one is the version.
  std::string_view name;   ///< For messages, for example "saved table".
  std::size_t entry_bytes;
};

class EntryWriter {
 public:
  /// `write_at` must outlive this.
  EntryWriter(const EntryKind& kind, BoardSize size, const WriteAt& write_at);

  /// Adds `number` to the current entry.
  template <class Number>
  void put(Number number) {
    put_number(block_, filled_, number);
    filled_ += sizeof number;
  }
  /// Call after the last number of each entry.
  void end_entry();
  /// Call once, after the last entry; `word` is the number that the kind of file defines.
  void finish(std::uint64_t word);

 private:
  void flush();

  const EntryKind kind_;
  const BoardSize size_;
  const WriteAt& write_at_;
  std::string block_;  // as long as a full block
  std::size_t filled_ = 0;
  std::uint64_t offset_;
  std::uint64_t count_ = 0;
  std::uint32_t blocks_ = 0;
};

class EntryReader {
 public:
  /// The file must outlive this. Throws Damage if the file is of another kind, version or board.
  EntryReader(const EntryKind& kind, BoardSize size, const SourceFile& file);

  /// The smaller of the header's count and the most entries that a file of this length can hold.
  std::uint64_t most_entries() const;
  std::uint64_t word() const;

  /// Returns the entries of the next block, or an empty string after the last one. Throws Damage.
  std::string next();

 private:
  const EntryKind kind_;
  const SourceFile& file_;
  std::string header_;
  std::uint64_t offset_;
  std::uint64_t count_ = 0;
  std::uint32_t blocks_ = 0;
};

/// Reads the numbers of entries one after another.
class EntryNumbers {
 public:
  explicit EntryNumbers(std::string_view entries) : entries_(entries) {}

  bool has_more() const { return at_ < entries_.size(); }
  template <class Number>
  void take(Number& number) {
    number = get_number<Number>(entries_, at_);
    at_ += sizeof number;
  }

 private:
  std::string_view entries_;
  std::size_t at_ = 0;
};

/// Whether all stones are on a board of `places` places, and no two of them are on one place. A
/// position from a file must pass this test before any other use.
template <int W>
bool is_on_board(const WidePosition<W>& position, int places) {
  const PlaceSet<W> occupied = position.occupied();
  for (int i = 0; i < W; ++i) {
    const int used = std::clamp(places - 64 * i, 0, 64);
    if (used < 64 && occupied.words()[static_cast<std::size_t>(i)] >> used != 0) return false;
  }
  return (position.stones[0] & position.stones[1]).empty();
}

}  // namespace onyx::proof_number
