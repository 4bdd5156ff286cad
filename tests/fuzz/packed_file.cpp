#include "tests/fuzz/packed_file.h"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <stdexcept>

namespace onyx::fuzz {
namespace {

constexpr std::size_t kMostContent = std::size_t{1} << 24;
constexpr std::size_t kLongHead = 128;
constexpr std::size_t kSavedEntriesHead = 64;
constexpr std::size_t kBlockHead = 16;
constexpr std::size_t kTableEntry = 24;
constexpr std::size_t kTierEntry = 16;

std::uint64_t sum_of(std::string_view bytes, std::uint64_t seed) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

std::optional<FileKind> kind_of(std::string_view bytes) {
  if (bytes.starts_with("OnyxCtz")) return FileKind::certificate;
  if (bytes.starts_with("OnyxPns") || bytes.starts_with("OnyxStr")) {
    return FileKind::saved_entries;
  }
  if (bytes.starts_with("OnyxTbl")) return FileKind::table;
  if (bytes.starts_with("OnyxSlc") || bytes.starts_with("OnyxDrw")) return FileKind::tier_file;
  return std::nullopt;
}

std::string compressed(std::string_view content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 1);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd");
  frame.resize(size);
  return frame;
}

std::optional<std::string> decompressed(std::string_view frame) {
  // This also refuses unknown sizes and errors, for which zstd returns values above the limit.
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kMostContent) return std::nullopt;
  std::string content(size, '\0');
  if (ZSTD_decompress(content.data(), size, frame.data(), frame.size()) != size) {
    return std::nullopt;
  }
  return content;
}

/// Takes the next `count` bytes of a file. Returns false if fewer are left.
bool take(std::string_view& rest, std::size_t count, std::string_view& part) {
  if (rest.size() < count) return false;
  part = rest.substr(0, count);
  rest.remove_prefix(count);
  return true;
}

std::size_t head_bytes(FileKind kind, std::string_view bytes) {
  if (kind == FileKind::saved_entries) return kSavedEntriesHead;
  if (kind != FileKind::certificate || bytes.size() < kLongHead) return kLongHead;
  const auto width = std::clamp<std::size_t>(number_at<std::uint32_t>(bytes, 8), 2, 20);
  const auto height = std::clamp<std::size_t>(number_at<std::uint32_t>(bytes, 12), 2, 20);
  const std::size_t places = width * height + (width - 1) * (height - 1) / 2;
  return kLongHead + (places + 63) / 64 * 16;
}

bool has_block_heads(FileKind kind) {
  return kind == FileKind::certificate || kind == FileKind::saved_entries;
}

/// Returns the offset of the count of blocks in the head of a tier file.
std::size_t tier_blocks_at(std::string_view head) { return head[4] == 'D' ? 36 : 44; }

bool read_headed_blocks(std::string_view rest, PackedFile& file) {
  while (!rest.empty()) {
    std::string_view head;
    std::string_view frame;
    if (!take(rest, kBlockHead, head)) return false;
    if (!take(rest, number_at<std::uint32_t>(head, 0), frame)) return false;
    const auto entries = number_at<std::uint32_t>(head, 4);
    std::optional<std::string> content(frame);
    if (file.kind != FileKind::certificate) content = decompressed(frame);
    if (!content) return false;
    file.blocks.push_back({std::move(*content), entries});
  }
  return true;
}

bool read_table_blocks(std::string_view bytes, PackedFile& file) {
  const auto blocks = number_at<std::uint32_t>(file.head, 20);
  if (blocks > (bytes.size() - kLongHead) / kTableEntry) return false;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string_view entry = bytes.substr(kLongHead + kTableEntry * i, kTableEntry);
    const auto offset = number_at<std::uint64_t>(entry, 0);
    if (offset > bytes.size()) return false;
    std::optional<std::string> content =
        decompressed(bytes.substr(offset, number_at<std::uint32_t>(entry, 16)));
    if (!content) return false;
    file.blocks.push_back({std::move(*content), 0});
  }
  return true;
}

