// The order of the engines: explorer and proof-number search with small limits, then all engines
// with larger limits, in turn or, with several threads, in a race (race.h).
#pragma once

#include "solver/decide/engines.h"
#include "solver/decide/race.h"

namespace onyx {

template <int W>
class Asking {
 public:
  using Task = typename Engines<W>::Task;
  using Answer = typename Engines<W>::Answer;
  Asking(Engines<W>& engines, const Task& task) : engines_(engines), task_(task) {}

  /// Runs the allowed engines until one answers. Requires Engines::begin(). Throws std::bad_alloc.
  Decision ask() {
    const auto& only = engines_.options().only;
    return only ? by(*only) : by_all();
  }

 private:
  Decision by(Engine engine) {
    Answer found;
    if (engine == Engine::explorer) {
      found =
          until_deadline([&](const Task& now) { return engines_.by_explorer(now, UINT64_MAX); });
    } else if (engine == Engine::arena) {
      found = until_deadline([&](const Task& now) {
        return engines_.by_arena(now, arena_of(engines_.board(), now.position));
      });
    } else if (engine == Engine::bounded) {
      found = engines_.by_bounded_search(task_, UINT64_MAX);
    } else if (engine == Engine::proof_numbers) {
      found = engines_.by_proof_numbers(task_, UINT64_MAX, engines_.options().threads);
    }
    if (found) return std::move(*found);
    // The bounded search has reached its maximum depth.
    if (engine == Engine::bounded && !task_.stop.met()) return {.end = End::work_limit};
    return unknown();
  }

  Decision by_all() {
    const DecideOptions& options = engines_.options();
    if (auto found = engines_.by_explorer(task_, options.first_states)) return std::move(*found);
    if (auto found = engines_.by_proof_numbers(task_, first_nodes(), 1)) return std::move(*found);
    if (options.threads > 1 && engines_.has_proof_numbers()) {
      if (auto found = side_by_side()) return std::move(*found);
    }
    return in_turn();
  }

  Decision in_turn() {
    bool is_explored = false;
    for (std::uint64_t nodes = first_nodes(); engines_.numbers_end() != End::memory_limit;
         nodes *= 2) {
      if (auto found = engines_.by_bounded_search(task_, kBoundedNodesPerNode * nodes)) {
        return std::move(*found);
      }
      if (!is_explored && (nodes > kNodesBeforeExplorer || !engines_.has_proof_numbers())) {
        is_explored = true;
        const auto explore = [&](const Task& now) { return engines_.by_explorer_or_arena(now); };
        if (auto found = until_deadline(explore)) return std::move(*found);
      }
      if (task_.stop.met() || !engines_.has_proof_numbers()) break;
      if (auto found = engines_.by_proof_numbers(task_, nodes, 1)) return std::move(*found);
    }
    return unknown();
  }

  Answer side_by_side() {
    constexpr std::size_t kExplorer = 0;
    constexpr std::size_t kBounded = 1;
    constexpr std::size_t kNumbers = 2;
    const std::size_t threads = engines_.options().threads;
    Race<Decision> race(3);
    const auto stop_of = [&](std::size_t engine) {
      Stop stop = task_.stop;
      stop.interrupt = race.interrupt(engine);
      if (engine != kNumbers) stop.progress = nullptr;
      return stop;
    };
    const Stop of_explorer = stop_of(kExplorer);
    const Stop of_bounded = stop_of(kBounded);
    const Stop of_numbers = stop_of(kNumbers);
    // The explorer and bounded search run on one thread, one after the other. If both give up,
    // proof-number search restarts on all threads with its table. If proof-number search gives up,
    // bounded search stops, but the explorer may still finish.
    const bool has_explorer = race.start(
        [this, of_explorer, of_bounded] {
          auto found = engines_.by_explorer_or_arena({task_.position, of_explorer});
          return found ? found
                       : engines_.by_bounded_search({task_.position, of_bounded}, kBoundedAside);
        },
        [&] { race.stop(kNumbers); });
    if (!has_explorer) return std::nullopt;
    const bool has_numbers = race.start(
        [this, of_numbers, threads] {
          return engines_.by_proof_numbers({task_.position, of_numbers}, UINT64_MAX, threads - 1);
        },
        [&] { race.stop(kBounded); });
    if (!has_numbers) return std::nullopt;
    if (auto first = race.wait(task_.stop)) return first;
    if (task_.stop.met() || engines_.numbers_end() == End::memory_limit) return unknown();
    if (auto found = engines_.by_proof_numbers(task_, UINT64_MAX, threads)) return found;
    return unknown();
  }

  /// Runs an engine that rarely checks the clock, and interrupts it at the deadline.
  template <class Run>
  Answer until_deadline(const Run& engine) {
    const Alarm alarm(task_.stop);
    Stop stop = task_.stop;
    stop.interrupt = alarm.interrupt();
    return engine(Task{task_.position, stop});
  }
  std::uint64_t first_nodes() const {
    return kFirstLookedAt / static_cast<std::uint64_t>(engines_.board().place_count());
  }
  Decision unknown() const { return {.end = end_now(task_.stop)}; }

  Engines<W>& engines_;
  const Task& task_;
};

}  // namespace onyx
