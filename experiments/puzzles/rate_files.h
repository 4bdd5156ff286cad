// What `onyx puzzles --rate` and `--fit` do: puzzles of before are measured and rated as new ones
// are, and the rule of difficulty.h is fitted to a collection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/puzzles/human_solver.h"
#include "experiments/support/exit_code.h"

namespace onyx {

/// The measures of each puzzle, in parallel: what it has, or what a bounded search finds; nothing
/// where its limits do not allow to tell. The puzzles are taken at their word. All nothing after an
/// interrupt. Throws InputError for moves that cannot be played.
std::vector<std::optional<Measures>> measures_of_all(const std::vector<Puzzle>& puzzles,
                                                     bool keeps_what_they_have,
                                                     Interrupt interrupt);

/// Puzzles of some files with what the critic asks about each.
struct Reviewed {
  std::vector<Puzzle> puzzles;  ///< With measures.
  std::vector<HumanAttempt> attempts;
  int exit = exit_code::kDone;  ///< If not this, the rest is not complete.
};

/// Measures that a file lacks are made. Says which could not be. Throws InputError, FileError.
Reviewed reviewed(const std::vector<std::string>& files);

/// Writes each file, under its name, into `folder`: the same puzzles in the same order, but for
/// measures and difficulty. Prints how many changed. Returns the exit code: the limit's if a puzzle
/// could not be measured; nothing is written then. Throws InputError, FileError.
int rate_files(const std::vector<std::string>& files, const std::string& folder, bool as_json);

/// Prints the fit, and whether it is the rule of the program. Returns the exit code. Throws as
/// above.
int fit_files(const std::vector<std::string>& files, bool as_json);

}  // namespace onyx
