#include "experiments/puzzles/rate_files.h"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <array>
#include <atomic>
#include <set>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
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

}  // namespace

std::vector<std::optional<Measures>> measures_of_all(const std::vector<Puzzle>& puzzles,
                                                     bool keeps_what_they_have,
                                                     Interrupt interrupt) {
  std::vector<std::optional<Measures>> all(puzzles.size());
  Progress progress("measured");
  std::atomic<std::size_t> done{0};
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, puzzles.size(), 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end() && !interrupt.has_come(); ++i) {
          const Puzzle& puzzle = puzzles[i];
          all[i] = puzzle.measures;
          if (all[i] && keeps_what_they_have) continue;
          const SmallBoard board(board_of(puzzle));
          BoundedSearch<1> search(board);
          search.set_node_limit(kMostNodesOfReply);
          search.set_interrupt(interrupt);
          SearchOracle oracle(search, kMostPliesOfReply);
          all[i] = measures_of(board, oracle, puzzle);
          const std::size_t now = ++done;
          progress.update([&] { return fmt::format("{} of {} puzzles", now, puzzles.size()); });
        }
      },
      tbb::simple_partitioner());
  if (interrupt.has_come()) all.assign(puzzles.size(), std::nullopt);
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

}  // namespace onyx
