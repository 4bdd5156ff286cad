// What `onyx puzzles --critic` and `--fit` do: a collection as a critic would look at it, and the
// rule of difficulty.h fitted to it.
#pragma once

#include <string>
#include <vector>

namespace onyx {

/// Prints, of all puzzles of the files together: kinds, themes, different refutations, how many are
/// solvable by "his best point", how keys look, patterns, and how many the human-like solver
/// solves, by stars as the files have them. Measures that a file lacks are made. Returns the exit
/// code. Throws InputError, FileError.
int critic_of_files(const std::vector<std::string>& files, bool as_json);

/// Prints the fit, and whether it is the rule of the program.
int fit_files(const std::vector<std::string>& files, bool as_json);

}  // namespace onyx
