// The value of a position: the one place where an engine is chosen.
//
// Four engines know four kinds of positions, and which one a position is shows only when they try:
//
//   explorer        everything that can be reached, if that is little: crowded positions; tells all
//   arena           all colourings of the places that can change, if those are few (arena.h); tells
//                   all, but makes no certificate
//   proof numbers   who wins, or that nobody does, however large the board
//                   (found_value.h); bounds the distance, and knows one move that keeps the
//                   value
//   bounded search  a win that is near, with its distance, where far more would have to be looked
//                   at to see who wins otherwise: large boards (bounded_search.h); and the distance
//                   of what the proof numbers found
//
// So each engine in turn gets a little time and memory. If none has answered then, they go on with
// more, side by side as far as there are threads: the first answer counts (engine_order.h). Time
// and memory are for all of them together (engines.h).
//
// What is told is exact, whoever found it. Which engine answers first, and so whether a distance is
// exact or a bound, which of several certificates is made, and how much was searched, may depend on
// the machine where several threads race; with one thread, and no limit met, nothing does.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"

namespace onyx {

// What stands behind a decision; only who looks into it includes where it is defined.
template <int W>
struct Proof;  // solver/certificate/proof.h
template <int W>
struct SolvedGraph;  // solver/graph/strategy.h
namespace proof_number {
template <int W>
struct FoundValue;  // solver/proof_number/found_value.h
}  // namespace proof_number
template <int W>
class Engines;  // solver/decide/engines.h

/// Who found a value.
enum class Engine { rules, explorer, arena, proof_numbers, bounded };
/// "rules" (the game is over), "explorer", "arena", "proof-number search", "bounded search".
const char* name_of(Engine engine);

/// What a Decider may do; as it stands: everything, in one thread.
struct DecideOptions {
  std::size_t threads = 1;  ///< At least 1.
  /// This engine and no other; the arena must be small enough (arena_answer.h). Not `rules`.
  std::optional<Engine> only;
  /// Whether prove() will be asked for: then the arena is left out.
  bool with_certificates = true;
  /// What the explorer is given before anybody else: some milliseconds. Who wants all values, or
  /// the shortest cycle of a draw, gives it more.
  std::uint64_t first_states = 2'000;
  /// Nodes that bounded search may spend on the exact distance; 0: a bound will do.
  std::uint64_t nodes_for_distance = 1'000'000;
};

/// With less memory than this there are no proof numbers.
inline constexpr std::uint64_t kLeastProofNumberBytes = std::uint64_t{32} << 20;

/// What a position is worth, and how that is known.
template <int W>
struct Decision {
  /// If not complete, of the rest only the work done is told.
  End end = End::complete;
  Claim claim = Claim::draw;
  int distance = -1;           ///< In plies, exactly; -1 for a draw, or if not known.
  int distance_at_most = -1;   ///< If the distance is not known: a bound, or -1.
  bool all_best_moves = true;  ///< Else best_moves has one that keeps the value, or none is known.
  /// Of a win the quickest, of a loss those that hold out longest, of a draw all that keep it; in
  /// the order of places. Empty if the game is over.
  std::vector<Place> best_moves;
  Engine engine = Engine::rules;
  std::uint64_t states = 0;  ///< Positions looked at for the value, by all engines.

  bool is_decided() const { return end == End::complete; }
  bool is_draw() const { return claim == Claim::draw; }

  /// What prove() builds on: of the explorer all values, of proof numbers what they found.
  std::shared_ptr<const SolvedGraph<W>> solved;
  std::shared_ptr<const proof_number::FoundValue<W>> found_value;
};

/// What proof-number search says of a position with `mover` to move; without what proves it.
template <int W>
Decision<W> decision_of(const proof_number::FoundValue<W>& value, Player mover);

/// Decides positions of one board, one after the other. What it learns about one helps with the
/// next, so positions of one game are best asked from the end backwards.
template <int W>
class Decider {
 public:
  /// The board must outlive it. Takes little memory until a position needs it.
  explicit Decider(const Board<W>& board, const DecideOptions& options = {});
  ~Decider();
  Decider(Decider&&) noexcept;

  /// `position` must be legal; it may be finished. Never throws for want of memory: that is an end.
  /// `stop`: memory is for everything, tables and strategies included, and 1 GiB if it is not set;
  /// the first call fixes how large the tables grow. Work is not limited, and counted in states and
  /// nodes together. After the deadline nothing is begun: only what is finished has a value.
  Decision<W> decide(const Position<W>& position, const Stop& stop = {});

  /// The strategies behind a decision that it has made itself, of decided positions only: a
  /// winner's, or of a draw both players'. Its end says whether a limit was met; there are none
  /// then. Positions decided by the arena are decided again.
  Proof<W> prove(const Position<W>& position, const Decision<W>& decision, const Stop& stop = {});

  /// The same as a certificate in JSON's form; nothing if a limit was met.
  std::optional<Certificate> certify(const Position<W>& position, const Decision<W>& decision,
                                     const Stop& stop = {});

 private:
  std::unique_ptr<Engines<W>> engines_;
};

/// One position by itself.
template <int W>
Decision<W> decide(const Board<W>& board, const Position<W>& position,
                   const DecideOptions& options = {}, const Stop& stop = {});

}  // namespace onyx
