#include "experiments/pages/site/report.h"

#include <fmt/core.h>
#include <tbb/parallel_for.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/pages/site/site_files.h"
#include "experiments/pages/svg/board_svg.h"
#include "experiments/support/fill_in.h"
#include "experiments/support/output.h"
#include "solver/certificate/certificate.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// JSON that can stand in a script of an HTML page: no text in it, whatever it says, can end the
/// script or begin a tag. Angle brackets and ampersands only occur inside texts.
std::string script_text(const Json& json) {
  std::string text;
  for (const char letter : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (letter == '<' || letter == '>' || letter == '&') {
      text += fmt::format("\\u{:04x}", static_cast<int>(letter));
    } else {
      text += letter;
    }
  }
  return text;
}

double to_tenths(double pixels) { return std::round(10 * pixels) / 10; }

/// What board.js draws with, as a script that sets `onyxPicture`.
std::string picture_script(BoardSize size) {
  const Geometry geometry(size);
  Json picture;
  picture["width"] = picture_size(size).width;
  picture["height"] = picture_size(size).height;
  picture["unit"] = kUnit;
  for (const auto& [name, drawing] :
       {std::pair{"tiling", Drawing::tiling}, {"grid", Drawing::grid}}) {
    picture[name]["background"] = empty_board_svg(geometry, drawing);
    for (int place = 0; place < geometry.place_count(); ++place) {
      const Spot pixel = pixel_of(geometry, static_cast<Place>(place), drawing);
      picture[name]["spots"][format_place(geometry, static_cast<Place>(place))] = {
          to_tenths(pixel.x), to_tenths(pixel.y)};
    }
  }
  picture["stones"] = {{"V", stone_svg(Player::V)}, {"H", stone_svg(Player::H)}};
  return "const onyxPicture = " + script_text(picture) + ";\n";
}

/// Known by the class, so that links stay whatever else is in the catalogue.
std::string page_name(const ClassRecord& record) {
  return fmt::format("{}-{:016x}", format_board_size(record.board),
                     XXH3_64bits(record.key.data(), record.key.size()));
}

std::string canonical_position(const std::string& text) {
  return with_board(board_size_of(text), [&](const auto& board) {
    return format_position(board, parse_position(board, text));
  });
}

/// The record as pages have it: the file is named as seen from the site, which may be on another
/// machine, or anybody's, and says nothing of this one.
Json record_of(const CatalogueEntry& entry, const fs::path& site) {
  Json record = to_json(entry);
  std::error_code error;
  const fs::path relative = fs::relative(entry.file, site, error);
  record["file"] =
      error || relative.empty() ? fs::path(entry.file).filename().string() : relative.string();
  return record;
}

std::string page_of(const CatalogueEntry& entry, const fs::path& site) {
  Json data;
  try {
    const Certificate certificate = parse_certificate(read_file(entry.file));
    // It may be the name of a setup.
    data["position"] = canonical_position(certificate.position);
    for (const auto& [owner, moves] : certificate.strategies) {
      data["strategies"][std::string(1, owner)] = moves;
    }
    const Certificate::Line line = certificate.line.value_or(Certificate::Line{});
    data["line"] = {{"prefix", line.prefix}, {"cycle", line.cycle}};
    data["game"] = nullptr;
    if (certificate.game) {
      data["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
    }
  } catch (const FieldError& error) {
    // The catalogue's checker accepted it.
    throw FileError(
        fmt::format("'{}' has changed while it was read: {}", entry.file, error.what()));
  }
  const std::string position = data["position"].get<std::string>();
  if (!entry.record.game_moves.empty()) {
    data["game"] = {{"setup", entry.record.game}, {"moves", entry.record.game_moves}};
  }
  data["record"] = record_of(entry, site);
  data["check"] = "onyx-check " + shell_word(data["record"]["file"].get<std::string>());

  const std::string board = format_board_size(entry.record.board);
  const std::string title = fmt::format("{}, {} to move", board, position.back());
  return filled(content_of(kSiteFiles, "position.html"),
                {{"@TITLE@", title}, {"@BOARD@", board}, {"@DATA@", script_text(data)}});
}

}  // namespace

bool write_site(const Catalogue& catalogue, const fs::path& site, Interrupt interrupt,
                const std::function<void()>& progress) {
  prepare_folder(site);
  const fs::path board_folder = prepare_folder(FolderFile{site, "boards"});
  const fs::path positions = prepare_folder(FolderFile{site, "positions"});
  const std::vector<CatalogueEntry>& classes = catalogue.classes;
  tbb::parallel_for(std::size_t{0}, classes.size(), [&](std::size_t i) {
    if (interrupt.has_come()) return;
    write_file(FolderFile{positions, page_name(classes[i].record) + ".html"},
               page_of(classes[i], site));
    progress();
  });
  if (interrupt.has_come()) return false;

  std::string list;
  std::set<std::string> boards;
  for (const CatalogueEntry& entry : classes) {
    const std::string board = format_board_size(entry.record.board);
    if (boards.insert(board).second) {
      write_file(FolderFile{board_folder, board + ".js"}, picture_script(entry.record.board));
    }
    Json line = record_of(entry, site);
    line["name"] = page_name(entry.record);
    list += (list.empty() ? "" : ",\n") + script_text(line);
  }
  for (const auto& [name, content] : kSiteFiles) {
    if (name != "position.html" && name != "index.html")
      write_file(FolderFile{site, std::string(name)}, content);
  }
  write_file(FolderFile{site, "positions.js"}, "const onyxPositions = [\n" + list + "\n];\n");
  write_file(FolderFile{site, "index.html"}, content_of(kSiteFiles, "index.html"));
  return true;
}

}  // namespace onyx
