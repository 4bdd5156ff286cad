// The program onyx-mpi: `onyx strong --tiers` with each tier spread over the memory of many ranks.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include "experiments/boards/board_counts.h"
#include "experiments/boards/mpi/mpi_peers.h"
#include "experiments/boards/strong_by_tiers.h"
#include "experiments/boards/tiered_board.h"
#include "experiments/support/help.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/engine/tier/distributed/distributed_tier.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

template <class Visit>
void for_each_cost(const Visit& visit) {
  visit("sweeps", &TierCost::sweeps);
  visit("seconds", &TierCost::seconds);
  visit("processor_seconds", &TierCost::processor_seconds);
  visit("waited_seconds", &TierCost::waited_seconds);
  visit("blocks_swept", &TierCost::visits);
  visit("questions", &TierCost::questions);
  visit("exchanged_bytes", &TierCost::exchanged_bytes);
  visit("other_bytes", &TierCost::other_bytes);
  visit("slice_seconds", &TierCost::slice_seconds);
  visit("slice_bytes", &TierCost::slice_bytes);
}

Json cost_json(const TierCost& cost, double positions_of_tier) {
  Json json;
  for_each_cost([&](const char* name, auto number) { json[name] = cost.*number; });
  const double sweeps = positions_of_tier * cost.sweeps;
  json["exchanged_bytes_per_position_and_sweep"] =
      sweeps > 0 ? static_cast<double>(cost.exchanged_bytes) / sweeps : 0;
  return json;
}

/// Reports the distribution and cost of all tiers. A *position* here is a colouring with a side to
/// move, legal or not. `threads` is the number per rank.
Json cost_report(const DistributedTier& engine, int threads) {
  const TierSplit& split = engine.split();
  const double positions_of_tier = 2 * std::pow(3.0, split.low_count + split.high_count);
  TierCost all;
  Json tiers = Json::array();
  for (const TierCost& cost : engine.costs()) {
    for_each_cost([&](const char*, auto number) { all.*number += cost.*number; });
    tiers.push_back(cost_json(cost, positions_of_tier));
  }
  Json json{{"ranks", split.rank_count},
            {"threads_of_a_rank", threads},
            {"digits", split.digit_count},
            {"chunks", split.chunk_count},
            {"most_blocks_of_a_rank", split.most_blocks()},
            {"bytes_of_rank_0", engine.bytes()}};
  json.update(cost_json(all, positions_of_tier));
  json["tiers"] = std::move(tiers);
  return json;
}

struct MpiOptions {
  std::string board;
  std::string tiers;
  int threads = 1;
  std::uint64_t batch = PartSweeps::kBatch;
  double longest_silence = 60;  ///< Seconds; 0: unlimited.
  Budget budget;
  Globals globals;
};

constexpr const char* kMpiFooter =
    "Start it as mpirun -n RANKS onyx-mpi ..., or by srun. Results equal those of `onyx strong`, "
    "bit for bit, for any number of ranks; either program can continue a folder of the other, "
    "with any number of ranks. Without --tiers, the memory of rank 0 holds the results that later "
    "tiers need. With --tiers, only rank 0 reads and writes files. If a rank fails, or is silent "
    "for too long, all ranks end.\n\n"
    "Exit codes: 0 done, 2 bad usage or input, 3 a limit was reached before an answer, 130 "
    "interrupted, 134 a rank did not answer.";

constexpr int kNotHeard = 134;

