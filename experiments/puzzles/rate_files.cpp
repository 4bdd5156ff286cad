#include "experiments/puzzles/rate_files.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <atomic>
#include <set>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/rating_fit.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

/// For each question whether a reply refutes; thousands are enough for nearly all.
constexpr std::uint64_t kMostNodesOfReply = 20'000'000;
/// Beyond any win that composing finds.
constexpr int kMostPliesOfReply = 40;

using Stars = std::array<std::uint64_t, 5>;

std::string in_a_row(const Stars& stars) {
  return fmt::format("{} {} {} {} {}", stars[0], stars[1], stars[2], stars[3], stars[4]);
}

void count_in(Stars& stars, const Puzzle& puzzle) {
  ++stars[static_cast<std::size_t>(puzzle.difficulty - 1)];
}

nlohmann::ordered_json fit_table(const Reviewed& all) {
  std::vector<RatedPuzzle> rated;
  std::vector<double> needs;
  std::vector<double> stars;
  std::vector<double> points;
  for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
    rated.push_back({features_of(all.puzzles[i]), all.attempts[i].need()});
    needs.push_back(rated.back().need);
    stars.push_back(all.puzzles[i].difficulty);
    points.push_back(points_of(rated.back().features));
  }
  const RatingFit fit = fit_rating(rated);
  nlohmann::ordered_json json;
  bool is_rule = fit.cuts == kCuts;
  json["puzzles"] = all.puzzles.size();
  json["base"] = fit.base;
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    is_rule = is_rule && fit.points[i] == kFeatures[i].points;
    json["features"].push_back({{"name", kFeatures[i].name},
                                {"doublings", fit.slopes[i]},
                                {"points", fit.points[i]},
                                {"points of the rule", kFeatures[i].points}});
  }
  json["cuts"] = fit.cuts;
  json["cuts of the rule"] = kCuts;
  json["is the rule"] = is_rule;
  json["rank correlation of need with stars of the files"] = rank_correlation(stars, needs);
  json["rank correlation of need with points of the rule"] = rank_correlation(points, needs);
  return json;
}

void print_fit(const nlohmann::ordered_json& json) {
  fmt::print("{:>9}  {:>6}  {:>4}  feature\n", "doublings", "points", "rule");
  for (const nlohmann::ordered_json& feature : json.at("features")) {
    fmt::print("{:>9.2f}  {:>6}  {:>4}  {}\n", feature.at("doublings").get<double>(),
               feature.at("points").get<int>(), feature.at("points of the rule").get<int>(),
               feature.at("name").get<std::string>());
  }
  fmt::print("base: {:.2f} doublings\n", json.at("base").get<double>());
  const auto cuts = json.at("cuts").get<std::array<int, kCuts.size()>>();
  fmt::print("cuts: {}, of the rule {}\n", fmt::join(cuts, " "), fmt::join(kCuts, " "));
  fmt::print(
      "rank correlation of need with stars of the files {:.2f}, with points of the rule "
      "{:.2f}\n",
      json.at("rank correlation of need with stars of the files").get<double>(),
      json.at("rank correlation of need with points of the rule").get<double>());
}

}  // namespace

std::vector<std::optional<Measures>> measures_of_all(const std::vector<Puzzle>& puzzles,
                                                     bool keeps_what_they_have,
                                                     Interrupt interrupt) {
  std::vector<std::optional<Measures>> all(puzzles.size());
  Progress progress("measured");
  std::atomic<std::size_t> done{0};
  parallel_for(Threads::all, puzzles.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !interrupt.has_come(); ++i) {
      const Puzzle& puzzle = puzzles[i];
      all[i] = puzzle.measures;
      if (all[i] && keeps_what_they_have) continue;
      all[i] = with_puzzle_board(board_of(puzzle), [&](const auto& board) {
        BoundedSearch search(board);
        search.set_node_limit(kMostNodesOfReply);
        search.set_interrupt(interrupt);
        SearchOracle oracle(search, kMostPliesOfReply);
        return measures_of(board, oracle, puzzle);
      });
      const std::size_t now = ++done;
      progress.update([&] { return fmt::format("{} of {} puzzles", now, puzzles.size()); });
    }
  });
  if (interrupt.has_come()) all.assign(puzzles.size(), std::nullopt);
  return all;
}

