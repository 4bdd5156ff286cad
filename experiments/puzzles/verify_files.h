// What `onyx puzzles --verify` does: files of puzzles in, a line for each that does not hold out.
#pragma once

#include <string>
#include <vector>

#include "experiments/puzzles/verify.h"

namespace onyx {

/// Verifies in parallel and prints the outcome; writes the certificates into `folder` unless that
/// is empty. Returns the exit code: no if a claim is refuted or a position comes twice, the limit's
/// if one could not be told. Throws InputError, FileError.
int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json);

}  // namespace onyx
