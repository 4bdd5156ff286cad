// The value of a position. Only a trial shows which of four engines suits it:
//
//   explorer        all reachable values, if there are few, as from crowded positions
//   arena           all colourings of the places that can change, if few (arena.h); no certificate
//   proof numbers   the winner or a draw on any board (found_value.h), and a bound on the distance
//   bounded search  near wins with exact distance on large boards (bounded_search.h)
//
// The explorer and proof numbers first try with small limits. Then all engines try with larger
// limits, in turn or, with several threads, side by side; the first answer counts (engine_order.h).
// They share the limits of time and memory (engines.h).
//
// Every answer is exact. With one thread, and if no limit is met, nothing depends on the machine.
// In a race of threads the machine decides which engine answers first: so whether a distance is
// exact or a bound, which of several certificates is made, and how much is searched.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Engine { rules, explorer, arena, proof_numbers, bounded };
/// For messages; `rules`: the game is over.
const char* name_of(Engine engine);

/// The defaults allow everything, in one thread.
struct DecideOptions {
  std::size_t threads = 1;  ///< At least 1.
  /// If set, the only engine used; not `rules`. An arena must be small enough (arena.h).
  std::optional<Engine> only;
  /// Whether certify() or prove() will be called; then the arena is not used.
  bool with_certificates = true;
  /// States that the explorer may visit before other engines run (milliseconds by default). More
  /// help a caller that needs all values, or the shortest cycle of a draw.
  std::uint64_t first_states = 2'000;
  /// Nodes of bounded search for the exact distance; 0 if a bound suffices.
  std::uint64_t nodes_for_distance = 1'000'000;
};

/// Proof-number search needs at least this memory.
inline constexpr std::uint64_t kLeastProofNumberBytes = std::uint64_t{32} << 20;

/// What the engine found; its proof is made from this (wide_decider.h).
struct Basis {
  virtual ~Basis() = default;
};

struct Decision {
  /// If not complete, only `states` is set too.
  End end = End::complete;
  Claim claim = Claim::draw;
  int distance = -1;           ///< Exact, in plies; -1 for a draw or if not known.
  int distance_at_most = -1;   ///< An upper bound if the distance is not known; -1 if none.
  bool all_best_moves = true;  ///< If false, best_moves has one move that keeps the value, or none.
  /// The quickest moves of a win, the longest-lasting of a loss, or all that keep a draw, by place.
  std::vector<Place> best_moves{};
  Engine engine = Engine::rules;
  std::uint64_t states = 0;  ///< Searched for the value by all engines.
  /// May be dropped to save memory; a proof then repeats the search.
  std::shared_ptr<const Basis> basis{};

  bool is_decided() const { return end == End::complete; }
  bool is_draw() const { return claim == Claim::draw; }
};

class AnyDecider;  // wide_decider.h

/// Decides positions of one board: one call at a time, but different deciders in different threads.
/// What is found for one position helps with the next, so ask about a game from its end backwards.
class Decider {
 public:
  /// Takes little memory until a position needs it.
  explicit Decider(const Board& board, const DecideOptions& options = {});
  ~Decider();
  Decider(Decider&&) noexcept;

  /// `position` must be legal and may be finished. Throws std::invalid_argument for another board.
  /// Lack of memory is returned as an end, never thrown. `stop.bytes` limits all memory (default 1
  /// GiB); the first call fixes how large the tables may grow. Work is counted in states and nodes,
  /// but not limited. After the deadline only finished work counts.
  Decision decide(const Position& position, const Stop& stop = {});

  /// A JSON certificate of a decision; nothing if a limit was met. Throws std::invalid_argument
  /// unless decision.is_decided(). Searches again if the arena decided the position.
  std::optional<Certificate> certify(const Position& position, const Decision& decision,
                                     const Stop& stop = {});

 private:
  void require_board(const Position& position) const;
  Board board_;
  std::unique_ptr<AnyDecider> wide_;
};

Decision decide(const Position& position, const DecideOptions& options = {}, const Stop& stop = {});

}  // namespace onyx
