// onyx query: looks positions up in a file (values in a table, moves in certificates).
#include <fmt/ranges.h>

#include "experiments/commands/common.h"
#include "experiments/known/known_store.h"
#include "experiments/known/query_file.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

struct QueryOptions {
  std::string file;
  std::vector<std::string> positions;
  bool line = false;
  Budget budget;
};

/// Whether the argument begins a game (a setup or a position) and is not a move such as `b1/c2`.
bool begins_game(const std::string& argument) {
  if (argument.find_first_of(" \t\n:") != std::string::npos) {
    return argument.find(' ') != std::string::npos || argument.starts_with("open:") ||
           argument.starts_with("standard:");
  }
  return argument.find('/') != std::string::npos &&
         argument.find_first_not_of("0123456789/VHBWvhbw") == std::string::npos;
}

/// Returns the positions in canonical form. A position or game may be one argument or several.
std::vector<std::string> positions_from(const std::vector<std::string>& arguments) {
  std::vector<std::vector<std::string>> games;
  for (const std::string& argument : arguments) {
    if (games.empty() || begins_game(argument)) games.emplace_back();
    games.back().push_back(argument);
  }
  std::vector<std::string> positions;
  for (const auto& game : games) {
    positions.push_back(format_position(replay(parse_record(joined(game))).end()));
  }
  return positions;
}

void print_answer(const Json& answer) {
  const auto text = [&](const char* key) { return answer.at(key).get<std::string>(); };
  fmt::print("{}: ", text("position"));
  if (answer.contains("reached")) {
    fmt::print("not reached\n");
  } else if (answer.contains("value")) {
    const auto& plies = answer.at("distance");
    fmt::print("{}{}\n", text("value"),
               plies.is_null() ? "" : " in " + counted(plies.get<std::uint64_t>(), "ply", "plies"));
  } else if (answer.contains("finished")) {
    fmt::print("the game is over, {} has won\n", text("owner"));
  } else if (answer.contains("move")) {
    fmt::print("{} plays {}\n", text("owner"), text("move"));
  } else {
    fmt::print("{} to move, every reply is answered\n", text("owner") == "V" ? 'H' : 'V');
    for (const auto& reply : answer.at("replies")) {
      fmt::print("  {} {}\n", reply.at("reply").get<std::string>(),
                 reply.at("answer").get<std::string>());
    }
  }
}

int print_longest_line(KnownStore& store, const Stop& stop, bool as_json) {
  const Json line = longest_line_of(store.only(stop), stop);
  if (line.is_null()) throw referee::Interrupted();
  if (as_json) {
    print_json(line);
    return exit_code::kDone;
  }
  const auto moves = line.at("moves").get<std::vector<std::string>>();
  fmt::print("{}{}{}\n", line.at("position").get<std::string>(), moves.empty() ? "" : " ",
             fmt::join(moves, " "));
  if (line.contains("cycle")) {
    fmt::print("draw, then for ever: {}\n",
               fmt::join(line.at("cycle").get<std::vector<std::string>>(), " "));
  } else {
    fmt::print("{} in {} at most\n", line.at("claim").get<std::string>(),
               counted(moves.size(), "ply", "plies"));
  }
  return exit_code::kDone;
}

int run(const QueryOptions& options, const Globals& globals) {
  refuse_if(options.line && !options.positions.empty(), "--line goes without positions");
  refuse_if(!options.line && options.positions.empty(), "name a position, or --line");
  const std::vector<std::string> positions = positions_from(options.positions);
  const InterruptScope interrupt;
  Progress progress("query");
  const Stop stop = stop_for(options.budget, interrupt, progress);
  try {
    if (options.line) {
      KnownStore store({options.file});
      return print_longest_line(store, stop, globals.json);
    }
    const Json answers = query_file(options.file, positions, stop);
    if (globals.json) {
      print_json(answers);
    } else {
      for (const auto& answer : answers) print_answer(answer);
    }
    return exit_code::kDone;
  } catch (const referee::Interrupted&) {
    const End end = stop.met().value_or(End::interrupted);
    notify("onyx query: {} before the certificate was judged{}", name_of(end), advice_for(end));
    return exit_code_for(end);
  }
}

}  // namespace

Run declare_query(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<QueryOptions>();
  add_path(app, "FILE", options->file,
           "A certificate, JSON or compact, a pack, or a folder of them, which the referee judges "
           "first; or a table that onyx strong --table wrote")
      ->required();
  app.add_option("POSITION", options->positions,
                 "The positions to look up; a game, quoted, stands for its last position");
  app.add_flag("--line", options->line,
               "Print the longest resistance against the strategy of a certificate");
  declare_budget(app, options->budget);
  app.footer(
      "A certificate answers with the owner's move, or with the answer to each reply. Symmetric "
      "positions of the same board are found, too. In a folder only the certificates of the boards "
      "asked for are judged. ~/.cache/onyx/accepted ($XDG_CACHE_HOME/onyx/accepted) remembers "
      "what the referee accepted, by SHA-256 and by the version of the program; to delete it costs "
      "time only.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
