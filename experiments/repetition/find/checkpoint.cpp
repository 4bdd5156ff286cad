#include "experiments/repetition/find/checkpoint.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

constexpr const char* kFormat = "onyx-search";
constexpr const char* kOutOfMemory = "out_of_memory";
constexpr const char* kTried = "_tried";
constexpr const char* kClasses = "_classes";
constexpr const char* kSeconds = "seconds";

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

constexpr const char* kState = "state";
constexpr const char* kAsked = "asked";
constexpr const char* kPace = "run";
constexpr std::array kStates{"unknown", "running", "stopped", "finished"};

/// The counts of a pace under their names in the file.
template <class Pace, class Visit>
void for_each_count(Pace& pace, Visit&& visit) {
  visit("numbers", pace.numbers);
  visit("positions", pace.positions);
  visit("states", pace.states);
  visit("classes", pace.classes);
}

/// Thrown for content that no program wrote.
struct Damaged {};

std::uint64_t count_in(const nlohmann::json& json, const std::string& name) {
  // Asked for a number, the library would turn -1 and 1.5 into one.
  if (!json.at(name).is_number_unsigned()) throw Damaged();
  return json.at(name).get<std::uint64_t>();
}

double seconds_in(const nlohmann::json& json, const std::string& name) {
  if (!json.at(name).is_number()) throw Damaged();
  const auto seconds = json.at(name).get<double>();
  if (!std::isfinite(seconds) || seconds < 0) throw Damaged();
  return seconds;
}

/// All of it is a later addition.
RunNote note_in(const nlohmann::json& json) {
  RunNote note;
  if (json.contains(kState)) {
    const auto name = json.at(kState).get<std::string>();
    const auto* const state = std::find(kStates.begin(), kStates.end(), name);
    if (state == kStates.end()) throw Damaged();
    note.state = static_cast<RunNote::State>(state - kStates.begin());
  }
  if (json.contains(kAsked)) note.asked = count_in(json, kAsked);
  if (json.contains(kPace)) {
    const nlohmann::json& run = json.at(kPace);
    RunPace pace;
    pace.seconds = seconds_in(run, kSeconds);
    if (run.contains("seconds_left")) pace.seconds_left = seconds_in(run, "seconds_left");
    for_each_count(pace, [&](const std::string& name, std::uint64_t& number) {
      number = count_in(run, name);
    });
    note.pace = pace;
  }
  return note;
}

CheckpointContent content_in(const nlohmann::json& json) {
  CheckpointContent content;
  if (json.at("format") != kFormat || json.at("version") != 1) throw Damaged();
  content.settings = json.at("settings").get<std::string>();
  if (json.contains("program")) content.program = json.at("program").get<std::string>();
  for_each_number(content.tally, [&](const std::string& name, std::uint64_t& number) {
    if (!is_optional(name) || json.contains(name)) number = count_in(json, name);
  });
  if (json.contains(kSeconds)) content.tally.seconds = seconds_in(json, kSeconds);
  content.note = note_in(json);
  if (content.tally.next > UINT64_MAX / 2 || content.tally.positions > content.tally.next) {
    throw Damaged();
  }
  return content;
}

/// Takes `word` off the front of the text.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take(std::string_view& text, std::uint64_t& number) {
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return true;
}

}  // namespace

std::string checkpoint_name(const ShardName& name) {
  return fmt::format("search-{}-seed{}-shard{}of{}.json", format_board_size(name.board), name.seed,
                     name.shard, name.shards);
}

std::optional<ShardName> parse_checkpoint_name(const std::string& file_name) {
  std::string_view rest = file_name;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  ShardName name;
  const bool fits = take(rest, "search-") && take(rest, width) && take(rest, "x") &&
                    take(rest, height) && take(rest, "-seed") && take(rest, name.seed) &&
                    take(rest, "-shard") && take(rest, name.shard) && take(rest, "of") &&
                    take(rest, name.shards);
  if (!fits || std::max(width, height) > kMaxSide || name.shard >= name.shards) return {};
  name.board = {static_cast<int>(width), static_cast<int>(height)};
  // Numbers with zeros in front, and what follows the last one.
  if (checkpoint_name(name) != file_name) return {};
  return name;
}

CheckpointContent read_checkpoint(const std::filesystem::path& path) {
  const FileError damaged(fmt::format(
      "checkpoint '{}' is damaged; delete it to start this shard again (certificates found so far "
      "are kept)",
      path.string()));
  try {
    return content_in(nlohmann::json::parse(read_file(path)));
  } catch (const nlohmann::json::exception&) {
    throw damaged;
  } catch (const Damaged&) {
    throw damaged;
  }
}

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
    : file_{folder,
            checkpoint_name({settings.board, settings.seed, settings.shard, settings.shards})},
      settings_(describe(settings)) {}

SearchTally Checkpoint::load() const {
  return std::filesystem::exists(file_.path()) ? content().tally : SearchTally{};
}

CheckpointContent Checkpoint::content() const {
  CheckpointContent content = read_checkpoint(file_.path());
  if (content.settings != settings_) {
    throw FileError(
        fmt::format("'{}' belongs to a search with other settings ({}, not {}); use "
                    "another folder or another seed",
                    file_.path().string(), content.settings, settings_));
  }
  return content;
}

void Checkpoint::save(const SearchTally& tally, const RunNote& note) const {
  nlohmann::ordered_json json;
  json["format"] = kFormat;
  json["version"] = 1;
  json["program"] = fmt::format("onyx {}", kVersion);
  json["settings"] = settings_;
  for_each_number(
      tally, [&](const std::string& name, const std::uint64_t& number) { json[name] = number; });
  json[kSeconds] = tally.seconds;
  json[kState] = kStates[static_cast<std::size_t>(note.state)];
  if (note.asked) json[kAsked] = *note.asked;
  if (note.pace) {
    nlohmann::ordered_json& run = json[kPace];
    run[kSeconds] = note.pace->seconds;
    if (note.pace->seconds_left) run["seconds_left"] = *note.pace->seconds_left;
    for_each_count(*note.pace, [&](const std::string& name, const std::uint64_t& number) {
      run[name] = number;
    });
  }
  const auto is_wanted = [&] {
    if (!std::filesystem::exists(file_.path())) return true;
    const CheckpointContent other = content();
    if (other.tally.next != tally.next) return other.tally.next < tally.next;
    // Who has done all does not become one who is at work.
    const bool is_other_done = other.note.state == RunNote::State::finished && note.asked &&
                               other.note.asked == note.asked;
    return !is_other_done || note.state == RunNote::State::finished;
  };
  write_file(file_, json.dump(1) + "\n", is_wanted);
}

}  // namespace onyx
