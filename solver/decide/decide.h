// Finds the value of a position. Only a trial shows which of four engines suits the position:
//
//   explorer        the values of all reachable positions, if they are few, as on crowded boards
//   arena           all colourings of the places that can change, if few (arena.h); no certificate
//   proof numbers   the winner or a draw on any board (found_value.h), and a bound on the distance
//   bounded search  short wins with exact distance on large boards (bounded_search.h)
//
// The explorer and proof numbers first try with small limits. Then all engines try with larger
// limits, in turn or, with several threads, side by side; the first answer counts (engine_order.h).
// All engines share the limits of time and memory (engines.h).
//
// Every value is exact. With one thread, and if no limit is met, the result does not depend on the
// machine. With several threads, the engine that answers first may vary. Then the distance may be
// exact or a bound, and the certificate and the number of states may vary too.
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

/// One run of an engine.
struct EngineRun {
  Engine engine = Engine::rules;
  std::uint64_t limit = UINT64_MAX;  ///< States, nodes or colourings that the engine may visit.
  std::uint64_t table_bytes = 0;     ///< Size of the engine's table after the run; 0 if none.
  double seconds = 0;
  bool has_answered = false;
};

/// The defaults allow all engines but the arena, on one thread.
struct DecideOptions {
  std::size_t threads = 1;  ///< At least 1.
  /// If set, the only engine used; not `rules`. For `arena`, the arena must be small (arena.h).
  std::optional<Engine> only;
  /// Whether certify() or prove() will be called. If so, the arena is not used: it gives no proof.
  bool with_certificates = true;
  /// States that the explorer may visit before other engines run. The default takes milliseconds. A
  /// larger number helps callers that need all values, or the shortest cycle of a draw.
  std::uint64_t first_states = 2'000;
  /// Nodes of bounded search for the exact distance; 0 if a bound suffices.
  std::uint64_t nodes_for_distance = 1'000'000;
  /// If set, called after each run of an engine, by any thread.
  std::function<void(const EngineRun&)> trace;
};

/// Proof-number search runs only if the memory limit is at least this, in bytes.
inline constexpr std::uint64_t kLeastProofNumberBytes = std::uint64_t{32} << 20;

/// What an engine found, from which a proof can be made (wide_decider.h).
struct Basis {
  virtual ~Basis() = default;
};

struct Decision {
  /// If this is not `complete`, `states` is the only other field that is set.
  End end = End::complete;
  Claim claim = Claim::draw;
  int distance = -1;           ///< Exact, in plies; -1 for a draw or if not known.
  int distance_at_most = -1;   ///< An upper bound if the distance is not known; -1 if none.
  bool all_best_moves = true;  ///< If false, best_moves has one move that keeps the value, or none.
  /// The quickest moves of a win, the longest-lasting of a loss, or all that keep a draw, by place.
  std::vector<Place> best_moves{};
  Engine engine = Engine::rules;
  std::uint64_t states = 0;  ///< States that all engines together searched for the value.
  /// May be dropped to save memory; a proof then repeats the search.
  std::shared_ptr<const Basis> basis{};

  bool is_decided() const { return end == End::complete; }
  bool is_draw() const { return claim == Claim::draw; }
};

class AnyDecider;  // wide_decider.h

/// Decides positions of one board. Not thread-safe, but each thread can have its own Decider.
/// Results help with earlier positions of a game, so ask about its positions from last to first.
class Decider {
 public:
  /// Takes little memory until a position needs more.
  explicit Decider(const Board& board, const DecideOptions& options = {});
  ~Decider();
  Decider(Decider&&) noexcept;

  /// `position` must be legal and may be finished. Throws std::invalid_argument for another board.
  /// Lack of memory is reported in `end`, never thrown. `stop.bytes` limits all memory (default 1
  /// GiB); the first call that needs a table fixes its size. `stop.work` is ignored.
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
