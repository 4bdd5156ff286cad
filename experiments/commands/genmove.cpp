// onyx genmove: a move of a player of five levels.
#include "core/line.h"
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
  const std::string position =
      format_position(replay(parse_record(joined(options.arguments))).end());
  const InterruptScope interrupt;
  const Stop stop = stop_for_one({options.seconds, 0}, interrupt, 1);
  const ChosenMove chosen = choose_move(position, options.level, options.seed, stop);
  if (interrupt.interrupted()) return exit_code::kInterrupted;
  const char* const value = chosen.value ? name_of(*chosen.value) : "unknown";
  if (globals.json) {
    nlohmann::ordered_json json;
    json["position"] = position;
    json["move"] = chosen.move;
    json["level"] = options.level;
    json["seed"] = options.seed;
    json["value"] = value;
    json["distance_at_most"] = nullptr;
    if (chosen.plies) json["distance_at_most"] = *chosen.plies;
    print_json(json);
    return exit_code::kDone;
  }
  fmt::print("{}\nvalue: {}", chosen.move, value);
  if (chosen.plies) {
    fmt::print(" in at most {}",
               counted(static_cast<std::uint64_t>(*chosen.plies), "ply", "plies"));
  }
  fmt::print("\n");
  return exit_code::kDone;
}

}  // namespace

Run declare_genmove(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<GenmoveOptions>();
  app.add_option("POSITION MOVE", options->arguments, "A position, or a game up to the move")
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
