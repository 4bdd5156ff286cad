// What `onyx puzzles --rate` does: puzzles of before are measured and rated as new ones are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// The measures of each puzzle, in parallel: what it has, or what a bounded search finds; nothing
/// where its limits do not allow to tell. The puzzles are taken at their word. All nothing after an
/// interrupt. Throws InputError for moves that cannot be played.
std::vector<std::optional<Measures>> measures_of_all(const std::vector<Puzzle>& puzzles,
                                                     bool keeps_what_they_have,
                                                     Interrupt interrupt);

/// Writes each file, under its name, into `folder`: the same puzzles in the same order, but for
/// measures and difficulty. Prints how many changed. Returns the exit code: the limit's if a puzzle
/// could not be measured; nothing is written then. Throws InputError, FileError.
int rate_files(const std::vector<std::string>& files, const std::string& folder, bool as_json);

}  // namespace onyx
