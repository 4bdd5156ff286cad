// What onyx solve is asked for, and how it answers.
#pragma once

#include <string>
#include <vector>

#include "experiments/support/budget.h"

namespace onyx::solve_command {

struct SolveOptions {
  std::vector<std::string> position;
  std::string certificate;  ///< A file; of a map, a folder.
  std::string resume;       ///< File of the table of proof-number search.
  std::string engine = "auto";
  bool map = false;
  Budget budget;
};

/// What is printed, however it was found.
struct SolveAnswer {
  std::string position;
  std::string value;           ///< "draw", "V wins", "H wins".
  int distance = -1;           ///< Plies; -1 for a draw, or if only a bound is known.
  int distance_at_most = -1;   ///< Of proof-number search: a bound on it.
  bool all_best_moves = true;  ///< Else one that keeps the value, or none.
  std::vector<std::string> best_moves;
  std::string engine = "explorer";
  std::string why;           ///< That engine; empty for the explorer.
  std::uint64_t states = 0;  ///< Decided, or expanded, all in all.
  double seconds = 0;
  std::string certificate;    ///< File name, or empty.
  std::uint64_t entries = 0;  ///< Of the certificate's strategies, if proof-number search made it.
};

void print(const SolveAnswer& answer, bool as_json);

}  // namespace onyx::solve_command
