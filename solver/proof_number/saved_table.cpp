#include "solver/proof_number/saved_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <type_traits>

namespace onyx::proof_number {
namespace {

/// The digit is the version: in each one, first numbers were others.
constexpr std::string_view kMagic = "OnyxPns3";
constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kSummedBytes = 56;
constexpr std::size_t kEntriesInBlock = 1 << 15;
/// Of the file for an entry, packed: entries come in the order of their hashes, so that hardly
/// anything of one can be foreseen from the one before. No file of a search comes near.
constexpr std::uint64_t kLeastPackedBytes = 4;

template <int W>
constexpr std::size_t kEntryBytes = 16 * W + 16;

/// Visits the numbers of an entry in the order in which the file has them.
template <class Entry, class Visit>
void for_each_number(Entry& entry, Visit&& visit) {
  for (auto& word : entry.question.words) visit(word);
  visit(entry.knowledge.numbers.proof);
  visit(entry.knowledge.numbers.disproof);
  visit(entry.knowledge.plies);
  visit(entry.knowledge.move);
  visit(entry.knowledge.work);
}

template <int W>
void append(std::string& bytes, const typename ProofTable<W>::Entry& entry) {
  std::size_t at = bytes.size();
  bytes.resize(at + kEntryBytes<W>);
  for_each_number(entry, [&](auto number) {
    put_number(bytes, at, number);
    at += sizeof number;
  });
}

template <int W>
typename ProofTable<W>::Entry entry_at(std::string_view bytes, std::size_t at) {
  typename ProofTable<W>::Entry entry;
  for_each_number(entry, [&](auto& number) {
    number = get_number<std::remove_reference_t<decltype(number)>>(bytes, at);
    at += sizeof number;
  });
  return entry;
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
    const auto [question, knowledge] = entry_at<W>(entries, at);
    if (!is_sound(question, knowledge, places)) {
      throw Damage("there is an entry that makes no sense");
    }
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
  put_number(header, 8, static_cast<std::uint32_t>(size.width));
  put_number(header, 12, static_cast<std::uint32_t>(size.height));
  put_number(header, 16, count);
  put_number(header, 24, nodes);
  put_number(header, 32, static_cast<std::uint32_t>(kEntryBytes<W>));
  put_number(header, 36, blocks);
  put_number(header, kSummedBytes, checksum_of(header.data(), kSummedBytes, 0));
  write_at(0, header);
}

template <int W>
std::uint64_t load(ProofTable<W>& table, BoardSize size, const SourceFile& file) {
  const std::string header = file.read(0, kHeaderBytes);
  if (header.starts_with("OnyxPns1") || header.starts_with("OnyxPns2")) {
    throw Damage("an earlier version of the program saved it");
  }
  if (!header.starts_with(kMagic)) throw Damage("it is no saved table");
  if (get_number<std::uint64_t>(header, kSummedBytes) !=
      checksum_of(header.data(), kSummedBytes, 0)) {
    throw Damage("the checksum of its header is wrong");
  }
  const BoardSize saved{static_cast<int>(get_number<std::uint32_t>(header, 8)),
                        static_cast<int>(get_number<std::uint32_t>(header, 12))};
  if (saved != size || get_number<std::uint32_t>(header, 32) != kEntryBytes<W>) {
    throw Damage(fmt::format("it is of another board, {}x{}", saved.width, saved.height));
  }
  // Entries come in the order of their hashes: while the table is small they would push each other
  // out of the few buckets that these lead to. But the header may lie, and of a large table each
  // entry touches another page; so it is believed as far as the file could hold so many.
  table.reserve(std::min(get_number<std::uint64_t>(header, 16), file.bytes / kLeastPackedBytes));
  std::uint64_t offset = kHeaderBytes;
  std::uint64_t count = 0;
  const auto blocks = get_number<std::uint32_t>(header, 36);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const BlockEntries block = read_block(file, offset, kEntryBytes<W>, kEntriesInBlock, i);
    add_entries<W>(table, block.bytes, place_count(size));
    count += block.bytes.size() / kEntryBytes<W>;
    offset = block.end;
  }
  if (offset != file.bytes || count != get_number<std::uint64_t>(header, 16)) {
    throw Damage("its blocks are not those that it names");
  }
  return get_number<std::uint64_t>(header, 24);
}

#define ONYX_INSTANTIATE(W)                                                           \
  template void save(const ProofTable<W>&, BoardSize, std::uint64_t, const WriteAt&); \
  template std::uint64_t load(ProofTable<W>&, BoardSize, const SourceFile&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
