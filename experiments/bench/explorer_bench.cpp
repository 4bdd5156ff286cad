// How fast the explorer visits positions, how it scales, and what memory it takes for each.
//
//   bench_explorer                              all cases, on 1 and on 2 threads
//   bench_explorer --benchmark_filter=/9.4M/    one of them
//
// items_per_second is positions a second. bytes_per_state is the explorer's memory at its peak less
// the edges, which take 4 bytes each. `yardstick` is the plainest exploration there is (one thread,
// a std::unordered_map, rows in vectors) of the same positions: quote results as a ratio to it from
// the same run, for machines differ and are noisy.
#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>

#include "core/notation.h"
#include "solver/graph/explorer.h"
#include "solver/graph/values.h"

namespace onyx {
namespace {

struct Case {
  const char* name;
  const char* position;
};

// Crowded 5x5 positions by the number of positions that are reachable from them.
constexpr Case kCases[] = {
    {"5x5/0.75M", "1H1H1/1V1VH/2H1V/VVV1V/HVHVV - V"},
    {"5x5/2.7M", "1H1H1/1V1VH/2H1V/VVV1V/H1HVV - V"},
    {"5x5/9.4M", "1H1H1/1V1VH/2H1V/1VV1V/HVHVV - V"},
    {"5x5/34M", "1H1H1/1V1VH/2H1V/V1V1V/HVHVV - V"},
};

/// Calls run(board, roots) with the case's board and position.
template <class OnBoard>
void with_case(const Case& test, OnBoard&& run) {
  with_board(board_size_of(test.position), [&](const auto& board) {
    run(board, std::vector{parse_position(board, test.position)});
  });
}

void explorer(benchmark::State& state, const Case& test, int threads) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  with_case(test, [&](const auto& board, const auto& roots) {
    std::uint64_t peak = 0;
    std::uint64_t states = 0;
    std::uint64_t edges = 0;
    for (auto _ : state) {
      Stop stop;
      stop.progress = [&](const Reached& reached) { peak = std::max(peak, reached.bytes); };
      const auto exploration = explore(board, std::span(roots.data(), roots.size()), stop);
      states = exploration.reached.known;
      edges = exploration.graph.edge_count();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(states) * state.iterations());
    state.counters["edges_per_state"] = static_cast<double>(edges) / static_cast<double>(states);
    state.counters["bytes_per_state"] =
        (static_cast<double>(peak) - 4 * static_cast<double>(edges)) / static_cast<double>(states);
  });
}

void values(benchmark::State& state, const Case& test, int threads) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
  with_case(test, [&](const auto& board, const auto& roots) {
    const auto exploration = explore(board, std::span(roots.data(), roots.size()), {});
    for (auto _ : state) benchmark::DoNotOptimize(solve_values(exploration.graph).outcomes.size());
    state.SetItemsProcessed(static_cast<std::int64_t>(exploration.graph.state_count()) *
                            state.iterations());
  });
}

void yardstick(benchmark::State& state, const Case& test) {
  with_case(test, [&](const auto& board, const auto& roots) {
    using PositionType = std::decay_t<decltype(roots.front())>;
    const ZobristKeys keys(board.geometry());
    const auto hash = [&](const PositionType& position) {
      return static_cast<std::size_t>(keys.key_of(position));
    };
    std::size_t states = 0;
    for (auto _ : state) {
      std::unordered_map<PositionType, StateId, decltype(hash)> numbers(16, hash);
      std::deque<PositionType> positions(roots.begin(), roots.end());
      std::vector<std::vector<StateId>> rows;
      numbers.emplace(roots.front(), 0);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        rows.emplace_back();
        const PositionType position = positions[i];
        if (winning_moves(board, position).any()) continue;
        placements(board, position).for_each([&](Place place) {
          const PositionType next = successor(board, position, place);
          const auto [entry, is_new] =
              numbers.try_emplace(next, static_cast<StateId>(positions.size()));
          if (is_new) positions.push_back(next);
          rows.back().push_back(entry->second);
        });
      }
      states = positions.size();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(states) * state.iterations());
  });
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  for (const onyx::Case& test : onyx::kCases) {
    const auto add = [&](const std::string& name, auto&& function, auto... arguments) {
      benchmark::RegisterBenchmark(name.c_str(), function, test, arguments...)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    for (const int threads : {1, 2}) {
      add(fmt::format("explorer/{}/threads:{}", test.name, threads), onyx::explorer, threads);
    }
    for (const int threads : {1, 2}) {
      add(fmt::format("values/{}/threads:{}", test.name, threads), onyx::values, threads);
    }
    add(fmt::format("yardstick/{}", test.name), onyx::yardstick);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
