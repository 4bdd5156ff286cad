#include "experiments/pages/site/atlas_pages.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <tuple>

#include "core/notation.h"

namespace onyx {

nlohmann::ordered_json pattern_lines(const Atlas& atlas) {
  auto lines = nlohmann::ordered_json::array();
  for (const AtlasPattern& pattern : atlas.patterns) {
    auto line = nlohmann::ordered_json::array();
    line.push_back(pattern.name);
    line.push_back(atlas.classes[pattern.example].entry->record.position);
    auto boards = nlohmann::ordered_json::object();
    for (const auto& [board, classes] : pattern.by_board) boards[board] = classes;
    line.push_back(std::move(boards));
    line.push_back(pattern.least_classes);
    lines.push_back(std::move(line));
  }
  return lines;
}

nlohmann::ordered_json pattern_view(const Atlas& atlas, std::size_t index) {
  nlohmann::ordered_json view;
  view["contains"] = atlas.patterns[index].contains;
  view["inside"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < atlas.patterns.size(); ++i) {
    const std::vector<std::size_t>& inner = atlas.patterns[i].contains;
    if (std::find(inner.begin(), inner.end(), index) != inner.end()) view["inside"].push_back(i);
  }
  std::vector<const AtlasClass*> classes;
  for (const AtlasClass& one : atlas.classes) {
    if (one.entry->record.pattern_number == index + 1) classes.push_back(&one);
  }
  const auto order = [](const AtlasClass* one) {
    const ClassRecord& record = one->entry->record;
    return std::tuple(!one->is_least, point_count(record.board), record.v_stones + record.h_stones,
                      record.key);
  };
  std::sort(classes.begin(), classes.end(),
            [&](const auto* a, const auto* b) { return order(a) < order(b); });
  view["classes"] = nlohmann::ordered_json::array();
  for (const AtlasClass* const one : classes) {
    const ClassRecord& record = one->entry->record;
    auto line = nlohmann::ordered_json::array();
    line.push_back(format_board_size(record.board) + "-" + class_sum(record));
    line.push_back(record.position);
    line.push_back(one->is_least ? 1 : 0);
    view["classes"].push_back(std::move(line));
  }
  return view;
}

std::string class_sum(const ClassRecord& record) {
  return fmt::format("{:016x}", XXH3_64bits(record.key.data(), record.key.size()));
}

}  // namespace onyx
