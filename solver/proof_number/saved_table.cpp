#include "solver/proof_number/saved_table.h"

#include <fmt/core.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace onyx::proof_number {
namespace {

static_assert(std::endian::native == std::endian::little, "the layout is that of memory");

constexpr std::string_view kMagic = "OnyxPns1";
constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kSummedBytes = 56;
constexpr std::size_t kHeadBytes = 16;
constexpr std::size_t kEntriesInBlock = 1 << 15;
constexpr int kCompression = 1;

template <class T>
void put(std::string& bytes, std::size_t offset, T number) {
  std::memcpy(&bytes[offset], &number, sizeof(T));
}
template <class T>
T get(const std::string& bytes, std::size_t offset) {
  T number;
  std::memcpy(&number, &bytes[offset], sizeof(T));
  return number;
}

template <int W>
constexpr std::size_t kEntryBytes = 16 * W + 16;

template <int W>
void append(std::string& bytes, const typename ProofTable<W>::Entry& entry) {
  const std::size_t at = bytes.size();
  bytes.resize(at + kEntryBytes<W>);
  std::memcpy(&bytes[at], entry.question.words.data(), 16 * W);
  put(bytes, at + 16 * W, entry.knowledge.numbers.proof);
  put(bytes, at + 16 * W + 4, entry.knowledge.numbers.disproof);
  put(bytes, at + 16 * W + 8, entry.knowledge.plies);
  put(bytes, at + 16 * W + 10, entry.knowledge.move);
  put(bytes, at + 16 * W + 12, entry.knowledge.work);
}

std::string block_of(const std::string& entries, std::size_t entry_bytes) {
  std::string block(kHeadBytes + ZSTD_compressBound(entries.size()), '\0');
  const std::size_t size = ZSTD_compress(&block[kHeadBytes], block.size() - kHeadBytes,
                                         entries.data(), entries.size(), kCompression);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // nothing else can fail
  block.resize(kHeadBytes + size);
  put(block, 0, static_cast<std::uint32_t>(size));
  put(block, 4, static_cast<std::uint32_t>(entries.size() / entry_bytes));
  put(block, 8, static_cast<std::uint64_t>(XXH64(&block[kHeadBytes], size, 0)));
  return block;
}

std::string read(const SavedFile& file, std::uint64_t offset, std::size_t count) {
  if (offset > file.bytes || file.bytes - offset < count) {
    throw SavedTableDamage("it is cut off");
  }
  std::string bytes(count, '\0');
  file.read_at(offset, count, bytes.data());
  return bytes;
}

/// Whether an entry could be one: the search relies on it.
template <int W>
bool is_sound(const PackedPosition<W>& question, const Knowledge& knowledge, int places) {
  PlaceSet<W> all;
  for (int place = 0; place < places; ++place) all.add(static_cast<Place>(place));
  const Position<W> position = position_of(question);
  const auto [proof, disproof] = knowledge.numbers;
  const bool is_open = proof > 0 && disproof > 0 && std::max(proof, disproof) <= kMostFinite;
  return (position.stones[0] & position.stones[1]).empty() && all.contains(position.occupied()) &&
         knowledge.move < places && !position.occupied().has(knowledge.move) &&
         (is_open || knowledge.numbers == Numbers::proved() ||
          knowledge.numbers == Numbers::disproved());
}

template <int W>
void add_entries(ProofTable<W>& table, const std::string& entries, int places) {
  for (std::size_t at = 0; at < entries.size(); at += kEntryBytes<W>) {
    PackedPosition<W> question;
    std::memcpy(question.words.data(), &entries[at], 16 * W);
    Knowledge knowledge;
    knowledge.numbers = {get<Number>(entries, at + 16 * W), get<Number>(entries, at + 16 * W + 4)};
    knowledge.plies = get<std::uint16_t>(entries, at + 16 * W + 8);
    knowledge.move = get<Place>(entries, at + 16 * W + 10);
    knowledge.work = get<std::uint32_t>(entries, at + 16 * W + 12);
    if (!is_sound(question, knowledge, places)) {
      throw SavedTableDamage("there is an entry that makes no sense");
    }
    if (table.wants_to_grow()) table.grow();
    table.store(question, hash_of(question), knowledge);
  }
}

}  // namespace

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes,
          const WriteAt& write_at) {
  std::uint64_t offset = kHeaderBytes;
  std::uint64_t count = 0;
  std::uint32_t blocks = 0;
  std::string entries;
  const auto flush = [&] {
    if (entries.empty()) return;
    const std::string block = block_of(entries, kEntryBytes<W>);
    write_at(offset, block);
    offset += block.size();
    ++blocks;
    entries.clear();
  };
  table.for_each([&](const typename ProofTable<W>::Entry& entry) {
    append<W>(entries, entry);
    ++count;
    if (entries.size() >= kEntriesInBlock * kEntryBytes<W>) flush();
  });
  flush();
  std::string header(kHeaderBytes, '\0');
  kMagic.copy(header.data(), kMagic.size());
  put(header, 8, static_cast<std::uint32_t>(size.width));
  put(header, 12, static_cast<std::uint32_t>(size.height));
  put(header, 16, count);
  put(header, 24, nodes);
  put(header, 32, static_cast<std::uint32_t>(kEntryBytes<W>));
  put(header, 36, blocks);
  put(header, kSummedBytes, static_cast<std::uint64_t>(XXH64(header.data(), kSummedBytes, 0)));
  write_at(0, header);
}

template <int W>
std::uint64_t load(ProofTable<W>& table, BoardSize size, const SavedFile& file) {
  const std::string header = read(file, 0, kHeaderBytes);
  if (!header.starts_with(kMagic)) throw SavedTableDamage("it is no saved table");
  if (get<std::uint64_t>(header, kSummedBytes) != XXH64(header.data(), kSummedBytes, 0)) {
    throw SavedTableDamage("the sum of its header is wrong");
  }
  const BoardSize saved{get<int>(header, 8), get<int>(header, 12)};
  if (saved != size || get<std::uint32_t>(header, 32) != kEntryBytes<W>) {
    throw SavedTableDamage(fmt::format("it is of another board, {}x{}", saved.width, saved.height));
  }
  std::uint64_t offset = kHeaderBytes;
  std::uint64_t count = 0;
  const auto blocks = get<std::uint32_t>(header, 36);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const std::string head = read(file, offset, kHeadBytes);
    const std::string packed = read(file, offset + kHeadBytes, get<std::uint32_t>(head, 0));
    const std::size_t here = get<std::uint32_t>(head, 4);
    if (here > kEntriesInBlock ||
        get<std::uint64_t>(head, 8) != XXH64(packed.data(), packed.size(), 0)) {
      throw SavedTableDamage(fmt::format("the sum of block {} is wrong", i));
    }
    std::string entries(here * kEntryBytes<W>, '\0');
    const std::size_t got =
        ZSTD_decompress(entries.data(), entries.size(), packed.data(), packed.size());
    if (got != entries.size()) throw SavedTableDamage(fmt::format("block {} does not unpack", i));
    add_entries<W>(table, entries, place_count(size));
    count += here;
    offset += kHeadBytes + packed.size();
  }
  if (offset != file.bytes || count != get<std::uint64_t>(header, 16)) {
    throw SavedTableDamage("its blocks are not those that it names");
  }
  return get<std::uint64_t>(header, 24);
}

#define ONYX_INSTANTIATE(W)                                                           \
  template void save(const ProofTable<W>&, BoardSize, std::uint64_t, const WriteAt&); \
  template std::uint64_t load(ProofTable<W>&, BoardSize, const SavedFile&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
