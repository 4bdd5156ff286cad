// A game of two players who choose their own moves, and the values of its positions.
#pragma once

#include <algorithm>
#include <functional>

#include "core/base/stop.h"
#include "core/wide_line.h"
#include "solver/certificate/prove.h"

namespace onyx {

enum class GameEnd : std::uint8_t {
  connected,  ///< The last mover connected.
  repeated,   ///< The last position occurred before.
  too_long    ///< Cut off at the limit.
};

template <int W>
struct PlayedGame {
  WideLine<W> line;
  GameEnd end = GameEnd::connected;
  std::size_t returns_to = 0;  ///< If repeated, the plies before the earlier occurrence.
};

/// Chooses a move in a legal, unfinished position. Returns nullopt to abandon the game.
template <int W>
using ChooseMove = std::function<std::optional<Place>(const WidePosition<W>&)>;

/// Plays until a player connects, a position repeats, or `most_plies` are played. Returns nullopt
/// if `choose` returns nullopt. O(plies squared), not counting `choose`.
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
    if (before != positions.end()) {
      game.end = GameEnd::repeated;
      game.returns_to = static_cast<std::size_t>(before - positions.begin());
    }
    game.line.moves.push_back(*move);
    positions.push_back(next);
    if (game.end == GameEnd::repeated) break;
  }
  return game;
}

struct GameWorth {
  std::vector<std::optional<Claim>> values;  ///< Indexed by position; unset if unknown.
  bool is_cut_short = false;                 ///< A limit was reached; values are missing.
};

template <int W>
using AskKnown = std::function<std::optional<Claim>(const WidePosition<W>&)>;

/// Finds the values from the last position to the first: with `known`, then by proof-number search
/// with at most `limits.work` nodes per position (0: no search). Unless cut short, the values
/// depend only on the arguments.
template <int W>
GameWorth worth_of(const WideBoard<W>& board, const WideLine<W>& line, const Stop& limits,
                   const AskKnown<W>& known = {}) {
  // Use a small table for a low node limit, because touching fresh memory would take a third of the
  // time.
  constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  constexpr std::uint64_t kBytesPerNode = 4096;
  Stop stop = limits;
  stop.bytes = kBytes;
  proof_number::ProofTable<W> table(
      std::clamp(std::min(limits.work, kBytes) * kBytesPerNode, kBytes / 64, kBytes));
  proof_number::Searcher<W> searcher(board, table);
  GameWorth worth;
  worth.values.resize(line.positions.size());
  // Earlier positions are harder, so stop searching after three in a row without a value.
  constexpr int kMostUnknown = 3;
  int unknown = limits.work == 0 ? kMostUnknown : 0;
  std::optional<Claim> after;
  const auto is_too_hard = [&] { return unknown == kMostUnknown; };
  for (std::size_t i = line.positions.size(); i-- > 0 && (known || !is_too_hard());) {
    const WidePosition<W>& position = line.positions[i];
    const Claim mover_wins = win_of(position.to_move);
    std::optional<Claim>& value = worth.values[i];
    if (is_finished(board, position)) {
      value = win_of(other(position.to_move));
    } else if (after == mover_wins) {
      value = mover_wins;
    } else if (known && (value = known(position))) {
      // the value is known, so search nothing
    } else if (!is_too_hard()) {
      const Player first = after == win_of(Player::H) ? Player::H : Player::V;
      const auto found = proof_number::find_value(searcher, position, stop, first);
      if (found.end == End::complete) value = proof_number::claim_of(found);
      worth.is_cut_short = found.end == End::interrupted || found.end == End::time_limit;
      if (worth.is_cut_short) return worth;
    }
    if (!is_too_hard()) unknown = value ? 0 : unknown + 1;
    after = value;
  }
  return worth;
}

}  // namespace onyx
