// Finds the value of a position, with four engines:
//
//   explorer        solves all reachable positions, if there are few, as on crowded boards
//   arena           solves all colourings of the places that can change (arena.h); no certificate
//   proof numbers   finds the winner or a draw on any board; bounds the distance (found_value.h)
//   bounded search  finds short wins and their exact distance, on large boards (bounded_search.h)
//
// The explorer and proof-number search run first, with small limits. Then all engines run with
// larger limits, in turn or, with several threads, in parallel, until one answers (engine_order.h).
// The limits of time and memory apply to all engines together (engines.h).
//
// Every value is exact. With one thread, and if no limit is met, the result does not depend on the
// machine. With several threads, any engine may answer first. Then the distance may be exact or a
// bound, and the certificate and the number of states may vary.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/position.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Engine { rules, explorer, arena, proof_numbers, bounded };
/// The name for messages. `rules` means that the game is over.
const char* name_of(Engine engine);

/// Statistics of one run of an engine; see DecideOptions::trace.
struct EngineRun {
  Engine engine = Engine::rules;
  std::uint64_t limit = UINT64_MAX;  ///< Limit on states, nodes or colourings.
  std::uint64_t table_bytes = 0;     ///< Proof-number table size after the run; 0 without one.
  double seconds = 0;
  bool has_answered = false;
};

/// The defaults allow all engines but the arena, on one thread.
struct DecideOptions {
  std::size_t threads = 1;  ///< At least 1.
  /// If set, the only engine to use; not `rules`. For `arena`, the arena must be small (arena.h).
  std::optional<Engine> only = {};
  /// Set if certify() or prove() will be called. Excludes the arena, which gives no proof.
  bool with_certificates = true;
  /// State limit of the explorer's first run; the default takes milliseconds. A larger limit helps
  /// callers that need all values, or the shortest cycle of a draw.
  std::uint64_t first_states = 2'000;
  /// Node limit of the bounded search for the exact distance; 0 if a bound suffices.
  std::uint64_t nodes_for_distance = 1'000'000;
  /// If set, called after each run of an engine, from any thread.
  std::function<void(const EngineRun&)> trace = {};
};

/// Below this memory limit, in bytes, proof-number search does not run.
inline constexpr std::uint64_t kLeastProofNumberBytes = std::uint64_t{32} << 20;

/// The engine's result from which a proof can be made (wide_decider.h).
struct Basis {
  virtual ~Basis() = default;
};

struct Decision {
  /// If this is not `complete`, the other members except `states` are not set.
  End end = End::complete;
  Claim claim = Claim::draw;
  int distance = -1;           ///< Exact, in plies; -1 for a draw or if unknown.
  int distance_at_most = -1;   ///< Upper bound if the distance is unknown; -1 if there is none.
  bool all_best_moves = true;  ///< If false, best_moves has at most one move.
  /// In order of place: the fastest winning moves, the slowest losing moves, or the drawing moves.
  std::vector<Place> best_moves{};
  Engine engine = Engine::rules;
  std::uint64_t states = 0;  ///< Positions searched by all engines to find the value.
  /// May be dropped to save memory; a proof then repeats the search.
  std::shared_ptr<const Basis> basis{};

  bool is_decided() const { return end == End::complete; }
  bool is_draw() const { return claim == Claim::draw; }
};

/// Implemented for each width W (wide_decider.h).
class AnyDecider {
 public:
  virtual ~AnyDecider() = default;
  virtual Decision decide(const Position& position, const Stop& stop) = 0;
  virtual std::optional<Certificate> certify(const Position& position, const Decision& decision,
                                             const Stop& stop) = 0;
};

/// Decides positions of one board. Not thread-safe, but each thread can have its own Decider.
/// Results for later positions of a game speed up earlier ones, so decide the last position first.
class Decider {
 public:
  /// Allocates tables only when a position needs them.
  explicit Decider(const Board& board, const DecideOptions& options = {});

  /// Decides a legal position, which may be finished. Throws std::invalid_argument for another
  /// board. Reports lack of memory in `end`; never throws std::bad_alloc. `stop.bytes` limits all
  /// memory (default 1 GiB); the first call that needs a table fixes its size. Ignores `stop.work`.
  Decision decide(const Position& position, const Stop& stop = {}) {
    return wide_for(position).decide(position, stop);
  }

  /// Returns a certificate, or nullopt after a limit. `decision` must be a decision on `position`.
  /// Throws std::invalid_argument if it is undecided. May repeat the search.
  std::optional<Certificate> certify(const Position& position, const Decision& decision,
                                     const Stop& stop = {}) {
    return wide_for(position).certify(position, decision, stop);
  }

 private:
  AnyDecider& wide_for(const Position& position);
  Board board_;
  std::unique_ptr<AnyDecider> wide_;
};

Decision decide(const Position& position, const DecideOptions& options = {}, const Stop& stop = {});

}  // namespace onyx
