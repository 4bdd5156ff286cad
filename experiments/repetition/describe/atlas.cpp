#include "experiments/repetition/describe/atlas.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/svg/board_svg.h"

namespace onyx {
namespace {

template <int W>
bool contains(const WidePosition<W>& large, const WidePosition<W>& small) {
  return large.to_move == small.to_move && (small.stones[0] - large.stones[0]).empty() &&
         (small.stones[1] - large.stones[1]).empty();
}

template <int W>
std::vector<std::vector<std::size_t>> contained_on(const WideBoard<W>& board,
                                                   const std::vector<CyclePositions>& cycles) {
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  std::vector<std::vector<WidePosition<W>>> positions(cycles.size());
  std::vector<std::vector<WidePosition<W>>> images(cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    for (const std::string& text : cycles[i]) {
      positions[i].push_back(parse_position(board, text));
      for (const Symmetry& symmetry : group) images[i].push_back(symmetry(positions[i].back()));
    }
  }
  const auto lies_in = [&](std::size_t inner, std::size_t outer) {
    return std::any_of(images[inner].begin(), images[inner].end(), [&](const auto& small) {
      return std::any_of(positions[outer].begin(), positions[outer].end(),
                         [&](const auto& large) { return contains(large, small); });
    });
  };
  std::vector<std::vector<std::size_t>> contained(cycles.size());
  parallel_for_each_index(Threads::all, cycles.size(), [&](std::size_t i) {
    for (std::size_t j = 0; j < cycles.size(); ++j) {
      if (i != j && lies_in(j, i)) contained[i].push_back(j);
    }
  });
  return contained;
}

std::string board_of(const AtlasClass& one) { return format_board_size(one.entry->record.board); }
int stones_of(const ClassRecord& record) { return record.v_stones + record.h_stones; }

std::array<std::pair<const char*, std::size_t>, 6> measures_of(const ClassRecord& record) {
  const auto count = [](int number) { return static_cast<std::size_t>(number); };
  return {{{"class_size", record.class_size},
           {"cycle", record.cycle_plies},
           {"freedom", count(record.freedom)},
           {"squares", record.squares.size()},
           {"double_captures", count(record.double_captures)},
           {"arena", count(record.arena_points + record.arena_midpoints)}}};
}

void find_least(Atlas& atlas, const std::vector<CyclePositions>& cycles) {
  std::set<std::pair<std::size_t, std::size_t>> patterns;  // (containing, contained)
  std::map<std::string, std::vector<std::size_t>> by_board;
  for (std::size_t i = 0; i < cycles.size(); ++i) by_board[board_of(atlas.classes[i])].push_back(i);
  for (const auto& [board, members] : by_board) {
    std::vector<CyclePositions> own;
    for (const std::size_t i : members) own.push_back(cycles[i]);
    const auto contained = contained_cycles(own);
    for (std::size_t k = 0; k < members.size(); ++k) {
      AtlasClass& one = atlas.classes[members[k]];
      const std::size_t number = one.entry->record.pattern_number;
      one.is_least = contained[k].empty();
      if (one.is_least && number != 0) ++atlas.patterns[number - 1].least_classes;
      for (const std::size_t inner : contained[k]) {
        if (contained[inner].empty()) one.contains.push_back(members[inner]);
        patterns.emplace(number, atlas.classes[members[inner]].entry->record.pattern_number);
      }
    }
  }
  for (const auto& [outer, inner] : patterns) {
    if (outer == inner || outer == 0 || inner == 0) continue;
    atlas.patterns[outer - 1].contains.push_back(inner - 1);
  }
}

void find_patterns(Atlas& atlas) {
  const auto order = [&](std::size_t i) {
    const ClassRecord& record = atlas.classes[i].entry->record;
    return std::tuple(point_count(record.board), stones_of(record), record.key);
  };
  for (std::size_t i = 0; i < atlas.classes.size(); ++i) {
    const ClassRecord& record = atlas.classes[i].entry->record;
    if (record.pattern_number == 0) continue;
    atlas.patterns.resize(std::max(atlas.patterns.size(), record.pattern_number));
    AtlasPattern& pattern = atlas.patterns[record.pattern_number - 1];
    if (pattern.by_board.empty() || order(i) < order(pattern.example)) pattern.example = i;
    pattern.name = record.pattern->name();
    ++pattern.by_board[board_of(atlas.classes[i])];
  }
}

std::vector<std::string> boards_of(const Atlas& atlas) {
  std::set<std::tuple<int, int, std::string>> boards;
  for (const AtlasClass& one : atlas.classes) {
    const BoardSize size = one.entry->record.board;
    boards.emplace(point_count(size), size.width, board_of(one));
  }
  std::vector<std::string> names;
  for (const auto& [points, width, name] : boards) names.push_back(name);
  return names;
}

nlohmann::ordered_json board_json(const Atlas& atlas, const std::string& board) {
  std::size_t classes = 0;
  std::size_t least = 0;
  auto ranges = nlohmann::ordered_json::object();
  for (const AtlasClass& one : atlas.classes) {
    if (board_of(one) != board) continue;
    ++classes;
    least += one.is_least ? 1 : 0;
    for (const auto& [name, value] : measures_of(one.entry->record)) {
      const auto [low, high] = ranges.value(name, std::pair(value, value));
      ranges[name] = {std::min(low, value), std::max(high, value)};
    }
  }
  std::size_t patterns = 0;
  std::size_t only_here = 0;
  std::size_t new_here = 0;
  std::size_t least_patterns = 0;
  for (const AtlasPattern& pattern : atlas.patterns) {
    if (!pattern.by_board.contains(board)) continue;
    ++patterns;
    only_here += pattern.by_board.size() == 1 ? 1 : 0;
    new_here += board_of(atlas.classes[pattern.example]) == board ? 1 : 0;
    least_patterns += pattern.contains.empty() ? 1 : 0;
  }
  nlohmann::ordered_json json{{"board", board},
                              {"classes", classes},
                              {"least_classes", least},
                              {"patterns", patterns},
                              {"patterns_on_no_smaller_board", new_here},
                              {"patterns_without_others", least_patterns},
                              {"patterns_only_here", only_here}};
  json.update(ranges);
  return json;
}

nlohmann::ordered_json class_json(const Atlas& atlas, const AtlasClass& one) {
  const ClassRecord& record = one.entry->record;
  using Json = nlohmann::ordered_json;
  Json json{{"file", one.entry->file},
            {"position", record.position},
            {"pattern", record.pattern ? Json(record.pattern->name()) : Json()}};
  json["cycle"] = fmt::format("{}", fmt::join(record.cycle_moves, " "));
  json["game"] = record.game.empty() ? Json() : Json(record.game);
  if (!record.game_moves.empty()) {
    json["moves"] = fmt::format("{}", fmt::join(record.game_moves, " "));
  }
  if (record.game.empty()) json["why_no_game"] = record.why_no_game;
  json["least"] = one.is_least;
  json["contains"] = nlohmann::ordered_json::array();
  for (const std::size_t inner : one.contains) {
    json["contains"].push_back(atlas.classes[inner].entry->record.position);
  }
  return json;
}

std::string boards_table(const Atlas& atlas) {
  std::string text =
      "| board | classes | patterns | on no smaller board | on no other board here | without "
      "another inside | least classes | freedom | class size | arena |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  const auto range = [](const nlohmann::ordered_json& json) {
    return json[0] == json[1] ? json[0].dump() : json[0].dump() + " to " + json[1].dump();
  };
  for (const std::string& board : boards_of(atlas)) {
    const auto json = board_json(atlas, board);
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", board,
                    json["classes"].dump(), json["patterns"].dump(),
                    json["patterns_on_no_smaller_board"].dump(), json["patterns_only_here"].dump(),
                    json["patterns_without_others"].dump(), json["least_classes"].dump(),
                    range(json["freedom"]), range(json["class_size"]), range(json["arena"]));
  }
  return text;
}

