// From a position to certified recurrent classes: those in its arena, or those reachable from it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/symmetry.h"
#include "solver/certificate/from_graph.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// The result for one position.
struct Finding {
  End end = End::complete;
  std::uint64_t states = 0;
  /// One certificate for each recurrent class, without `about`. Its position is the key of the
  /// class: every state of the class, and every symmetric one, leads to the same certificate, byte
  /// for byte.
  std::vector<Certificate> classes;
};

/// Finds classes position by position, on one thread. Copies share nothing.
template <int W>
class ClassFinder {
 public:
  explicit ClassFinder(const WideBoard<W>& board)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        arenas_(std::make_unique<ArenaSolver<W>>(board)) {}

  /// If the position's arena has at most this many places, it is solved together with all positions
  /// that differ from it only there: the tier engine does that faster than the explorer explores
  /// what is reachable from the position, and finds the classes of all of them. The number of arena
  /// positions triples with every place, so larger arenas are left to the explorer.
  static constexpr int kMaxArena = 12;

  /// Positions must be legal and not finished. `stop` limits each exploration, also the exploration
  /// of a class for its certificate.
  ///
  /// A class is known by its key (solver/repetition/class_key.h), and its certificate is made from
  /// that position afresh, so it does not depend on where the search came from. `known(position)`
  /// saves that work: classes whose key (as text) it accepts are left out.
  Finding find(const WidePosition<W>& position, const Stop& stop,
               const std::function<bool(const std::string&)>& known);

  /// For a position from which too much is reachable: the classes that draw-keeping moves lead to,
  /// by the search for draws (solver/repetition/draw_search.h). `stop` as for find(). A class
  /// counts as given up, by a work limit, if the strategies of its draw lead into another cycle
  /// than the key's.
  Finding find_by_numbers(const WidePosition<W>& position, const Stop& stop,
                          const std::function<bool(const std::string&)>& known) const;

 private:
  std::optional<Certificate> certify_by_numbers(const WidePosition<W>& form,
                                                const Stop& stop) const;
  void certify(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes, const Stop& stop,
               const std::function<bool(const std::string&)>& known, Finding& finding) const;

  const WideBoard<W>& board_;
  std::vector<Symmetry> group_;
  std::unique_ptr<ArenaSolver<W>> arenas_;
};

}  // namespace onyx
