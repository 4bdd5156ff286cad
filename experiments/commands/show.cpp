// onyx show: shows a position, or a certificate's position and cycle, as text or as a picture.
#include <fmt/ranges.h>

#include <sstream>
#include <tuple>

#include "core/base/json_fields.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/solve/map_files.h"
#include "experiments/svg/board_svg.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/pack.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

struct ShowOptions {
  std::vector<std::string> position;
  std::string map;
  std::string svg;
  bool grid = false;
  std::uint64_t number = 0;  ///< 0: not given
};

Json map_of(const std::string& position, const std::string& maps) {
  for (Json& map : read_maps({maps})) {
    if (map.at("position") == position) return std::move(map);
  }
  throw InputError(fmt::format("'{}' has no map of {}; onyx solve --map --json makes one",
                               shown(maps), position));
}

Json facts_of(const std::string& text) {
  const Position position = parse_position(text);
  return {{"position", format_position(position)},
          {"board", format_board_size(position.board().size())},
          {"to_move", std::string(1, letter_of(position.to_move()))},
          {"finished", is_finished(position)},
          {"diagram", diagram(position)}};
}

/// Returns facts about the position. --map adds the map to the diagram; --svg writes a picture.
Json facts_and_files(const std::string& text, const ShowOptions& options) {
  Json json = facts_of(text);
  const Position position = parse_position(text);
  std::string signs;
  if (!options.map.empty()) {
    signs = signs_of(position, map_of(json["position"], options.map));
    json["diagram"] = diagram(position.geometry(), [&](Place place) { return signs[place]; });
  }
  if (!options.svg.empty()) {
    const Drawing drawing = options.grid ? Drawing::grid : Drawing::tiling;
    write_file(options.svg, board_svg(position, drawing, signs));
    json["svg"] = options.svg;
  }
  return json;
}

Certificate certificate_in(std::string_view bytes) {
  if (referee::kind_of(referee::file_of(bytes)) != referee::Kind::compact) {
    return parse_certificate(bytes);
  }
  Certificate certificate;
  std::tie(certificate.claim, certificate.position) = compact::claim_of(bytes);
  return certificate;
}

/// For a compact file, `certificate` has only a claim and a position.
struct FileCertificate {
  Certificate certificate;
  std::uint64_t number = 1;                       ///< In the pack, from 1.
  std::optional<std::uint64_t> in_its_pack = {};  ///< Size of the pack; unset if not a pack.
};

FileCertificate read_certificate(const std::string& name, std::uint64_t number) {
  const InputFile input(name);
  const SourceFile file = source_of(input);
  try {
    const referee::Kind kind = referee::kind_of({file.bytes, file.read_at});
    if (kind == referee::Kind::pack) {
      PackReader reader(file);
      const std::uint64_t all = reader.certificates();
      refuse_if(number > all, "it is a pack of {}; --number takes 1 to {}",
                counted(all, "certificate", "certificates"), all);
      number = std::max<std::uint64_t>(number, 1);
      std::optional<PackedCertificate> packed;
      for (std::uint64_t i = 0; i < number; ++i) packed = reader.next();
      return {certificate_in(packed.value().read(file)), number, all};
    }
    refuse_if(number > 0, "--number is for packs, and this file is not a pack");
    refuse_if(kind == referee::Kind::table,
              "it is a table of all positions of a board; onyx query looks them up");
    const std::uint64_t bytes = kind == referee::Kind::compact
                                    ? std::min<std::uint64_t>(file.bytes, compact::kMostStartBytes)
                                    : file.bytes;
    return {certificate_in(file.read(0, bytes))};
  } catch (const FieldError& error) {
    throw InputError(fmt::format("'{}' is not a certificate: {}", shown(name), error.what()));
  } catch (const Damage& damage) {
    throw InputError(fmt::format("'{}': {}", shown(name), damage.what()));
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", shown(name), error.what()));
  }
}

/// Prints the texts in rows of three. All texts must have the same number of lines.
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

