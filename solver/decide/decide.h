// The value of a position. Engines are chosen only here.
//
// Four engines suit four kinds of positions, and only trying them shows which kind a position is:
//
//   explorer        finds the values of all positions that can be reached, if they are few, as they
//                   are from crowded positions
//   arena           solves all colourings of the places that can change, if those are few
//                   (arena.h), but makes no certificate
//   proof numbers   finds who wins, or that nobody does, on boards of any size (found_value.h);
//                   also a bound on the distance, and one move that keeps the value
//   bounded search  finds near wins with their distance on large boards (bounded_search.h); also
//                   the exact distance where proof numbers give only a bound
//
// The explorer and proof numbers first try with small limits. If neither answers, all engines try
// with larger limits, in turn or, with several threads, side by side; the first answer counts
// (engine_order.h). All engines share the limits of time and memory (engines.h).
//
// Every answer is exact. With one thread, and if no limit is met, nothing depends on the machine.
// In a race of threads the machine decides which engine answers first, and so whether a distance is
// exact or a bound, which of several certificates is made, and how much is searched.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// The engine that found a value.
enum class Engine { rules, explorer, arena, proof_numbers, bounded };
/// "rules" (the game is over), "explorer", "arena", "proof-number search", "bounded search".
const char* name_of(Engine engine);

/// Settings of a Decider. The defaults allow everything, in one thread.
struct DecideOptions {
  std::size_t threads = 1;  ///< At least 1.
  /// If set, only this engine is used. Must not be `rules`; an arena must be small enough
  /// (arena.h).
  std::optional<Engine> only;
  /// Whether certify() or prove() will be called. If so, the arena is not used.
  bool with_certificates = true;
  /// States that the explorer may visit before any other engine runs: some milliseconds. More are
  /// of use to a caller that needs all values, or the shortest cycle of a draw.
  std::uint64_t first_states = 2'000;
  /// Nodes that bounded search may spend on the exact distance; 0 if a bound is sufficient.
  std::uint64_t nodes_for_distance = 1'000'000;
};

/// The least memory for proof-number search; with less memory it is not used.
inline constexpr std::uint64_t kLeastProofNumberBytes = std::uint64_t{32} << 20;

/// The results of the engine behind a decision, from which its proof is made (wide_decider.h).
struct Basis {
  virtual ~Basis() = default;
};

/// The value of a position, and how it was found.
struct Decision {
  /// If not complete, `states` is the only other field that is set.
  End end = End::complete;
  Claim claim = Claim::draw;
  int distance = -1;           ///< Exact, in plies; -1 for a draw or if not known.
  int distance_at_most = -1;   ///< An upper bound if the distance is not known; -1 if none.
  bool all_best_moves = true;  ///< If false, best_moves has one move that keeps the value, or none.
  /// The quickest moves of a win, the longest-lasting moves of a loss, or all moves that keep a
  /// draw; in the order of places. Empty if the game is over.
  std::vector<Place> best_moves{};
  Engine engine = Engine::rules;
  std::uint64_t states = 0;  ///< Positions searched for the value, by all engines.
  /// May be dropped to save memory; then a proof repeats the search.
  std::shared_ptr<const Basis> basis{};

  bool is_decided() const { return end == End::complete; }
  bool is_draw() const { return claim == Claim::draw; }
};

class AnyDecider;  // wide_decider.h

/// Decides positions of one board. Results for one position help with the next, so ask about the
/// positions of a game from the last to the first. One call at a time.
class Decider {
 public:
  /// Takes little memory until a position needs it.
  explicit Decider(const Board& board, const DecideOptions& options = {});
  ~Decider();
  Decider(Decider&&) noexcept;

  /// `position` must be legal; it may be finished. Throws std::invalid_argument if it is of another
  /// board. Lack of memory is returned as an end, never thrown. `stop.bytes` limits all memory,
  /// including tables and strategies; the default is 1 GiB, and the first call fixes how large the
  /// tables may grow. Work is not limited; it is counted in states and nodes together. No new work
  /// starts after the deadline: only finished work has a value.
  Decision decide(const Position& position, const Stop& stop = {});

  /// A JSON certificate of a decision of this Decider; nothing if a limit was met. Throws
  /// std::invalid_argument unless decision.is_decided(). Positions decided by the arena are decided
  /// again.
  std::optional<Certificate> certify(const Position& position, const Decision& decision,
                                     const Stop& stop = {});

 private:
  void require_board(const Position& position) const;

  Board board_;
  std::unique_ptr<AnyDecider> wide_;
};

/// Decides a single position.
Decision decide(const Position& position, const DecideOptions& options = {}, const Stop& stop = {});

}  // namespace onyx
