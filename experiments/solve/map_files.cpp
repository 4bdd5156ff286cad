#include "experiments/solve/map_files.h"

#include <map>
#include <tuple>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/support/output.h"
#include "solver/certificate/certificate.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnknownValue = "unknown";

std::string setup_of(const Position& position) {
  const Board& board = position.board();
  const std::string size = format_board_size(board.size());
  if (position == Position(board)) return "open:" + size;
  if (has_standard_setup(board.size()) && position == standard_setup(board)) {
    return "standard:" + size;
  }
  return "";
}

/// Drops the folder from the name of a certificate outside the map's folder, because readers of the
/// pages do not have that folder.
std::string name_for_pages(const fs::path& certificate) {
  const fs::path path = certificate.lexically_normal();
  const bool is_elsewhere = path.is_absolute() || path.string().starts_with("..");
  return is_elsewhere ? path.filename().string() : path.string();
}

std::string value_in(const JsonFields& move) {
  const std::string value = move.text("value");
  if (sign_of_value(value) != '?' || value == kUnknownValue) return value;
  throw InputError(fmt::format("move {}: the value is {}; it must be V wins, H wins, draw or {}",
                               in_quotes(move.text("move")), in_quotes(value), kUnknownValue));
}

Json map_of(const JsonFields& fields) {
  const std::string text = fields.text("position");
  const Position position = parse_position(text);
  Json map;
  map["position"] = format_position(position);
  if (const std::string setup = setup_of(position); !setup.empty()) map["setup"] = setup;
  map["map"] = Json::array();
  for (const JsonFields& item : fields.objects("map")) {
    Json move;
    move["move"] = format_move(position, parse_move(position, item.text("move")));
    move["value"] = value_in(item);
    for (const char* const key : {"distance", "distance_at_most"}) {
      if (item.has_value(key)) move[key] = item.count(key, UINT16_MAX);
    }
    for (const char* const key : {"proved", "swap"}) {
      if (item.has_value(key)) move[key] = item.flag(key);
    }
    move["certificate"] = nullptr;
    if (item.has_value("certificate")) {
      move["certificate"] = name_for_pages(item.text("certificate"));
    }
    map["map"].push_back(std::move(move));
  }
  return map;
}

}  // namespace

Json read_maps(const std::vector<std::string>& paths) {
  std::map<std::tuple<int, int, std::string>, Json> maps;  // keyed by board and position
  const auto add = [&](std::string_view text, const fs::path& file, const std::string& place) {
    try {
      const nlohmann::json json = parse_json(text);
      if (!json.is_object() || !json.contains("map")) return;
      Json map = map_of(JsonFields(json));
      const auto position = map["position"].get<std::string>();
      const BoardSize size = board_size_of(position);
      maps[{point_count(size), size.width, position}] = std::move(map);
    } catch (const std::runtime_error& error) {
      throw InputError(fmt::format("{}{}: {}", in_quotes(file.string()), place, error.what()));
    }
  };
  for (const fs::path& file : named_files(paths, {".json", ".jsonl"})) {
    const std::string text = read_file(file);
    if (file.extension() != ".jsonl") {
      add(text, file, "");
      continue;
    }
    for (const TextLine& line : filled_lines(text)) {
      add(line.text, file, fmt::format(", line {}", line.number));
    }
  }
  Json all = Json::array();
  for (auto& [key, map] : maps) all.push_back(std::move(map));
  return all;
}

char sign_of_value(std::string_view value) {
  if (value == name_of(Claim::v_wins)) return 'v';
  if (value == name_of(Claim::h_wins)) return 'h';
  return value == name_of(Claim::draw) ? '=' : '?';
}

std::string signs_of(const Position& position) {
  std::string signs(static_cast<std::size_t>(position.board().place_count()), ' ');
  position.of(Player::V).for_each([&](Place place) { signs[place] = 'V'; });
  position.of(Player::H).for_each([&](Place place) { signs[place] = 'H'; });
  return signs;
}

std::string signs_of(const Position& position, const Json& map) {
  std::string signs = signs_of(position);
  for (const Json& move : map.at("map")) {
    const Place place = parse_move(position, move.at("move").get<std::string>());
    const bool is_proved = move.value("proved", true);
    signs[place] = is_proved ? sign_of_value(move.at("value").get<std::string>()) : '?';
  }
  return signs;
}

}  // namespace onyx
