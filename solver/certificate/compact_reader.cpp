#include "solver/certificate/compact_reader.h"

#include <optional>
#include <unordered_set>

#include "core/notation.h"
#include "core/packed_hash.h"
#include "solver/certificate/brief.h"
#include "solver/certificate/compact_format.h"

namespace onyx::compact {
namespace {

template <int W>
Position<W> start_from(const Board<W>& board, std::string_view bytes) {
  const std::size_t words = words_for(board.place_count());
  if (bytes.size() < kHeaderBytes + 16 * words) throw Damage("it is cut off");
  Position<W> position;
  position.to_move = bytes[17] == 'H' ? Player::H : Player::V;
  for (std::size_t i = 0; i < 2 * words; ++i) {
    position.stones[i / words].words()[i % words] =
        get_number<std::uint64_t>(bytes, kHeaderBytes + 8 * i);
  }
  return position;
}

/// A block's columns as entries, appended.
template <int W>
void append_entries(const std::string& columns, std::size_t words, Player owner,
                    ReadStrategy<W>& strategy) {
  const std::size_t count = columns.size() / (16 * words + 4);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t column = 0;
    const auto next = [&] {
      return std::uint64_t{static_cast<unsigned char>(columns[column++ * count + i])};
    };
    Position<W> position;
    position.to_move = owner;
    for (PlaceSet<W>& stones : position.stones) {
      for (std::size_t word = words; word-- > 0;) {
        for (int byte = 0; byte < 8; ++byte) {
          stones.words()[word] = stones.words()[word] << 8 | next();
        }
      }
    }
    const std::uint64_t low = next();
    strategy.emplace_back(position, static_cast<Place>(low | next() << 8));
  }
}

/// The blocks of one strategy, from an offset on.
struct Blocks {
  Player owner;
  std::uint32_t count;
  std::uint64_t& offset;  ///< Becomes the end of the last.
  std::size_t& number;    ///< Of the next block in the file.
};

template <int W>
ReadStrategy<W> entries_in(const Board<W>& board, const SourceFile& file, const Blocks& blocks) {
  ReadStrategy<W> strategy;
  const std::size_t words = words_for(board.place_count());
  for (std::uint32_t block = 0; block < blocks.count; ++block) {
    const BlockEntries entries =
        read_block(file, blocks.offset, 16 * words + 4, kEntriesInBlock, blocks.number++);
    append_entries(entries.bytes, words, blocks.owner, strategy);
    blocks.offset = entries.end;
  }
  return strategy;
}

std::vector<Place> moves_in(const SourceFile& file, const Blocks& blocks) {
  std::vector<Place> moves;
  for (std::uint32_t block = 0; block < blocks.count; ++block) {
    const BlockEntries columns = read_block(file, blocks.offset, 2, kMovesInBlock, blocks.number++);
    const std::size_t count = columns.bytes.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
      const auto digit = [&](std::size_t at) {
        return static_cast<unsigned>(static_cast<unsigned char>(columns.bytes[at]));
      };
      moves.push_back(static_cast<Place>(digit(i) | digit(count + i) << 8));
    }
    blocks.offset = columns.end;
  }
  return moves;
}

/// The moves of version 3 with their positions.
template <int W>
ReadStrategy<W> strategy_of(const Board<W>& board, const Position<W>& start, Player owner,
                            const std::vector<Place>& moves) {
  ReadStrategy<W> strategy;
  if (moves.empty()) return strategy;
  std::unordered_set<PackedPosition<W>, PackedHash<W>> met;
  proof_number::walk(board, start, owner, [&](const Position<W>& position) -> std::optional<Place> {
    if (is_finished(board, position)) throw Damage("the other side wins under a strategy");
    if (met.contains(pack(position)) || short_win(board, position)) return std::nullopt;
    if (strategy.size() == moves.size()) throw Damage("a strategy has not enough moves");
    const Place move = moves[strategy.size()];
    if (move >= board.place_count() || !placements(board, position).has(move)) {
      throw Damage("a move is not legal");
    }
    met.insert(pack(position));
    strategy.emplace_back(position, move);
    return move;
  });
  if (strategy.size() < moves.size()) throw Damage("a strategy has too many moves");
  return strategy;
}

}  // namespace

template <int W>
std::array<ReadStrategy<W>, 2> read_strategies(const Board<W>& board, const SourceFile& file) {
  const std::string header = file.read(0, kHeaderBytes + 16 * words_for(board.place_count()));
  const Position<W> start = start_from(board, header);
  std::uint64_t offset = header.size();
  std::array<ReadStrategy<W>, 2> strategies;
  std::size_t number = 0;
  for (const Player owner : {Player::V, Player::H}) {
    const auto index = static_cast<std::size_t>(index_of(owner));
    const Blocks blocks{owner, get_number<std::uint32_t>(header, kBlockCountsAt + 4 * index),
                        offset, number};
    strategies[index] = header[7] == '3' ? strategy_of(board, start, owner, moves_in(file, blocks))
                                         : entries_in(board, file, blocks);
  }
  return strategies;
}

#define ONYX_INSTANTIATE(W) \
  template std::array<ReadStrategy<W>, 2> read_strategies(const Board<W>&, const SourceFile&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

std::string position_of(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes || !bytes.starts_with("OnyxCtz")) {
    throw Damage("it is no compact certificate");
  }
  const BoardSize size{static_cast<int>(get_number<std::uint32_t>(bytes, 8)),
                       static_cast<int>(get_number<std::uint32_t>(bytes, 12))};
  if (!is_board_size(size)) throw Damage("there is no board of its size");
  return with_board(size, [&]<int W>(const Board<W>& board) {
    return format_position(board, start_from(board, bytes));
  });
}

}  // namespace onyx::compact