/// Returns false and sets the exit code, equal on all ranks, if there is nothing to run.
bool parse(int argc, char** argv, int rank, MpiOptions& options, int& code) {
  CLI::App app("Counts the positions of a whole board by value, each tier over many MPI ranks.",
               "onyx-mpi");
  app.footer(kMpiFooter);
  app.formatter_fn([](const CLI::App* page, const std::string& name, CLI::AppFormatMode) {
    return help_page(*page, name);
  });
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", std::string("onyx-mpi ") + kVersion);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return "onyx-mpi: " + shown(error.what()) + "\n";
  });
  app.add_option("BOARD", options.board, "The board, such as 4x4")->required();
  add_path(
      app, "--tiers", options.tiers,
      "Store in this folder what later tiers need, and the counts of each tier, as onyx strong "
      "does. After a stop or a kill, the same command continues");
  app.add_flag("--json", options.globals.json, "Print the result as JSON");
  add_number(app, "--threads", options.threads, "Threads of each rank", 1, 4096);
  add_count(app, "--batch", options.batch,
            "Most blocks that a rank requests from other ranks at a time", 1, UINT32_MAX);
  add_seconds(app, "--silence", options.longest_silence,
              "Stop if a rank has not answered for this time, for instance because its host is cut "
              "off; 0: never")
      ->default_str("60s");
  declare_budget(app, options.budget);
  app.get_option("--memory-limit")
      ->description("Most memory for each rank, such as 500M or 4G")
      ->default_str("its share of the free memory of its host");
  app.get_option("--time-limit")->needs("--tiers");
  try {
    std::vector<std::string> arguments;
    for (int i = argc - 1; i >= 1; --i) arguments.push_back(guarded(argv[i]));
    app.parse(arguments);
    return true;
  } catch (const CLI::ParseError& error) {
    std::ostringstream unheard;
    std::ostringstream out;
    const int result = rank == 0 ? app.exit(error, out, std::cerr) : app.exit(error, out, unheard);
    if (rank == 0) std::fputs(out.str().c_str(), stdout);
    code = result == 0 ? exit_code::kDone : exit_code::kBadInput;
    return false;
  }
}

int strong_in_memory(BoardSize size, DistributedTier& engine, const MpiOptions& options,
                     const TierHost& host) {
  const WideBoard<1> board(size);
  const TierTask<1> task = whole_board_task(board);
  TierRun<1, TierEngine> run(board, task, engine, Threads::all);
  const InterruptScope interrupt;
  CountsBySide counts;
  const bool is_complete = run.run(
      [&](const SolvedTier<1, TierEngine>& tier) { counts += tier.counts(); }, interrupt.flag());
  if (!is_complete) {
    return give_up(size, "interrupted", Json::object(), options.globals.json,
                   "onyx-mpi: interrupted");
  }
  if (!options.globals.json) {
    fmt::print("{}", counts_text(counts));
    return exit_code::kDone;
  }
  Json json = counts_json(size, counts);
  host.describe(json);
  print_json(json);
  return exit_code::kDone;
}

int complain(int rank, const std::string& what, int code) {
  std::fflush(stdout);
  notify("onyx-mpi: {}{}", rank == 0 ? "" : fmt::format("rank {}: ", rank), what);
  return code;
}

template <class Body>
int guard(int rank, const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return complain(rank, "out of memory; give more memory or more ranks", exit_code::kLimit);
  } catch (const std::exception& error) {
    // An output error has the exit code of InputError and FileError.
    if (is_output_error(error)) return exit_code::kBadInput;
    if (is_lack_of_threads(error)) {
      return complain(rank, "the system gives no more threads", exit_code::kLimit);
    }
    return complain(rank, error.what(), exit_code::kBadInput);
  }
}

/// Returns the bytes that a rank needs: for its part of the tier and a slice (distributed_tier.h);
/// on rank 0, also for the connection tables of TierRun.
double bytes_of_rank(BoardSize size, const MpiPeers& peers) {
  double bytes = distributed_tier_bytes(point_count(size), peers.count());
  if (point_count(size) <= kMostWholeBoardPoints) {
    bytes += tiered_needs(size).memory_bytes - one_tier_bytes(size);
    if (peers.rank() == 0) bytes += connection_bytes(size);
  }
  return bytes;
}

