// How onyx solve answers.
#pragma once

#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/solve/solve_options.h"

namespace onyx::solve_command {

/// What is printed, however it was found.
struct SolveAnswer {
  std::string position;
  std::string fault;           ///< If not empty, what is wrong with the position; that is all then.
  End end = End::complete;     ///< Else the value is unknown.
  std::string value;           ///< "draw", "V wins", "H wins".
  int distance = -1;           ///< Plies; -1 for a draw, or if only a bound is known.
  int distance_at_most = -1;   ///< A bound on it, or -1.
  bool all_best_moves = true;  ///< Else one that keeps the value, or none.
  std::vector<std::string> best_moves;
  /// False where the value rests on a table that was read from a file, and on nothing else.
  bool is_proved = true;
  std::string engine;
  std::string why;           ///< That engine; empty if it was found out which one suits.
  std::uint64_t states = 0;  ///< Decided, or expanded, all in all.
  double seconds = 0;
  std::string certificate;    ///< File name, or empty.
  std::uint64_t entries = 0;  ///< Of the certificate's strategies.

  int exit_code() const;
};

/// The line about a value that is not proved.
inline constexpr const char* kNotProved =
    "proved: no, it rests on the table that was read; --certificate proves it";

void print(const SolveAnswer& answer, bool as_json);
/// As JSON on one line, also of what is not known or at fault.
void print_line(const SolveAnswer& answer);

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

/// A limit was met: says so, on standard output only as JSON, and returns the exit code.
/// `explanation` is for people; without it one is made of the answer.
int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation = "");

}  // namespace onyx::solve_command
