// Files that say what a run has done: one JSON object each, read with every field checked, and
// replaced as a whole.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"

namespace onyx {

/// How often a run that goes on by itself writes how far it is: what a kill costs at most.
inline constexpr std::chrono::seconds kBetweenCheckpoints{10};

/// What is said of a record that cannot be used.
struct RecordKind {
  std::string name;    ///< As in "checkpoint '...' is damaged".
  std::string remedy;  ///< What to do then, as in "delete it, and ...".
};

[[noreturn]] void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                                const FieldError& why);

/// What `read` makes of the object in a file. A FieldError becomes a FileError that names the file
/// and the field. Throws FileError.
template <class Read>
auto read_record(const std::filesystem::path& path, const RecordKind& kind, Read&& read) {
  const std::string text = read_file(path);
  try {
    const auto json = parse_json(text);
    return read(JsonFields(json));
  } catch (const FieldError& why) {
    refuse_record(path, kind, why);
  }
}

/// How far a run has come, and with which settings: a later one goes on from there, and one with
/// other settings is refused.
class Checkpoint {
 public:
  Checkpoint(FolderFile file, RecordKind kind, std::string settings)
      : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

  std::filesystem::path path() const { return file_.path(); }
  bool exists() const { return std::filesystem::exists(path()); }

  /// What `read` makes of its fields. Throws FileError, also if a run with other settings wrote it.
  template <class Read>
  auto load(Read&& read) const {
    return read_record(path(), kind_, [&](const JsonFields& fields) {
      auto content = read(fields);
      require_settings(fields.text("settings"));
      return content;
    });
  }

  /// For save(), and for the files that belong to it: whether the file is missing, or what `read`
  /// makes of it is not further than this run. It is if another run of the same work, at the same
  /// time, has come further: then what that one wrote stays. The checkpoint must outlive the
  /// result, which throws as load().
  template <class Read, class IsFurther>
  std::function<bool()> unless_further(Read read, IsFurther is_further) const {
    return [this, read, is_further] { return !exists() || !is_further(load(read)); };
  }

  /// Writes format, version, program, settings, and `progress` behind them. `is_wanted` as for
  /// write_file. Throws FileError.
  void save(const char* format, int version, const nlohmann::ordered_json& progress,
            const std::function<bool()>& is_wanted = {}) const;

 private:
  void require_settings(const std::string& settings) const;

  FolderFile file_;
  RecordKind kind_;
  std::string settings_;
};

}  // namespace onyx
