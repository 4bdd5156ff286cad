// One thread of a proof-number search (searcher.h): the recursion itself.
#pragma once

#include "solver/engine/proof_number/children.h"
#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/simulation.h"

namespace onyx::proof_number {

template <int W>
class Searcher<W>::Worker {
 public:
  /// Thread number 0 checks the clock and reports progress.
  Worker(Searcher& searcher, Player attacker, const Stop& stop, std::uint64_t most_nodes,
         int number)
      : shared_(searcher),
        attacker_(attacker),
        stop_(stop),
        most_nodes_(most_nodes),
        number_(static_cast<std::size_t>(number)),
        evaluation_(searcher.evaluations_[number_]),
        look_ahead_(searcher.board_, searcher.techniques_),
        simulation_(searcher, look_ahead_, attacker, [this] {
          count_node();
          return shared_.stop_.load(std::memory_order_relaxed) || unwind_to_ != SIZE_MAX;
        }) {}

  /// Searches until all roots are solved or all threads are told to stop.
  void run(const std::vector<WidePosition<W>>& roots);

 private:
  bool run_once(const std::vector<WidePosition<W>>& roots);
  Knowledge search(const WidePosition<W>& position, const Question& question, std::uint64_t hash,
                   Numbers thresholds);
  void descend(std::size_t child, Numbers thresholds);
  void simulate(const WidePosition<W>& position, std::size_t begin, std::size_t model,
                std::uint64_t work);
  /// `moves` are the sensible moves of the position that look_ahead_ is set to.
  void add_children(const WidePosition<W>& position, const PlaceSet<W>& moves);
  void look_at(Child<W>& child, const WidePosition<W>& next) const;
  Numbers first_numbers(const Outlook<W>& outlook, Player mover, Place last_move) const;
  bool repeats(const Child<W>& child) const;
  void prefetch(std::size_t begin) const;
  void refresh(std::size_t begin);
  std::span<const Child<W>> children_from(std::size_t begin);
  bool must_stop(std::size_t depth) const;
  std::atomic<std::uint8_t>& busy(std::uint64_t hash) const { return (*shared_.busy_)[hash >> 48]; }
  void count_node();
  void look_around();

  /// Longer paths count as repetitions, that is, as a failure of the attacker. That is sound: it
  /// only withholds proofs.
  static constexpr std::size_t kLongestPath = 3000;
  static constexpr std::uint64_t kNodesBetweenLooks = 256;
  static constexpr std::uint64_t kNodesBeforeRefresh = 16;
  /// A simulation gives up after kLeastSimulated positions, plus kSimulatedPerNode for each node
  /// that its model took.
  static constexpr std::uint64_t kLeastSimulated = 8;
  static constexpr std::uint64_t kSimulatedPerNode = 8;
  static constexpr std::chrono::milliseconds kBetweenProgress{200};

  Searcher& shared_;
  const Player attacker_;
  const Stop& stop_;
  const std::uint64_t most_nodes_;  ///< When the searcher's nodes() reach this, all threads stop.
  const std::size_t number_;
  PatternEvaluation<W>& evaluation_;

  LookAhead<W> look_ahead_;  ///< Set to the position that is being expanded.
  Simulation<W> simulation_;
  std::vector<Child<W>> children_;  ///< The children of all positions on the path, in its order.
  struct Step {
    Question question;
    std::uint64_t hash;
  };
  std::vector<Step> path_;
  int captures_ = 0;  ///< Captures on the path: without any, nothing repeats.
  /// Another thread has solved the position of the path at this depth, so this position and those
  /// below it need no more search.
  std::size_t unwind_to_ = SIZE_MAX;
  std::uint64_t turn_end_ = UINT64_MAX;  ///< When nodes_ reaches this, another root has its turn.
  std::uint64_t nodes_ = 0;              ///< Nodes expanded by this thread.
  std::uint64_t reported_ = 0;           ///< The part of nodes_ that the searcher has counted.
  Numbers root_;
  Stop::Clock::time_point next_progress_ = Stop::Clock::now() + kBetweenProgress;
};

}  // namespace onyx::proof_number
