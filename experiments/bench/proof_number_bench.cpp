// What each technique of proof-number search is worth: nodes and time with it switched off.
//
//   bench_proof_number                              four open boards, and five harder positions
//   bench_proof_number --benchmark_filter=5x5/      5x5 open alone
//   bench_proof_number --benchmark_filter='/(all|without-evaluation)/'
//                                                   one technique, on all of them
//
// `nodes` are positions expanded until it is known who wins, `solved` is 0 where the limit of time
// was met before; then `nodes` are those expanded by then. One thread, a table of 1 GiB.
#include <benchmark/benchmark.h>

#include <string>

#include "core/notation.h"
#include "solver/proof_number/found_value.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 30;
constexpr std::chrono::seconds kMostTime{30};

struct Case {
  const char* name;
  bool Techniques::*technique;  ///< Switched off; nullptr for none.
};
constexpr Case kCases[] = {{"all", nullptr},
                           {"without-forks", &Techniques::forks},
                           {"without-must-play", &Techniques::must_play},
                           {"without-connections", &Techniques::connections},
                           {"without-mobility", &Techniques::mobility},
                           {"without-evaluation", &Techniques::evaluation},
                           {"without-restarts", &Techniques::restarts},
                           {"without-symmetry", &Techniques::symmetry},
                           {"without-simulation", &Techniques::simulation},
                           {"without-tolerance", &Techniques::tolerance},
                           {"without-take-over", &Techniques::take_over}};

struct Problem {
  const char* name;
  const char* position;
};
constexpr Problem kProblems[] = {{"4x4", "open:4x4"},
                                 {"4x5", "open:4x5"},
                                 {"5x4", "open:5x4"},
                                 {"5x5", "open:5x5"},
                                 {"5x5-D3", "5/5/3V1/5/5 - H"},
                                 {"5x5-BC34", "5/5/5/5/5 BC34:V H"},
                                 {"5x6-C5", "5/2V2/5/5/5/5 - H"},
                                 {"5x6-D2", "5/5/5/5/3V1/5 - H"},
                                 {"6x6-standard", "standard:6x6"}};

void find_winner(benchmark::State& state, const std::string& text, bool Techniques::*technique) {
  Techniques techniques;
  if (technique != nullptr) techniques.*technique = false;
  with_board(board_size_of(text), [&]<int W>(const Board<W>& board) {
    for (auto _ : state) {
      ProofTable<W> table(kTableBytes);
      Searcher<W> searcher(board, table, 1, techniques);
      Stop stop;
      stop.deadline = std::chrono::steady_clock::now() + kMostTime;
      const auto verdict = find_value(searcher, parse_position(board, text), stop);
      state.counters["solved"] = verdict.end == End::complete ? 1 : 0;
      state.counters["nodes"] = static_cast<double>(searcher.nodes());
      state.counters["entries"] = static_cast<double>(table.used());
      state.SetItemsProcessed(static_cast<std::int64_t>(searcher.nodes()));
    }
  });
}

}  // namespace
}  // namespace onyx::proof_number

int main(int argc, char** argv) {
  using namespace onyx::proof_number;
  for (const Problem& problem : kProblems) {
    for (const auto& [name, technique] : kCases) {
      benchmark::RegisterBenchmark((std::string(problem.name) + "/" + name).c_str(), find_winner,
                                   std::string(problem.position), technique)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
