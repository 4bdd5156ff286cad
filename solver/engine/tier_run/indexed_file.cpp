#include "solver/engine/tier_run/indexed_file.h"

#include <fmt/core.h>

namespace onyx::tier {
namespace {

constexpr std::size_t kIndexedHeaderBytes = 128;
constexpr std::size_t kKindBytes = 8;
constexpr std::size_t kVersionAt = 80;
constexpr std::size_t kMostVersionBytes = 40;
constexpr std::size_t kChecksumAt = 120;
constexpr std::size_t kIndexEntryBytes = 16;

std::uint64_t checksum_of_head(const std::string& header, const std::string& index) {
  const std::string summed = header.substr(0, kChecksumAt) + index;
  return checksum_of(summed.data(), summed.size(), 0);
}

}  // namespace

std::string indexed_header(std::string_view kind, std::string_view version,
                           std::initializer_list<std::uint64_t> numbers) {
  std::string header(kIndexedHeaderBytes, '\0');
  std::size_t at = kKindBytes;
  for (const std::uint64_t number : numbers) {
    put_number(header, at, static_cast<std::uint32_t>(number));
    at += sizeof(std::uint32_t);
  }
  ONYX_ASSERT(kind.size() == kKindBytes && at <= kVersionAt);
  header.replace(0, kKindBytes, kind);
  version = version.substr(0, kMostVersionBytes);
  header.replace(kVersionAt, version.size(), version);
  return header;
}

std::uint64_t bytes_before_blocks(std::size_t blocks) {
  return kIndexedHeaderBytes + blocks * kIndexEntryBytes;
}

void add_to_index(std::string& index, std::string_view block) {
  const std::size_t at = index.size();
  const auto number = static_cast<std::uint32_t>(at / kIndexEntryBytes);
  index.resize(at + kIndexEntryBytes);
  put_number(index, at, checksum_of(block.data(), block.size(), number));
  put_number(index, at + 8, static_cast<std::uint32_t>(block.size()));
}

std::string with_index(std::string header, const std::string& index) {
  ONYX_ASSERT(header.size() == kIndexedHeaderBytes && index.size() % kIndexEntryBytes == 0);
  put_number(header, kChecksumAt, checksum_of_head(header, index));
  return header + index;
}

std::vector<IndexedBlock> read_index(const SourceFile& file, const std::string& header,
                                     std::size_t blocks, std::string_view kind) {
  const std::string head = file.read(0, kIndexedHeaderBytes + blocks * kIndexEntryBytes);
  if (head.compare(0, kKindBytes, header, 0, kKindBytes) != 0) {
    throw Damage(fmt::format("it is not a {} of Onyx", kind));
  }
  const std::string index = head.substr(kIndexedHeaderBytes);
  if (get_number<std::uint64_t>(head, kChecksumAt) != checksum_of_head(head, index)) {
    throw Damage("the checksum of its header and index is wrong");
  }
  if (head.compare(0, kVersionAt, header, 0, kVersionAt) != 0) {
    throw Damage(fmt::format("it is not the {} that its name says", kind));
  }
  std::vector<IndexedBlock> result;
  std::uint64_t end = head.size();
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t at = block * kIndexEntryBytes;
    result.push_back({get_number<std::uint64_t>(index, at), end,
                      get_number<std::uint32_t>(index, at + 8), static_cast<std::uint32_t>(block)});
    end += result.back().bytes;
  }
  if (end > file.bytes) throw Damage("it is cut short");
  if (end < file.bytes) throw Damage("it is too long");
  return result;
}

bool unpack(const SourceFile& file, const IndexedBlock& block, std::string& content) {
  if (block.bytes > most_compressed(content.size())) return false;
  const std::string frame = file.read(block.offset, block.bytes);
  return checksum_of(frame.data(), frame.size(), block.number) == block.checksum &&
         decompress(frame, content.data(), content.size());
}

}  // namespace onyx::tier
