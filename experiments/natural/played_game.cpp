#include "experiments/natural/played_game.h"

#include <algorithm>

#include "solver/certificate/from_proof.h"

namespace onyx {
namespace {

/// Enough for some hundred thousand nodes; the table starts small.
constexpr std::uint64_t kTableBytes = std::uint64_t{64} << 20;
/// Memory for the strategies that prove a draw.
constexpr std::uint64_t kStrategyBytes = std::uint64_t{64} << 20;

}  // namespace

template <int W>
std::optional<PlayedGame<W>> play_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                       std::size_t most_plies, const ChooseMove<W>& choose) {
  PlayedGame<W> game;
  std::vector<WidePosition<W>>& positions = game.line.positions;
  positions.push_back(setup);
  while (!is_finished(board, positions.back())) {
    if (game.line.moves.size() == most_plies) {
      game.end = GameEnd::too_long;
      return game;
    }
    const std::optional<Place> move = choose(positions.back());
    if (!move) return std::nullopt;
    const WidePosition<W> next = successor(board, positions.back(), *move);
    const auto before = std::find(positions.begin(), positions.end(), next);
    const bool is_back = before != positions.end();
    game.returns_to = is_back ? static_cast<std::size_t>(before - positions.begin()) : 0;
    game.line.moves.push_back(*move);
    positions.push_back(next);
    if (is_back) {
      game.end = GameEnd::repeated;
      return game;
    }
  }
  return game;
}

template <int W>
GameWorth worth_of(const WideBoard<W>& board, const WideLine<W>& line, const Stop& limits) {
  Stop stop = limits;
  stop.bytes = kStrategyBytes;
  proof_number::ProofTable<W> table(kTableBytes);
  proof_number::Searcher<W> searcher(board, table);
  GameWorth worth;
  worth.values.resize(line.positions.size());
  int unknown = 0;
  std::optional<Claim> after;
  for (std::size_t i = line.positions.size(); i-- > 0 && unknown < kMostUnknownInRow;) {
    const WidePosition<W>& position = line.positions[i];
    const Claim mover_wins = win_of(position.to_move);
    std::optional<Claim>& value = worth.values[i];
    if (is_finished(board, position)) {
      value = win_of(other(position.to_move));
    } else if (after == mover_wins) {
      value = mover_wins;
    } else {
      const Player first = after == win_of(Player::H) ? Player::H : Player::V;
      const auto found = proof_number::find_value(searcher, position, stop, first);
      if (found.end == End::complete) value = proof_number::claim_of(found);
      worth.is_cut_short = found.end == End::interrupted || found.end == End::time_limit;
      if (worth.is_cut_short) return worth;
    }
    unknown = value ? 0 : unknown + 1;
    after = value;
  }
  return worth;
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template std::optional<PlayedGame<W>> play_game(const WideBoard<W>&, const WidePosition<W>&, \
                                                  std::size_t, const ChooseMove<W>&);          \
  template GameWorth worth_of(const WideBoard<W>&, const WideLine<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
