// How onyx solve answers.
#pragma once

#include <string>
#include <vector>

#include "experiments/solve/solve_options.h"

namespace onyx::solve_command {

/// What is printed, however it was found.
struct SolveAnswer {
  std::string position;
  std::string value;           ///< "draw", "V wins", "H wins".
  int distance = -1;           ///< Plies; -1 for a draw, or if only a bound is known.
  int distance_at_most = -1;   ///< Of proof-number search: a bound on it.
  bool all_best_moves = true;  ///< Else one that keeps the value, or none.
  std::vector<std::string> best_moves;
  /// False where the value rests on a table that was read from a file, and on nothing else.
  bool is_proved = true;
  std::string engine = "explorer";
  std::string why;           ///< That engine; empty for the explorer.
  std::uint64_t states = 0;  ///< Decided, or expanded, all in all.
  double seconds = 0;
  std::string certificate;    ///< File name, or empty.
  std::uint64_t entries = 0;  ///< Of the certificate's strategies, if proof-number search made it.
};

/// The line about a value that is not proved.
inline constexpr const char* kNotProved =
    "proved: no, it rests on the table that was read; --certificate proves it";

void print(const SolveAnswer& answer, bool as_json);

/// Prints the answer, after `write` has written the certificate if one is asked for. If that fails,
/// what was found is told all the same, and the caller says what went wrong. `write` may add to the
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

/// A limit was met: says so, on standard output only as JSON, and returns `code`.
int print_unknown(const std::string& position, const char* reason, std::uint64_t states,
                  const Progress& progress, bool as_json, const std::string& explanation, int code);

}  // namespace onyx::solve_command
