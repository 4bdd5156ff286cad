#include "experiments/files/checkpoint.h"

#include <fmt/core.h>

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

}  // namespace onyx
