#include "solver/engine/proof_number/simulation.h"

#include <algorithm>

namespace onyx::proof_number {
namespace {
/// Longer than any win that is worth following, and short enough for the stack.
constexpr int kDeepest = 500;
}  // namespace

template <int W>
std::uint16_t Simulation<W>::plies_of_win(const WidePosition<W>& position,
                                          const WidePosition<W>& model, Player winner,
                                          std::uint64_t most_positions) {
  winner_ = winner;
  depth_ = 0;
  positions_ = 0;
  most_positions_ = most_positions;
  replies_.clear();
  return follow({position, model, 0});
}

template <int W>
std::uint16_t Simulation<W>::follow(const Pair& pair) {
  if (depth_ >= kDeepest || positions_ >= most_positions_ || count_()) return 0;
  const std::uint64_t before = positions_++;
  const auto shown = searcher_.in_table(pair.model, attacker_);
  if (!shown || !is_win(*shown)) return 0;
  const Place move = shown->move;
  const WideBoard<W>& board = searcher_.board();
  if (!is_placement(board, pair.position, move) || !is_placement(board, pair.model, move)) {
    return 0;
  }
  ++depth_;
  const std::uint16_t plies =
      plies_of_loss(successor(board, pair.position, move), successor(board, pair.model, move));
  --depth_;
  if (plies == 0) return 0;
  keep(pair.position, one_ply_more(plies), move, positions_ - before);
  return one_ply_more(plies);
}

/// As plies_of_win(), but for a loss: the loser is to move in both positions.
template <int W>
std::uint16_t Simulation<W>::plies_of_loss(const WidePosition<W>& position,
                                           const WidePosition<W>& model) {
  using Forecast = typename Outlook<W>::Forecast;
  const WideBoard<W>& board = searcher_.board();
  const std::uint64_t before = positions_;
  const Outlook<W> outlook = look_ahead_.from(position);
  if (outlook.forecast != Forecast::open) {
    return outlook.forecast == Forecast::loss ? outlook.plies : std::uint16_t{0};
  }
  // Results that are known at once come first: they are cheap, and may end the attempt.
  std::uint16_t longest = 0;
  Place delay = 0;
  const auto take = [&](std::uint16_t plies, Place reply) {
    if (plies <= longest) return;
    longest = plies;
    delay = reply;
  };
  const std::size_t begin = replies_.size();
  const PlaceSet<W> model_moves = placements(board, model);
  PlaceSet<W> moves = outlook.moves;
  bool wins = true;
  while (wins && moves.any()) {
    const Place reply = moves.pop_lowest();
    const WidePosition<W> next = look_ahead_.successor(reply);
    const Outlook<W> after = look_ahead_.after(reply, next);
    if (after.forecast != Forecast::open) {
      wins = after.forecast == Forecast::win;
      take(after.plies, reply);
    } else if (const auto found = searcher_.in_table(next, attacker_);
               found && found->numbers.is_solved()) {
      wins = is_win(*found);
      take(found->plies, reply);
    } else {
      wins = model_moves.has(reply);
      if (wins) replies_.push_back({next, successor(board, model, reply), reply});
    }
  }
  for (std::size_t i = begin; wins && i < replies_.size(); ++i) {
    const Pair pair = replies_[i];  // a copy, because replies_ may grow
    const std::uint16_t plies = follow(pair);
    wins = plies > 0;
    take(plies, pair.reply);
  }
  replies_.resize(begin);
  if (!wins) return 0;
  const std::uint16_t plies = std::max(one_ply_more(longest), outlook.plies);
  keep(position, plies, delay, positions_ - before + 1);
  return plies;
}

template <int W>
void Simulation<W>::keep(const WidePosition<W>& position, std::uint16_t plies, Place move,
                         std::uint64_t work) {
  Knowledge knowledge;
  knowledge.numbers = winner_ == attacker_ ? Numbers::proved() : Numbers::disproved();
  knowledge.plies = plies;
  knowledge.move = move;
  knowledge.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 1 << 30));
  searcher_.record(position, attacker_, knowledge);
}

#define ONYX_INSTANTIATE(W) template class Simulation<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
