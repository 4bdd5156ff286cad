// From a position to certified recurrent classes: those in its arena, or those reachable from it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/symmetry.h"
#include "solver/certificate/from_graph.h"
#include "solver/graph/solve_graph.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// What one position gave.
struct Finding {
  End end = End::complete;
  std::uint64_t states = 0;
  /// One certificate for each recurrent class, without `about`. Its position names the class: any
  /// state of the class and any symmetric one leads to the same certificate, to the byte.
  std::vector<Certificate> classes;
};

/// Finds classes position by position, on one thread. Copies share nothing.
template <int W>
class ClassFinder {
 public:
  explicit ClassFinder(const Board<W>& board)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        arenas_(std::make_unique<ArenaSolver<W>>(board)) {}

  /// A position with an arena of at most this many places is solved together with all others that
  /// differ from it there only: the tier engine does that in less time than it takes to explore
  /// what is reachable from the position, and finds the classes of all of them. Arenas triple with
  /// every place, so beyond this what is reachable is explored.
  static constexpr int kMaxArena = 12;

  /// Positions must be legal and not finished. `stop` is for each exploration, also for that of
  /// a class that becomes a certificate.
  ///
  /// A class is known by its key (solver/repetition/class_key.h), and its certificate is made from
  /// that position afresh, so it does not depend on where the search came from. `known(position)`
  /// may save that work: classes whose position's text it accepts are left out.
  Finding find(const Position<W>& position, const Stop& stop,
               const std::function<bool(const std::string&)>& known);

  /// For a position from which too much is reachable: the classes that moves which keep the draw
  /// lead to, by the search for draws (solver/repetition/draw_search.h). `stop` is as there.
  /// A class counts as given up, by a work limit, if the strategies of its draws go round another
  /// cycle than the key is for.
  Finding find_by_numbers(const Position<W>& position, const Stop& stop,
                          const std::function<bool(const std::string&)>& known) const;

 private:
  std::optional<Certificate> certify_by_numbers(const Position<W>& form, const Stop& stop) const;
  void certify(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes, const Stop& stop,
               const std::function<bool(const std::string&)>& known, Finding& finding) const;

  const Board<W>& board_;
  std::vector<Symmetry> group_;
  std::unique_ptr<ArenaSolver<W>> arenas_;
};

}  // namespace onyx
