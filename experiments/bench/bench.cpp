// Measures the speed of the engines and computes a signature of their counts.
//
//   onyx-bench                                       all cases except `played`
//   onyx-bench explorer tiers --threads 1            some groups of cases
//   onyx-bench proof --without forks                 proof-number search without a technique
//   onyx-bench played --positions FILE --seconds 10  decides the positions of a file
//
// Groups: `explorer` solves all reachable positions; `tiers` solves whole boards; `proof` finds the
// winner on one thread; `played` decides positions of real play (played_positions.txt: board, plies
// left, position). Timings are noisy: alternate two builds on one machine, or compare cases in one
// run. The signature is a checksum of all counts except those of `played`. It depends only on the
// search, not on the machine or the number of threads, unless a time limit ends a case.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <map>

#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "solver/decide/decide.h"
#include "solver/engine/graph/explorer.h"
#include "solver/engine/graph/values.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

struct Case {
  const char* name;
  const char* position;
};

// Each case is named after its number of reachable positions.
constexpr Case kExplored[] = {
    {"0.75M", "1H1H1/1V1VH/2H1V/VVV1V/HVHVV - V"},
    {"2.7M", "1H1H1/1V1VH/2H1V/VVV1V/H1HVV - V"},
    {"9.4M", "1H1H1/1V1VH/2H1V/1VV1V/HVHVV - V"},
    {"34M", "1H1H1/1V1VH/2H1V/V1V1V/HVHVV - V"},
};
constexpr BoardSize kCounted[] = {{3, 4}, {3, 5}, {4, 4}};
constexpr Case kProved[] = {{"4x4", "open:4x4"},
                            {"4x5", "open:4x5"},
                            {"5x4", "open:5x4"},
                            {"5x5", "open:5x5"},
                            {"5x5-D3", "5/5/3V1/5/5 - H"},
                            {"5x5-BC34", "5/5/5/5/5 BC34:V H"},
                            {"5x6-C5", "5/2V2/5/5/5/5 - H"},
                            {"5x6-D2", "5/5/5/5/3V1/5 - H"},
                            {"6x6-standard", "standard:6x6"}};

using proof_number::Techniques;
const std::map<std::string, bool Techniques::*> kTechniques = {
    {"connections", &Techniques::connections},
    {"evaluation", &Techniques::evaluation},
    {"forks", &Techniques::forks},
    {"mobility", &Techniques::mobility},
    {"must-play", &Techniques::must_play},
    {"restarts", &Techniques::restarts},
    {"simulation", &Techniques::simulation},
    {"symmetry", &Techniques::symmetry},
    {"take-over", &Techniques::take_over},
    {"tolerance", &Techniques::tolerance}};

struct Settings {
  std::vector<std::string> groups;
  int threads = 2;
  double seconds = 30;  ///< Time limit for each position of `proof` and `played`.
  std::vector<std::string> without;
  std::string positions;
};

class Bench {
 public:
  explicit Bench(const Settings& settings) : settings_(settings) {}

  void run() {
    for (const std::string& group : settings_.groups) {
      if (group == "explorer") explorer();
      if (group == "tiers") tiers();
      if (group == "proof") proof();
      if (group == "played") played();
    }
    if (settings_.groups == std::vector<std::string>{"played"}) return;
    fmt::print("signature: {:016x}{}\n", signature_, is_cut_short_ ? ", cut short" : "");
  }

 private:
  void report(const std::string& name, double seconds, std::uint64_t count, const char* what,
              const std::string& more = "") {
    fmt::print("{:24} {:8.3f} s {:12} {:9} {:8.3f} M/s{}\n", name, seconds, count, what,
               static_cast<double>(count) / seconds / 1e6, more);
    std::fflush(stdout);
  }

  void sign(std::uint64_t count) {
    signature_ = (signature_ ^ count) * 0x100000001b3;
    signature_ ^= signature_ >> 32;
  }