/// Describes the claim, side to move, and game if any, without checking the claim.
std::string claim_line(const Certificate& certificate, const Json& facts,
                       const std::string& claimed) {
  const auto plies = [](const auto& moves) { return counted(moves.size(), "ply", "plies"); };
  std::string line = fmt::format("claim: {}", name_of(certificate.claim));
  if (claimed != facts["position"].get<std::string>()) {
    line += fmt::format(" in {}, {} before", claimed, plies(certificate.line->prefix));
  } else if (facts["finished"].get<bool>()) {
    line += "; the game is over";
  } else {
    line += fmt::format("; {} to move", facts["to_move"].get<std::string>());
  }
  const auto& game = certificate.game;
  if (game) line += fmt::format("; game of {} from {}", plies(game->moves), game->setup);
  return line;
}

/// Shows the position and each board of its cycle. Checks only that the cycle is legal and closed.
int show_certificate(const std::string& name, const ShowOptions& options, const Globals& globals) {
  const FileCertificate file = read_certificate(name, options.number);
  const Certificate& certificate = file.certificate;
  const Certificate::Line line = certificate.line.value_or(Certificate::Line{});
  std::string claimed_text;
  Line cycle;
  try {
    const Position claimed = parse_position(certificate.position);
    claimed_text = format_position(claimed);
    cycle = replay(replay(claimed, line.prefix).end(), line.cycle);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", shown(name), error.what()));
  }
  refuse_if(cycle.end() != cycle.start(), "the cycle of '{}' does not lead back", shown(name));
  Json json = facts_and_files(format_position(cycle.start()), options);
  std::vector<std::string> boards;
  for (std::size_t ply = 1; ply <= line.cycle.size(); ++ply) {
    boards.push_back(fmt::format("  {}. {} plays {}\n{}", ply,
                                 letter_of(cycle.positions[ply - 1].to_move()), line.cycle[ply - 1],
                                 diagram(cycle.positions[ply])));
  }
  if (globals.json) {
    json["claim"] = name_of(certificate.claim);
    json["claimed"] = claimed_text;
    const auto& game = certificate.game;
    json["game"] = game ? Json{{"setup", game->setup}, {"plies", game->moves.size()}} : Json();
    if (file.in_its_pack) {
      json["number"] = file.number;
      json["certificates"] = *file.in_its_pack;
    }
    if (!boards.empty()) {
      json["cycle"] = line.cycle;
      json["diagrams"] = boards;
    }
    print_json(json);
  } else if (options.svg.empty()) {
    fmt::print("{}\n", json["diagram"].get<std::string>());
    if (file.in_its_pack) {
      fmt::print("certificate {} of {} in the pack\n", file.number, *file.in_its_pack);
    }
    fmt::print("position: {}\n{}\n", json["position"].get<std::string>(),
               claim_line(certificate, json, claimed_text));
    if (!boards.empty()) {
      fmt::print("cycle: {}\n\n", fmt::join(line.cycle, " "));
      print_side_by_side(boards);
    }
  }
  return exit_code::kDone;
}

/// Whether the argument is an existing file, or looks like one.
bool is_file(const std::vector<std::string>& arguments) {
  const std::string& name = arguments.front();
  std::error_code error;
  return arguments.size() == 1 &&
         (std::filesystem::is_regular_file(name, error) || looks_like_path(name));
}

int run(const ShowOptions& options, const Globals& globals) {
  if (is_file(options.position)) {
    return show_certificate(options.position.front(), options, globals);
  }
  if (options.number > 0) throw InputError("--number is for a pack of certificates");
  PositionLines positions(options.position);
  if (!positions.is_single()) {
    refuse_if(!options.svg.empty() || !options.map.empty(), "--svg and --map are for one position");
    return answer_each(positions, facts_of);
  }
  const Json json = facts_and_files(positions.single(), options);
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
           "solve --map --json); '?' means unknown or not proved");
  add_path(app, "--svg", options->svg, "Write a picture to this file instead");
  app.add_flag("--grid", options->grid,
               "Draw a square grid, as the text does, not squares and equilateral triangles")
      ->needs("--svg");
  add_count(app, "--number", options->number, "The number of a certificate in a pack", 1)
      ->default_str("1");
  app.footer(
      "POSITION may also be the name of a certificate (JSON or compact) or of a pack. Then show "
      "prints its position, its claim and, if it has one, its cycle, with the board after each "
      "move. It does not check the claim; onyx check does.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
