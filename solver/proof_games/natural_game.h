// Natural games: games from a setup to one of many positions, in which both players see some plies
// ahead (solver/sight/sight.h) and make few mistakes.
//
// The search goes backwards from all the positions at once, by retro-moves. It always takes a
// position with the fewest stones beyond the setup, a random one among equals. The position must
// pass these questions, cheapest first: can the setup lead there at all (unreachable.h); is the
// move that leaves it k-sighted; and, if mistakes are limited, what is its value. A mistake is a
// move after which the position is worth less to the mover. No value is needed if the winner moves
// into a won position, and where one answer suffices ("does V win?"), only that is asked. A
// question that takes too long is repeated later, with more nodes.
//
// If all questions were answered and no position is left, no such game exists.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"
#include "solver/proof_games/proof_game.h"
#include "solver/sight/sight.h"

namespace onyx {

/// A position that a game should reach.
template <int W>
struct GameTarget {
  WidePosition<W> position;   ///< Legal.
  Claim value = Claim::draw;  ///< Used only if mistakes are limited.
};

/// A question of the search about the value of a position.
template <int W>
struct ValueQuestion {
  WidePosition<W> position;  ///< Unfinished.
  /// If set, the question is only whether this player wins: without a win, any other value, or
  /// none, will do.
  std::optional<Player> winner;
  std::uint64_t nodes = 0;  ///< Most nodes that the answer may take.
  std::size_t thread = 0;   ///< Number of the asking thread, from 0.
};

template <int W>
struct NaturalGameTask {
  WidePosition<W> setup;            ///< With equal counts and V to move.
  std::vector<GameTarget<W>> ends;  ///< The game must reach one of them.
  int sight = 1;  ///< Every ply is k-sighted for this k: odd, 1 to Sight<W>::kMost.
  /// The most mistakes that the game may have; if not set, any number, and no value is asked for.
  std::optional<int> mistakes;
  std::uint64_t seed = 1;
  std::size_t threads = 1;              ///< With 1, equal seeds give equal games.
  unsigned table_bits = 18;             ///< Table of the bounded search, per thread.
  std::uint64_t nodes = 300'000;        ///< Limit for a question about sight.
  std::uint64_t value_nodes = 100'000;  ///< Limit for the last attempt at a value.
  /// The value of a position, or nothing if it is not found in time. Required if mistakes are
  /// limited.
  std::function<std::optional<Claim>(const ValueQuestion<W>&)> value;
};

struct NaturalGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;  ///< impossible: provably none.
  End end = End::complete;                            ///< The reason why an answer is unknown.
  std::vector<Place> moves;                           ///< From the setup, if found.
  std::size_t end_index = 0;                          ///< Index of the end reached, if found.
  std::uint64_t taken = 0;                            ///< Positions accepted.
  std::uint64_t refused = 0;                          ///< Positions that failed a question.
  /// Questions cut off by a limit; if there are any, the answer is never `impossible`.
  std::uint64_t unanswered = 0;
};

/// In `stop`, work is counted in accepted positions, and memory includes accepted and waiting
/// positions. Throws std::bad_alloc if memory runs out below that limit. Source of the idea to
/// search for proof games backwards: retrograde analysis, as in R. Smullyan, "The Chess Mysteries
/// of Sherlock Holmes", 1979.
template <int W>
NaturalGame find_natural_game(const WideBoard<W>& board, const NaturalGameTask<W>& task,
                              const Stop& stop);

}  // namespace onyx
