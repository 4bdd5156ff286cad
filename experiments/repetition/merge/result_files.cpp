#include "experiments/repetition/merge/result_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "core/base/assert.h"
#include "experiments/files/certificate_files.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using State = RunNote::State;
bool is_pack(const fs::path& file) { return file.extension() == kPackEnding; }

/// Whether checkpoint `a` should replace checkpoint `b` of the same shard.
bool is_further(const ShardResult& a, const ShardResult& b) {
  const auto rank = [](const ShardResult& shard) {
    return std::tuple(shard.damage.empty(), shard.content.tally.next,
                      shard.content.note.state == State::finished);
  };
  return std::pair(rank(a), b.file) > std::pair(rank(b), a.file);
}

/// Returns the most common settings of undamaged shards; on a tie, the alphabetically first.
std::string usual_settings(const std::vector<ShardResult>& shards) {
  std::map<std::string, std::size_t> votes{{"", 0}};
  for (const ShardResult& shard : shards) {
    if (shard.damage.empty()) ++votes[shard.content.settings];
  }
  return std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; })->first;
}

Series make_series(std::vector<ShardResult> all) {
  ONYX_ASSERT(!all.empty());
  Series series;
  series.name = all.front().name;
  series.settings = usual_settings(all);
  std::sort(all.begin(), all.end(), [](const ShardResult& a, const ShardResult& b) {
    const std::uint64_t of_a = counted_number(a.name);
    const std::uint64_t of_b = counted_number(b.name);
    if (of_a != of_b) return of_a < of_b;
    return is_further(a, b);
  });
  std::uint64_t awaited = 1;
  const auto miss = [&](std::uint64_t end) {
    ONYX_ASSERT(awaited <= end);
    if (awaited == end) return;
    series.missing.push_back({awaited, end - 1});
    series.missing_count += end - awaited;
  };
  for (ShardResult& shard : all) {
    if (shard.damage.empty() && shard.content.settings != series.settings) {
      series.others.push_back(std::move(shard));
      continue;
    }
    if (!series.shards.empty() && series.shards.back().name == shard.name) continue;
    const auto asked = shard.content.note.asked;
    if (asked) series.asked = std::max(series.asked.value_or(0), *asked);
    miss(counted_number(shard.name));
    awaited = counted_number(shard.name) + 1;
    series.shards.push_back(std::move(shard));
  }
  miss(series.name.shards + 1);
  return series;
}

}  // namespace

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  if (error) result = fs::absolute(path, error).lexically_normal();
  // Drop the final "/", because "a/" and "a" name the same folder.
  return result.has_filename() ? result : result.parent_path();
}

ResultFiles::ResultFiles(std::vector<std::string> folders, const std::string& except)
    : waiting_(std::move(folders)) {
  for (const std::string& folder : waiting_) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    refuse_if<FileError>(!fs::is_regular_file(folder, ignored) || !is_pack(folder),
                         "'{}' is not a folder, nor a *.pack", folder);
  }
  std::reverse(waiting_.begin(), waiting_.end());
  if (!except.empty()) visited_.insert(resolved(except));
}

std::optional<ResultFiles::File> ResultFiles::next() {
  std::error_code error;
  const auto require_read = [&](const fs::path& path) {
    if (error) throw FileError(fmt::format("cannot read '{}': {}", path.string(), error.message()));
  };
  for (;;) {
    if (entry_ == fs::recursive_directory_iterator()) {
      if (waiting_.empty()) return {};
      const fs::path named = std::move(waiting_.back());
      waiting_.pop_back();
      if (!visited_.insert(resolved(named)).second) continue;
      if (!fs::is_directory(named)) {
        holders_.insert(named);
        return File{Kind::pack, named};
      }
      entry_ = fs::recursive_directory_iterator(named, error);
      require_read(named);
      continue;
    }
    const fs::path path = entry_->path();
    const bool is_folder = entry_->symlink_status(error).type() == fs::file_type::directory;
    const bool is_pack_file = !is_folder && is_pack(path);
    const bool is_new = !(is_folder || is_pack_file) || visited_.insert(resolved(path)).second;
    if (is_folder && !is_new) entry_.disable_recursion_pending();
    entry_.increment(error);
    require_read(path);
    if (is_folder || !is_new) continue;
    const std::string name = path.filename().string();
    const bool is_certificate = name.ends_with(kCertificateEnding);
    if (!is_pack_file && !is_certificate && !parse_checkpoint_name(name)) continue;
    holders_.insert(path.parent_path());
    return File{is_pack_file     ? Kind::pack
                : is_certificate ? Kind::certificate
                                 : Kind::checkpoint,
                path};
  }
}