bool read_tier_blocks(std::string_view rest, PackedFile& file) {
  const auto blocks = number_at<std::uint32_t>(file.head, tier_blocks_at(file.head));
  if (blocks > rest.size() / kTierEntry) return false;
  std::string_view index;
  take(rest, kTierEntry * blocks, index);
  for (std::size_t i = 0; i < blocks; ++i) {
    std::string_view frame;
    if (!take(rest, number_at<std::uint32_t>(index, kTierEntry * i + 8), frame)) return false;
    std::optional<std::string> content = decompressed(frame);
    if (!content) return false;
    file.blocks.push_back({std::move(*content), 0});
  }
  return true;
}

std::string with_headed_blocks(const PackedFile& file, std::string head) {
  const std::size_t sum_at = file.kind == FileKind::certificate ? 120 : 56;
  if (file.kind == FileKind::certificate) {
    put_at(head, 112, sum_of(std::string_view(head).substr(kLongHead), 0));
  }
  put_at(head, sum_at, sum_of(std::string_view(head).substr(0, sum_at), 0));
  for (const auto& [content, entries] : file.blocks) {
    const std::string frame = file.kind == FileKind::certificate ? content : compressed(content);
    std::string block(kBlockHead, '\0');
    put_at(block, 0, static_cast<std::uint32_t>(frame.size()));
    put_at(block, 4, entries);
    put_at(block, 8, sum_of(frame, 0));
    head += block + frame;
  }
  return head;
}

std::string with_index(const PackedFile& file, std::string head) {
  const bool is_table = file.kind == FileKind::table;
  const std::size_t entry_bytes = is_table ? kTableEntry : kTierEntry;
  std::string index;
  std::string frames;
  for (std::size_t i = 0; i < file.blocks.size(); ++i) {
    const std::string frame = compressed(file.blocks[i].content);
    std::string entry(entry_bytes, '\0');
    if (is_table) {
      put_at(entry, 0, kLongHead + entry_bytes * file.blocks.size() + frames.size());
      put_at(entry, 8, sum_of(frame, i));
      put_at(entry, 16, static_cast<std::uint32_t>(frame.size()));
      put_at(entry, 20, static_cast<std::uint32_t>(sum_of(entry.substr(0, 20), i)));
    } else {
      put_at(entry, 0, sum_of(frame, i));
      put_at(entry, 8, static_cast<std::uint32_t>(frame.size()));
    }
    index += entry;
    frames += frame;
  }
  put_at(head, 120, sum_of(head.substr(0, 120) + (is_table ? "" : index), 0));
  return head + index + frames;
}

}  // namespace

std::optional<PackedFile> unpacked(std::string_view bytes) {
  const std::optional<FileKind> kind = kind_of(bytes);
  if (!kind) return std::nullopt;
  PackedFile file{*kind, {}, {}};
  std::string_view rest = bytes;
  std::string_view head;
  if (!take(rest, head_bytes(*kind, bytes), head)) return std::nullopt;
  file.head = head;
  const bool is_good = has_block_heads(*kind)     ? read_headed_blocks(rest, file)
                       : *kind == FileKind::table ? read_table_blocks(bytes, file)
                                                  : read_tier_blocks(rest, file);
  if (!is_good) return std::nullopt;
  return file;
}

std::size_t blocks_of_v(const PackedFile& file) {
  if (file.kind != FileKind::certificate) return 0;
  return std::min<std::size_t>(number_at<std::uint32_t>(file.head, 40), file.blocks.size());
}

void set_counts(PackedFile& file, std::size_t blocks_of_v) {
  const auto blocks = static_cast<std::uint32_t>(file.blocks.size());
  std::uint64_t entries[2] = {0, 0};
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    entries[i < blocks_of_v ? 0 : 1] += file.blocks[i].entries;
    bytes += file.blocks[i].content.size();
  }
  switch (file.kind) {
    case FileKind::certificate:
      put_at(file.head, 24, entries[0]);
      put_at(file.head, 32, entries[1]);
      put_at(file.head, 40, static_cast<std::uint32_t>(blocks_of_v));
      put_at(file.head, 44, static_cast<std::uint32_t>(blocks - blocks_of_v));
      break;
    case FileKind::saved_entries:
      put_at(file.head, 16, entries[0] + entries[1]);
      put_at(file.head, 36, blocks);
      break;
    case FileKind::table:
      put_at(file.head, 20, blocks);
      break;
    case FileKind::tier_file:
      if (file.head[4] == 'D') put_at(file.head, 24, bytes / 8);
      put_at(file.head, tier_blocks_at(file.head), blocks);
      break;
  }
}

