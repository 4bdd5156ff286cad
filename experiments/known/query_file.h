// Answers questions about positions from a file: from a table or from certificates.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/known/certificate_strategy.h"

namespace onyx {

/// Returns an object for each canonical position, as `onyx query --json` prints it. `file` is a
/// certificate, a pack, a folder or a table. Throws FileError, referee::Interrupted and
/// referee::NeedsMemory; InputError for a position of another board.
nlohmann::ordered_json query_file(const std::string& file,
                                  const std::vector<std::string>& positions, const Stop& stop);

nlohmann::ordered_json as_json(const StrategyAnswer& answer);

/// Returns the longest play as {claim, position, moves}, with a cycle for a draw; null if stopped.
/// Throws InputError if the certificate has no strategy.
nlohmann::ordered_json longest_line_of(CertificateStrategy& strategy, const Stop& stop);

}  // namespace onyx
