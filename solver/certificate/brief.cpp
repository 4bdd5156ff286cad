#include "solver/certificate/brief.h"

#include <algorithm>
#include <deque>
#include <new>
#include <optional>
#include <stdexcept>

#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

using proof_number::MoveTable;
using proof_number::StrategyMove;
using proof_number::StrategyMoves;

/// What the outlook makes of a position: the move that wins within three plies, if there is one.
template <int W>
std::optional<Place> short_win(const Board<W>& board, const Position<W>& position) {
  const auto outlook = proof_number::outlook_of(board, position);
  if (outlook.forecast != proof_number::Outlook<W>::Forecast::win) return std::nullopt;
  return outlook.move;
}

template <int W>
int stones_in(const Position<W>& position) {
  return position.occupied().count();
}

/// Gives each entry as its rank in how many of the owner's moves after it, at most, the stones on
/// the board do not become more from one entry to the next, because of captures. Depth first, over
/// an explicit stack.
template <int W>
class CaptureRanks {
 public:
  CaptureRanks(const Board<W>& board, MoveTable<W>& moves) : board_(board), moves_(moves) {
    moves_.for_each([](const PackedPosition<W>&, StrategyMove& entry) { entry.rank = kUnknown; });
    moves_.for_each([&](const PackedPosition<W>& packed, StrategyMove& entry) {
      if (entry.rank != kUnknown) return;
      visit(packed, entry);
      while (!stack_.empty()) step();
    });
  }

 private:
  static constexpr std::uint16_t kUnknown = 65'535;
  struct Frame {
    StrategyMove* entry;
    int stones;
    Position<W> after;
    PlaceSet<W> replies;  // not yet looked at
    int rank = 0;
  };

  void visit(const PackedPosition<W>& packed, StrategyMove& entry) {
    const Position<W> position = unpack(packed);
    const Position<W> after = successor(board_, position, entry.move);
    stack_.push_back({&entry, stones_in(position), after, legal_moves(board_, after)});
  }
  void step() {
    Frame& frame = stack_.back();
    if (frame.replies.empty()) {
      if (frame.rank >= kUnknown) throw std::length_error("a strategy with too many captures");
      frame.entry->rank = static_cast<std::uint16_t>(frame.rank);
      stack_.pop_back();
      return;
    }
    const Place reply = frame.replies.lowest();
    const Position<W> next = successor(board_, frame.after, reply);
    StrategyMove* const entry = moves_.find(pack(next));
    if (entry != nullptr && entry->rank == kUnknown) return visit(pack(next), *entry);
    frame.replies.remove(reply);
    if (entry == nullptr) return;
    frame.rank = std::max(frame.rank, entry->rank + (stones_in(next) > frame.stones ? 0 : 1));
  }

  const Board<W>& board_;
  MoveTable<W>& moves_;
  std::vector<Frame> stack_;
};

}  // namespace

template <int W>
MoveTable<W> reached_under(const Board<W>& board, const Position<W>& start,
                           const StrategyMoves<W>& strategy, bool is_whole,
                           std::uint64_t most_bytes) {
  MoveTable<W> reached;
  std::deque<std::pair<PackedPosition<W>, Place>> open;
  const auto arrive = [&](const Position<W>& position, int moves_before) {
    const PackedPosition<W> packed = pack(position);
    if (reached.find(packed) != nullptr) return;
    const StrategyMove* const own = strategy.moves.find(packed);
    std::optional<Place> move;
    if (!is_whole || own == nullptr) move = short_win(board, position);
    if (move && !is_whole) return;
    if (own != nullptr) move = own->move;
    if (!move) strategy.moves.at(packed);  // throws
    const auto rank = static_cast<std::uint16_t>(std::min(moves_before, 65'535));
    reached.try_emplace(packed, {*move, rank});
    if (reached.bytes() > most_bytes) throw std::bad_alloc();
    open.push_back({packed, *move});
  };
  if (is_finished(board, start)) return reached;
  if (start.to_move == strategy.owner) {
    arrive(start, 0);
  } else {
    proof_number::for_each_successor(board, start,
                                     [&](const Position<W>& next) { arrive(next, 0); });
  }
  while (!open.empty()) {
    const auto [packed, move] = open.front();
    open.pop_front();
    const int moves_before = reached.at(packed).rank + 1;
    const Position<W> after = successor(board, unpack(packed), move);
    if (is_finished(board, after)) continue;
    proof_number::for_each_successor(board, after,
                                     [&](const Position<W>& next) { arrive(next, moves_before); });
  }
  return reached;
}

template <int W>
void shorten(const Board<W>& board, const Position<W>& position, Proof<W>& proof) {
  const bool is_win = proof.strategies.size() == 1;
  for (StrategyMoves<W>& strategy : proof.strategies) {
    strategy.moves = reached_under(board, position, strategy, false);
    if (is_win) CaptureRanks<W>(board, strategy.moves);
  }
}

#define ONYX_INSTANTIATE(W)                                                          \
  template MoveTable<W> reached_under(const Board<W>&, const Position<W>&,           \
                                      const StrategyMoves<W>&, bool, std::uint64_t); \
  template void shorten(const Board<W>&, const Position<W>&, Proof<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