/// Collective. Returns whether some rank has too little memory, and prints why.
bool is_too_large(BoardSize size, MpiPeers& peers, const MpiOptions& options) {
  const double needed = bytes_of_rank(size, peers);
  auto available = static_cast<double>(available_memory()) / peers.ranks_here();
  if (options.budget.bytes > 0) {
    available = std::min(available, static_cast<double>(options.budget.bytes));
  }
  const std::string text = obstacle(size, needed, available);
  std::vector<std::uint64_t> refusals = {text.empty() ? 0U : 1U};
  peers.greatest(refusals);
  if (refusals[0] == 0) return false;
  if (peers.rank() == 0) {
    give_up(size, "memory",
            {{"needed_bytes_of_a_rank", needed}, {"available_bytes_for_a_rank", available}},
            options.globals.json,
            fmt::format("onyx-mpi: {} (for each of {} ranks)",
                        text.empty() ? "a rank has too little memory" : text, peers.count()));
  }
  return true;
}

int solve(BoardSize size, DistributedTier& engine, MpiPeers& peers, const MpiOptions& options) {
  TierHost host{"onyx-mpi", "onyx-mpi", &engine, bytes_of_rank(size, peers) * peers.count(), {}};
  host.describe = [&](Json& json) { json["spread"] = cost_report(engine, options.threads); };
  if (options.tiers.empty()) return strong_in_memory(size, engine, options, host);
  ByTiers tiers;
  tiers.folder = options.tiers;
  return strong_by_tiers(size, tiers, options.budget, options.globals, host);
}

int run(const MpiOptions& options, MpiPeers& peers) {
  const BoardSize size = parse_board_size(options.board);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads_to_use(options.threads)));
  if (is_too_large(size, peers, options)) return exit_code::kLimit;
  const Threads threads = options.threads == 1 ? Threads::one : Threads::all;
  if (peers.rank() != 0) {
    const InterruptScope interrupt;
    help_with_tiers(
        point_count(size), peers, threads, [&] { return interrupt.interrupted(); }, options.batch);
    return exit_code::kDone;
  }
  DistributedTier engine(point_count(size), peers, threads, options.batch);
  const int code = guard(0, [&] { return solve(size, engine, peers, options); });
  // If an exception interrupted a collective call, the other ranks would wait for ever.
  if (engine.is_broken()) MPI_Abort(MPI_COMM_WORLD, code);
  engine.finish();
  return code;
}

[[noreturn]] void give_up_as_silent(int rank, int silent, double seconds) {
  complain(rank,
           fmt::format("rank {} has not answered for {:g} s: its host is down or cut off, or it "
                       "was stopped. The same command continues",
                       silent, seconds),
           kNotHeard);
  // Exit from another thread after 5 s, because MPI_Abort may block if a rank is unreachable.
  try {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(5));
      std::_Exit(kNotHeard);
    }).detach();
  } catch (const std::system_error&) {
    std::_Exit(kNotHeard);
  }
  MPI_Abort(MPI_COMM_WORLD, kNotHeard);
  std::_Exit(kNotHeard);
}

int run_ranks(int argc, char** argv) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MpiOptions options;
  int code = exit_code::kDone;
  if (!parse(argc, argv, rank, options, code)) return code;
  try {
    static_cast<void>(parse_board_size(options.board));
  } catch (const InputError& error) {
    if (rank == 0) notify("onyx-mpi: {}", error.what());
    return exit_code::kBadInput;
  }
  MpiPeers peers;
  std::optional<Heartbeat> heartbeat;
  bool has_failed = true;
  code = guard(rank, [&] {
    int provided = MPI_THREAD_SINGLE;  // the heartbeat calls MPI from another thread
    MPI_Query_thread(&provided);
    const double seconds = options.longest_silence;
    if (seconds > 0 && provided == MPI_THREAD_MULTIPLE) {
      heartbeat.emplace(seconds, [=](int silent) { give_up_as_silent(rank, silent, seconds); });
    }
    const int result = run(options, peers);
    has_failed = false;
    return result;
  });
  if (has_failed) MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  onyx::occupy_closed_streams();
  // Waiting functions pause by themselves (mpi_peers.h). If Open MPI yielded at each poll, a
  // message on a busy machine would wait for the time slices of other processes.
  setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  onyx::install_signal_handlers();
  const int code = onyx::end_output("onyx-mpi", onyx::run_ranks(argc, argv));
  MPI_Finalize();
  return code;
}
