#include "solver/certificate/compact_reader.h"

#include <algorithm>

#include "core/notation.h"
#include "solver/certificate/compact_format.h"
#include "solver/certificate/format_version.h"
#include "solver/certificate/move_model.h"
#include "solver/certificate/truncated_strategy.h"
#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::compact {
namespace {

using proof_number::Forecast;
using proof_number::Way;

template <int W>
WidePosition<W> start_from(const WideBoard<W>& board, std::string_view bytes) {
  const std::size_t words = words_for(board.place_count());
  if (bytes.size() < kHeaderBytes + 16 * words) throw Damage("it is cut off");
  WidePosition<W> position;
  position.to_move = bytes[17] == 'H' ? Player::H : Player::V;
  for (std::size_t i = 0; i < 2 * words; ++i) {
    position.stones[i / words].words()[i % words] =
        get_number<std::uint64_t>(bytes, kHeaderBytes + 8 * i);
  }
  if (!proof_number::is_on_board(board, position)) {
    throw Damage("it has stones where none can be");
  }
  return position;
}

struct Blocks {
  const SourceFile& file;
  std::uint64_t offset;    ///< Offset of the next block in the file.
  std::uint32_t left = 0;  ///< Blocks left in the current strategy.
  std::size_t number = 0;  ///< Number of the next block in the file.
  BlockEntries next() {
    --left;
    const auto most_bytes = [](std::size_t) { return kMostBlockBytes; };
    BlockEntries block = read_block(file, offset, kMovesInBlock, most_bytes, number++);
    offset = block.end;
    return block;
  }
};

template <int W>
class GuessedMoves {
 public:
  GuessedMoves(const WideBoard<W>& board, Blocks& blocks) : blocks_(blocks), model_(board) {}

  bool has_more() const { return left_ > 0 || blocks_.left > 0; }
  Place next(const WidePosition<W>& position, const Way& way) {
    if (left_ == 0) {
      if (blocks_.left == 0) throw Damage("a strategy has too few moves");
      BlockEntries block = blocks_.next();
      if (block.count == 0) throw Damage("a block without moves");
      bytes_ = std::move(block.bytes);
      left_ = block.count;
      decoder_.emplace(bytes_);
    }
    const Place move = model_.take(*decoder_, position, way);
    if (--left_ == 0) decoder_->finish();
    return move;
  }

 private:
  Blocks& blocks_;
  MoveModel<W> model_;
  std::string bytes_;
  std::size_t left_ = 0;
  std::optional<RangeDecoder> decoder_;
};

template <int W>
proof_number::MoveTable<W> visit_moves(const WideBoard<W>& board, const WidePosition<W>& start,
                                       Player owner, std::uint64_t moves_in_header, Blocks& blocks,
                                       const VisitMove<W>& visit) {
  proof_number::MoveTable<W> met;
  if (blocks.left == 0) return met;
  // Reserve room for at most a million moves, because the count in the header may be wrong.
  constexpr std::uint64_t kMostReserved = 1 << 20;
  met.reserve(std::min(moves_in_header, kMostReserved));
  GuessedMoves<W> moves(board, blocks);
  const auto is_met = [&](const WidePosition<W>& position) {
    return met.find(pack(position)) != nullptr;
  };
  proof_number::LookAhead<W> ahead(board, {.connections = false});
  // Skips replies after which the owner wins within three plies, which saves table look-ups.
  const auto for_each_reply = [&](const WidePosition<W>& after, auto&& look_at) {
    if (is_finished(board, after)) return;
    const proof_number::Outlook<W> outlook = ahead.from(after);
    if (outlook.forecast == Forecast::win && outlook.plies == 1) {
      throw Damage("the other side wins under a strategy");
    }
    ahead.moves_against_threats().for_each([&](Place reply) {
      const WidePosition<W> next = ahead.successor(reply);
      if (ahead.after(reply, next).forecast != Forecast::win) look_at(reply, next);
    });
  };
  if (start.to_move == owner && is_finished(board, start)) {
    throw Damage("the other side has won already");
  }
  proof_number::walk(
      board, start, owner,
      [&](const WidePosition<W>& position, const Way& way) -> std::optional<Place> {
        // walk() checked is_met() earlier, but may have met the position since then.
        if (is_met(position) || (!way.reply && short_win(board, position))) return std::nullopt;
        const Place move = moves.next(position, way);
        if (move >= board.place_count() || !is_placement(board, position, move)) {
          throw Damage("a move is not legal");
        }
        met.try_emplace(pack(position), {move, 0});
        if (visit) visit(position, move);
        return move;
      },
      for_each_reply, [&](const WidePosition<W>& position) { met.prefetch(pack(position)); },
      is_met);
  if (moves.has_more()) throw Damage("a strategy has too many moves");
  return met;
}

}  // namespace

