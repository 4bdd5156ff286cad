#include "experiments/puzzles/critic.h"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/notation.h"
#include "experiments/puzzles/human_solver.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/rate_files.h"
#include "experiments/puzzles/rating_fit.h"
#include "experiments/puzzles/shape.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/repetition/pattern.h"

namespace onyx {
namespace {

using Json = nlohmann::ordered_json;

/// Puzzles of some files with what the critic asks about each.
struct Reviewed {
  std::vector<Puzzle> puzzles;  ///< With measures.
  std::vector<HumanAttempt> attempts;
  int exit = exit_code::kDone;  ///< If not this, the rest is not complete.
};

Reviewed reviewed(const std::vector<std::string>& files) {
  Reviewed all;
  for (const std::string& file : files) {
    std::ranges::move(read_puzzles(file), std::back_inserter(all.puzzles));
  }
  const InterruptScope interrupt;
  const auto measures = measures_of_all(all.puzzles, true, interrupt.flag());
  all.attempts.resize(all.puzzles.size());
  tbb::parallel_for(std::size_t{0}, all.puzzles.size(), [&](std::size_t i) {
    if (interrupt.interrupted()) return;
    all.attempts[i] = attempt(SmallBoard(board_of(all.puzzles[i])), all.puzzles[i]);
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

/// What can ever happen in a draw study, up to the names of places and players
/// (solver/repetition/pattern.h).
std::string arena_pattern(const Puzzle& puzzle) {
  const SmallBoard board(board_of(puzzle));
  const auto pattern = pattern_of(board, parse_position(board, puzzle.position));
  return pattern ? pattern->name() : puzzle.id;
}

template <class Counts>
std::uint64_t sum_of(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

/// Of each number of stars, how many puzzles were solved on which level; the last: on none.
using ByLevel = std::array<std::uint64_t, kNoLevel>;

Json critic_table(const Reviewed& all) {
  std::map<std::string, std::uint64_t> kinds;
  std::map<std::string, std::uint64_t> themes;
  std::map<std::string, std::uint64_t> looks;
  std::map<std::string, std::uint64_t> refutations;
  std::map<std::string, std::uint64_t> long_refutations;
  std::uint64_t his_best_point = 0;
  std::uint64_t plain_keys = 0;
  std::set<std::string> shapes;
  std::set<std::string> combinations;
  std::set<std::string> cycles;
  std::set<std::string> arenas;
  std::array<ByLevel, 5> solved{};
  std::vector<double> stars;
  std::vector<double> needs;
  for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
    const Puzzle& puzzle = all.puzzles[i];
    const Measures& measures = *puzzle.measures;
    const HumanAttempt& attempt = all.attempts[i];
    ++kinds[name_of(puzzle.kind)];
    for (const Theme theme : puzzle.themes) ++themes[std::string(name_of(theme))];
    for (const Look look : measures.looks) ++looks[std::string(name_of(look))];
    plain_keys += measures.looks.empty() ? 1 : 0;
    const int needed = measures.refutations;
    ++refutations[needed < 5 ? std::to_string(needed) : "5 or more"];
    const int late = measures.long_refutations;
    ++long_refutations[late == 0 ? "0" : late < 4 ? "1 to 3" : late < 10 ? "4 to 9" : "10 or more"];
    his_best_point += measures.is_his_best_point ? 1 : 0;
    shapes.insert(shape_of(SmallBoard(board_of(puzzle)), puzzle));
    combinations.insert(combination_of(SmallBoard(board_of(puzzle)), puzzle));
    if (puzzle.kind == PuzzleKind::draw) {
      cycles.insert(shape_of_cycle(SmallBoard(board_of(puzzle)), puzzle));
      arenas.insert(arena_pattern(puzzle));
    }
    ++solved[static_cast<std::size_t>(puzzle.difficulty - 1)]
            [static_cast<std::size_t>(attempt.level - 1)];
    stars.push_back(puzzle.difficulty);
    needs.push_back(attempt.need());
  }
  Json json;
  json["puzzles"] = all.puzzles.size();
  json["kinds"] = kinds;
  json["themes"] = Json::object();
  for (const Theme theme : kThemes) {
    json["themes"][std::string(name_of(theme))] = themes[std::string(name_of(theme))];
  }
  json["different refutations"] = refutations;
  json["the key is his best point"] = his_best_point;
  json["long refutations"] = Json::object();
  for (const char* const many : {"0", "1 to 3", "4 to 9", "10 or more"}) {
    json["long refutations"][many] = long_refutations[many];
  }
  json["the key looks"] = Json::object();
  for (const Look look : kLooks) {
    json["the key looks"][std::string(name_of(look))] = looks[std::string(name_of(look))];
  }
  json["the key looks"]["well"] = plain_keys;
  json["patterns"]["main lines"] = shapes.size();
  json["patterns"]["combinations"] = combinations.size();
  json["patterns"]["cycles"] = cycles.size();
  json["patterns"]["arenas of draw studies"] = arenas.size();
  for (std::size_t star = 0; star < solved.size(); ++star) {
    Json row;
    row["stars"] = star + 1;
    row["puzzles"] = sum_of(solved[star]);
    row["solved by level"] = Json::array();
    std::uint64_t so_far = 0;
    for (std::size_t level = 0; level < kHumanLevels.size(); ++level) {
      so_far += solved[star][level];
      row["solved by level"].push_back(so_far);
    }
    json["human-like solver"].push_back(row);
  }
  json["rank correlation of stars and need"] = rank_correlation(stars, needs);
  return json;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_rows(const Json& json, const char* title, std::uint64_t puzzles) {
  fmt::print("{}:\n", title);
  for (const auto& [name, count] : json.at(title).items()) {
    fmt::print("{:>8}  {:>7}  {}\n", count.get<std::uint64_t>(),
               percent(count.get<std::uint64_t>(), puzzles), name);
  }
}

void print_table(const Json& json) {
  const auto puzzles = json.at("puzzles").get<std::uint64_t>();
  fmt::print("puzzles: {}\n", puzzles);
  print_rows(json, "kinds", puzzles);
  print_rows(json, "themes", puzzles);
  print_rows(json, "different refutations", puzzles);
  const auto best = json.at("the key is his best point").get<std::uint64_t>();
  fmt::print("solved by \"his best point\": {}  {}\n", best, percent(best, puzzles));
  print_rows(json, "long refutations", puzzles);
  print_rows(json, "the key looks", puzzles);
  fmt::print("different patterns:\n");
  for (const auto& [name, count] : json.at("patterns").items()) {
    fmt::print("{:>8}  {}\n", count.get<std::uint64_t>(), name);
  }
  fmt::print("human-like solver, by stars: puzzles, solved by level 1, 2, ... at the latest:\n");
  for (const Json& row : json.at("human-like solver")) {
    const auto count = row.at("puzzles").get<std::uint64_t>();
    std::string shares;
    for (const Json& solved : row.at("solved by level")) {
      shares += fmt::format("  {:>7}", percent(solved.get<std::uint64_t>(), count));
    }
    fmt::print("{:>8}  {:>5}{}\n", row.at("stars").get<int>(), count, shares);
  }
  fmt::print("rank correlation of stars and need: {:.2f}\n",
             json.at("rank correlation of stars and need").get<double>());
}

}  // namespace

int critic_of_files(const std::vector<std::string>& files, bool as_json) {
  const Reviewed all = reviewed(files);
  if (all.exit != exit_code::kDone) return all.exit;
  const Json json = critic_table(all);
  if (as_json) {
    print_json(json);
  } else {
    print_table(json);
  }
  return exit_code::kDone;
}

int fit_files(const std::vector<std::string>& files, bool as_json) {
  const Reviewed all = reviewed(files);
  if (all.exit != exit_code::kDone) return all.exit;
  if (all.puzzles.empty()) throw InputError("--fit: the files have no puzzles");
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
  Json json;
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
  if (as_json) {
    print_json(json);
    return exit_code::kDone;
  }
  fmt::print("{:>9}  {:>6}  {:>4}  feature\n", "doublings", "points", "rule");
  for (const Json& feature : json.at("features")) {
    fmt::print("{:>9.2f}  {:>6}  {:>4}  {}\n", feature.at("doublings").get<double>(),
               feature.at("points").get<int>(), feature.at("points of the rule").get<int>(),
               feature.at("name").get<std::string>());
  }
  fmt::print("base: {:.2f} doublings\n", fit.base);
  fmt::print("cuts: {} {} {} {}, of the rule {} {} {} {}\n", fit.cuts[0], fit.cuts[1], fit.cuts[2],
             fit.cuts[3], kCuts[0], kCuts[1], kCuts[2], kCuts[3]);
  fmt::print(
      "rank correlation of need with stars of the files {:.2f}, with points of the rule "
      "{:.2f}\n",
      json.at("rank correlation of need with stars of the files").get<double>(),
      json.at("rank correlation of need with points of the rule").get<double>());
  return exit_code::kDone;
}

}  // namespace onyx
