// onyx check: passes files to the referee, as onyx-check does.

#include "experiments/commands/common.h"
#include "experiments/support/machine.h"
#include "solver/referee/referee.h"

namespace onyx {

Run declare_check(CLI::App& app, const Globals& globals) {
  struct Options {
    std::vector<std::string> files;
    bool lists_packs = false;
    std::uint64_t memory = 0;
  };
  auto options = std::make_shared<Options>();
  add_paths(app, "FILE", options->files,
            "Certificates (JSON or compact), packs, tables of boards, and games with one mistake "
            "(*.game.json); - for standard input")
      ->required();
  app.add_flag("--list", options->lists_packs,
               "Print a line for each certificate of a pack that is accepted");
  add_bytes(app, "--memory-limit", options->memory, "Most memory to use, such as 500M or 4G")
      ->default_str("three quarters of the free memory")
      ->group("Limits");
  app.footer(
      "onyx-check is the same referee in a program of its own, without the solver. Both name what "
      "they accept by what is proved, not by the name of the file.");
  return [options, &globals] {
    const std::uint64_t memory = options->memory > 0 ? options->memory : available_memory() / 4 * 3;
    const int code = referee::check_files(options->files, {.program = "onyx check",
                                                           .as_json = globals.json,
                                                           .lists_packs = options->lists_packs,
                                                           .shows_progress = !globals.quiet,
                                                           .memory = memory});
    note_answer();
    return code;
  };
}

}  // namespace onyx
