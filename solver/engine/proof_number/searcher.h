// Depth-first proof-number search for a forced win of one player, the attacker. A *question* is a
// position with an attacker. solver/engine/proof_number/README.md has the techniques, their
// sources, and why a proof holds on any path, but a disproof by repetition does not.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/save_schedule.h"
#include "core/base/stop.h"
#include "solver/engine/proof_number/first_numbers.h"
#include "solver/engine/proof_number/folding.h"
#include "solver/engine/proof_number/proof_table.h"
#include "solver/engine/proof_number/tuning.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx::proof_number {

// In a Stop (core/base/stop.h), `work` limits the positions expanded in one call, and the memory
// limit applies to strategies only. Progress reports count expanded positions over all calls.

template <int W>
class Searcher {
 public:
  /// The board and the table must outlive this object.
  Searcher(const WideBoard<W>& board, ProofTable<W>& table, int threads = 1,
           const Techniques& techniques = {});
  /// Returns a single-threaded searcher that shares the table of `that` and copies its evaluation.
  /// Several such searchers may run at once, because they never save, grow or prune the table.
  static std::unique_ptr<Searcher> beside(const Searcher& that);

  /// Calls `save` once per `time` of search, with all threads paused.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// After a limit, another call continues the search. `root` must be legal and not finished.
  End search(const WidePosition<W>& root, Player attacker, const Stop& stop) {
    return search(std::span(&root, 1), attacker, stop);
  }
  /// Searches the roots in turns; threads take different roots while enough are unsolved.
  End search(std::span<const WidePosition<W>> roots, Player attacker, const Stop& stop);

  /// Looks up the outlook, then the table, then virtual connections if they are enabled.
  std::optional<Knowledge> known(const WidePosition<W>& position, Player attacker) const;
  std::optional<Knowledge> in_table(const WidePosition<W>& position, Player attacker) const {
    const PackedPosition<W> question = pack_question(folding_(position), attacker);
    auto found = find(question, hash_of(question));
    if (found) found->move = folding_.back(position, found->move);
    ONYX_ASSERT(!found || found->move < board_.place_count());
    return found;
  }

  /// Prefetches the entries that known() reads if the attacker is V.
  void prefetch(const WidePosition<W>& position) const {
    const Question of_v = pack_question(folding_(position), Player::V);
    prefetch(of_v, hash_of(of_v));
  }

  void record(const WidePosition<W>& position, Player attacker, const Knowledge& knowledge);

  /// Trains the evaluation and sets the next restart. Call this after loading the table from a file
  /// for which `nodes` positions were expanded. Wrong entries may falsify a value, but not a
  /// strategy, because winning_strategy.h checks every move.
  void resume_from_table(std::uint64_t nodes);

  /// Enables or disables virtual connections and returns the old setting. Not during a search.
  bool use_connections(bool does_so) { return std::exchange(techniques_.connections, does_so); }

  void forget() {
    table_.clear();
    has_forgotten_ = true;
  }
  bool has_forgotten() const { return has_forgotten_; }

  std::vector<Place> principal_variation(WidePosition<W> position, Player attacker,
                                         int plies) const;

  const WideBoard<W>& board() const { return board_; }
  const ProofTable<W>& table() const { return table_; }
  int threads() const { return threads_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// The root's numbers at the last progress report.
  Numbers root_numbers() const { return root_numbers_; }

 private:
  class Worker;
  using Question = PackedPosition<W>;

  void make_evaluations() {
    while (static_cast<int>(evaluations_.size()) < threads_) evaluations_.emplace_back(board_);
  }

  // A settled result answers both questions of a position, so it is stored with V as attacker.
  std::optional<Knowledge> find(const Question& question, std::uint64_t hash) const {
    if (attacker_of(question) == Player::V) return table_.find(question, hash);
    const Question of_v = about_v(question);
    auto found = table_.find(of_v, hash_of(of_v));
    if (!found || !found->is_settled()) return table_.find(question, hash);
    std::swap(found->numbers.proof, found->numbers.disproof);
    return found;
  }

  void prefetch(const Question& question, std::uint64_t hash) const {
    table_.prefetch(hash);
    if (attacker_of(question) == Player::H) table_.prefetch(hash_of(about_v(question)));
  }

  void store(const Question& question, std::uint64_t hash, const Knowledge& knowledge) {
    if (attacker_of(question) == Player::V || !knowledge.is_settled()) {
      return table_.store(question, hash, knowledge);
    }
    const Question of_v = about_v(question);
    Knowledge turned = knowledge;
    std::swap(turned.numbers.proof, turned.numbers.disproof);
    table_.store(of_v, hash_of(of_v), turned);
  }

  const WideBoard<W>& board_;
  ProofTable<W>& table_;
  Techniques techniques_;
  const Folding<W> folding_;
  const int threads_;
  const FirstNumbers first_numbers_;
  std::vector<Place> order_;  ///< All places, central places first.
  /// The number of threads that search below a position, indexed by bits of its hash. Collisions do
  /// no harm, because the number only helps to spread threads.
  std::unique_ptr<std::array<std::atomic<std::uint8_t>, 1 << 16>> busy_;
  std::vector<PatternEvaluation<W>> evaluations_;  ///< Indexed by thread; kept between searches.
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t nodes_of_file_ = 0;  ///< Nodes expanded for the table read from a file.
  /// Indexed by root. Kept here as well, because a small table may lose the entry of a root.
  std::unique_ptr<std::atomic<bool>[]> is_solved_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> expanded_;  ///< Nodes expanded for each root.
  std::atomic<bool> stop_{false};
  enum class Pause : std::uint8_t { none, to_grow, to_restart, to_save };
  std::atomic<Pause> pause_{Pause::none};
  std::uint64_t next_restart_ = kFirstRestart;  ///< In nodes, including nodes_of_file_.
  std::atomic<End> end_{End::complete};
  Numbers root_numbers_;  ///< Written by the thread that reports progress.
  SaveSchedule saves_;
  bool has_forgotten_ = false;
  bool is_beside_others_ = false;
};

/// Returns the answer to the question if the outlook decides it, otherwise nullopt.
template <int W>
std::optional<Knowledge> decided_by(const Outlook<W>& outlook, Player mover, Player attacker);

}  // namespace onyx::proof_number
