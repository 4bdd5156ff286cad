// Prints the answers of onyx solve.
#pragma once

#include <string>

#include "experiments/solve/solve_answer.h"
#include "experiments/solve/solve_options.h"

namespace onyx::solve_command {

/// The line for a value that is not proved.
inline constexpr const char* kNotProved =
    "proved: no, it depends on the table that was read; --certificate proves it";

int exit_code_of(const SolveAnswer& answer);

void print(const SolveAnswer& answer, bool as_json);
/// Prints JSON on one line, also for unknown values and faulty positions.
void print_line(const SolveAnswer& answer);

/// Prints the answer, after `write` has written the certificate if one is requested. If that
/// throws, the answer is still printed; the caller reports the error. `write` may add to the
/// answer, and returns false if there is no certificate.
template <class Write>
void give(SolveAnswer answer, const Write& write, const SolveOptions& options, bool as_json) {
  if (!options.certificate.empty()) {
    try {
      if (write(answer)) answer.certificate = options.certificate;
    } catch (...) {
      print(answer, as_json);
      throw;
    }
  }
  print(answer, as_json);
}

/// Reports that a limit was reached, on standard output only as JSON, and returns the exit code.
/// `explanation` is for people; if empty, it is derived from the answer.
int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation = "");

}  // namespace onyx::solve_command
