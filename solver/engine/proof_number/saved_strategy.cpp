#include "solver/engine/proof_number/saved_strategy.h"

#include <new>
#include <string>

#include "core/legality.h"
#include "solver/engine/proof_number/saved_entries.h"

namespace onyx::proof_number {
namespace {

template <int W>
constexpr EntryKind kStrategyKind{"OnyxStr1", "saved strategy", 16 * W + 2};

template <int W>
struct StrategyEntry {
  PackedPosition<W> position;
  Place move;
};

template <int W>
void put_entry(EntryWriter& writer, const PackedPosition<W>& position, Place move) {
  for (const std::uint64_t word : position.words) writer.put(word);
  writer.put(move);
  writer.end_entry();
}

template <int W>
StrategyEntry<W> take_entry(EntryNumbers& numbers) {
  StrategyEntry<W> entry;
  for (std::uint64_t& word : entry.position.words) numbers.take(word);
  numbers.take(entry.move);
  return entry;
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
void save_strategy(const StrategyMoves<W>& strategy, const WidePosition<W>& root, BoardSize size,
                   const WriteAt& write_at) {
  EntryWriter writer(kStrategyKind<W>, size, write_at);
  put_entry(writer, pack(root), static_cast<Place>(strategy.owner));
  strategy.moves.for_each([&](const PackedPosition<W>& position, const StrategyMove& entry) {
    put_entry(writer, position, entry.move);
  });
  writer.finish(0);
}

template <int W>
std::optional<MoveTable<W>> load_strategy(const WideBoard<W>& board, const WidePosition<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes) {
  EntryReader reader(kStrategyKind<W>, board.size(), file);
  std::optional<MoveTable<W>> moves;
  for (std::string block = reader.next(); !block.empty(); block = reader.next()) {
    EntryNumbers numbers(block);
    if (!moves) {
      const StrategyEntry<W> head = take_entry<W>(numbers);
      if (head.position != pack(root) || head.move != static_cast<Place>(owner)) return {};
      const std::uint64_t count = reader.most_entries();
      if (count > most_bytes / sizeof(typename MoveTable<W>::Entry)) throw std::bad_alloc();
      // Entries come in the order of their hashes, which would crowd a table that grows with them.
      moves.emplace().reserve(count);
    }
    while (numbers.has_more()) {
      const auto [packed, move] = take_entry<W>(numbers);
      const WidePosition<W> position = unpack(packed);
      if (position.to_move != owner || !is_on_board(position, board.place_count()) ||
          !can_go_on(board, position) || (move != kNoMove && !may_follow(board, position, move))) {
        throw Damage("an entry is invalid");
      }
      moves->try_emplace(packed, {move});
    }
  }
  return moves;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template void save_strategy(const StrategyMoves<W>&, const WidePosition<W>&, BoardSize,         \
                              const WriteAt&);                                                    \
  template std::optional<MoveTable<W>> load_strategy(const WideBoard<W>&, const WidePosition<W>&, \
                                                     Player, const SourceFile&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
