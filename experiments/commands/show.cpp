// onyx show: a position as text or as a picture, or the cycle of a certificate.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "core/base/json_fields.h"
#include "core/diagram.h"
#include "core/line.h"
#include "experiments/files/certificate_files.h"
#include "experiments/pages/svg/board_svg.h"
#include "experiments/solve/map_files.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_lines.h"
#include "solver/certificate/certificate.h"

namespace onyx {
namespace {

struct ShowOptions {
  std::vector<std::string> position;
  std::string map;
  std::string svg;
  bool grid = false;
};

/// Of the position, from the file or folder of maps.
nlohmann::ordered_json map_of(const std::string& position, const std::string& maps) {
  for (nlohmann::ordered_json& map : read_maps({maps})) {
    if (map.at("position") == position) return std::move(map);
  }
  throw InputError(fmt::format("'{}' has no map of {}; onyx solve --map --json makes one",
                               shown(maps), position));
}

nlohmann::ordered_json facts_of(const std::string& text) {
  return with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    nlohmann::ordered_json json;
    json["position"] = format_position(board, position);
    json["board"] = format_board_size(board.size());
    json["to_move"] = std::string(1, letter_of(position.to_move));
    json["finished"] = is_finished(board, position);
    json["diagram"] = diagram(board, position);
    return json;
  });
}

/// The same with the map and the picture that the options ask for.
nlohmann::ordered_json facts_and_files(const std::string& text, const ShowOptions& options) {
  nlohmann::ordered_json json = facts_of(text);
  with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    std::string signs;
    if (!options.map.empty()) {
      signs = signs_of(board, position, map_of(json["position"], options.map));
      json["diagram"] = diagram(board.geometry(), [&](Place place) { return signs[place]; });
    }
    if (!options.svg.empty()) {
      const Drawing drawing = options.grid ? Drawing::grid : Drawing::tiling;
      write_file(options.svg, board_svg(board, position, drawing, signs));
      json["svg"] = options.svg;
    }
  });
  return json;
}

Certificate certificate_with_cycle(const std::string& file) {
  try {
    const Certificate certificate = parse_certificate(read_file(file));
    if (certificate.line && !certificate.line->cycle.empty()) return certificate;
  } catch (const FieldError& error) {
    throw InputError(fmt::format("'{}' is no certificate: {}", shown(file), error.what()));
  }
  throw InputError(fmt::format("'{}' claims no cycle, so there is none to show", shown(file)));
}

/// Prints texts of as many lines side by side, three in a row.
void print_side_by_side(const std::vector<std::string>& texts) {
  constexpr std::size_t kInRow = 3;
  constexpr std::size_t kBetween = 3;
  for (std::size_t first = 0; first < texts.size(); first += kInRow) {
    std::vector<std::string> rows;
    for (std::size_t i = first; i < std::min(texts.size(), first + kInRow); ++i) {
      std::size_t width = 0;
      for (const std::string& row : rows) width = std::max(width, row.size() + kBetween);
      std::istringstream lines(texts[i]);
      std::string line;
      for (std::size_t row = 0; std::getline(lines, line); ++row) {
        if (row == rows.size()) rows.emplace_back();
        rows[row].resize(width, ' ');
        rows[row] += line;
      }
    }
    for (const std::string& row : rows) {
      fmt::print("{}\n", row.substr(0, row.find_last_not_of(' ') + 1));
    }
    fmt::print("\n");
  }
}

/// The position that recurs, and the board after each move of the cycle. What the certificate
/// proves is for `check` to say: only the moves are looked at.
int show_cycle(const std::string& file, const Globals& globals) {
  const Certificate certificate = certificate_with_cycle(file);
  return with_board(board_size_of(certificate.position), [&]<int W>(const Board<W>& board) {
    const auto played = [&](const Position<W>& start, const std::vector<std::string>& moves) {
      return replay(board, start, std::span<const std::string>(moves));
    };
    const Line<W> prefix =
        played(parse_position(board, certificate.position), certificate.line->prefix);
    const std::vector<std::string>& moves = certificate.line->cycle;
    const Line<W> cycle = played(prefix.end(), moves);
    if (cycle.end() != cycle.start()) {
      throw InputError(fmt::format("the cycle of '{}' does not lead back", shown(file)));
    }
    const std::string start = format_position(board, cycle.start());
    std::vector<std::string> boards;
    for (std::size_t ply = 1; ply <= moves.size(); ++ply) {
      boards.push_back(fmt::format("  {}. {} plays {}\n{}", ply,
                                   letter_of(cycle.positions[ply - 1].to_move), moves[ply - 1],
                                   diagram(board, cycle.positions[ply])));
    }
    if (globals.json) {
      print_json({{"position", start}, {"cycle", moves}, {"diagrams", boards}});
      return exit_code::kDone;
    }
    fmt::print("{}\nposition: {}\ncycle: {}\n\n", diagram(board, cycle.start()), start,
               fmt::join(moves, " "));
    print_side_by_side(boards);
    return exit_code::kDone;
  });
}

int run(const ShowOptions& options, const Globals& globals) {
  if (options.position.size() == 1 && options.position.front().ends_with(kCertificateEnding)) {
    if (!options.svg.empty() || !options.map.empty()) {
      throw InputError("--svg and --map are for a position");
    }
    return show_cycle(options.position.front(), globals);
  }
  PositionLines positions(options.position);
  if (!positions.is_single()) {
    if (!options.svg.empty() || !options.map.empty()) {
      throw InputError("--svg and --map are for one position");
    }
    return answer_each(positions, facts_of);
  }
  const nlohmann::ordered_json json = facts_and_files(positions.single(), options);
  if (globals.json) {
    print_json(json);
  } else if (options.svg.empty()) {
    fmt::print("{}", json["diagram"].get<std::string>());
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_show(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<ShowOptions>();
  app.add_option("POSITION", options->position, kPositionsHelp)->required();
  add_path(app, "--map", options->map,
           "Show who wins after each move, as this file, or a file in this folder, says (from onyx "
           "solve --map --json); '?' is not known, or not proved");
  add_path(app, "--svg", options->svg, "Write a picture to this file instead");
  app.add_flag("--grid", options->grid,
               "Draw a square grid, as the text does, not squares and equilateral triangles")
      ->needs("--svg");
  app.footer(
      "In place of the position, the name of a certificate, *.cert.json: then its cycle is shown,\n"
      "with the board after each move.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
