// What the commands that begin with a catalogue have in common: reading it with a progress line,
// and saying what was left out.
#pragma once

#include <string>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// As proofs_in; throws InputError if there are none.
std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths);

/// The catalogue of the certificates. `command` is the name that a progress line and complaints
/// begin with. If interrupted it says so, and is_interrupted is set.
Catalogue read_catalogue(const std::vector<ProofSource>& files, const Stop& stop,
                         const std::string& command);

nlohmann::ordered_json refusals_as_json(const Catalogue& catalogue);

/// A line on standard error for each certificate that was left out. Returns the exit code.
int complain_of_refusals(const Catalogue& catalogue, const std::string& command);

}  // namespace onyx
