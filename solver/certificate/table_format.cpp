#include "solver/certificate/table_format.h"

#include <fmt/core.h>

namespace onyx::table {
namespace {

constexpr std::string_view kLetters = "OnyxTbl1";
constexpr std::size_t kCountsAt = 24;
constexpr std::size_t kVersionAt = 56;
constexpr std::size_t kHeaderChecksumAt = 120;
constexpr std::size_t kEntryCheckAt = 20;

std::uint32_t entry_check(const std::string& bytes, std::uint32_t block) {
  return static_cast<std::uint32_t>(checksum_of(bytes.data(), kEntryCheckAt, block));
}

}  // namespace

std::string to_bytes(const Header& header) {
  std::string bytes(kHeaderBytes, '\0');
  bytes.replace(0, kLetters.size(), kLetters);
  put_number(bytes, 8, static_cast<std::uint32_t>(header.size.width));
  put_number(bytes, 12, static_cast<std::uint32_t>(header.size.height));
  put_number(bytes, 16, static_cast<std::uint32_t>(header.block_points));
  put_number(bytes, 20, header.blocks);
  const ValueCounts& counts = header.counts;
  std::size_t at = kCountsAt;
  for (const std::uint64_t count : {counts.wins, counts.losses, counts.draws, counts.illegal}) {
    put_number(bytes, at, count);
    at += 8;
  }
  const std::string version = header.version.substr(0, kVersionBytes);
  bytes.replace(kVersionAt, version.size(), version);
  put_number(bytes, kHeaderChecksumAt, checksum_of(bytes.data(), kHeaderChecksumAt, 0));
  return bytes;
}

Header header_from(const std::string& bytes) {
  if (!bytes.starts_with(kLetters)) throw Damage("this is not a table of Onyx");
  if (bytes.size() < kHeaderBytes) throw Damage("the header is cut short");
  if (get_number<std::uint64_t>(bytes, kHeaderChecksumAt) !=
      checksum_of(bytes.data(), kHeaderChecksumAt, 0)) {
    throw Damage("the header is damaged: its checksum is wrong");
  }
  const auto number = [&](std::size_t at) {
    return static_cast<int>(get_number<std::uint32_t>(bytes, at));
  };
  const auto count = [&](std::size_t i) {
    return get_number<std::uint64_t>(bytes, kCountsAt + 8 * i);
  };
  Header header{{number(8), number(12)},
                number(16),
                get_number<std::uint32_t>(bytes, 20),
                {count(0), count(1), count(2), count(3)},
                bytes.substr(kVersionAt, kVersionBytes)};
  if (!is_board_size(header.size) || point_count(header.size) > kMostPoints) {
    throw Damage("the header is damaged: no table can have a board of this size");
  }
  header.version.resize(std::min(header.version.find('\0'), header.version.size()));
  return header;
}

std::string to_bytes(const Entry& entry, std::uint32_t block) {
  std::string bytes(kEntryBytes, '\0');
  put_number(bytes, 0, entry.offset);
  put_number(bytes, 8, entry.checksum);
  put_number(bytes, 16, entry.bytes);
  put_number(bytes, kEntryCheckAt, entry_check(bytes, block));
  return bytes;
}

Entry entry_from(const std::string& bytes, std::uint32_t block) {
  if (get_number<std::uint32_t>(bytes, kEntryCheckAt) != entry_check(bytes, block)) {
    throw Damage(fmt::format("block {}: its entry in the index is damaged", block));
  }
  return {get_number<std::uint64_t>(bytes, 0), get_number<std::uint64_t>(bytes, 8),
          get_number<std::uint32_t>(bytes, 16)};
}

}  // namespace onyx::table
