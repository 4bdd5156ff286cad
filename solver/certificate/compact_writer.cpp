#include "solver/certificate/compact_writer.h"

#include "core/base/assert.h"
#include "solver/certificate/move_model.h"
#include "solver/certificate/truncated_strategy.h"

namespace onyx::compact {
namespace {

using proof_number::StrategyMove;
using proof_number::StrategyMoves;
using proof_number::Way;

/// Values of StrategyMove::rank, which marks visited entries while moves are written.
constexpr std::uint16_t kFresh = 0;
constexpr std::uint16_t kMet = 1;

using Tell = std::function<void(const Reached&)>;

constexpr std::uint64_t kBetweenTelling = 1 << 10;

/// A block ends when it has this many bytes, or when it reaches its move limit.
constexpr std::size_t kEnoughBytes = kMostBlockBytes / 2;

template <int W>
class MoveBlocks {
 public:
  MoveBlocks(const WideBoard<W>& board, std::size_t moves_in_block, const WriteAt& write_at,
             std::uint64_t& offset)
      : model_(board), moves_in_block_(moves_in_block), write_at_(write_at), offset_(offset) {}

  void add(const WidePosition<W>& position, const Way& way, Place move) {
    model_.put(encoder_, position, way, move);
    if (++in_block_ == moves_in_block_ || encoder_.bytes() >= kEnoughBytes) finish_block();
  }
  void finish() {
    if (in_block_ > 0) finish_block();
  }

  std::uint64_t moves() const { return moves_; }
  std::uint32_t blocks() const { return blocks_; }

 private:
  void finish_block() {
    const std::string block = block_of(encoder_.finish(), in_block_);
    write_at_(offset_, block);
    offset_ += block.size();
    moves_ += in_block_;
    in_block_ = 0;
    ++blocks_;
  }

  MoveModel<W> model_;
  RangeEncoder encoder_;
  const std::size_t moves_in_block_;
  const WriteAt& write_at_;
  std::uint64_t& offset_;
  std::size_t in_block_ = 0;
  std::uint64_t moves_ = 0;  // Excludes the current block.
  std::uint32_t blocks_ = 0;
};

template <int W>
void write_moves(const WideBoard<W>& board, const WidePosition<W>& start,
                 StrategyMoves<W>& strategy, MoveBlocks<W>& blocks, const Tell& progress) {
  if (strategy.moves.size() == 0) return;
  strategy.moves.for_each([](const auto&, StrategyMove& entry) { entry.rank = kFresh; });
  std::uint64_t met = 0;
  const auto fresh_entry = [&](const WidePosition<W>& position) -> StrategyMove* {
    StrategyMove* const entry = strategy.moves.find(pack(position));
    return entry != nullptr && entry->rank == kFresh ? entry : nullptr;
  };
  proof_number::walk(
      board, start, strategy.owner,
      [&](const WidePosition<W>& position, const Way& way) -> std::optional<Place> {
        StrategyMove* const entry = fresh_entry(position);
        if (entry == nullptr) return std::nullopt;
        entry->rank = kMet;
        if (progress && ++met % kBetweenTelling == 0) {
          progress({strategy.moves.size(), met, 0, Reached::Phase::deciding});
        }
        // The format omits moves that win within three plies; a whole strategy includes them.
        if (short_win(board, position)) return std::nullopt;
        blocks.add(position, way, entry->move);
        return entry->move;
      },
      proof_number::all_replies(board),
      [&](const WidePosition<W>& position) { strategy.moves.prefetch(pack(position)); },
      [&](const WidePosition<W>& position) { return fresh_entry(position) == nullptr; });
  blocks.finish();
}

}  // namespace

template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& version, const WriteAt& write_at,
                       std::size_t moves_in_block, const Tell& progress) {
  ONYX_ASSERT(claim != Claim::cycle && moves_in_block > 0 && moves_in_block <= kMovesInBlock);
  std::string header(kHeaderBytes, '\0');
  std::string stones;
  for (const PlaceSet<W>& set : position.stones) {
    for (std::size_t i = 0; i < words_for(board.place_count()); ++i) {
      append_number(stones, set.words()[i]);
    }
  }
  std::uint64_t offset = kHeaderBytes + stones.size();
  for (StrategyMoves<W>& strategy : proof.strategies) {
    MoveBlocks<W> blocks(board, moves_in_block, write_at, offset);
    write_moves(board, position, strategy, blocks, progress);
    const std::size_t owner = index_of(strategy.owner);
    put_number(header, kMoveCountsAt + 8 * owner, blocks.moves());
    put_number(header, kBlockCountsAt + 4 * owner, blocks.blocks());
  }
  header.replace(0, kLetters.size(), kLetters);
  put_number(header, 8, static_cast<std::uint32_t>(board.size().width));
  put_number(header, 12, static_cast<std::uint32_t>(board.size().height));
  header[16] = claim == Claim::draw ? 'D' : claim == Claim::v_wins ? 'V' : 'H';
  header[17] = letter_of(position.to_move);
  version.copy(&header[48], kVersionBytes - 1);
  put_number(header, kPositionSumAt, checksum_of(stones.data(), stones.size(), 0));
  put_number(header, kSummedBytes, checksum_of(header.data(), kSummedBytes, 0));
  write_at(0, header + stones);
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template void write_certificate(const WideBoard<W>&, const WidePosition<W>&, Claim, Proof<W>&&, \
                                  const std::string&, const WriteAt&, std::size_t, const Tell&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::compact
