#include "solver/certificate/compact_writer.h"

#include <algorithm>
#include <mutex>

#include "core/base/parallel.h"
#include "solver/certificate/brief.h"
#include "solver/certificate/compact_format.h"

namespace onyx::compact {
namespace {

using proof_number::StrategyMove;
using proof_number::StrategyMoves;

/// Moves of neighbours are alike over long stretches, so it pays to look far for them.
constexpr int kCompression = 19;

/// What an entry's rank says while moves are put in order.
constexpr std::uint16_t kFresh = 0;
constexpr std::uint16_t kMet = 1;

using Tell = std::function<void(const Reached&)>;

/// Of entries put in order, until they are told of.
constexpr std::uint64_t kBetweenTelling = 1 << 14;

/// The moves of a strategy in the order of the walk.
template <int W>
std::vector<std::uint16_t> moves_in_order(const Board<W>& board, const Position<W>& start,
                                          StrategyMoves<W>& strategy, const Tell& progress) {
  std::vector<std::uint16_t> moves;
  if (strategy.moves.size() == 0) return moves;
  strategy.moves.for_each([](const auto&, StrategyMove& entry) { entry.rank = kFresh; });
  std::uint64_t met = 0;
  proof_number::walk(board, start, strategy.owner,
                     [&](const Position<W>& position) -> std::optional<Place> {
                       StrategyMove* const entry = strategy.moves.find(pack(position));
                       if (entry == nullptr || entry->rank == kMet) return std::nullopt;
                       entry->rank = kMet;
                       if (progress && ++met % kBetweenTelling == 0) {
                         progress({strategy.moves.size(), met, 0, Reached::Phase::finding});
                       }
                       // In a strategy that is whole, there are entries for what is won soon.
                       if (short_win(board, position)) return std::nullopt;
                       moves.push_back(entry->move);
                       return entry->move;
                     });
  return moves;
}

/// Column by column.
std::string block_of_moves(const std::uint16_t* moves, std::size_t count) {
  std::string columns(2 * count, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    columns[i] = static_cast<char>(moves[i] & 255);
    columns[count + i] = static_cast<char>(moves[i] >> 8);
  }
  return block_of(columns, 2, kCompression);
}

std::vector<std::string> blocks_of(const std::vector<std::uint16_t>& moves,
                                   std::size_t moves_in_block, const Tell& progress) {
  std::vector<std::string> blocks((moves.size() + moves_in_block - 1) / moves_in_block);
  std::mutex telling;  // for what follows
  std::uint64_t done = 0;
  parallel_for(Threads::all, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t first = i * moves_in_block;
      const std::size_t count = std::min(moves_in_block, moves.size() - first);
      blocks[i] = block_of_moves(&moves[first], count);
      if (!progress) continue;
      const std::lock_guard lock(telling);
      done += count;
      progress({moves.size(), done, 0, Reached::Phase::deciding});
    }
  });
  return blocks;
}

template <int W>
std::string bytes_of_stones(const Board<W>& board, const Position<W>& position) {
  std::string bytes;
  for (const PlaceSet<W>& set : position.stones) {
    for (std::size_t i = 0; i < words_for(board.place_count()); ++i) {
      bytes.resize(bytes.size() + 8);
      put_number(bytes, bytes.size() - 8, set.words()[i]);
    }
  }
  return bytes;
}

}  // namespace

template <int W>
void write_certificate(const Board<W>& board, const Position<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& version, const WriteAt& write_at,
                       std::size_t moves_in_block, const Tell& progress) {
  std::string header(kHeaderBytes, '\0');
  const std::string stones = bytes_of_stones(board, position);
  std::uint64_t offset = kHeaderBytes + stones.size();
  for (StrategyMoves<W>& strategy : proof.strategies) {
    const std::vector<std::uint16_t> moves = moves_in_order(board, position, strategy, progress);
    const std::vector<std::string> blocks = blocks_of(moves, moves_in_block, progress);
    for (const std::string& block : blocks) {
      write_at(offset, block);
      offset += block.size();
    }
    const auto owner = static_cast<std::size_t>(index_of(strategy.owner));
    put_number(header, kEntryCountsAt + 8 * owner, static_cast<std::uint64_t>(moves.size()));
    put_number(header, kBlockCountsAt + 4 * owner, static_cast<std::uint32_t>(blocks.size()));
  }
  header.replace(0, 8, "OnyxCtz3");
  put_number(header, 8, static_cast<std::uint32_t>(board.size().width));
  put_number(header, 12, static_cast<std::uint32_t>(board.size().height));
  header[16] = claim == Claim::draw ? 'D' : claim == Claim::v_wins ? 'V' : 'H';
  header[17] = letter_of(position.to_move);
  version.copy(&header[48], kVersionBytes - 1);
  put_number(header, 112, checksum_of(stones.data(), stones.size(), 0));
  put_number(header, kSummedBytes, checksum_of(header.data(), kSummedBytes, 0));
  write_at(0, header + stones);
}

#define ONYX_INSTANTIATE(W)                                                               \
  template void write_certificate(const Board<W>&, const Position<W>&, Claim, Proof<W>&&, \
                                  const std::string&, const WriteAt&, std::size_t, const Tell&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::compact
