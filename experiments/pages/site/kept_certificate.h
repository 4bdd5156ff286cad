// The part of a certificate that a site stores, as JSON. A JSON certificate keeps everything except
// the texts of the positions. A compact one keeps its bytes, which the referee of the pages judges,
// and its strategies in brief, to play against.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// Keys: position; strategies, by player, as in strategy_code.h; line; game, or null; record;
/// saved, the file name that the page offers; check, the command that judges that file; and for a
/// compact certificate `compact`, its bytes in base64. `collection`: the folders and files given to
/// the report. Reads the certificate again. Throws FileError, also if it has changed.
nlohmann::ordered_json kept_of(const CatalogueEntry& entry,
                               const std::vector<std::string>& collection);

}  // namespace onyx
