// Work divided into shards, and records of progress: one JSON object per file, replaced as a whole.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"

namespace onyx {

struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;

  /// The least number of the shard (number modulo count) that is at least `least`.
  std::uint64_t first_from(std::uint64_t least) const {
    return least + (number + count - least % count) % count;
  }
};

/// Parses "I/N". Tasks may be counted from 0 or 1: I = N means I = 0. Throws InputError.
Shard parse_shard(const std::string& text);

/// How often a command saves its progress; a kill loses at most this much work.
inline constexpr std::chrono::seconds kBetweenCheckpoints{10};

struct RecordKind {
  std::string name;    ///< The word in "checkpoint '...' is damaged".
  std::string remedy;  ///< The advice that follows, such as "delete it, and ...".
};

[[noreturn]] void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                                const FieldError& why);

/// Returns what `read` makes of the JSON object. Throws FileError, also in place of FieldError.
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

/// The settings and progress of a run. Only a run with the same settings may continue it.
class Checkpoint {
 public:
  Checkpoint(FolderFile file, RecordKind kind, std::string settings)
      : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

  std::filesystem::path path() const { return file_.path(); }
  bool exists() const { return std::filesystem::exists(path()); }

  /// Returns what `read` makes of the fields. Throws FileError, also if the settings differ.
  template <class Read>
  auto load(Read&& read) const {
    return read_record(path(), kind_, [&](const JsonFields& fields) {
      auto content = read(fields);
      require_settings(fields.text("settings"));
      return content;
    });
  }

  /// A test for write_file: false if the stored progress is ahead of this run's, because another
  /// run does the same work. The checkpoint must outlive it. It throws like load().
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
