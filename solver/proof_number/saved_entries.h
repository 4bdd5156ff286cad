// Files of entries that a long search leaves for another run of it: tables (saved_table.h) and
// strategies (saved_strategy.h). They belong to one version of the program: another one may write
// them otherwise, and then refuses these.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0.
//
//   header   64 bytes
//     0   8 bytes that say what the file is, and in which version
//     8   u32 width, u32 height (points)
//     16  u64 number of entries
//     24  u64 whatever the kind of file says
//     32  u32 bytes of an entry, u32 number of blocks
//     40  16 bytes zero
//     56  u64 checksum of bytes 0 to 55
//   blocks (packed_bytes.h) of entries, one behind the other
//
// A file is believed as far as its checksums go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/packed_bytes.h"
#include "core/board.h"
#include "core/position.h"

namespace onyx::proof_number {

/// What a file of entries is.
struct EntryKind {
  std::string_view magic;  ///< 8 bytes, of which the last one is the version.
  std::string_view name;   ///< As "saved table", in messages.
  std::size_t entry_bytes;
};

class EntryWriter {
 public:
  /// `write_at` must outlive it.
  EntryWriter(const EntryKind& kind, BoardSize size, const WriteAt& write_at);

  /// Adds `number` to the entry that is written.
  template <class Number>
  void put(Number number) {
    put_number(block_, filled_, number);
    filled_ += sizeof number;
  }
  /// After all of an entry.
  void end_entry();
  /// After the last one, once; `word` is what the kind of file says.
  void finish(std::uint64_t word);

 private:
  void flush();

  const EntryKind kind_;
  const BoardSize size_;
  const WriteAt& write_at_;
  std::string block_;  // long enough for all its entries
  std::size_t filled_ = 0;
  std::uint64_t offset_;
  std::uint64_t count_ = 0;
  std::uint32_t blocks_ = 0;
};

class EntryReader {
 public:
  /// The file must outlive it. Throws Damage where the file is of another kind, version or board.
  EntryReader(const EntryKind& kind, BoardSize size, const SourceFile& file);

  /// As the file has it; or, if that is less, as many as so long a file may hold.
  std::uint64_t most_entries() const;
  std::uint64_t word() const;

  /// The entries of the next block; none after the last. Throws Damage.
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

/// Whether all stones are on the board of so many places, and no two on one: of what a file says,
/// that much must hold before anything is asked of it.
template <int W>
bool is_on_board(const Position<W>& position, int places) {
  const PlaceSet<W> occupied = position.occupied();
  for (int i = 0; i < W; ++i) {
    const int used = std::clamp(places - 64 * i, 0, 64);
    if (used < 64 && occupied.words()[static_cast<std::size_t>(i)] >> used != 0) return false;
  }
  return (position.stones[0] & position.stones[1]).empty();
}

}  // namespace onyx::proof_number
