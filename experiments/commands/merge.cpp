// onyx merge: joins the results of searches, each class once, and reports missing shards.
#include "experiments/repetition/merge/merge.h"

#include "experiments/commands/common.h"

namespace onyx {
namespace {

constexpr std::size_t kMostLines = 20;  // --json lists all

void notify_first(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    notify("onyx merge: {}", lines[i]);
  }
  if (lines.size() > kMostLines) {
    notify("onyx merge: and {} more; --json lists them", lines.size() - kMostLines);
  }
}

/// Reports the shards that are missing, incomplete or made with other settings.
void notify_lacks(const Series& series) {
  const std::string title = title_of(series);
  if (!series.missing.empty()) {
    notify("onyx merge: {}: {} missing: number {}", title, series.missing_count,
           to_text(series.missing));
  }
  std::vector<std::string> lines;
  for (const ShardResult& shard : series.shards) {
    const std::string lack = series.lack_of(shard);
    if (lack.empty()) continue;
    lines.push_back(fmt::format("{}: shard {} is not complete: {} ['{}']", title, number_of(shard),
                                lack, shown(shard.file.string())));
  }
  for (const ShardResult& shard : series.others) {
    lines.push_back(fmt::format("{}: shard {} was made with other settings: {} ['{}']", title,
                                number_of(shard), shard.content.settings,
                                shown(shard.file.string())));
  }
  notify_first(lines);
}

void print_as_text(const MergeSettings& settings, const MergeReport& report) {
  std::uint64_t missing = 0;
  std::uint64_t incomplete = 0;
  std::uint64_t others = 0;
  for (const Series& series : report.series) {
    missing += series.missing_count;
    for (const auto& shard : series.shards) incomplete += series.lack_of(shard).empty() ? 0 : 1;
    others += series.others.size();
  }
  fmt::print("directories: {}\n", report.folders);
  fmt::print("certificates: {} ({}, {} verified, {} rejected)\n", report.certificates,
             counted(report.repeats, "repeat", "repeats"), report.verified, report.rejected);
  if (settings.verify_percent > 0 && settings.verify_percent < 100) {
    fmt::print(
        "verified: {} %, chosen at random in each run, and all that differ from another one\n",
        settings.verify_percent);
  }
  if (report.repaired + report.unsound > 0) {
    fmt::print("in {}: {} invalid ones replaced, {} left\n", shown(settings.out), report.repaired,
               report.unsound);
  }
  fmt::print("shards: {} missing, {} incomplete, {} with other settings\n", missing, incomplete,
             others);
  fmt::print("{} in {}, {} of them new\n", counted(report.classes, "class", "classes"),
             shown(settings.out), report.added);
}

int run(const MergeSettings& settings, const Globals& globals) {
  const InterruptScope interrupt;
  Progress progress("merge");
  Stop stop{.interrupt = interrupt.flag()};
  stop.progress = [&](const Reached& reached) {
    progress.update([&] {
      const std::uint64_t all = reached.known;
      const std::uint64_t done = reached.done;
      if (done == 0) return fmt::format("{} certificates found", all);
      const double rate = static_cast<double>(done) / progress.seconds();
      const std::string left = time_left(static_cast<double>(all - std::min(all, done)), rate);
      if (names_pack(settings.out)) {
        // The total counts a read and a write per certificate. Repeats will need no write.
        return fmt::format("read and written {} of {} times{}", done, all, left);
      }
      return fmt::format("{} of {} certificates, {}/s{}", done, all, short_number(rate), left);
    });
  };
  const MergeReport report = merge(settings, stop);
  if (report.end != End::complete) {
    notify("onyx merge: interrupted after {}; run it again to continue",
           counted(report.certificates, "certificate", "certificates"));
    return exit_code::kInterrupted;
  }
  if (globals.json) {
    Json json = to_json(report);
    json["seconds"] = progress.seconds();
    json["verify_percent"] = settings.verify_percent;
    json["out"] = settings.out;
    print_json(json);
  } else {
    print_as_text(settings, report);
  }
  std::fflush(stdout);
  for (const Series& series : report.series) notify_lacks(series);
  std::vector<std::string> rejections;
  for (const auto& [file, reason, stays] : report.rejections) {
    const char* what = stays ? "is invalid, but stays" : "left out";
    rejections.push_back(fmt::format("'{}' {}: {}", shown(file), what, reason));
  }
  notify_first(rejections);
  return report.rejected + report.unsound > 0 ? exit_code::kNo : exit_code::kDone;
}

}  // namespace

Run declare_merge(CLI::App& app, const Globals& globals) {
  auto settings = std::make_shared<MergeSettings>();
  add_paths(app, "DIR", settings->folders, "Folders that searches wrote, in any depth, and packs")
      ->required();
  add_path(app, "--out", settings->out,
           "Folder for the certificates, one for each class; or a pack for all of them, PATH.pack")
      ->required();
  add_number(app, "--verify", settings->verify_percent,
             "Percentage of the certificates that are checked in full, chosen at random in each "
             "run. A certificate that differs from another one of its class, or would replace it, "
             "is always checked",
             0, 100);
  app.add_flag("--mixed-versions", settings->mixed_versions,
               "Also join results of different versions of the program");
  app.footer(
      "Missing and incomplete shards are reported, and do not change the exit code; it is 1 if a "
      "certificate is rejected. A merge that was interrupted or killed continues when it is run "
      "again.");
  return [settings, &globals] { return run(*settings, globals); };
}

}  // namespace onyx
