// What a file knows about positions: values of a table, moves of certificates.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/known/certificate_strategy.h"

namespace onyx {

/// Returns an object for each position, in the given order, as `onyx query --json` prints it. The
/// positions are in canonical form; `file` is a certificate, a pack, a folder of them, or a table.
/// Throws FileError, InputError for a position of another board than the table's,
/// referee::Interrupted if `stop` came first, and referee::NeedsMemory.
nlohmann::ordered_json query_file(const std::string& file,
                                  const std::vector<std::string>& positions, const Stop& stop);

nlohmann::ordered_json as_json(const StrategyAnswer& answer);

/// The longest play under the strategy: {claim, position, moves}, for a draw also cycle; null if
/// stopped. Throws InputError for a certificate without a strategy.
nlohmann::ordered_json longest_line_of(CertificateStrategy& strategy, const Stop& stop);

}  // namespace onyx
