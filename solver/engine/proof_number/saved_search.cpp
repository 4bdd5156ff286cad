#include "solver/engine/proof_number/saved_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <string>

#include "core/legality.h"

namespace onyx::proof_number {
namespace {

constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kSummedBytes = 56;
constexpr std::size_t kEntriesInBlock = 1 << 15;
/// A lower bound on the packed size of an entry, in bytes. Real entries take far more.
constexpr std::uint64_t kLeastPackedBytes = 4;

struct EntryKind {
  std::string_view magic;  ///< 8 bytes; the last byte is the version.
  std::string_view name;   ///< For error messages.
  std::size_t entry_bytes;
};

/// Change the version of tables whenever FirstNumbers changes, because saved numbers depend on it.
template <int W>
constexpr EntryKind kTableKind{"OnyxPns3", "saved table", 16 * W + 16};
template <int W>
constexpr EntryKind kStrategyKind{"OnyxStr1", "saved strategy", 16 * W + 2};

template <int W>
struct StrategyEntry {
  PackedPosition<W> position;
  Place move;
};

/// Visits the numbers of an entry in the order of the file format.
template <class Entry, class Visit>
void for_each_number(Entry& entry, Visit&& visit) {
  if constexpr (requires { entry.question; }) {
    for (auto& word : entry.question.words) visit(word);
    visit(entry.knowledge.numbers.proof);
    visit(entry.knowledge.numbers.disproof);
    visit(entry.knowledge.plies);
    visit(entry.knowledge.move);
    visit(entry.knowledge.work);
  } else {
    for (auto& word : entry.position.words) visit(word);
    visit(entry.move);
  }
}

class EntryWriter {
 public:
  EntryWriter(const EntryKind& kind, BoardSize size, const WriteAt& write_at)
      : kind_(kind),
        size_(size),
        write_at_(write_at),
        block_(kEntriesInBlock * kind.entry_bytes, '\0') {}

  template <class Entry>
  void put(const Entry& entry) {
    for_each_number(entry, [&](auto number) {
      put_number(block_, filled_, number);
      filled_ += sizeof number;
    });
    ++count_;
    if (filled_ == block_.size()) flush();
  }

  /// Call this last. Writes the header, with `word` at byte 24.
  void finish(std::uint64_t word) {
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

 private:
  void flush() {
    if (filled_ == 0) return;
    const std::string packed =
        block_of(compressed(block_.data(), filled_), filled_ / kind_.entry_bytes);
    write_at_(offset_, packed);
    offset_ += packed.size();
    ++blocks_;
    filled_ = 0;
  }

  const EntryKind& kind_;
  const BoardSize size_;
  const WriteAt& write_at_;
  std::string block_;  ///< Always as long as a full block; `filled_` bytes are in use.
  std::size_t filled_ = 0;
  std::uint64_t offset_ = kHeaderBytes;
  std::uint64_t count_ = 0;
  std::uint32_t blocks_ = 0;
};

class EntryReader {
 public:
  /// Throws Damage if the header is damaged or for another kind, version or board.
  EntryReader(const EntryKind& kind, BoardSize size, const SourceFile& file)
      : kind_(kind), file_(file), header_(file.read(0, kHeaderBytes)) {
    const std::string_view magic = std::string_view(header_).substr(0, kind.magic.size());
    if (magic != kind.magic && magic.substr(0, 7) == kind.magic.substr(0, 7)) {
      throw Damage("another version of the program saved it");
    }
    if (magic != kind.magic) throw Damage(fmt::format("it is not a {}", kind.name));
    if (word_at(kSummedBytes) != checksum_of(header_.data(), kSummedBytes, 0)) {
      throw Damage("the checksum of its header is wrong");
    }
    const BoardSize saved{static_cast<int>(get_number<std::uint32_t>(header_, 8)),
                          static_cast<int>(get_number<std::uint32_t>(header_, 12))};
    if (saved != size || get_number<std::uint32_t>(header_, 32) != kind.entry_bytes) {
      throw Damage(fmt::format("it is for another board, {}x{}", saved.width, saved.height));
    }
  }

  /// Returns the entry count in the header, capped at what a file of this length can hold.
  std::uint64_t most_entries() const {
    return std::min(word_at(16), file_.bytes / kLeastPackedBytes);
  }
  std::uint64_t word() const { return word_at(24); }

