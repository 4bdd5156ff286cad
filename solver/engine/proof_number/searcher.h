// Depth-first proof-number search: does a player, the attacker, force a win?
//
// The defender aims not to lose: to win, or to play for ever. A *question* is a position with an
// attacker. A table of bounded size keeps the proof and disproof numbers of questions, and the
// search always descends to where the fewest open positions would decide the root.
//
//   df-pn         A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications",
//                 2002: depth first, with thresholds for the proof and disproof numbers.
//   1 + epsilon   J. Pawlewicz and L. Lew, "Improving Depth-first PN-Search: 1+epsilon Trick",
//                 2007: a branch is left only when another is better by a quarter; otherwise the
//                 search would jump between two branches while the table forgets both.
//   mobility      first numbers depend on the number of sensible moves (first_numbers.h),
//   evaluation    and on the patterns that have won (pattern_evaluation.h).
//   restarts      unsolved entries are forgotten from time to time, because their first numbers
//                 came from an evaluation that had learnt little.
//   simulation    the play that wins after one reply is tried on other replies (simulation.h).
//   threads       T. Kaneko, "Parallel Depth First Proof Number Search", 2010: all threads search
//                 from the root with one table, with virtual loss.
//
// What a result is worth. A position that repeats one on the path to it counts as a failure of the
// attacker. This rule can prevent a proof, but never makes one. So a *proof* holds on any path: it
// has a finite tree in which each defence is met and every leaf is a connection of the attacker.
//
// A *disproof* is one of two kinds. Usually all leaves of its tree are connections of the defender,
// which proves that the defender wins. But if a repetition stopped the attacker somewhere, the
// disproof may be wrong on other paths (the graph-history-interaction problem). Such a disproof
// only guides the search; found_value.h needs a complete safe strategy as well (safe_strategy.h).
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
#include "solver/engine/tactics/outlook.h"

namespace onyx::proof_number {

// In a Stop (core/base/stop.h), `work` limits the positions expanded in one call, and the memory
// limit applies to strategies only. Progress reports count expanded positions over all calls.

/// A search starts with one thread for this many nodes, because easy positions need no more.
inline constexpr std::uint64_t kNodesAlone = 5000;
/// If there are several roots, each gets this many nodes in its first turn, and each later turn
/// doubles the root's total, so that easy roots are solved first.
inline constexpr std::uint64_t kFirstTurn = 1'000'000;
/// The first restart comes after this many nodes, each later one when their number has doubled.
inline constexpr std::uint64_t kFirstRestart = 200'000;

template <int W>
class Searcher {
 public:
  /// The board and the table must outlive this.
  Searcher(const WideBoard<W>& board, ProofTable<W>& table, int threads = 1,
           const Techniques& techniques = {});
  /// Makes a searcher with one thread that shares the table of `that` and copies its evaluation.
  /// Several such searchers may run at once, because they never save, grow or restart the table.
  static std::unique_ptr<Searcher> beside(const Searcher& that);
  ~Searcher();

  /// Calls `save` once per `time` of search, with all threads paused.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// If a limit ended the search, another call continues it. `root` must be legal and not finished.
  End search(const WidePosition<W>& root, Player attacker, const Stop& stop) {
    return search(std::span(&root, 1), attacker, stop);
  }
  /// Searches the roots in turns; each thread has a root to itself while enough are unsolved.
  End search(std::span<const WidePosition<W>> roots, Player attacker, const Stop& stop);

  /// Asks the outlook, then the table, then virtual connections if they are in use.
  std::optional<Knowledge> known(const WidePosition<W>& position, Player attacker) const;
  /// Asks only the table.
  std::optional<Knowledge> in_table(const WidePosition<W>& position, Player attacker) const {
    const PackedPosition<W> question = pack_question(folding_(position), attacker);
    auto found = find(question, hash_of(question));
    if (found) found->move = folding_.back(position, found->move);
    ONYX_ASSERT(!found || found->move < board_.place_count());
    return found;
  }

  /// Prefetches what known() reads if the attacker is V.
  void prefetch(const WidePosition<W>& position) const {
    const Question of_v = pack_question(folding_(position), Player::V);
    prefetch(of_v, hash_of(of_v));
  }

  void record(const WidePosition<W>& position, Player attacker, const Knowledge& knowledge);

  /// Call this after loading the table from a file for which `nodes` positions were expanded. It
  /// trains the evaluation and sets the next restart. Wrong entries may falsify a value, but not a
  /// strategy, because winning_strategy.h checks every move.
  void resume_from_table(std::uint64_t nodes);

  /// Turns virtual connections on or off; not for use during a search. Returns the old setting.
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
  /// The numbers of the searched question in the last progress report.
  Numbers root_numbers() const { return root_numbers_; }

 private:
  class Worker;
  using Question = PackedPosition<W>;

  void make_evaluations() {
    while (static_cast<int>(evaluations_.size()) < threads_) evaluations_.emplace_back(board_);
  }

  // A settled result answers both questions of a position; it is stored with V as the attacker.
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
  std::vector<Place> order_;  ///< All places, the central ones first.
  /// How many threads search below a position, indexed by bits of its hash. Collisions do no
  /// harm, because the number only helps to spread threads.
  std::unique_ptr<std::array<std::atomic<std::uint8_t>, 1 << 16>> busy_;
  std::vector<PatternEvaluation<W>> evaluations_;  ///< By thread; kept between searches.
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t nodes_of_file_ = 0;  ///< Nodes expanded for the table from a file.
  /// By root. Also recorded here, because a small table may lose the entry of a root.
  std::unique_ptr<std::atomic<bool>[]> is_solved_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> expanded_;  ///< Nodes, by root.
  std::atomic<bool> stop_{false};
  enum class Pause : std::uint8_t { none, to_grow, to_restart, to_save };
  std::atomic<Pause> pause_{Pause::none};
  std::uint64_t next_restart_ = kFirstRestart;  ///< Compared with nodes() + nodes_of_file_.
  std::atomic<End> end_{End::complete};
  Numbers root_numbers_;  ///< Written by the thread that reports progress.
  SaveSchedule saves_;
  bool has_forgotten_ = false;
  bool is_beside_others_ = false;
};

/// The answer of an outlook, if it decides the question.
template <int W>
std::optional<Knowledge> decided_by(const Outlook<W>& outlook, Player mover, Player attacker);

}  // namespace onyx::proof_number
