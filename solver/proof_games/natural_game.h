// Finds natural games from a setup: both players see several plies ahead and make few mistakes.
//
// The search goes backwards, by retro-moves, from the positions in which the game may end. It takes
// a random position among those nearest to the setup (by a weighted count of stones) and asks,
// cheapest first: can the setup lead to it (unreachable.h); is the move from it k-sighted
// (sight.h); and, if mistakes are limited, what is its value? A mistake is a move that lowers the
// value for the mover. A position with a move to a known win of the mover needs no search. If "does
// V win?" or "does H win?" suffices, the search asks only that. It repeats slow questions later
// with more nodes. If all questions are answered and no position is left, no such game exists.
//
// The caller may supply openings: known play from the setup without mistakes. The search then
// prefers positions that contain a long opening, and ends at the last position of an opening.
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

/// A possible end of the game.
template <int W>
struct GameTarget {
  WidePosition<W> position;
  Claim value = Claim::draw;  ///< Used only if mistakes are limited.
};

template <int W>
struct ValueQuestion {
  WidePosition<W> position;
  /// If set, only asks whether this player wins; any claim other than that win means no.
  std::optional<Player> winner;
  std::uint64_t nodes = 0;  ///< Node limit for the answer.
  std::size_t thread = 0;   ///< Number of the asking thread, from 0.
};

template <int W>
struct NaturalGameTask {
  WidePosition<W> setup;  ///< Has equal stone counts and V to move.
  std::vector<GameTarget<W>> ends;
  int sight = 1;  ///< Every ply is k-sighted for this odd k, 1 to Sight<W>::kMost.
  /// The maximum number of mistakes; if not set, no values are computed.
  std::optional<int> mistakes;
  std::uint64_t seed = 1;
  std::size_t threads = 1;              ///< With 1, the seed determines the game.
  unsigned table_bits = 18;             ///< Each thread's table has 2^table_bits entries.
  std::uint64_t nodes = 300'000;        ///< Node limit of a question about sight.
  std::uint64_t value_nodes = 100'000;  ///< Node limit of the last attempt at a value.
  /// Returns the value, or nothing if it takes too long. Required if mistakes are limited.
  std::function<std::optional<Claim>(const ValueQuestion<W>&)> value;
  /// A mistake must also be k-sighted for this odd k. The greater k is, the harder the mistake is
  /// to see. Used only if mistakes are limited.
  int mistake_sight = 1;
  /// Returns the longest known play from the setup, without captures or mistakes, whose final
  /// stones are all in `position`. Must be thread-safe. Optional; used only if `mistakes` is set.
  std::function<std::vector<Place>(const WidePosition<W>& position, std::size_t thread)> opening;
};

struct NaturalGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;  ///< `impossible` only if proved.
  End end = End::complete;                            ///< Why the answer is unknown.
  std::vector<Place> moves;                           ///< From the setup, if found.
  std::size_t end_index = 0;                          ///< Index in `ends`, if found.
  std::uint64_t taken = 0;                            ///< Number of accepted positions.
  std::uint64_t refused = 0;                          ///< Positions rejected or already accepted.
  /// Positions left open because a question met a limit. Unless 0, the answer is not `impossible`.
  std::uint64_t unanswered = 0;
};

/// Searches for a natural game. `stop` counts accepted positions as work, and limits the memory of
/// accepted and queued positions. Throws std::bad_alloc if memory runs out below that limit.
/// Source: R. Smullyan's retrograde analysis ("The Chess Mysteries of Sherlock Holmes", 1979).
template <int W>
NaturalGame find_natural_game(const WideBoard<W>& board, const NaturalGameTask<W>& task,
                              const Stop& stop);

}  // namespace onyx
