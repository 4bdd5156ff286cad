// Prints the answers of onyx solve.
#pragma once

#include <string>

#include "experiments/solve/solve_answer.h"

namespace onyx::solve_command {

/// The line for a value that is not proved.
inline constexpr const char* kNotProved =
    "proved: no, it depends on the table that was read; --certificate proves it";

int exit_code_of(const SolveAnswer& answer);

void print(const SolveAnswer& answer, bool as_json);
/// Prints JSON on one line, including for unknown values and faulty positions.
void print_line(const SolveAnswer& answer);

/// Reports that a limit was reached: on standard output only if `as_json`. Returns the exit code.
/// `explanation` is for people; if empty, it is derived from the answer.
int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation = "");

}  // namespace onyx::solve_command
