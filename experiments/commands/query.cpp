// onyx query: what a file knows about positions: values of a table, moves of certificates.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/wide_line.h"
#include "experiments/files/packed_files.h"
#include "experiments/known/known_store.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "solver/certificate/table_reader.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

struct QueryOptions {
  std::string file;
  std::vector<std::string> positions;
  bool line = false;
  Budget budget;
};

/// Whether an argument begins a position or game: a setup, rows, or text with blanks. Moves contain
/// no rows: in `b1/c2` there is a letter that no row has.
bool begins_game(const std::string& argument) {
  if (argument.find_first_of(" \t\n:") != std::string::npos) {
    return argument.find(' ') != std::string::npos || argument.starts_with("open:") ||
           argument.starts_with("standard:");
  }
  return argument.find('/') != std::string::npos &&
         argument.find_first_not_of("0123456789/VHBWvhbw") == std::string::npos;
}

/// The positions of the arguments, each of which is a position or a game, quoted or not; in
/// canonical form.
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

nlohmann::ordered_json json_of(const StrategyAnswer& answer) {
  nlohmann::ordered_json json;
  json["position"] = answer.position;
  json["owner"] = std::string(1, answer.owner);
  if (answer.is_finished) {
    json["finished"] = true;
  } else if (!answer.move.empty()) {
    json["move"] = answer.move;
  } else {
    json["replies"] = nlohmann::ordered_json::array();
    for (const auto& [move, position, reply] : answer.replies) {
      json["replies"].push_back({{"reply", move}, {"answer", reply}});
    }
  }
  return json;
}

void print_answer(const StrategyAnswer& answer) {
  const char opponent = answer.owner == 'V' ? 'H' : 'V';
  if (answer.is_finished) {
    fmt::print("{}: the game is over, {} has won\n", answer.position, answer.owner);
  } else if (!answer.move.empty()) {
    fmt::print("{}: {} plays {}\n", answer.position, answer.owner, answer.move);
  } else {
    fmt::print("{}: {} to move, every reply is answered\n", answer.position, opponent);
    for (const auto& [move, position, reply] : answer.replies) {
      fmt::print("  {} {}\n", move, reply);
    }
  }
}

/// Moves of the certificates in a file or folder.
void query_strategies(KnownStore& store, const std::vector<std::string>& positions,
                      const Stop& stop, nlohmann::ordered_json* json) {
  for (const std::string& position : positions) {
    const auto found = store.ask(position, stop);
    if (json == nullptr) {
      if (found) {
        print_answer(found->first);
      } else {
        fmt::print("{}: not reached\n", position);
      }
    } else if (found) {
      json->push_back(json_of(found->first));
      json->back()["file"] = found->second;
    } else {
      json->push_back({{"position", position}, {"reached", false}});
    }
  }
}

/// The longest play under a strategy, as a game record.
int print_longest_line(KnownStore& store, const Stop& stop, bool as_json) {
  CertificateStrategy& strategy = store.only(stop);
  if (strategy.claim() == Claim::cycle) {
    throw InputError("the certificate claims a cycle, and has no strategy");
  }
  const auto line = strategy.longest_line(stop);
  if (!line) throw referee::Interrupted();
  const bool is_draw = strategy.claim() == Claim::draw;
  if (as_json) {
    nlohmann::ordered_json json;
    json["claim"] = name_of(strategy.claim());
    json["position"] = strategy.position();
    json["moves"] = line->moves;
    if (is_draw) json["cycle"] = line->cycle;
    print_json(json);
    return exit_code::kDone;
  }
  const auto record = [](const std::string& start, const std::vector<std::string>& moves) {
    return start + (moves.empty() ? "" : " ") + fmt::format("{}", fmt::join(moves, " "));
  };
  fmt::print("{}\n", record(strategy.position(), line->moves));
  if (is_draw) {
    fmt::print("draw, then for ever: {}\n", fmt::join(line->cycle, " "));
  } else {
    fmt::print("{} in {} at most\n", name_of(strategy.claim()),
               counted(line->moves.size(), "ply", "plies"));
  }
  return exit_code::kDone;
}

/// Values of a table.
void query_table(const std::string& name, const SourceFile& source,
                 const std::vector<std::string>& positions, nlohmann::ordered_json* json) {
  try {
    const table::Header header = table::read_header(source);
    with_board(header.size, [&]<int W>(const WideBoard<W>& board) {
      const table::Reader<W> reader(board, header, source);
      // All positions are parsed before the first look-up, so that an error is reported at once.
      std::vector<WidePosition<W>> asked;
      for (const std::string& text : positions) {
        if (board_size_of(text) != header.size) {
          throw InputError("the table is of " + format_board_size(header.size) + ", " +
                           in_quotes(text) + " is on " + format_board_size(board_size_of(text)));
        }
        asked.push_back(parse_position(board, text));
      }
      for (const WidePosition<W>& position : asked) {
        const std::string text = format_position(board, position);
        const std::optional<Outcome> outcome = reader.outcome(position);
        if (!outcome) throw table::Damage(in_quotes(text) + " is illegal");
        const bool is_draw = outcome->is_draw();
        const Player winner =
            outcome->value() == Value::win ? position.to_move : other(position.to_move);
        const std::string value = is_draw ? "draw" : fmt::format("{} wins", letter_of(winner));
        if (json != nullptr) {
          json->push_back({{"position", text}, {"value", value}, {"distance", nullptr}});
          if (!is_draw) json->back()["distance"] = outcome->distance();
        } else if (is_draw) {
          fmt::print("{}: draw\n", text);
        } else {
          const int plies = outcome->distance();
          fmt::print("{}: {} in {} {}\n", text, value, plies, plies == 1 ? "ply" : "plies");
        }
      }
    });
  } catch (const table::Damage& damage) {
    throw FileError(fmt::format("cannot read '{}': {}", name, damage.what()));
  }
}

bool is_table(const std::string& file) {
  if (std::filesystem::is_directory(file)) return false;
  const InputFile input(file);
  return referee::kind_of({input.bytes(), source_of(input).read_at}) == referee::Kind::table;
}

int run(const QueryOptions& options, const Globals& globals) {
  if (options.line ? !options.positions.empty() : options.positions.empty()) {
    throw InputError(options.line ? "--line goes without positions" : "name a position, or --line");
  }
  const std::vector<std::string> positions = positions_from(options.positions);
  auto json = nlohmann::ordered_json::array();
  if (!options.line && is_table(options.file)) {
    const InputFile file(options.file);
    query_table(options.file, source_of(file), positions, globals.json ? &json : nullptr);
  } else {
    const InterruptScope interrupt;
    Progress progress("query");
    const Stop stop = stop_for(options.budget, interrupt, progress);
    try {
      KnownStore store({options.file});
      if (options.line) return print_longest_line(store, stop, globals.json);
      if (store.is_empty()) {
        throw FileError(fmt::format("'{}' contains no certificate", options.file));
      }
      query_strategies(store, positions, stop, globals.json ? &json : nullptr);
    } catch (const referee::Interrupted&) {
      const End end = stop.met().value_or(End::interrupted);
      notify("onyx query: {} before the certificate was judged{}", name_of(end), advice_for(end));
      return exit_code_for(end);
    }
  }
  if (globals.json) print_json(json);
  return exit_code::kDone;
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
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
