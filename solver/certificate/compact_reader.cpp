#include "solver/certificate/compact_reader.h"

#include "core/notation.h"
#include "solver/certificate/compact_format.h"

namespace onyx::compact {
namespace {

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

}  // namespace

template <int W>
std::array<ReadStrategy<W>, 2> read_strategies(const Board<W>& board, const SourceFile& file) {
  const std::string header = file.read(0, kHeaderBytes);
  const std::size_t words = (static_cast<std::size_t>(board.place_count()) + 63) / 64;
  std::uint64_t offset = kHeaderBytes + 16 * words;
  std::array<ReadStrategy<W>, 2> strategies;
  std::size_t number = 0;
  for (const Player owner : {Player::V, Player::H}) {
    const auto index = static_cast<std::size_t>(index_of(owner));
    const auto blocks = get_number<std::uint32_t>(header, kBlockCountsAt + 4 * index);
    for (std::uint32_t block = 0; block < blocks; ++block) {
      const BlockEntries entries =
          read_block(file, offset, 16 * words + 4, kEntriesInBlock, number++);
      append_entries(entries.bytes, words, owner, strategies[index]);
      offset = entries.end;
    }
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
    const std::size_t words = (static_cast<std::size_t>(board.place_count()) + 63) / 64;
    if (bytes.size() - kHeaderBytes < 16 * words) throw Damage("it is cut off");
    Position<W> position;
    position.to_move = bytes[17] == 'H' ? Player::H : Player::V;
    for (std::size_t i = 0; i < 2 * words; ++i) {
      position.stones[i / words].words()[i % words] =
          get_number<std::uint64_t>(bytes, kHeaderBytes + 8 * i);
    }
    return format_position(board, position);
  });
}

}  // namespace onyx::compact
