#include "experiments/puzzles/verify_files.h"

#include <fmt/core.h>

#include <atomic>
#include <map>

#include "core/base/parallel.h"
#include "experiments/files/certificate_files.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

struct Entry {
  std::string file;
  Puzzle puzzle;
  Verification verification;
};

std::vector<Entry> entries_of(const std::vector<std::string>& files) {
  std::vector<Entry> entries;
  for (const std::string& file : files) {
    for (Puzzle& puzzle : read_puzzles(file)) entries.push_back({file, std::move(puzzle), {}});
  }
  return entries;
}

/// Refutes puzzles whose position, up to symmetry, occurred before.
void refuse_repeats(std::vector<Entry>& entries) {
  std::map<std::string, const Entry*> first;
  for (Entry& entry : entries) {
    const PuzzleBoard board(board_of(entry.puzzle));
    for (const std::string& key : keys_of(board, entry.puzzle)) {
      const auto [known, is_new] = first.try_emplace(key, &entry);
      if (is_new || known->second == &entry) continue;
      entry.verification.verdict = Verified::refuted;
      entry.verification.why = fmt::format("its position is also that of {} in '{}'",
                                           known->second->puzzle.id, known->second->file);
    }
  }
}

void write_certificates(const Entry& entry, const std::string& folder) {
  int number = 0;
  for (const Certificate& certificate : entry.verification.kept) {
    const std::string name =
        fmt::format("{}-{:02}{}", entry.puzzle.id, number++, kCertificateEnding);
    write_file(FolderFile{folder, name}, to_json(certificate));
  }
}

struct Sums {
  std::map<std::string, std::uint64_t> by_engine;  ///< Confirmed puzzles.
  std::uint64_t confirmed = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;
  std::uint64_t certificates = 0;
  std::uint64_t positions = 0;
};

Sums sums_of(const std::vector<Entry>& entries) {
  Sums sums;
  for (const Entry& entry : entries) {
    const Verification& verification = entry.verification;
    sums.certificates += static_cast<std::uint64_t>(verification.certificates);
    sums.positions += verification.entries;
    sums.confirmed += verification.verdict == Verified::confirmed ? 1 : 0;
    sums.refuted += verification.verdict == Verified::refuted ? 1 : 0;
    sums.unknown += verification.verdict == Verified::unknown ? 1 : 0;
    if (verification.verdict == Verified::confirmed) ++sums.by_engine[verification.engine];
  }
  return sums;
}

void print(const std::vector<Entry>& entries, const Sums& sums, double seconds, bool as_json) {
  auto failures = nlohmann::ordered_json::array();
  for (const Entry& entry : entries) {
    const Verification& verification = entry.verification;
    if (verification.verdict == Verified::confirmed) continue;
    const char* const verdict = verification.verdict == Verified::refuted ? "refuted" : "unknown";
    failures.push_back({{"file", entry.file},
                        {"id", entry.puzzle.id},
                        {"verdict", verdict},
                        {"why", verification.why}});
    if (!as_json) {
      fmt::print("{}: {}: {}: {}\n", shown(entry.file), shown(entry.puzzle.id), verdict,
                 shown(verification.why));
    }
  }
  if (as_json) {
    nlohmann::ordered_json json;
    json["puzzles"] = entries.size();
    json["confirmed"] = sums.confirmed;
    json["refuted"] = sums.refuted;
    json["unknown"] = sums.unknown;
    json["plies_by"] = sums.by_engine;
    json["certificates"] = sums.certificates;
    json["positions"] = sums.positions;
    json["failures"] = failures;
    json["seconds"] = seconds;
    print_json(json);
    return;
  }
  fmt::print("{}: {} confirmed, {} refuted, {} unknown\n",
             counted(entries.size(), "puzzle", "puzzles"), sums.confirmed, sums.refuted,
             sums.unknown);
  for (const auto& [engine, count] : sums.by_engine)
    fmt::print("plies of {} by {}\n", count, engine);
  fmt::print("{} accepted, of {} in all\n",
             counted(sums.certificates, "certificate", "certificates"),
             counted(sums.positions, "position", "positions"));
  fmt::print("time: {:.1f} s\n", seconds);
}

}  // namespace

int verify_files(const std::vector<std::string>& files, const VerifyEffort& effort,
                 const std::string& folder, bool as_json) {
  std::vector<Entry> entries = entries_of(files);
  if (!folder.empty()) prepare_folder(folder);
  const InterruptScope interrupt;
  Progress progress("puzzles");
  std::atomic<std::size_t> done{0};
  parallel_for(Threads::all, entries.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !interrupt.interrupted(); ++i) {
      Entry& entry = entries[i];
      entry.verification = verify(entry.puzzle, effort, !folder.empty(), interrupt.flag());
      if (!folder.empty()) write_certificates(entry, folder);
      entry.verification.kept.clear();
      const std::size_t now = ++done;
      progress.update([&] {
        const double rate = static_cast<double>(now) / progress.seconds();
        return fmt::format("{} of {} puzzles, {:.1f}/s{}", now, entries.size(), rate,
                           time_left(static_cast<double>(entries.size() - now), rate));
      });
    }
  });
  if (interrupt.interrupted()) {
    notify("onyx puzzles: interrupted after {} of {} puzzles", done.load(), entries.size());
    return exit_code::kInterrupted;
  }
  refuse_repeats(entries);
  const Sums sums = sums_of(entries);
  print(entries, sums, progress.seconds(), as_json);
  if (sums.refuted > 0) return exit_code::kNo;
  return sums.unknown > 0 ? exit_code::kLimit : exit_code::kDone;
}

}  // namespace onyx
