// The part of a certificate that a site stores, as JSON: its bytes, which the referee of the pages
// judges and whose strategies they play, and the facts that the catalogue found.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// Base64, because a page that is opened from a folder can load nothing but scripts.
std::string in_base64(std::string_view bytes);

/// Keys: position; line, the play of both strategies; game, or null; record; bytes, the certificate
/// in base64, made compact unless it contains a game; saved, the file name that the page offers;
/// check, the command that judges that file. `collection`: the folders and files given to the
/// report. Reads the certificate again. Throws FileError, also if it has changed.
nlohmann::ordered_json certificate_for_page(const CatalogueEntry& entry,
                                            const std::vector<std::string>& collection);

}  // namespace onyx
