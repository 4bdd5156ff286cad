// What `onyx puzzles --critic` does: a collection as a critic would look at it.
#pragma once

#include <string>
#include <vector>

namespace onyx {

/// Prints, of all puzzles of the files together: kinds, themes, different refutations, how many are
/// solvable by "his best point", how keys look, patterns, and how many the human-like solver
/// solves, by stars as the files have them. Measures that a file lacks are made. Returns the exit
/// code. Throws InputError, FileError.
int critic_of_files(const std::vector<std::string>& files, bool as_json);

}  // namespace onyx
