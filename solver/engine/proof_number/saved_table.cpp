#include "solver/engine/proof_number/saved_table.h"

#include <algorithm>
#include <string>

#include "core/moves.h"
#include "solver/engine/proof_number/saved_entries.h"

namespace onyx::proof_number {
namespace {

/// The last digit is the version. It must change whenever FirstNumbers changes.
template <int W>
constexpr EntryKind kTableKind{"OnyxPns3", "saved table", 16 * W + 16};

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

/// Whether an entry is possible: the search relies on it.
template <int W>
bool is_sound(const WideBoard<W>& board, const PackedPosition<W>& question,
              const Knowledge& knowledge) {
  const WidePosition<W> position = position_of(question);
  const auto [proof, disproof] = knowledge.numbers;
  const bool is_open = proof > 0 && disproof > 0 && std::max(proof, disproof) <= kMostFinite;
  return is_on_board(position, board.place_count()) && knowledge.move < board.place_count() &&
         is_placement(board, position, knowledge.move) &&
         (is_open || knowledge.numbers == Numbers::proved() ||
          knowledge.numbers == Numbers::disproved());
}

}  // namespace

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes,
          const WriteAt& write_at) {
  EntryWriter writer(kTableKind<W>, size, write_at);
  table.for_each([&](const typename ProofTable<W>::Entry& entry) {
    for_each_number(entry, [&](auto number) { writer.put(number); });
    writer.end_entry();
  });
  writer.finish(nodes);
}

template <int W>
std::uint64_t load(ProofTable<W>& table, const WideBoard<W>& board, const SourceFile& file) {
  EntryReader reader(kTableKind<W>, board.size(), file);
  // Entries come in the order of their hashes, so in a small table, successive entries would push
  // each other out of the same few buckets. Hence the table grows first. But the header may be
  // wrong, and in a large table each entry touches another page. So the header's count is reduced
  // to what the file could hold.
  table.reserve(reader.most_entries());
  for (std::string block = reader.next(); !block.empty(); block = reader.next()) {
    for (EntryNumbers numbers(block); numbers.has_more();) {
      typename ProofTable<W>::Entry entry;
      for_each_number(entry, [&](auto& number) { numbers.take(number); });
      if (!is_sound(board, entry.question, entry.knowledge)) {
        throw Damage("an entry is invalid");
      }
      table.store(entry.question, hash_of(entry.question), entry.knowledge);
    }
  }
  return reader.word();
}

#define ONYX_INSTANTIATE(W)                                                           \
  template void save(const ProofTable<W>&, BoardSize, std::uint64_t, const WriteAt&); \
  template std::uint64_t load(ProofTable<W>&, const WideBoard<W>&, const SourceFile&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
