// onyx genmove: chooses a move, at one of five levels of play.
#include "experiments/commands/common.h"
#include "solver/play/opponent.h"

namespace onyx {
namespace {

struct GenmoveOptions {
  std::vector<std::string> arguments;
  int level = 3;
  std::uint64_t seed = 1;
  double seconds = -1;
};

int run_genmove(const GenmoveOptions& options, const Globals& globals) {
  refuse_path(options.arguments.front());
  const std::string position =
      format_position(replay(parse_record(joined(options.arguments))).end());
  const InterruptScope interrupt;
  const Stop stop = stop_for_one({options.seconds, 0}, interrupt, 1);
  const ChosenMove chosen = choose_move(position, options.level, options.seed, stop);
  if (interrupt.interrupted()) return exit_code::kInterrupted;
  const char* const value = chosen.value ? name_of(*chosen.value) : "unknown";
  if (globals.json) {
    print_json({{"position", position},
                {"move", chosen.move},
                {"level", options.level},
                {"seed", options.seed},
                {"value", value},
                {"distance_at_most", chosen.plies ? Json(*chosen.plies) : nullptr}});
  } else {
    fmt::print("{}\nvalue: {}{}\n", chosen.move, value,
               chosen.plies ? " in at most " + counted(*chosen.plies, "ply", "plies") : "");
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_genmove(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<GenmoveOptions>();
  app.add_option("POSITION", options->arguments, "A position, or a game up to the move")
      ->option_text("POSITION MOVE...")
      ->required();
  add_number(app, "--level", options->level, "How strong: from 1, which sees one ply, to 5", 1,
             kMostLevel);
  add_count(app, "--seed", options->seed, "Choice among moves that are nearly as good", 0,
            UINT64_MAX);
  add_seconds(app, "--time-limit", options->seconds,
              "Give the best move found within this time; the level limits the work in any case")
      ->default_str("no limit");
  app.footer(std::string("The value is that of the position before the move, and is proved. ") +
             kPastedHelp);
  return [options, &globals] { return run_genmove(*options, globals); };
}

}  // namespace onyx