  /// Calls visit(entry) until it returns false. Throws Damage.
  template <class Entry, class Visit>
  void for_each(Visit&& visit) const {
    std::uint64_t offset = kHeaderBytes;
    std::uint64_t count = 0;
    const auto most_packed = [&](std::size_t entries) {
      return most_compressed(entries * kind_.entry_bytes);
    };
    const auto blocks = get_number<std::uint32_t>(header_, 36);
    for (std::uint32_t number = 0; number < blocks; ++number) {
      const BlockEntries block = read_block(file_, offset, kEntriesInBlock, most_packed, number);
      std::string entries(block.count * kind_.entry_bytes, '\0');
      if (!decompress(block.bytes, entries.data(), entries.size())) {
        throw Damage(fmt::format("block {} cannot be unpacked", number));
      }
      if (entries.empty()) throw Damage("a block of it is empty");
      count += block.count;
      offset = block.end;
      for (std::size_t at = 0; at < entries.size();) {
        Entry entry;
        for_each_number(entry, [&](auto& part) {
          part = get_number<std::remove_reference_t<decltype(part)>>(entries, at);
          at += sizeof part;
        });
        if (!visit(entry)) return;
      }
    }
    if (offset != file_.bytes || count != word_at(16)) {
      throw Damage("its blocks do not match its header");
    }
  }

 private:
  std::uint64_t word_at(std::size_t at) const { return get_number<std::uint64_t>(header_, at); }

  const EntryKind& kind_;
  const SourceFile& file_;
  const std::string header_;
};

template <int W>
bool is_sound(const WideBoard<W>& board, const PackedPosition<W>& question,
              const Knowledge& knowledge) {
  const WidePosition<W> position = position_of(question);
  const auto [proof, disproof] = knowledge.numbers;
  const bool is_open = proof > 0 && disproof > 0 && std::max(proof, disproof) <= kMostFinite;
  return is_on_board(board, position) && knowledge.move < board.place_count() &&
         is_placement(board, position, knowledge.move) &&
         (is_open || knowledge.numbers == Numbers::proved() ||
          knowledge.numbers == Numbers::disproved());
}

/// Whether `move`, which may be any number, is legal and does not let the opponent win at once.
template <int W>
bool may_follow(const WideBoard<W>& board, const WidePosition<W>& position, Place move) {
  if (move >= board.place_count() || !legal_moves(board, position).has(move)) return false;
  const WidePosition<W> after = successor(board, position, move);
  return is_finished(board, after) || winning_moves(board, after).empty();
}

}  // namespace

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes,
          const WriteAt& write_at) {
  EntryWriter writer(kTableKind<W>, size, write_at);
  table.for_each([&](const typename ProofTable<W>::Entry& entry) { writer.put(entry); });
  writer.finish(nodes);
}

template <int W>
std::uint64_t load(ProofTable<W>& table, const WideBoard<W>& board, const SourceFile& file) {
  using Entry = typename ProofTable<W>::Entry;
  const EntryReader reader(kTableKind<W>, board.size(), file);
  // Entries come in hash order, so in a table that is too small they would replace each other.
  table.reserve(reader.most_entries());
  reader.for_each<Entry>([&](const Entry& entry) {
    if (!is_sound(board, entry.question, entry.knowledge)) throw Damage("an entry is invalid");
    table.store(entry.question, hash_of(entry.question), entry.knowledge);
    return true;
  });
  return reader.word();
}

template <int W>
void save_strategy(const StrategyMoves<W>& strategy, const WidePosition<W>& root, BoardSize size,
                   const WriteAt& write_at) {
  EntryWriter writer(kStrategyKind<W>, size, write_at);
  writer.put(StrategyEntry<W>{pack(root), static_cast<Place>(strategy.owner)});
  strategy.moves.for_each([&](const PackedPosition<W>& position, const StrategyMove& entry) {
    writer.put(StrategyEntry<W>{position, entry.move});
  });
  writer.finish(0);
}

template <int W>
std::optional<MoveTable<W>> load_strategy(const WideBoard<W>& board, const WidePosition<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes) {
  const EntryReader reader(kStrategyKind<W>, board.size(), file);
  std::optional<MoveTable<W>> moves;
  reader.for_each<StrategyEntry<W>>([&](const StrategyEntry<W>& entry) {
    if (!moves) {
      if (entry.position != pack(root) || entry.move != static_cast<Place>(owner)) return false;
      const std::uint64_t count = reader.most_entries();
      if (count > most_bytes / sizeof(typename MoveTable<W>::Entry)) throw std::bad_alloc();
      // Entries come in hash order; see MoveTable::reserve().
      moves.emplace().reserve(count);
      return true;
    }
    const WidePosition<W> position = unpack(entry.position);
    if (position.to_move != owner || !is_on_board(board, position) || !can_go_on(board, position) ||
        (entry.move != kNoMove && !may_follow(board, position, entry.move))) {
      throw Damage("an entry is invalid");
    }
    moves->try_emplace(entry.position, {entry.move});
    return true;
  });
  return moves;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template void save(const ProofTable<W>&, BoardSize, std::uint64_t, const WriteAt&);             \
  template std::uint64_t load(ProofTable<W>&, const WideBoard<W>&, const SourceFile&);            \
  template void save_strategy(const StrategyMoves<W>&, const WidePosition<W>&, BoardSize,         \
                              const WriteAt&);                                                    \
  template std::optional<MoveTable<W>> load_strategy(const WideBoard<W>&, const WidePosition<W>&, \
                                                     Player, const SourceFile&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