template <int W>
std::array<proof_number::MoveTable<W>, 2> read_strategies(const WideBoard<W>& board,
                                                          const SourceFile& file,
                                                          const VisitMove<W>& visit) {
  const std::string header = file.read(0, kHeaderBytes + 16 * words_for(board.place_count()));
  require_letters(header, kLetters, "it is not a compact certificate");
  const WidePosition<W> start = start_from(board, header);
  Blocks blocks{file, header.size()};
  std::array<proof_number::MoveTable<W>, 2> strategies;
  for (const Player owner : {Player::V, Player::H}) {
    const std::size_t index = index_of(owner);
    blocks.left = get_number<std::uint32_t>(header, kBlockCountsAt + 4 * index);
    const auto moves = get_number<std::uint64_t>(header, kMoveCountsAt + 8 * index);
    strategies[index] = visit_moves(board, start, owner, moves, blocks, visit);
  }
  return strategies;
}

#define ONYX_INSTANTIATE(W)                                           \
  template std::array<proof_number::MoveTable<W>, 2> read_strategies( \
      const WideBoard<W>&, const SourceFile&, const VisitMove<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

std::string position_of(std::string_view bytes) {
  require_letters(bytes, kLetters, "it is not a compact certificate");
  if (bytes.size() < kHeaderBytes) throw Damage("it is cut off");
  const BoardSize size{static_cast<int>(get_number<std::uint32_t>(bytes, 8)),
                       static_cast<int>(get_number<std::uint32_t>(bytes, 12))};
  if (!is_board_size(size)) throw Damage("its board size is impossible");
  return with_board(size, [&]<int W>(const WideBoard<W>& board) {
    return format_position(board, start_from(board, bytes));
  });
}

std::uint64_t moves_of(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) throw Damage("it is cut off");
  return get_number<std::uint64_t>(bytes, kMoveCountsAt) +
         get_number<std::uint64_t>(bytes, kMoveCountsAt + 8);
}

std::pair<Claim, std::string> claim_of(std::string_view bytes) {
  std::string position = position_of(bytes);
  const int places = place_count(board_size_of(position));
  const auto is_damaged = [&](std::size_t begin, std::size_t count, std::size_t sum_at) {
    return checksum_of(&bytes[begin], count, 0) != get_number<std::uint64_t>(bytes, sum_at);
  };
  if (is_damaged(0, kSummedBytes, kSummedBytes) ||
      is_damaged(kHeaderBytes, 16 * words_for(places), kPositionSumAt)) {
    throw Damage("it is damaged: a checksum is wrong");
  }
  const char claim = bytes[16];
  if (claim == 'D') return {Claim::draw, std::move(position)};
  if (claim != 'V' && claim != 'H') throw Damage("its claim is unknown");
  return {win_of(claim == 'V' ? Player::V : Player::H), std::move(position)};
}

std::optional<std::string> first_move_of(const SourceFile& file) {
  const std::string head = file.read(0, std::min<std::uint64_t>(file.bytes, kMostStartBytes));
  const auto [claim, position] = claim_of(head);
  return with_board(
      board_size_of(position),
      [&, claimed = claim]<int W>(const WideBoard<W>& board) -> std::optional<std::string> {
        const WidePosition<W> start = start_from(board, head);
        if (claimed != win_of(start.to_move)) return std::nullopt;
        if (const auto move = short_win(board, start)) return format_move(board, start, *move);
        // The loser has no strategy, so the winner's blocks come first.
        const std::size_t count_at = kBlockCountsAt + 4 * index_of(start.to_move);
        Blocks blocks{file, kHeaderBytes + 16 * words_for(board.place_count()),
                      get_number<std::uint32_t>(head, count_at)};
        return format_move(board, start, GuessedMoves<W>(board, blocks).next(start, Way{}));
      });
}

}  // namespace onyx::compact
