// onyx query: values and distances of single positions, from a table.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "solver/certificate/table_reader.h"

namespace onyx {
namespace {

struct QueryOptions {
  std::string file;
  std::vector<std::string> positions;
};

/// The arguments as positions, each of which may be quoted or not.
std::vector<std::string> positions_from(const std::vector<std::string>& arguments) {
  std::vector<std::string> positions;
  GameText left = game_from(arguments);
  for (;;) {
    positions.push_back(left.position);
    if (left.rest.empty()) return positions;
    left = game_from(left.rest);
  }
}

int run(const QueryOptions& options, const Globals& globals) {
  const std::vector<std::string> positions = positions_from(options.positions);
  const InputFile file(options.file);
  const SourceFile source = source_of(file);
  auto json = nlohmann::ordered_json::array();
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
        if (!outcome) throw table::Damage(in_quotes(text) + " is illegal, it says");
        const bool is_draw = outcome->is_draw();
        const Player winner =
            outcome->value() == Value::win ? position.to_move : other(position.to_move);
        const std::string value = is_draw ? "draw" : fmt::format("{} wins", letter_of(winner));
        if (globals.json) {
          json.push_back({{"position", text}, {"value", value}, {"distance", nullptr}});
          if (!is_draw) json.back()["distance"] = outcome->distance();
        } else if (is_draw) {
          fmt::print("{}: draw\n", text);
        } else {
          const int plies = outcome->distance();
          fmt::print("{}: {} in {} {}\n", text, value, plies, plies == 1 ? "ply" : "plies");
        }
      }
    });
  } catch (const table::Damage& damage) {
    throw FileError(fmt::format("cannot read '{}': {}", options.file, damage.what()));
  }
  if (globals.json) print_json(json);
  return exit_code::kDone;
}

}  // namespace

Run declare_query(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<QueryOptions>();
  add_path(app, "FILE", options->file, "A table that onyx strong --table wrote")->required();
  app.add_option("POSITION", options->positions, "The positions to look up")->required();
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
