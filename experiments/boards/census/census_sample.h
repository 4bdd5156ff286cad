// Certificates for some of the positions of a census, of as many kinds as there are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/census/board_census.h"
#include "solver/certificate/certificate.h"
#include "solver/graph/explorer.h"

namespace onyx {

/// A drawn position that could have a certificate, and its kind.
struct SamplePosition {
  std::string tier;       ///< Who owns which midpoints, as text_of has it.
  int stones = 0;         ///< On points and midpoints.
  std::size_t plies = 0;  ///< Of the shortest cycle of its class; 0 if it lies on no cycle.
  Position<1> position;
};

/// The positions of a census in the order in which they should be certified: first one of each
/// kind (number of midpoints taken, stones, plies), those with rare cycles and few midpoints
/// first; then a second one of each, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< Positions from which more than the limit can be reached.
  bool is_interrupted = false;
};

/// Certifies the first `count` of them that are not too large: `stop` has the states to explore for
/// each. Progress is told after each certificate: how many are done. Each is solved afresh by the
/// explorer, which knows nothing of tiers, and its certificate checked. Throws std::logic_error if
/// one turns out not to be drawn, or is rejected.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
