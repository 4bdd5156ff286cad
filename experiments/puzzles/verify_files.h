// Implements `onyx puzzles --verify`: reads puzzle files and prints a line for each puzzle
// that fails.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/verify.h"

namespace onyx {

/// Verifies in parallel and prints the outcome. Writes the certificates into `folder` unless it is
/// empty. Returns the exit code: 1 if a claim is refuted or a position occurs twice, 3 if a limit
/// left a claim undecided. Throws InputError, FileError.
int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json);

}  // namespace onyx
