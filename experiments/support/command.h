// The commands of the program onyx, and their common options.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace onyx {

struct Globals {
  bool json = false;
  bool quiet = false;
  int threads = 0;  ///< Maximum number of threads; 0 for all that the process may use.
};

/// Runs a command with the parsed options; returns an exit code (output.h).
using Run = std::function<int()>;

/// Declares a command's options and returns the function that runs it.
using Declare = Run(CLI::App& app, const Globals& globals);

struct Command {
  const char* name;
  const char* summary;
  Declare* declare;
  bool is_parallel = false;  ///< Whether more threads make the command faster.
};

// Each function is defined in a file of experiments/commands/.
Declare declare_show, declare_moves, declare_play, declare_perft, declare_solve, declare_check,
    declare_judge, declare_analyse, declare_search, declare_strong, declare_pack, declare_catalogue,
    declare_report, declare_query, declare_proofgame, declare_selfplay, declare_genmove,
    declare_gtp, declare_frame, declare_reduce, declare_merge, declare_puzzles, declare_book,
    declare_census, declare_status, declare_completion;

}  // namespace onyx