  void explorer() {
    for (const Case& one : kExplored) {
      with_board(board_size_of(one.position), [&]<int W>(const WideBoard<W>& board) {
        const WidePosition<W> root = parse_position(board, one.position);
        std::uint64_t peak = 0;
        Stop stop;
        stop.progress = [&](const Reached& reached) { peak = std::max(peak, reached.bytes); };
        const Stopwatch watch;
        const auto exploration = explore(board, std::span(&root, 1), stop);
        const double seconds = watch.seconds();
        const std::uint64_t states = exploration.graph.state_count();
        const std::uint64_t edges = exploration.graph.edge_count();
        // Subtract the edges, which take four bytes each.
        const double bytes = static_cast<double>(peak) - 4 * static_cast<double>(edges);
        report(fmt::format("explorer/{}", one.name), seconds, states, "positions",
               fmt::format(", {:.1f} bytes each", bytes / static_cast<double>(states)));
        const Stopwatch values;
        const auto solved = solve_values(exploration.graph);
        report(fmt::format("values/{}", one.name), values.seconds(), states, "positions");
        sign(states);
        sign(edges);
        std::uint64_t draws = 0;
        for (const Outcome& outcome : solved.outcomes) draws += outcome.is_draw() ? 1U : 0U;
        sign(draws);
      });
    }
  }

  void tiers() {
    for (const BoardSize size : kCounted) {
      const Stopwatch watch;
      const ValueCounts counts = with_board(
          size, [](const auto& board) { return solve_whole_board(board, {}).counts.both(); });
      const double seconds = watch.seconds();
      report("tiers/" + format_board_size(size), seconds,
             counts.wins + counts.losses + counts.draws + counts.illegal, "colourings");
      for (const std::uint64_t count : {counts.wins, counts.losses, counts.draws}) sign(count);
    }
  }

  void proof() {
    constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 30;
    Techniques techniques;
    for (const std::string& name : settings_.without) techniques.*kTechniques.at(name) = false;
    for (const Case& one : kProved) {
      with_board(board_size_of(one.position), [&]<int W>(const WideBoard<W>& board) {
        proof_number::ProofTable<W> table(kTableBytes);
        proof_number::Searcher<W> searcher(board, table, 1, techniques);
        Stop stop;
        const Stopwatch watch;
        stop.deadline = Stop::Clock::now() + clock_seconds(settings_.seconds);
        const auto verdict = find_value(searcher, parse_position(board, one.position), stop);
        const bool is_solved = verdict.end == End::complete;
        report(fmt::format("proof/{}", one.name), watch.seconds(), searcher.nodes(), "nodes",
               is_solved ? "" : ", not solved");
        sign(searcher.nodes());
        is_cut_short_ = is_cut_short_ || !is_solved;
      });
    }
  }

  void played() {
    std::ifstream file(settings_.positions);
    if (!file) throw InputError("cannot read " + in_quotes(settings_.positions));
    std::uint64_t decided = 0;
    std::uint64_t positions = 0;
    const Stopwatch watch;
    std::string size, plies_left, text;
    while (file >> size >> plies_left && std::getline(file >> std::ws, text)) {
      ++positions;
      const DecideOptions options{.threads = static_cast<std::size_t>(settings_.threads)};
      Stop stop{.bytes = std::uint64_t{2} << 30};
      const Stopwatch own;
      stop.deadline = Stop::Clock::now() + clock_seconds(settings_.seconds);
      const Decision decision = decide(parse_position(text), options, stop);
      decided += decision.is_decided() ? 1 : 0;
      report(fmt::format("played/{} -{}", size, plies_left), own.seconds(), decision.states,
             "positions",
             decision.is_decided()
                 ? fmt::format(", {} by {}", name_of(decision.claim), name_of(decision.engine))
                 : ", undecided");
    }
    fmt::print("played: {} of {} decided in {:.1f} s\n", decided, positions, watch.seconds());
  }

  const Settings& settings_;
  std::uint64_t signature_ = 0xcbf29ce484222325;
  bool is_cut_short_ = false;
};

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  using namespace onyx;
  CLI::App app("Measures the engines.", "onyx-bench");
  Settings settings;
  std::vector<std::string> techniques;
  for (const auto& [name, technique] : kTechniques) techniques.push_back(name);
  app.add_option("GROUP", settings.groups, "explorer, tiers, proof or played")
      ->check(CLI::IsMember({"explorer", "tiers", "proof", "played"}));
  app.add_option("--threads", settings.threads, "Threads to use")->check(CLI::Range(1, 4096));
  app.add_option("--seconds", settings.seconds,
                 "Time limit for each position, with proof and played");
  app.add_option("--without", settings.without, "Techniques of proof-number search to switch off")
      ->check(CLI::IsMember(techniques));
  app.add_option("--positions", settings.positions, "File of positions for played");
  CLI11_PARSE(app, argc, argv);
  if (settings.groups.empty()) settings.groups = {"explorer", "tiers", "proof"};
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(settings.threads));
  try {
    Bench(settings).run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "onyx-bench: {}\n", error.what());
    return 2;
  }
}
