#include "experiments/repetition/describe/catalogue.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <variant>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

auto order_of(const CatalogueEntry& entry) {
  const BoardSize board = entry.record.board;
  return std::tuple(point_count(board), board.width, entry.order);
}

/// Numbers the patterns of the classes, those of most classes first.
std::size_t number_patterns(std::vector<CatalogueEntry>& classes) {
  std::vector<std::vector<CatalogueEntry*>> groups;
  std::map<Pattern, std::size_t> group_of;
  for (CatalogueEntry& entry : classes) {
    if (!entry.record.pattern) continue;
    const auto [own, is_new] = group_of.try_emplace(*entry.record.pattern, groups.size());
    if (is_new) groups.emplace_back();
    groups[own->second].push_back(&entry);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (CatalogueEntry* const entry : groups[i]) entry->record.pattern_number = i + 1;
  }
  return groups.size();
}

}  // namespace

Catalogue make_catalogue(const std::vector<ProofSource>& proofs, const Stop& stop,
                         const std::function<void()>& progress) {
  std::vector<std::variant<std::monostate, ClassRecord, NoRecord>> results(proofs.size());
  const auto describe_one = [&](std::size_t i) {
    try {
      if (!proofs[i].damage.empty()) throw NoRecord{proofs[i].damage, false, true};
      results[i] = record_of(proofs[i].read(), stop);
    } catch (const NoRecord& no_record) {
      results[i] = no_record;
    } catch (const FileError& error) {
      results[i] = NoRecord{error.what(), false, true};
    } catch (const std::bad_alloc&) {
      results[i] = NoRecord{"not enough memory", true};
    }
    if (progress) progress();
  };
  parallel_for(Threads::all, proofs.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !stop.interrupt.has_come(); ++i) describe_one(i);
  });

  Catalogue catalogue;
  catalogue.is_interrupted = stop.interrupt.has_come();
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    const std::string file = proofs[i].name();
    if (auto* const record = std::get_if<ClassRecord>(&results[i])) {
      catalogue.classes.push_back({file, i, std::move(*record), proofs[i]});
    } else if (const auto* const no_record = std::get_if<NoRecord>(&results[i])) {
      catalogue.refused.push_back({file, *no_record});
    }
  }
  std::sort(catalogue.classes.begin(), catalogue.classes.end(),
            [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
  std::set<std::string> met;
  catalogue.repeated = std::erase_if(catalogue.classes, [&](const CatalogueEntry& entry) {
    return !met.insert(entry.record.key).second;
  });
  catalogue.patterns = number_patterns(catalogue.classes);
  return catalogue;
}

nlohmann::ordered_json to_json(const CatalogueEntry& entry) {
  const ClassRecord& record = entry.record;
  nlohmann::ordered_json json;
  json["file"] = entry.file;
  json["board"] = format_board_size(record.board);
  json["position"] = record.position;
  json["stones"] = {
      {"V", record.v_stones}, {"H", record.h_stones}, {"midpoints", record.midpoint_stones}};
  json["empty"] = record.empty_points;
  json["arena"] = {{"points", record.arena_points}, {"midpoints", record.arena_midpoints}};
  json["class_size"] = record.class_size;
  json["cycle"] = record.cycle_plies;
  json["freedom"] = record.freedom;
  json["only_moves"] = record.freedom == 0;
  json["squares"] = record.squares;
  json["double_captures"] = record.double_captures;
  json["suits_v_first"] = record.suits_v_first;
  json["game"] = nullptr;
  if (!record.game.empty()) json["game"] = record.game;
  json["pattern"] = nullptr;
  if (record.pattern_number != 0) json["pattern"] = record.pattern_number;
  json["pattern_name"] = nullptr;
  if (record.pattern) json["pattern_name"] = record.pattern->name();
  return json;
}

std::string to_table(const Catalogue& catalogue) {
  constexpr const char* kRow =
      "{:<7} {:>6} {:>5} {:>5} {:>6} {:>5} {:>7} {:>7} {:>6} {:>5} {:<12} {:>7}  {}\n";
  std::string table =
      fmt::format(fmt::runtime(kRow), "board", "stones", "empty", "arena", "class", "cycle",
                  "freedom", "squares", "double", "V 1st", "game", "pattern", "file");
  for (const auto& [file, order, record, source] : catalogue.classes) {
    table += fmt::format(
        fmt::runtime(kRow), format_board_size(record.board), record.v_stones + record.h_stones,
        record.empty_points, record.arena_points + record.arena_midpoints, record.class_size,
        record.cycle_plies, record.freedom, record.squares.size(), record.double_captures,
        record.suits_v_first ? "yes" : "no", record.game.empty() ? "-" : record.game,
        record.pattern_number == 0 ? "-" : std::to_string(record.pattern_number), shown(file));
  }
  return table;
}

}  // namespace onyx
