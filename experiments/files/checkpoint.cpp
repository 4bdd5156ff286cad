#include "experiments/files/checkpoint.h"

#include <fmt/core.h>

#include <charconv>

#include "core/input_error.h"
#include "experiments/support/version.h"

namespace onyx {

void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                   const FieldError& why) {
  throw FileError(fmt::format("{} '{}' is damaged ({}); {}", kind.name, path.string(), why.what(),
                              kind.remedy));
}

void Checkpoint::require_settings(const std::string& settings) const {
  if (settings == settings_) return;
  throw FileError(
      fmt::format("'{}' belongs to a run with other settings ({}, not {}); use another folder or "
                  "another seed",
                  path().string(), settings, settings_));
}

void Checkpoint::save(const char* format, int version, const nlohmann::ordered_json& progress,
                      const std::function<bool()>& is_wanted) const {
  nlohmann::ordered_json json;
  json["format"] = format;
  json["version"] = version;
  json["program"] = fmt::format("onyx {}", kVersion);
  json["settings"] = settings_;
  json.update(progress);
  write_file(file_, json.dump(1) + "\n", is_wanted);
}

Shard parse_shard(const std::string& text) {
  const char* const end = text.data() + text.size();
  constexpr std::uint64_t kMostShards = 1'000'000'000;
  std::uint64_t shard = 0;
  std::uint64_t shards = 0;
  const auto first = std::from_chars(text.data(), end, shard);
  bool fine = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  if (fine) {
    const auto second = std::from_chars(first.ptr + 1, end, shards);
    fine = second.ec == std::errc() && second.ptr == end && shards > 0 && shard <= shards &&
           shards <= kMostShards;
  }
  if (!fine) {
    throw InputError(fmt::format("--shard {} is not I/N with N from 1 to {} and I from 0 or 1 to N",
                                 in_quotes(text), kMostShards));
  }
  return {shard % shards, shards};
}

}  // namespace onyx
