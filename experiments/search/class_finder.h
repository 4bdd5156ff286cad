// From a position to the certified recurrent classes that are reachable from it.
#pragma once

#include <string>
#include <vector>

#include "core/symmetry.h"
#include "solver/certificate.h"
#include "solver/solve.h"

namespace onyx {

/// What exploring one position gave.
struct Finding {
  ExploreEnd end = ExploreEnd::complete;
  std::uint64_t states = 0;
  /// One certificate for each recurrent class, without `about`. Its position names the class: any
  /// state of the class and any symmetric one leads to the same certificate, to the byte.
  std::vector<Certificate> classes;
};

/// Explores everything reachable from `position` (legal, not finished) on the calling thread, as
/// far as `limits` allow.
///
/// The position that stands for a class is the canonical form of one of its states: of those on its
/// shortest cycles with the least freedom (of all states, if there are more than 1024) the one
/// whose canonical form is least. The certificate is made from that position afresh, so it does not
/// depend on where the search came from. `known(position)` may save that work: classes whose
/// position's text it accepts are left out.
template <int W>
Finding find_classes(const Board<W>& board, const Position<W>& position, SolveLimits limits,
                     const std::function<bool(const std::string&)>& known);

}  // namespace onyx
