#include "solver/engine/proof_number/saved_entries.h"

#include <fmt/core.h>

#include <algorithm>

namespace onyx::proof_number {
namespace {

constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kSummedBytes = 56;
constexpr std::size_t kEntriesInBlock = 1 << 15;
/// A lower bound on the bytes of a packed entry. Entries come in the order of their hashes, so an
/// entry hardly helps to predict the next one. Entries of real searches take far more bytes.
constexpr std::uint64_t kLeastPackedBytes = 4;

}  // namespace

EntryWriter::EntryWriter(const EntryKind& kind, BoardSize size, const WriteAt& write_at)
    : kind_(kind),
      size_(size),
      write_at_(write_at),
      block_(kEntriesInBlock * kind.entry_bytes, '\0'),
      offset_(kHeaderBytes) {}

void EntryWriter::end_entry() {
  ++count_;
  if (filled_ == block_.size()) flush();
}

void EntryWriter::flush() {
  if (filled_ == 0) return;
  const std::string packed =
      block_of(std::string_view(block_).substr(0, filled_), kind_.entry_bytes);
  write_at_(offset_, packed);
  offset_ += packed.size();
  ++blocks_;
  filled_ = 0;
}

void EntryWriter::finish(std::uint64_t word) {
  flush();
  std::string header(kHeaderBytes, '\0');
  kind_.magic.copy(header.data(), kind_.magic.size());
  put_number(header, 8, static_cast<std::uint32_t>(size_.width));
  put_number(header, 12, static_cast<std::uint32_t>(size_.height));
  put_number(header, 16, count_);
  put_number(header, 24, word);
  put_number(header, 32, static_cast<std::uint32_t>(kind_.entry_bytes));
  put_number(header, 36, blocks_);
  put_number(header, kSummedBytes, checksum_of(header.data(), kSummedBytes, 0));
  write_at_(0, header);
}

EntryReader::EntryReader(const EntryKind& kind, BoardSize size, const SourceFile& file)
    : kind_(kind), file_(file), header_(file.read(0, kHeaderBytes)), offset_(kHeaderBytes) {
  const std::string_view magic = std::string_view(header_).substr(0, kind.magic.size());
  if (magic != kind.magic && magic.substr(0, 7) == kind.magic.substr(0, 7)) {
    throw Damage("another version of the program saved it");
  }
  if (magic != kind.magic) throw Damage(fmt::format("it is not a {}", kind.name));
  if (get_number<std::uint64_t>(header_, kSummedBytes) !=
      checksum_of(header_.data(), kSummedBytes, 0)) {
    throw Damage("the checksum of its header is wrong");
  }
  const BoardSize saved{static_cast<int>(get_number<std::uint32_t>(header_, 8)),
                        static_cast<int>(get_number<std::uint32_t>(header_, 12))};
  if (saved != size || get_number<std::uint32_t>(header_, 32) != kind.entry_bytes) {
    throw Damage(fmt::format("it is for another board, {}x{}", saved.width, saved.height));
  }
}

std::uint64_t EntryReader::most_entries() const {
  return std::min(get_number<std::uint64_t>(header_, 16), file_.bytes / kLeastPackedBytes);
}

std::uint64_t EntryReader::word() const { return get_number<std::uint64_t>(header_, 24); }

std::string EntryReader::next() {
  if (blocks_ < get_number<std::uint32_t>(header_, 36)) {
    BlockEntries block = read_block(file_, offset_, kind_.entry_bytes, kEntriesInBlock, blocks_++);
    count_ += block.bytes.size() / kind_.entry_bytes;
    offset_ = block.end;
    if (!block.bytes.empty()) return std::move(block.bytes);
    throw Damage("a block of it is empty");
  }
  if (offset_ != file_.bytes || count_ != get_number<std::uint64_t>(header_, 16)) {
    throw Damage("its blocks do not match its header");
  }
  return {};
}

}  // namespace onyx::proof_number