ShardResult read_shard(const std::filesystem::path& file) {
  ShardResult shard;
  shard.file = file;
  shard.name = parse_checkpoint_name(file.filename().string()).value_or(ShardName{});
  try {
    std::error_code error;
    // Refuse pipes, because reading a pipe might never end.
    refuse_if<FileError>(!fs::is_regular_file(file, error), "'{}' is not a file", file.string());
    shard.content = read_checkpoint(file);
    const auto written = fs::last_write_time(file, error);
    if (!error) {
      const auto age = fs::file_time_type::clock::now() - written;
      // The clocks of two machines may differ, so avoid a negative age.
      shard.age = std::max(0.0, std::chrono::duration<double>(age).count());
    }
  } catch (const FileError& why) {
    shard.damage = why.what();
  }
  return shard;
}

std::uint64_t counted_number(const ShardName& name) {
  ONYX_ASSERT(name.shard < name.shards);
  return name.shard == 0 ? name.shards : name.shard;
}

std::string number_of(const ShardResult& shard) {
  return fmt::format("{}/{}", counted_number(shard.name), shard.name.shards);
}

std::string state_of(const ShardResult& shard) {
  if (!shard.damage.empty()) return "damaged";
  const State state = shard.content.note.state;
  if (state == State::running && shard.age > kSilence) return "silent";
  return kRunStates[static_cast<std::size_t>(state)];
}

std::optional<double> seconds_left(const ShardResult& shard) {
  const RunNote& note = shard.content.note;
  if (state_of(shard) != "running" || !note.pace) return {};
  std::optional<double> left = note.pace->seconds_left;
  const std::uint64_t next = shard.content.tally.next;
  if (note.asked && note.pace->numbers > 0 && note.pace->seconds > 0) {
    const auto missing = static_cast<double>(*note.asked - std::min(next, *note.asked));
    const double by_numbers =
        missing / static_cast<double>(note.pace->numbers) * note.pace->seconds;
    left = std::min(left.value_or(by_numbers), by_numbers);
  }
  if (left) left = std::max(0.0, *left - shard.age);
  return left;
}

std::optional<double> share_done(const ShardResult& shard) {
  const RunNote& note = shard.content.note;
  if (!note.asked) return {};
  if (note.state == State::finished || *note.asked == 0) return 1.0;
  return std::min(1.0,
                  static_cast<double>(shard.content.tally.next) / static_cast<double>(*note.asked));
}

std::string Series::lack_of(const ShardResult& shard) const {
  if (!shard.damage.empty()) return "its checkpoint is damaged";
  const RunNote& note = shard.content.note;
  if (note.state == State::finished) {
    // Do not compare `next`, because a finished shard's `next` may be less than `asked`.
    return asked && note.asked && *note.asked < *asked
               ? fmt::format("asked for {} positions only, not {}", *note.asked, *asked)
               : "";
  }
  return fmt::format(
      "{}{}", note.state == State::stopped ? "stopped" : "running or killed",
      asked ? fmt::format(" at position {} of {}", shard.content.tally.next, *asked) : "");
}

std::string title_of(const Series& series) {
  return fmt::format("{}, seed {}, {}", format_board_size(series.name.board), series.name.seed,
                     counted(series.name.shards, "shard", "shards"));
}

std::string to_text(const std::vector<Series::Range>& ranges) {
  std::string text;
  for (const auto& [first, last] : ranges) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first);
    if (first != last) text += fmt::format("-{}", last);
  }
  return text;
}

std::vector<Series> series_of(std::vector<ShardResult> shards) {
  std::map<std::tuple<int, int, std::uint64_t, std::uint64_t>, std::vector<ShardResult>> groups;
  for (ShardResult& shard : shards) {
    const auto& [board, seed, number, count] = shard.name;
    groups[{point_count(board), board.width, seed, count}].push_back(std::move(shard));
  }
  std::vector<Series> all;
  for (auto& [key, group] : groups) all.push_back(make_series(std::move(group)));
  return all;
}

}  // namespace onyx