std::string picture_name(const AtlasPattern& pattern) { return pattern.name + ".svg"; }

std::string to_markdown(const Atlas& atlas) {
  std::string text = "# The atlas of repetition\n\n" + boards_table(atlas) +
                     "\nPatterns, each with the class of fewest stones on the smallest board:\n\n"
                     "| | pattern | classes | least | others inside | position | cycle | arena |\n"
                     "|---|---|---|---:|---:|---|---|---:|\n";
  const std::vector<std::string> all_boards = boards_of(atlas);
  for (const AtlasPattern& pattern : atlas.patterns) {
    const AtlasClass& one = atlas.classes[pattern.example];
    const ClassRecord& record = one.entry->record;
    std::vector<std::string> boards;
    for (const std::string& board : all_boards) {
      if (!pattern.by_board.contains(board)) continue;
      boards.push_back(fmt::format("{}: {}", board, pattern.by_board.at(board)));
    }
    text += fmt::format(
        "| ![]({}) | `{}` | {} | {} | {} | `{}` | {} | {} |\n", picture_name(pattern), pattern.name,
        fmt::join(boards, ", "), pattern.least_classes, pattern.contains.size(), record.position,
        fmt::join(record.cycle_moves, " "), record.arena_points + record.arena_midpoints);
  }
  return text;
}

}  // namespace

