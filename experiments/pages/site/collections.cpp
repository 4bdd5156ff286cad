#include "experiments/pages/site/collections.h"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/puzzles/puzzle_json.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The files that are named, and those of the folders whose names end so, in order.
std::set<fs::path> files_of(const std::vector<std::string>& paths,
                            const std::vector<std::string_view>& endings) {
  std::set<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.insert(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      const std::string name = entry.path().filename().string();
      for (const std::string_view ending : endings) {
        if (entry.is_regular_file() && name.ends_with(ending)) files.insert(entry.path());
      }
    }
  }
  return files;
}

/// The name of the setup that the position is, or "".
template <int W>
std::string setup_of(const Board<W>& board, const Position<W>& position) {
  const std::string size = format_board_size(board.size());
  if (position == open_setup(board)) return "open:" + size;
  if (has_standard_setup(board.size()) && position == standard_setup(board)) {
    return "standard:" + size;
  }
  return "";
}

/// A map with its moves checked, as the pages have it.
Json map_of(const JsonFields& fields) {
  const std::string text = fields.text("position");
  return with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    Json map;
    map["position"] = format_position(board, position);
    if (const std::string setup = setup_of(board, position); !setup.empty()) map["setup"] = setup;
    map["map"] = Json::array();
    for (const JsonFields& item : fields.objects("map")) {
      Json move;
      move["move"] = format_move(board, position, parse_move(board, position, item.text("move")));
      move["value"] = item.text("value");
      for (const char* const key : {"distance", "distance_at_most"}) {
        if (item.has(key)) move[key] = item.count(key, UINT16_MAX);
      }
      if (item.has("swap")) move["swap"] = item.flag("swap");
      move["certificate"] = item.has("certificate") ? Json(item.text("certificate")) : Json();
      map["map"].push_back(std::move(move));
    }
    return map;
  });
}

/// The JSON texts of a file.
std::vector<std::string> objects_in(const fs::path& file) {
  const std::string text = read_file(file);
  if (file.extension() != ".jsonl") return {text};
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// A wrong move, what it is worth and the reply, as in "B1 V3 A2*"; the worth of a draw is "=".
/// There are ten thousands of them.
std::string refutation_text(const Json& wrong) {
  const auto value = wrong.at("value").get<std::string>();
  const std::string worth =
      value == "draw" ? "=" : value.substr(0, 1) + std::to_string(wrong.value("plies", 0));
  return wrong.at("move").get<std::string>() + " " + worth + " " + wrong.value("reply", "");
}

}  // namespace

Json site_puzzles(const std::vector<std::string>& paths) {
  Json puzzles = Json::array();
  for (const fs::path& file : files_of(paths, {kPuzzlesEnding})) {
    for (const Puzzle& puzzle : read_puzzles(file)) {
      Json json = to_json(puzzle);
      for (const char* const key : {"format", "version", "stones", "game", "source"})
        json.erase(key);
      for (Json& wrong : json.at("wrong")) wrong = refutation_text(wrong);
      puzzles.push_back(std::move(json));
    }
  }
  return puzzles;
}

Json site_openings(const std::vector<std::string>& paths) {
  std::map<std::tuple<int, int, std::string>, Json> maps;  // by size, the later files count
  for (const fs::path& file : files_of(paths, {".json", ".jsonl"})) {
    try {
      for (const std::string& text : objects_in(file)) {
        const nlohmann::json json = parse_json(text);
        if (!json.is_object() || !json.contains("map")) continue;
        Json map = map_of(JsonFields(json));
        const auto position = map["position"].get<std::string>();
        const BoardSize size = board_size_of(position);
        maps[{point_count(size), size.width, position}] = std::move(map);
      }
    } catch (const FieldError& error) {
      throw InputError(fmt::format("{}: {}", in_quotes(file.string()), error.what()));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", in_quotes(file.string()), error.what()));
    }
  }
  Json all = Json::array();
  for (auto& [key, map] : maps) all.push_back(std::move(map));
  return all;
}

}  // namespace onyx
