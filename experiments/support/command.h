// The commands of the onyx program, and the options they share.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace onyx {

/// Options that every command takes.
struct Globals {
  bool json = false;   ///< Print the result as JSON.
  bool quiet = false;  ///< Show no progress.
  int threads = 0;     ///< The most threads to use; 0: as many as the process may.
};

/// Runs the command with the options that were parsed; returns an exit code (output.h).
using Run = std::function<int()>;

struct Command {
  const char* name;
  const char* summary;
  /// Declares the command's options on its parser and returns the function that runs the command.
  Run (*declare)(CLI::App& app, const Globals& globals);
  bool is_parallel = false;  ///< Whether more threads make it faster.
};

// Each is defined in a file of its own, in commands/.
Run declare_show(CLI::App& app, const Globals& globals);
Run declare_moves(CLI::App& app, const Globals& globals);
Run declare_play(CLI::App& app, const Globals& globals);
Run declare_perft(CLI::App& app, const Globals& globals);
Run declare_solve(CLI::App& app, const Globals& globals);
Run declare_check(CLI::App& app, const Globals& globals);
Run declare_judge(CLI::App& app, const Globals& globals);
Run declare_analyse(CLI::App& app, const Globals& globals);
Run declare_search(CLI::App& app, const Globals& globals);
Run declare_strong(CLI::App& app, const Globals& globals);
Run declare_pack(CLI::App& app, const Globals& globals);
Run declare_catalogue(CLI::App& app, const Globals& globals);
Run declare_report(CLI::App& app, const Globals& globals);
Run declare_query(CLI::App& app, const Globals& globals);
Run declare_proofgame(CLI::App& app, const Globals& globals);
Run declare_selfplay(CLI::App& app, const Globals& globals);
Run declare_genmove(CLI::App& app, const Globals& globals);
Run declare_gtp(CLI::App& app, const Globals& globals);
Run declare_frame(CLI::App& app, const Globals& globals);
Run declare_reduce(CLI::App& app, const Globals& globals);
Run declare_merge(CLI::App& app, const Globals& globals);
Run declare_puzzles(CLI::App& app, const Globals& globals);
Run declare_book(CLI::App& app, const Globals& globals);
Run declare_census(CLI::App& app, const Globals& globals);
Run declare_status(CLI::App& app, const Globals& globals);
Run declare_completion(CLI::App& app, const Globals& globals);

}  // namespace onyx