std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles) {
  if (cycles.empty()) return {};
  return with_board(board_size_of(cycles.front().front()),
                    [&](const auto& board) { return contained_on(board, cycles); });
}

Atlas make_atlas(const Catalogue& catalogue) {
  Atlas atlas;
  std::vector<CyclePositions> cycles;
  for (const CatalogueEntry& entry : catalogue.classes) {
    atlas.classes.emplace_back().entry = &entry;
    cycles.push_back(
        positions_along(parse_position(entry.record.position), entry.record.cycle_moves));
  }
  find_patterns(atlas);
  find_least(atlas, cycles);
  return atlas;
}

nlohmann::ordered_json boards_as_json(const Atlas& atlas) {
  auto boards = nlohmann::ordered_json::array();
  for (const std::string& board : boards_of(atlas)) boards.push_back(board_json(atlas, board));
  return boards;
}

nlohmann::ordered_json to_json(const Atlas& atlas) {
  nlohmann::ordered_json json{{"format", "onyx-atlas"}, {"version", 1}};
  json["boards"] = boards_as_json(atlas);
  json["patterns"] = nlohmann::ordered_json::array();
  for (const AtlasPattern& pattern : atlas.patterns) {
    auto contains = nlohmann::ordered_json::array();
    for (const std::size_t inner : pattern.contains) contains.push_back(atlas.patterns[inner].name);
    json["patterns"].push_back({{"name", pattern.name},
                                {"classes", pattern.by_board},
                                {"least_classes", pattern.least_classes},
                                {"contains", contains},
                                {"example", atlas.classes[pattern.example].entry->record.position},
                                {"picture", picture_name(pattern)}});
  }
  json["classes"] = nlohmann::ordered_json::array();
  for (const AtlasClass& one : atlas.classes) json["classes"].push_back(class_json(atlas, one));
  return json;
}

void write_atlas(const Atlas& atlas, const std::filesystem::path& folder) {
  for (const AtlasPattern& pattern : atlas.patterns) {
    const std::string& position = atlas.classes[pattern.example].entry->record.position;
    write_file(FolderFile{folder, picture_name(pattern)},
               board_svg(parse_position(position), Drawing::tiling));
  }
  // File names may hold invalid UTF-8, for which dump() throws by default.
  const std::string json =
      to_json(atlas).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  write_file(FolderFile{folder, "atlas.json"}, json + "\n");
  write_file(FolderFile{folder, "atlas.md"}, to_markdown(atlas));
}

}  // namespace onyx
