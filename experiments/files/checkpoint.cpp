#include "experiments/files/checkpoint.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/ascii.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"

namespace onyx {

void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                   const FieldError& why) {
  throw FileError(fmt::format("{} '{}' is damaged ({}); {}", kind.name, path.string(), why.what(),
                              kind.remedy));
}

void Checkpoint::require_settings(const std::string& settings) const {
  refuse_if<FileError>(
      settings != settings_,
      "'{}' belongs to a run with other settings ({}, not {}); use another folder or another seed",
      path().string(), settings, settings_);
}

void Checkpoint::save(const char* format, int version, const Json& progress,
                      const std::function<bool()>& is_wanted) const {
  Json json = {{"format", format},
               {"version", version},
               {"program", fmt::format("onyx {}", kVersion)},
               {"settings", settings_}};
  json.update(progress);
  write_file(file_, json.dump(1) + "\n", is_wanted);
}

Shard parse_shard(const std::string& text) {
  constexpr std::uint64_t kMostShards = 1'000'000'000;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = parse_number(text.substr(0, slash), std::uint64_t{0}, kMostShards);
  const auto count =
      parse_number(text.substr(std::min(slash + 1, text.size())), std::uint64_t{1}, kMostShards);
  refuse_if(!number || !count || *number > *count,
            "--shard {} is not I/N with N from 1 to {} and I from 0 or 1 to N", in_quotes(text),
            kMostShards);
  return {*number % *count, *count};
}

}  // namespace onyx
