#include "experiments/puzzles/critic.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/notation.h"
#include "experiments/puzzles/rate_files.h"
#include "experiments/puzzles/rating_fit.h"
#include "experiments/puzzles/shape.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

using Json = nlohmann::ordered_json;

template <class Counts>
std::uint64_t sum_of(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

/// Of each number of stars, how many puzzles were solved on which level; the last: on none.
using ByLevel = std::array<std::uint64_t, kNoLevel>;

/// What is counted of a collection.
struct Review {
  std::map<std::string, std::uint64_t> kinds;
  std::map<std::string, std::uint64_t> answers;  ///< To who wins.
  std::map<std::string_view, std::uint64_t> themes;
  std::map<std::string_view, std::uint64_t> looks;
  std::map<std::string, std::uint64_t> refutations;
  std::map<std::string, std::uint64_t> long_refutations;
  std::uint64_t his_best_point = 0;
  std::uint64_t plain_keys = 0;
  std::set<std::string> shapes;
  std::set<std::string> combinations;
  std::set<std::string> cycles;
  std::set<std::string> patterns;  ///< Of cycles.
  std::array<ByLevel, 5> solved{};
  std::vector<double> stars;
  std::vector<double> needs;

  void add(const Puzzle& puzzle, const HumanAttempt& attempt) {
    ++kinds[name_of(puzzle.kind)];
    if (puzzle.kind == PuzzleKind::who) ++answers[answer_of(puzzle)];
    for (const Theme theme : puzzle.themes) ++themes[name_of(theme)];
    add(*puzzle.measures);
    const PuzzleBoard board(board_of(puzzle));
    shapes.insert(shape_of(board, puzzle));
    combinations.insert(combination_of(board, puzzle));
    if (puzzle.kind == PuzzleKind::draw) {
      cycles.insert(shape_of_cycle(board, puzzle));
      patterns.insert(pattern_of_cycle(board, puzzle));
    }
    ++solved[static_cast<std::size_t>(puzzle.difficulty - 1)]
            [static_cast<std::size_t>(attempt.level - 1)];
    stars.push_back(puzzle.difficulty);
    needs.push_back(attempt.need());
  }

  void add(const Measures& measures) {
    for (const Look look : measures.looks) ++looks[name_of(look)];
    plain_keys += measures.looks.empty() ? 1 : 0;
    const int needed = measures.refutations;
    ++refutations[needed < 5 ? std::to_string(needed) : "5 or more"];
    const int late = measures.long_refutations;
    ++long_refutations[late == 0 ? "0" : late < 4 ? "1 to 3" : late < 10 ? "4 to 9" : "10 or more"];
    his_best_point += measures.is_his_best_point ? 1 : 0;
  }
};

/// A row for each number of stars: how many the human-like solver solves on each level or before.
Json solved_table(const std::array<ByLevel, 5>& solved) {
  Json table = Json::array();
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
    table.push_back(row);
  }
  return table;
}

Json critic_table(const Reviewed& all) {
  Review review;
  for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
    review.add(all.puzzles[i], all.attempts[i]);
  }
  Json json;
  json["puzzles"] = all.puzzles.size();
  json["kinds"] = review.kinds;
  json["answers to who wins"] = review.answers;
  json["themes"] = Json::object();
  for (const Theme theme : kThemes) {
    json["themes"][std::string(name_of(theme))] = review.themes[name_of(theme)];
  }
  json["different refutations"] = review.refutations;
  json["the key is his best point"] = review.his_best_point;
  json["long refutations"] = Json::object();
  for (const char* const many : {"0", "1 to 3", "4 to 9", "10 or more"}) {
    json["long refutations"][many] = review.long_refutations[many];
  }
  json["the key looks"] = Json::object();
  for (const Look look : kLooks) {
    json["the key looks"][std::string(name_of(look))] = review.looks[name_of(look)];
  }
  json["the key looks"]["well"] = review.plain_keys;
  json["patterns"]["main lines"] = review.shapes.size();
  json["patterns"]["combinations"] = review.combinations.size();
  json["patterns"]["shapes of cycles"] = review.cycles.size();
  json["patterns"]["patterns of cycles"] = review.patterns.size();
  json["human-like solver"] = solved_table(review.solved);
  json["rank correlation of stars and need"] = rank_correlation(review.stars, review.needs);
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
  if (!json.at("answers to who wins").empty()) print_rows(json, "answers to who wins", puzzles);
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

}  // namespace onyx
