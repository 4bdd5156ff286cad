#include "experiments/repetition/find/search_checkpoint.h"

#include <fmt/core.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "core/base/packed_bytes.h"

namespace onyx {
namespace {

constexpr const char* kFormat = "onyx-search";
constexpr int kFormatVersion = 1;

template <class Tally, class Visit>
void for_each_number(Tally& tally, Visit&& visit) {
  visit("next", tally.next);
  visit("positions", tally.positions);
  visit("given_up", tally.given_up);
  visit("out_of_memory", tally.out_of_memory);
  visit("states", tally.states);
  visit("repeating", tally.repeating);
  visit("classes", tally.classes);
  for (const Generator generator : kGenerators) {
    const std::string name = name_of(generator);
    visit(name + "_tried", tally.of(generator).tried);
    visit(name + "_classes", tally.of(generator).classes);
  }
}

constexpr std::pair<const char*, std::uint64_t RunPace::*> kPaceCounts[] = {
    {"numbers", &RunPace::numbers},
    {"positions", &RunPace::positions},
    {"states", &RunPace::states},
    {"classes", &RunPace::classes}};

RunNote note_in(const JsonFields& fields) {
  RunNote note;
  const auto* const state = std::ranges::find(kRunStates, fields.text("state"));
  if (state == kRunStates.end()) fields.refuse("state", "is not a known state");
  note.state = static_cast<RunNote::State>(state - kRunStates.begin());
  note.asked = fields.count_if_any("asked");
  if (fields.has("run")) {
    const JsonFields run = fields.object("run");
    RunPace& pace = note.pace.emplace();
    pace.seconds = run.amount("seconds");
    if (run.has("seconds_left")) pace.seconds_left = run.amount("seconds_left");
    for (const auto& [name, number] : kPaceCounts) pace.*number = run.count(name);
  }
  return note;
}

CheckpointContent content_in(const JsonFields& fields) {
  fields.require_format(kFormat, kFormatVersion);
  CheckpointContent content;
  content.settings = fields.text("settings");
  content.program = fields.text("program");
  for_each_number(content.tally, [&](const std::string& name, std::uint64_t& number) {
    number = fields.count(name.c_str());
  });
  content.tally.seconds = fields.amount("seconds");
  content.note = note_in(fields);
  if (content.tally.next > UINT64_MAX / 2) fields.refuse("next", "is too large");
  if (content.tally.positions > content.tally.next) {
    fields.refuse("positions", "is larger than \"next\"");
  }
  return content;
}

RecordKind search_checkpoint() {
  return {"checkpoint",
          "or a program before version 1.0 wrote it; delete it to start this shard again "
          "(certificates found so far are kept)"};
}

/// Identifies the known classes, which must not change between runs; "" if there are none.
std::string description_of_known(const SearchSettings& settings) {
  if (settings.known.empty()) return "";
  std::string lines;
  for (const std::string& position : settings.known) lines += position + '\n';
  return fmt::format(", {} % random, else from {} known classes {:016x}", settings.random_percent,
                     settings.known.size(), checksum_of(lines.data(), lines.size(), 0));
}

}  // namespace

std::string checkpoint_name(const ShardName& name) {
  return fmt::format("search-{}-seed{}-shard{}of{}.json", format_board_size(name.board), name.seed,
                     name.shard, name.shards);
}

std::optional<ShardName> parse_checkpoint_name(const std::string& file_name) {
  ShardName name;
  const int found =
      std::sscanf(file_name.c_str(), "search-%2dx%2d-seed%" SCNu64 "-shard%" SCNu64 "of%" SCNu64,
                  &name.board.width, &name.board.height, &name.seed, &name.shard, &name.shards);
  if (found != 5 || !is_board_size(name.board) || name.shard >= name.shards) return {};
  // Refuse signs, leading zeros, large numbers and suffixes, all of which sscanf allows.
  if (checkpoint_name(name) != file_name) return {};
  return name;
}

CheckpointContent read_checkpoint(const std::filesystem::path& path) {
  return read_record(path, search_checkpoint(), content_in);
}

std::string describe(const SearchSettings& settings) {
  const std::string planted =
      settings.planted > 0 ? fmt::format(", {} planted", settings.planted) : "";
  const std::string nodes =
      settings.max_nodes > 0 ? fmt::format(", {} nodes at most", settings.max_nodes) : "";
  return fmt::format(
      "random crowded {}, {} to {} empty points, {} % midpoints, arena of {} to {}, {} states at "
      "most{}, {} neighbours{}{}",
      format_board_size(settings.board), settings.crowd.min_empty, settings.crowd.max_empty,
      settings.crowd.midpoint_percent, settings.crowd.min_arena, settings.crowd.max_arena,
      settings.max_states, nodes, settings.neighbours, planted, description_of_known(settings));
}

SearchCheckpoint::SearchCheckpoint(const std::filesystem::path& folder,
                                   const SearchSettings& settings)
    : file_({folder, checkpoint_name({settings.board, settings.seed, settings.shard.number,
                                      settings.shard.count})},
            search_checkpoint(), describe(settings)) {}

SearchTally SearchCheckpoint::load() const {
  return file_.exists() ? file_.load(content_in).tally : SearchTally{};
}

void SearchCheckpoint::save(const SearchTally& tally, const RunNote& note) const {
  nlohmann::ordered_json json;
  for_each_number(tally,
                  [&](const std::string& name, std::uint64_t number) { json[name] = number; });
  json["seconds"] = tally.seconds;
  json["state"] = kRunStates[static_cast<std::size_t>(note.state)];
  if (note.asked) json["asked"] = *note.asked;
  if (note.pace) {
    nlohmann::ordered_json& run = json["run"];
    run["seconds"] = note.pace->seconds;
    if (note.pace->seconds_left) run["seconds_left"] = *note.pace->seconds_left;
    for (const auto& [name, number] : kPaceCounts) run[name] = note.pace.value().*number;
  }
  const auto is_further = [&](const CheckpointContent& other) {
    if (other.tally.next != tally.next) return other.tally.next > tally.next;
    // At the same number, an unfinished state must not overwrite a finished one.
    const bool is_other_done = other.note.state == RunNote::State::finished && note.asked &&
                               other.note.asked == note.asked;
    return is_other_done && note.state != RunNote::State::finished;
  };
  file_.save(kFormat, kFormatVersion, json, file_.unless_further(content_in, is_further));
}

}  // namespace onyx