Reviewed reviewed(const std::vector<std::string>& files) {
  Reviewed all;
  for (const std::string& file : files) {
    std::ranges::move(read_puzzles(file), std::back_inserter(all.puzzles));
  }
  const InterruptScope interrupt;
  const auto measures = measures_of_all(all.puzzles, true, interrupt.flag());
  all.attempts.resize(all.puzzles.size());
  parallel_for(Threads::all, all.puzzles.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !interrupt.interrupted(); ++i) {
      all.attempts[i] = attempt(PuzzleBoard(board_of(all.puzzles[i])), all.puzzles[i]);
    }
  });
  if (interrupt.interrupted()) {
    all.exit = exit_code::kInterrupted;
    return all;
  }
  for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
    Puzzle& puzzle = all.puzzles[i];
    puzzle.measures = measures[i];
    if (puzzle.measures) continue;
    notify("onyx puzzles: {} could not be measured within the limits", puzzle.id);
    all.exit = exit_code::kLimit;
  }
  return all;
}

int rate_files(const std::vector<std::string>& files, const std::string& folder, bool as_json) {
  std::set<fs::path> names;
  std::vector<std::size_t> ends;
  std::vector<Puzzle> puzzles;
  for (const std::string& file : files) {
    if (!names.insert(fs::path(file).filename()).second) {
      throw InputError("--rate: two files are called " +
                       in_quotes(fs::path(file).filename().string()));
    }
    std::ranges::move(read_puzzles(file), std::back_inserter(puzzles));
    ends.push_back(puzzles.size());
  }
  const InterruptScope interrupt;
  const auto measures = measures_of_all(puzzles, false, interrupt.flag());
  if (interrupt.interrupted()) {
    notify("onyx puzzles: interrupted; nothing is written");
    return exit_code::kInterrupted;
  }
  Stars before{};
  Stars after{};
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    Puzzle& puzzle = puzzles[i];
    if (!measures[i]) {
      notify("onyx puzzles: {} could not be measured within the limits; nothing is written",
             puzzle.id);
      return exit_code::kLimit;
    }
    count_in(before, puzzle);
    puzzle.measures = measures[i];
    const int difficulty = difficulty_of(puzzle);
    changed += difficulty != puzzle.difficulty ? 1 : 0;
    puzzle.difficulty = difficulty;
    count_in(after, puzzle);
  }
  prepare_folder(folder);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::vector<Puzzle> part(puzzles.begin() + static_cast<std::ptrdiff_t>(begin),
                                   puzzles.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    write_file(FolderFile{folder, fs::path(files[i]).filename().string()}, to_lines(part));
    begin = ends[i];
  }
  if (as_json) {
    nlohmann::ordered_json json;
    json["puzzles"] = puzzles.size();
    json["changed"] = changed;
    json["before"] = before;
    json["after"] = after;
    json["out"] = folder;
    print_json(json);
  } else {
    fmt::print("{} rated, {} with another difficulty\n",
               counted(puzzles.size(), "puzzle", "puzzles"), changed);
    fmt::print("by stars before: {}\nby stars now: {}\n", in_a_row(before), in_a_row(after));
  }
  return exit_code::kDone;
}

int fit_files(const std::vector<std::string>& files, bool as_json) {
  const Reviewed all = reviewed(files);
  if (all.exit != exit_code::kDone) return all.exit;
  if (all.puzzles.empty()) throw InputError("--fit: the files have no puzzles");
  const nlohmann::ordered_json json = fit_table(all);
  if (as_json) {
    print_json(json);
  } else {
    print_fit(json);
  }
  return exit_code::kDone;
}

}  // namespace onyx
