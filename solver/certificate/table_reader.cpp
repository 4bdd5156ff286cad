#include "solver/certificate/table_reader.h"

#include <fmt/core.h>

#include <utility>

#include "core/notation.h"

namespace onyx::table {

Header read_header(const SourceFile& source) {
  return header_from(source.read(
      0, static_cast<std::size_t>(std::min<std::uint64_t>(source.bytes, kHeaderBytes))));
}

template <int W>
Reader<W>::Reader(const WideBoard<W>& board, const Header& header, SourceFile source)
    : numbering_(board), source_(std::move(source)) {
  if (header.size != board.size() || header.block_points != numbering_.block_points() ||
      header.blocks != numbering_.blocks()) {
    throw Damage("the header contradicts itself: no table of " + format_board_size(header.size) +
                 " has such blocks");
  }
}

template <int W>
std::optional<Outcome> Reader<W>::outcome(const WidePosition<W>& position) const {
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

#define ONYX_INSTANTIATE(W) template class Reader<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::table
