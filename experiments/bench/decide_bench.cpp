// bench_decide: how many positions of the kind that players ask about are decided, and how soon.
//
//   bench_decide [--seconds 10] [--threads 2] [FILE]    decides them, and prints a table
//   bench_decide --list                                 prints them: board, plies left, position
//
// FILE has lines as --list prints them; without it, the mixture of played_positions.h is taken. A
// fourth word of a line and what follows it do not count.
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "experiments/bench/played_positions.h"
#include "solver/decide/decide.h"

namespace onyx {
namespace {

struct Timing {
  bool is_decided = false;
  bool has_distance = false;
  double seconds = 0;
  std::string text;
};

Timing time_of(const PlayedPosition& played, double seconds, std::size_t threads) {
  return with_board(board_size_of(played.position), [&]<int W>(const Board<W>& board) {
    const Position<W> position = parse_position(board, played.position);
    DecideOptions options;
    options.threads = threads;
    Stop stop;
    const Stopwatch watch;
    stop.deadline = Stop::Clock::now() + clock_seconds(seconds);
    stop.bytes = std::uint64_t{2} << 30;
    const Decision<W> decision = decide(board, position, options, stop);
    Timing timing;
    timing.seconds = watch.seconds();
    timing.is_decided = decision.is_decided();
    timing.has_distance = decision.distance >= 0 || (timing.is_decided && decision.is_draw());
    timing.text = timing.is_decided ? fmt::format("{} in {}{}, {}", name_of(decision.claim),
                                                  decision.distance < 0 ? "at most " : "",
                                                  decision.distance < 0 ? decision.distance_at_most
                                                                        : decision.distance,
                                                  name_of(decision.engine))
                                    : name_of(decision.end);
    return timing;
  });
}

std::vector<PlayedPosition> read_positions(const std::string& name) {
  std::ifstream file(name);
  if (!file) throw InputError("cannot read " + in_quotes(name));
  std::vector<PlayedPosition> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    PlayedPosition played;
    std::string rows, midpoints, side;
    words >> played.board >> played.plies_left >> rows >> midpoints >> side;
    played.position = rows + " " + midpoints + " " + side;
    all.push_back(played);
  }
  return all;
}

struct Row {
  int positions = 0;
  int decided = 0;
  int with_distance = 0;
  double seconds = 0;
  double longest = 0;
};

int run(const std::vector<PlayedPosition>& all, double seconds, std::size_t threads) {
  std::map<std::pair<std::string, int>, Row> rows;
  Row sum;
  for (const PlayedPosition& played : all) {
    const Timing timing = time_of(played, seconds, threads);
    for (Row* row : {&rows[{played.board, played.plies_left}], &sum}) {
      ++row->positions;
      row->decided += timing.is_decided ? 1 : 0;
      row->with_distance += timing.has_distance ? 1 : 0;
      row->seconds += timing.seconds;
      row->longest = std::max(row->longest, timing.seconds);
    }
    fmt::print(stderr, "{} {} {} {:.3f} s: {}\n", played.board, played.plies_left, played.position,
               timing.seconds, timing.text);
  }
  const auto print = [](const std::string& name, const Row& row) {
    fmt::print("{:>12}  decided {:3} of {:3}  distance {:3}  mean {:7.3f} s  longest {:7.3f} s\n",
               name, row.decided, row.positions, row.with_distance, row.seconds / row.positions,
               row.longest);
  };
  for (const auto& [kind, row] : rows) print(fmt::format("{} -{}", kind.first, kind.second), row);
  print("all", sum);
  return 0;
}

}  // namespace
}  // namespace onyx

int main(int count, char** arguments) {
  using namespace onyx;
  double seconds = 10;
  std::size_t threads = 2;
  std::vector<PlayedPosition> all;
  try {
    for (int i = 1; i < count; ++i) {
      const std::string word = arguments[i];
      if (word == "--list") {
        for (const PlayedPosition& played : benchmark_positions()) {
          fmt::print("{} {} {}\n", played.board, played.plies_left, played.position);
        }
        return 0;
      }
      if (word == "--seconds" && i + 1 < count) {
        seconds = std::atof(arguments[++i]);
      } else if (word == "--threads" && i + 1 < count) {
        threads = static_cast<std::size_t>(std::max(std::atoi(arguments[++i]), 1));
      } else {
        all = read_positions(word);
      }
    }
    return run(all.empty() ? benchmark_positions() : all, seconds, threads);
  } catch (const std::exception& error) {
    std::cerr << "bench_decide: " << error.what() << "\n";
    return 2;
  }
}
