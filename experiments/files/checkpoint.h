// Shards of a run, and JSON files that record progress. Each save replaces the whole file.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"

namespace onyx {

struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;

  /// Returns the smallest number >= `least` that is congruent to `number` modulo `count`.
  std::uint64_t first_from(std::uint64_t least) const {
    return least + (number + count - least % count) % count;
  }
};

/// Parses "I/N". I = N is the same as I = 0, so shards may be counted from 0 or 1. Throws
/// InputError.
Shard parse_shard(const std::string& text);

/// Interval between saves of a command's progress; a kill loses at most about this much work.
inline constexpr std::chrono::seconds kBetweenCheckpoints{10};

struct RecordKind {
  std::string name;    ///< For example, the word "checkpoint" in "checkpoint '...' is damaged".
  std::string remedy;  ///< The end of that message, such as "delete it".
};

[[noreturn]] void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                                const FieldError& why);

/// Calls `read` with the JSON object and returns the result. Throws FileError, never FieldError.
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

/// The file of a run's settings and progress. Only a run with the same settings may continue it.
class Checkpoint {
 public:
  Checkpoint(FolderFile file, RecordKind kind, std::string settings)
      : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

  std::filesystem::path path() const { return file_.path(); }
  bool exists() const { return std::filesystem::exists(path()); }

  /// Calls `read` with the fields and returns the result. Throws FileError, for example if settings
  /// differ.
  template <class Read>
  auto load(Read&& read) const {
    return read_record(path(), kind_, [&](const JsonFields& fields) {
      auto content = read(fields);
      require_settings(fields.text("settings"));
      return content;
    });
  }

  /// Returns a predicate for write_file() that is false if another run of the same work has stored
  /// later progress. The predicate throws as load() does. This checkpoint must outlive it.
  template <class Read, class IsFurther>
  std::function<bool()> unless_further(Read read, IsFurther is_further) const {
    return [this, read, is_further] { return !exists() || !is_further(load(read)); };
  }

  /// Writes format, version, program, settings, and the fields of `progress`. Throws FileError.
  void save(const char* format, int version, const nlohmann::ordered_json& progress,
            const std::function<bool()>& is_wanted = {}) const;

 private:
  void require_settings(const std::string& settings) const;

  FolderFile file_;
  RecordKind kind_;
  std::string settings_;
};

}  // namespace onyx