std::string packed(const PackedFile& file) {
  return has_block_heads(file.kind) ? with_headed_blocks(file, file.head)
                                    : with_index(file, file.head);
}

namespace {

constexpr std::size_t kPackHead = 32;
constexpr std::size_t kInGroup = 256;
constexpr std::size_t kPackEntry = 24;
constexpr std::uint64_t kMostInPack = std::uint64_t{1} << 28;

void append_number(std::string& bytes, std::uint64_t number) {
  bytes.resize(bytes.size() + 8);
  put_at(bytes, bytes.size() - 8, number);
}

/// Appends the certificates of a group. Returns false if a checksum or a length is wrong.
bool take_group(std::string_view& rest, std::size_t number, std::size_t count,
                std::vector<std::string>& parts) {
  std::string_view entries;
  std::string_view sum;
  if (!take(rest, count * kPackEntry, entries) || !take(rest, 8, sum)) return false;
  if (sum_of(entries, number) != number_at<std::uint64_t>(sum, 0)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = [&](std::size_t k) {
      return number_at<std::uint64_t>(entries, i * kPackEntry + 8 * k);
    };
    std::string_view frame;
    if (!take(rest, entry(0), frame) || sum_of(frame, 0) != entry(2)) return false;
    if (entry(1) == 0 || entry(1) > kMostInPack) return false;
    std::string part(entry(1), '\0');
    if (ZSTD_decompress(part.data(), part.size(), frame.data(), frame.size()) != part.size()) {
      return false;
    }
    parts.push_back(std::move(part));
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::string>> parts_of_pack(std::string_view bytes) {
  if (bytes.size() < kPackHead || !bytes.starts_with("OnyxPak2")) return std::nullopt;
  const auto count = number_at<std::uint64_t>(bytes, 8);
  const auto index_at = number_at<std::uint64_t>(bytes, 16);
  if (number_at<std::uint64_t>(bytes, 24) != sum_of(bytes.substr(0, 24), 0)) return std::nullopt;
  // Refuse absurd counts early; each certificate takes more than a byte.
  if (index_at > bytes.size() || count > bytes.size()) return std::nullopt;
  std::string_view rest = bytes.substr(kPackHead, index_at - std::min(index_at, kPackHead));
  std::vector<std::string> parts;
  std::string index;
  while (parts.size() < count) {
    append_number(index, index_at - rest.size());
    const std::size_t in_group = std::min(kInGroup, count - parts.size());
    if (!take_group(rest, index.size() / 8 - 1, in_group, parts)) return std::nullopt;
  }
  append_number(index, sum_of(index, 0));
  if (!rest.empty() || bytes.substr(index_at) != index) return std::nullopt;
  return parts;
}

std::string pack_from(const std::vector<std::string>& parts) {
  std::string pack = "OnyxPak2" + std::string(kPackHead - 8, '\0');
  std::string index;
  for (std::size_t begin = 0; begin < parts.size(); begin += kInGroup) {
    std::string entries;
    std::string frames;
    for (std::size_t i = begin; i < std::min(begin + kInGroup, parts.size()); ++i) {
      const std::string frame = compressed(parts[i]);
      append_number(entries, frame.size());
      append_number(entries, parts[i].size());
      append_number(entries, sum_of(frame, 0));
      frames += frame;
    }
    append_number(index, pack.size());
    append_number(entries, sum_of(entries, begin / kInGroup));
    pack += entries + frames;
  }
  put_at(pack, 8, static_cast<std::uint64_t>(parts.size()));
  put_at(pack, 16, static_cast<std::uint64_t>(pack.size()));
  put_at(pack, 24, sum_of(std::string_view(pack).substr(0, 24), 0));
  append_number(index, sum_of(index, 0));
  return pack + index;
}

}  // namespace onyx::fuzz
