// Natural games: games from a setup into one of many positions in which both players see some plies
// ahead (solver/sight/sight.h) and make few mistakes.
//
// The search goes backwards from all the positions at once, by retro-moves. Of the positions met it
// always takes one with the fewest stones beyond the setup, a random one among equals. What it
// takes has to pass the questions, cheapest first: may the setup lead there at all (unreachable.h);
// is the move that leads on k-sighted; and, if mistakes are limited, what is the position worth. A
// mistake is a move after which the position is worth less to the mover than before. If the winner
// of a position moves into one that he wins, no value has to be asked for, and where one answer is
// enough ("does V win?"), no more is asked. A question that takes too long is asked again later,
// with more nodes, after others that are as near to the setup.
//
// Where all questions have answers and nothing is left to take, no such game exists.
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

/// A position that a game is to reach.
template <int W>
struct GameTarget {
  Position<W> position;       ///< Legal.
  Claim value = Claim::draw;  ///< Matters only if mistakes are limited.
};

/// What the search asks about the value of a position.
template <int W>
struct ValueQuestion {
  Position<W> position;  ///< Unfinished.
  /// If set, only this player's win matters: where there is none, nothing need be said.
  std::optional<Player> winner;
  std::uint64_t nodes = 0;  ///< That the answer may take.
  std::size_t thread = 0;   ///< The number of the thread that asks: 0, 1, ...
};

template <int W>
struct NaturalGameTask {
  Position<W> setup;                ///< With equal counts and V to move.
  std::vector<GameTarget<W>> ends;  ///< One of them is to be reached.
  int sight = 1;  ///< Every ply is k-sighted for this k: odd, from 1 to Sight<W>::kMost.
  /// The most mistakes that the game may have; nothing: any number, and no value is asked for.
  std::optional<int> mistakes;
  std::uint64_t seed = 1;
  std::size_t threads = 1;              ///< With one, the same seed gives the same game.
  unsigned table_bits = 18;             ///< Of the bounded search, in each thread.
  std::uint64_t nodes = 300'000;        ///< That a question about sight may take.
  std::uint64_t value_nodes = 100'000;  ///< That a question about a value may take in the end.
  /// The value of a position, or nothing if that cannot be told in time. Needed if mistakes are
  /// limited.
  std::function<std::optional<Claim>(const ValueQuestion<W>&)> value;
};

struct NaturalGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;  ///< impossible: there is provably none.
  End end = End::complete;       ///< What ended the search where the answer is unknown.
  std::vector<Place> moves;      ///< From the setup, if found.
  std::size_t end_index = 0;     ///< Which of the positions it reaches, if found.
  std::uint64_t taken = 0;       ///< Positions from which the search went on.
  std::uint64_t refused = 0;     ///< Positions that failed a question.
  std::uint64_t unanswered = 0;  ///< Questions that met a limit; with any, none is not proved.
};

/// Of `stop`, work is counted in positions taken, and memory in what those and the waiting ones
/// take. Throws std::bad_alloc below that limit if memory runs out.
/// Source of the idea to search for proof games backwards: retrograde analysis, as in R. Smullyan,
/// "The Chess Mysteries of Sherlock Holmes", 1979.
template <int W>
NaturalGame find_natural_game(const Board<W>& board, const NaturalGameTask<W>& task,
                              const Stop& stop);

}  // namespace onyx
