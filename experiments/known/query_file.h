// What a file knows about positions: values of a table, moves of certificates.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/known/certificate_strategy.h"

namespace onyx {

/// An object for each canonical position, as `onyx query --json` prints it. `file` may also be a
/// pack, a folder or a table. Throws FileError, InputError for a position of another board,
/// referee::Interrupted, and referee::NeedsMemory.
nlohmann::ordered_json query_file(const std::string& file,
                                  const std::vector<std::string>& positions, const Stop& stop);

nlohmann::ordered_json as_json(const StrategyAnswer& answer);

/// The longest play: {claim, position, moves}, for a draw also cycle; null if stopped. Throws
/// InputError for a certificate without a strategy.
nlohmann::ordered_json longest_line_of(CertificateStrategy& strategy, const Stop& stop);

}  // namespace onyx
