// Looks up outcomes in a table (table_format.md). Each look-up unpacks one block.
#pragma once

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "core/notation.h"
#include "solver/certificate/table_format.h"

namespace onyx::table {

inline Header read_header(const SourceFile& source) {
  return header_from(source.read(
      0, static_cast<std::size_t>(std::min<std::uint64_t>(source.bytes, kHeaderBytes))));
}

template <int W>
class Reader {
 public:
  /// Throws Damage if the header does not fit the board.
  Reader(const WideBoard<W>& board, const Header& header, SourceFile source)
      : numbering_(board), source_(std::move(source)) {
    if (header.size != board.size() || header.block_points != numbering_.block_points() ||
        header.blocks != numbering_.blocks()) {
      throw Damage("the header contradicts itself: no table of " + format_board_size(header.size) +
                   " has such blocks");
    }
  }

  /// Returns nothing for an illegal position. Throws Damage that names the block.
  std::optional<Outcome> outcome(const WidePosition<W>& position) const {
    const Slot slot = numbering_.slot_of(position);
    const auto damaged = [&](const char* what) {
      return Damage(fmt::format("block {}: {}", slot.block, what));
    };
    const std::uint64_t entry_at = kHeaderBytes + std::uint64_t{kEntryBytes} * slot.block;
    if (source_.bytes < entry_at + kEntryBytes) {
      throw damaged("its entry in the index is cut off");
    }
    const Entry entry = entry_from(source_.read(entry_at, kEntryBytes), slot.block);
    if (entry.offset > source_.bytes || entry.bytes > source_.bytes - entry.offset) {
      throw damaged("the file ends before the end of the block");
    }
    if (entry.bytes > most_compressed(numbering_.block_bytes())) {
      throw damaged("its size is impossible");
    }
    const std::string bytes = source_.read(entry.offset, entry.bytes);
    if (checksum_of(bytes.data(), bytes.size(), slot.block) != entry.checksum) {
      throw damaged("its checksum is wrong");
    }
    std::vector<std::uint8_t> codes(numbering_.block_bytes());
    if (!decompress(bytes, codes.data(), codes.size())) {
      throw damaged("it cannot be unpacked");
    }
    return outcome_of(codes[slot.byte]);
  }

 private:
  const Numbering<W> numbering_;
  const SourceFile source_;
};

}  // namespace onyx::table
