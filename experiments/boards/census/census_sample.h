// Certificates for some of the positions of a census, as varied as possible.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/census/board_census.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/graph/explorer.h"

namespace onyx {

/// A drawn position that could have a certificate, and its kind.
struct SamplePosition {
  std::string tier;       ///< The owners of its midpoints, in the form of text_of().
  int stones = 0;         ///< On points and midpoints.
  std::size_t plies = 0;  ///< Plies of the shortest cycle of its class; 0 if it is on no cycle.
  WidePosition<1> position;
};

/// The positions of a census in the order in which they should be certified: first one of each kind
/// (number of midpoints taken, stones, plies), beginning with rare cycles and few midpoints; then a
/// second one of each kind, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< Positions from which more states than the limit are reachable.
  bool is_interrupted = false;
};

/// Certifies the first `count` positions that are not too large. `stop` limits the states to
/// explore for each position; its progress is called after each certificate with the number done.
/// The explorer, which knows nothing of tiers, solves each position afresh, and the referee checks
/// each certificate. Throws std::logic_error if a position turns out not to be drawn, or a
/// certificate is rejected.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
