// The share of the work that a run does, and records of what it has done: one JSON object per file,
// read with every field checked, and replaced as a whole.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

#include "core/base/json_fields.h"
#include "experiments/files/files.h"

namespace onyx {

/// The share of one machine or job.
struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;

  /// The shard's least number that is not less than `least`. The shard's numbers are those
  /// congruent to its own modulo the count.
  std::uint64_t first_from(std::uint64_t least) const {
    return least + (number + count - least % count) % count;
  }
};

/// Parses "I/N". Tasks may be counted from 0 or from 1: I = N means I = 0, so both ways cover the
/// same shards. Throws InputError, which names the option --shard.
Shard parse_shard(const std::string& text);

/// How often a running command saves its progress; a kill loses at most this much work.
inline constexpr std::chrono::seconds kBetweenCheckpoints{10};

/// The parts of the message about a record that cannot be used.
struct RecordKind {
  std::string name;    ///< The word in "checkpoint '...' is damaged".
  std::string remedy;  ///< The advice that follows, such as "delete it, and ...".
};

[[noreturn]] void refuse_record(const std::filesystem::path& path, const RecordKind& kind,
                                const FieldError& why);

/// Returns what `read` makes of the object in a file. A FieldError becomes a FileError that names
/// the file and the field. Throws FileError.
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

/// The progress and settings of a run: a later run with the same settings continues from there; one
/// with other settings is refused.
class Checkpoint {
 public:
  Checkpoint(FolderFile file, RecordKind kind, std::string settings)
      : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

  std::filesystem::path path() const { return file_.path(); }
  bool exists() const { return std::filesystem::exists(path()); }

  /// Returns what `read` makes of the fields. Throws FileError, including if a run with other
  /// settings wrote the file.
  template <class Read>
  auto load(Read&& read) const {
    return read_record(path(), kind_, [&](const JsonFields& fields) {
      auto content = read(fields);
      require_settings(fields.text("settings"));
      return content;
    });
  }

  /// A test whether to write the checkpoint or files that belong to it: true if the checkpoint is
  /// missing, or its progress is not further than this run's. It is further if another run does the
  /// same work at the same time; then that run's files are kept. The checkpoint must outlive the
  /// test, which throws like load().
  template <class Read, class IsFurther>
  std::function<bool()> unless_further(Read read, IsFurther is_further) const {
    return [this, read, is_further] { return !exists() || !is_further(load(read)); };
  }

  /// Writes format, version, program, settings, and then the fields of `progress`. `is_wanted` as
  /// for write_file. Throws FileError.
  void save(const char* format, int version, const nlohmann::ordered_json& progress,
            const std::function<bool()>& is_wanted = {}) const;

 private:
  void require_settings(const std::string& settings) const;

  FolderFile file_;
  RecordKind kind_;
  std::string settings_;
};

}  // namespace onyx
