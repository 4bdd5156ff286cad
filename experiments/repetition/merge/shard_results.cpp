#include "experiments/repetition/merge/shard_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "experiments/files/files.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

using State = RunNote::State;

auto series_key(const ShardResult& shard) {
  const BoardSize board = shard.name.board;
  return std::tuple(point_count(board), board.width, shard.name.seed, shard.name.shards);
}

/// Whether `a` counts rather than `b`, another checkpoint of the same shard.
bool is_further(const ShardResult& a, const ShardResult& b) {
  const auto rank = [](const ShardResult& shard) {
    return std::tuple(shard.damage.empty(), shard.content.tally.next,
                      shard.content.note.state == State::finished);
  };
  return std::pair(rank(a), b.file) > std::pair(rank(b), a.file);
}

/// The settings that most shards have; in a tie, the first in alphabetical order.
std::string usual_settings(const std::vector<ShardResult>& shards) {
  std::map<std::string, std::size_t> votes;
  for (const ShardResult& shard : shards) {
    if (shard.damage.empty()) ++votes[shard.content.settings];
  }
  if (votes.empty()) return "";
  return std::max_element(votes.begin(), votes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

Series make_series(std::vector<ShardResult> all) {
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

ShardResult read_shard(const std::filesystem::path& file) {
  ShardResult shard;
  shard.file = file;
  shard.name = parse_checkpoint_name(file.filename().string()).value_or(ShardName{});
  try {
    std::error_code error;
    // Reading a pipe might never end.
    if (!std::filesystem::is_regular_file(file, error)) {
      throw FileError(fmt::format("'{}' is not a file", file.string()));
    }
    shard.content = read_checkpoint(file);
    const auto written = std::filesystem::last_write_time(file, error);
    if (!error) {
      const auto age = std::filesystem::file_time_type::clock::now() - written;
      // The clocks of two machines differ, so the age could be negative.
      shard.age = std::max(0.0, std::chrono::duration<double>(age).count());
    }
  } catch (const FileError& why) {
    shard.damage = why.what();
  }
  return shard;
}

std::uint64_t counted_number(const ShardName& name) {
  return name.shard == 0 ? name.shards : name.shard;
}

std::string number_of(const ShardResult& shard) {
  return fmt::format("{}/{}", counted_number(shard.name), shard.name.shards);
}

std::string state_of(const ShardResult& shard) {
  if (!shard.damage.empty()) return "damaged";
  switch (shard.content.note.state) {
    case State::finished:
      return "finished";
    case State::stopped:
      return "stopped";
    case State::running:
      return shard.age > kSilence ? "silent" : "running";
    case State::unknown:
      break;
  }
  return "unknown";
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
  const double share =
      static_cast<double>(shard.content.tally.next) / static_cast<double>(*note.asked);
  return std::min(share, 1.0);
}

std::string Series::lack_of(const ShardResult& shard) const {
  if (!shard.damage.empty()) return "its checkpoint is damaged";
  const RunNote& note = shard.content.note;
  const std::string where =
      asked ? fmt::format(" at position {} of {}", shard.content.tally.next, *asked) : "";
  switch (note.state) {
    case State::finished:
      // A finished shard's `next` may be less than `asked`, so it is not compared.
      return asked && note.asked && *note.asked < *asked
                 ? fmt::format("asked for {} positions only, not {}", *note.asked, *asked)
                 : "";
    case State::stopped:
      return "stopped" + where;
    case State::running:
      return "running or killed" + where;
    case State::unknown:
      break;
  }
  return "its checkpoint is from an older program, which did not store where it ends";
}

std::string title_of(const Series& series) {
  return fmt::format("{}, seed {}, {}", format_board_size(series.name.board), series.name.seed,
                     counted(series.name.shards, "shard", "shards"));
}

std::string to_text(const std::vector<Series::Range>& ranges) {
  std::string text;
  for (const auto& [first, last] : ranges) {
    text += text.empty() ? "" : ", ";
    text += first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
  }
  return text;
}

std::vector<Series> series_of(std::vector<ShardResult> shards) {
  std::map<decltype(series_key(ShardResult{})), std::vector<ShardResult>> groups;
  for (ShardResult& shard : shards) groups[series_key(shard)].push_back(std::move(shard));
  std::vector<Series> all;
  all.reserve(groups.size());
  for (auto& [key, group] : groups) all.push_back(make_series(std::move(group)));
  return all;
}

}  // namespace onyx
