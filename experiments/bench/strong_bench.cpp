// How fast whole boards are solved, against a plain table and against the memory.
//
//   bench_strong                                       all cases; 7 GB and some minutes, see below
//   bench_strong --benchmark_filter=-plain/4x4         without the plain table of 4x4, which takes
//                                                      nearly all of the memory and the time
//
// items_per_second is slots a second: colourings of the board's places, with V and with H to move.
//   engine/BOARD    solve_whole_board. Symmetric tiers are solved once; `solved` is the part of the
//                   slots that is, so items_per_second times `solved` is what the loops process.
//   plain/BOARD     the baseline, baseline_table.h: the same counts, one byte a slot, -march=native
//   memory          bytes a second, streaming through 256 MiB
// A summary on standard error ends the run: the ratio of engine and plain table on the same board,
// and how near the engine comes to the bandwidth of the memory if all that it touches came from
// there. (It does not: the table of a 4x4 tier, 22 MB, fits into many a cache.)
#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <atomic>
#include <map>
#include <string>

#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "experiments/bench/baseline_table.h"
#include "solver/tier_run/whole_board.h"

namespace onyx {
namespace {

constexpr BoardSize kBoards[] = {{3, 4}, {3, 5}, {4, 4}};

/// By name of the case: items or bytes a second. For the summary.
std::map<std::string, double> g_rates;

/// Times the loop's body by itself, so that the summary has the rate too.
class Rate {
 public:
  explicit Rate(std::string name) : name_(std::move(name)) {}
  void start() { watch_ = {}; }
  void stop(double items) {
    seconds_ += watch_.seconds();
    items_ += items;
    g_rates[name_] = items_ / seconds_;
  }

 private:
  std::string name_;
  Stopwatch watch_;
  double seconds_ = 0;
  double items_ = 0;
};

tbb::global_control with_threads(int threads) {
  return {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)};
}

double slots_of(BoardSize size) {
  double slots = 2;
  for (int i = 0; i < place_count(size); ++i) slots *= 3;
  return slots;
}

/// Bytes of tables that a solved slot touches at least: setting up, one sweep over all blocks, and
/// counting. Later sweeps, over the blocks that are still open, come on top.
double least_bytes_per_slot(BoardSize size) {
  const double empty = (point_count(size) - tier::kLowCells) / 3.0;  // high cells, on average
  constexpr double kBlock = sizeof(tier::Block);
  constexpr double kKeep = sizeof(tier::Keep);
  const double set_up = kBlock + kKeep;
  const double read = kBlock + kKeep + kBlock * empty;
  return (set_up + read + kBlock + kBlock) / (2 * tier::kBlockBits);
}

void engine(benchmark::State& state, const std::string& name, BoardSize size, int threads) {
  const auto control = with_threads(threads);
  Rate rate(name);
  std::uint64_t solved = 0;
  WholeBoard board;
  Reached reached;
  Stop stop;
  stop.progress = [&](const Reached& progress) {
    ++solved;
    reached = progress;
  };
  for (auto _ : state) {
    solved = 0;
    rate.start();
    board = solve_whole_board(size, {}, stop);
    rate.stop(slots_of(size));
  }
  const double part = static_cast<double>(solved) / static_cast<double>(reached.known);
  state.SetItemsProcessed(static_cast<std::int64_t>(slots_of(size)) * state.iterations());
  state.counters["solved"] = part;
  state.counters["sweeps"] = board.most_sweeps;
  state.SetLabel(tier::sweep_name());
  g_rates[name + "/solved"] = part;
}

void plain_table(benchmark::State& state, const std::string& name, BoardSize size, int threads) {
  const auto control = with_threads(threads);
  Rate rate(name);
  int passes = 0;
  for (auto _ : state) {
    rate.start();
    const BaselineTable table(size);
    const ValueCounts counts = table.counts();
    rate.stop(slots_of(size));
    passes = table.passes();
    state.PauseTiming();
    if (counts != solve_whole_board(size).counts.both()) state.SkipWithError("the counts differ");
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(slots_of(size)) * state.iterations());
  state.counters["passes"] = passes;
}

void memory(benchmark::State& state, const std::string& name, int threads) {
  const auto control = with_threads(threads);
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  BigArray<std::uint64_t> words;
  words.map(kBytes / sizeof(std::uint64_t));
  words.resize(kBytes / sizeof(std::uint64_t));
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = i;
  Rate rate(name);
  for (auto _ : state) {
    rate.start();
    std::atomic<std::uint64_t> sum{0};
    parallel_for(Threads::all, words.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
      std::uint64_t part = 0;
      for (std::size_t i = begin; i < end; ++i) part += words[i];
      sum += part;
    });
    benchmark::DoNotOptimize(sum.load());
    rate.stop(kBytes);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(kBytes) * state.iterations());
}

std::string case_name(const char* what, const std::string& board, int threads) {
  return fmt::format("{}/{}/threads:{}", what, board, threads);
}

void summarize() {
  const auto rate = [](const std::string& name) {
    const auto found = g_rates.find(name);
    return found == g_rates.end() ? 0.0 : found->second;
  };
  for (const BoardSize size : kBoards) {
    const std::string board = format_board_size(size);
    for (const int threads : {1, 2}) {
      const std::string name = case_name("engine", board, threads);
      const double slots = rate(name);
      if (slots == 0) continue;
      std::string line = fmt::format("{}, {} thread{}: {:.0f} M slots/s", board, threads,
                                     threads == 1 ? "" : "s", slots / 1e6);
      if (const double plain = rate(case_name("plain", board, threads)); plain > 0) {
        line +=
            fmt::format(", {:.0f} times the plain table ({:.1f} M/s)", slots / plain, plain / 1e6);
      }
      const double solved = slots * rate(name + "/solved");
      const double bytes = least_bytes_per_slot(size);
      line += fmt::format("; solved {:.0f} M/s, at least {:.1f} bytes each, {:.1f} GB/s",
                          solved / 1e6, bytes, solved * bytes / 1e9);
      if (const double most = rate(fmt::format("memory/threads:{}", threads)); most > 0) {
        line += fmt::format(" of the memory's {:.1f}", most / 1e9);
      }
      fmt::print(stderr, "{}\n", line);
    }
  }
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  const auto add = [](const std::string& name, auto&& function, auto... arguments) {
    return benchmark::RegisterBenchmark(name.c_str(), function, name, arguments...)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  for (const int threads : {1, 2}) {
    add(fmt::format("memory/threads:{}", threads), onyx::memory, threads);
  }
  for (const onyx::BoardSize size : onyx::kBoards) {
    const std::string board = onyx::format_board_size(size);
    for (const int threads : {1, 2}) {
      add(onyx::case_name("engine", board, threads), onyx::engine, size, threads);
    }
    add(onyx::case_name("plain", board, 2), onyx::plain_table, size, 2);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  onyx::summarize();
  return 0;
}
