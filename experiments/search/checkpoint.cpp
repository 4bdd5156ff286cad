#include "experiments/search/checkpoint.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "core/notation.h"
#include "experiments/support/files.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

constexpr const char* kFormat = "onyx-search";
constexpr const char* kOutOfMemory = "out_of_memory";
constexpr const char* kTried = "_tried";
constexpr const char* kClasses = "_classes";

/// The numbers of a tally under their names in the file.
template <class Tally, class Visit>
void for_each_number(Tally& tally, Visit&& visit) {
  visit("next", tally.next);
  visit("positions", tally.positions);
  visit("given_up", tally.given_up);
  visit(kOutOfMemory, tally.out_of_memory);
  visit("states", tally.states);
  visit("repeating", tally.repeating);
  visit("classes", tally.classes);
  for (const Generator generator : kGenerators) {
    const std::string name = name_of(generator);
    visit(name + kTried, tally.of(generator).tried);
    visit(name + kClasses, tally.of(generator).classes);
  }
}

/// Later additions, which files of older versions lack.
bool is_optional(const std::string& name) {
  return name == kOutOfMemory || name.ends_with(kTried) || name.ends_with(kClasses);
}

}  // namespace

std::string describe(const SearchSettings& settings) {
  // Without plantings as before there were any, so that searches begun then can go on.
  const std::string planted =
      settings.planted > 0 ? fmt::format(", {} planted", settings.planted) : "";
  return fmt::format(
      "random crowded {}, {} to {} empty points, {} % midpoints, arena of {} to {}, {} states at "
      "most, {} neighbours{}",
      format_board_size(settings.board), settings.crowd.min_empty, settings.crowd.max_empty,
      settings.crowd.midpoint_percent, settings.crowd.min_arena, settings.crowd.max_arena,
      settings.max_states, settings.neighbours, planted);
}

Checkpoint::Checkpoint(const std::filesystem::path& folder, const SearchSettings& settings)
    : path_(folder / fmt::format("search-{}-seed{}-shard{}of{}.json",
                                 format_board_size(settings.board), settings.seed, settings.shard,
                                 settings.shards)),
      settings_(describe(settings)) {}

SearchTally Checkpoint::load() const {
  SearchTally tally;
  if (!std::filesystem::exists(path_)) return tally;
  const FileError damaged(fmt::format(
      "checkpoint '{}' is damaged; delete it to start this shard again (certificates found so far "
      "are kept)",
      path_.string()));
  std::string settings;
  try {
    const auto json = nlohmann::json::parse(read_file(path_));
    if (json.at("format") != kFormat || json.at("version") != 1) throw damaged;
    settings = json.at("settings").get<std::string>();
    for_each_number(tally, [&](const std::string& name, std::uint64_t& number) {
      if (is_optional(name) && !json.contains(name)) return;
      // Asked for a number, the library would turn -1 and 1.5 into one.
      if (!json.at(name).is_number_unsigned()) throw damaged;
      number = json.at(name).get<std::uint64_t>();
    });
  } catch (const nlohmann::json::exception&) {
    throw damaged;
  }
  if (tally.next > UINT64_MAX / 2 || tally.positions > tally.next) throw damaged;
  if (settings != settings_) {
    throw FileError(
        fmt::format("'{}' belongs to a search with other settings ({}, not {}); use "
                    "another folder or another seed",
                    path_.string(), settings, settings_));
  }
  return tally;
}

void Checkpoint::save(const SearchTally& tally) const {
  nlohmann::ordered_json json;
  json["format"] = kFormat;
  json["version"] = 1;
  json["program"] = fmt::format("onyx {}", kVersion);
  json["settings"] = settings_;
  for_each_number(
      tally, [&](const std::string& name, const std::uint64_t& number) { json[name] = number; });
  write_file(path_, json.dump(1) + "\n");
}

}  // namespace onyx
