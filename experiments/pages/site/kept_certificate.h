// What a site keeps of a certificate, in JSON: of a JSON one all but the texts of the positions; of
// a compact one its bytes, which the referee of the pages judges, and its strategies in brief, to
// play against.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// Keys: position; strategies, by player, as strategy_code.h has them; line; game, or null; record;
/// saved, the name of the file that the page offers; check, the command that judges that file; and
/// of a compact one `compact`, its bytes in base64. `collection`: the folders and files that the
/// report was given. Reads the certificate again. Throws FileError, also where it has changed.
nlohmann::ordered_json kept_of(const CatalogueEntry& entry,
                               const std::vector<std::string>& collection);

}  // namespace onyx
