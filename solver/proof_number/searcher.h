// Depth-first proof-number search: does a player, the attacker, force a win?
//
// For the defender not to lose is enough: to win, or to play for ever. The search holds the numbers
// of each question in a table of bounded size and always goes where the fewest open positions
// decide.
//
//   df-pn               A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
//                       Applications", 2002: depth first, with a threshold for each number.
//   1 + epsilon         J. Pawlewicz and L. Lew, "Improving Depth-first PN-Search: 1+epsilon
//                       Trick", 2007: a branch is left only when another is better by a quarter, so
//                       that the search does not jump between two while the table forgets both.
//   mobility            first numbers come from the number of sensible moves (first_numbers.h).
//   evaluation          first numbers also know which patterns of stones won, as far as the search
//                       has seen (pattern_evaluation.h).
//   restarts            what is not solved is forgotten from time to time, and gets first numbers
//                       anew: those of before are from when little was learnt.
//   simulation          Y. Kawano, "Using Similar Positions to Search Game Trees", 1996: the play
//                       that wins after one reply is tried after the others (simulation.h). The
//                       positions in which the winner moves on the way count as nodes, too.
//   threads             T. Kaneko, "Parallel Depth First Proof Number Search", 2010: all threads
//                       search from the root with one table, and what others are at counts for more
//                       than it is (virtual loss).
//
// What a result is worth. A position that repeats one on the path to it counts as a failure of the
// attacker. That can only withhold proofs, never make one: a proved position has a tree of
// finitely many plies in which each defence is met and every leaf is a connection of the attacker.
// So *proved* is proved, whatever the path on which it was found.
//
// A *disproof* comes in two kinds, which are kept apart all through. Mostly the tree below it ends
// in connections of the defender alone: then it is a proof that the defender wins, as good as the
// other. So one search settles who wins, if anybody does. But if the attacker was stopped by a
// repetition somewhere, the disproof may rest on the path and be wrong elsewhere (the
// graph-history-interaction problem). Such a one only guides the search, here and in found_value.h,
// which believes it when safe_strategy.h has closed a strategy of the defender from it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/save_schedule.h"
#include "core/base/stop.h"
#include "solver/proof_number/first_numbers.h"
#include "solver/proof_number/folding.h"
#include "solver/proof_number/proof_table.h"
#include "solver/tactics/outlook.h"

namespace onyx::proof_number {

// Of a Stop (core/base/stop.h) a unit of work is a position expanded, counted in each call afresh;
// the memory is that of a strategy, for the table has its own size. Progress is told some times a
// second, by one thread: `done` positions were expanded since the searcher was made.

/// What one thread of several expands first: what is solved soon is not worth a second one.
inline constexpr std::uint64_t kNodesAlone = 5000;

/// Of several roots each has its turn until so many positions are expanded for it, and in each
/// round after that until they are twice as many. So the easy ones come first, and the others
/// profit from what was learnt.
inline constexpr std::uint64_t kFirstTurn = 1'000'000;

/// After so many positions, and each time it has expanded twice as many, a searcher forgets what it
/// has not solved.
inline constexpr std::uint64_t kFirstRestart = 200'000;

template <int W>
class Searcher {
 public:
  /// The board and the table must outlive it.
  Searcher(const Board<W>& board, ProofTable<W>& table, int threads = 1,
           const Techniques& techniques = {});
  /// One thread with the table and the techniques of another searcher, and what that has learnt. It
  /// may search while others do that were made in this way, for it leaves alone what is not one
  /// question's: the table neither grows nor forgets, and is not saved.
  static std::unique_ptr<Searcher> beside(const Searcher& that);
  ~Searcher();

  /// Calls `save` every so often while it searches, but no thread does: to save the table.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// Searches until the question is solved or it must stop, which loses nothing: to call it again
  /// goes on. `root` must be legal and not finished.
  End search(const Position<W>& root, Player attacker, const Stop& stop) {
    return search(std::span(&root, 1), attacker, stop);
  }
  /// The same for several roots, by turns, each thread at one of its own as long as there are
  /// enough.
  End search(std::span<const Position<W>> roots, Player attacker, const Stop& stop);

  /// What is known of a question: by the outlook if that decides it, with virtual connections as
  /// long as it looks for them, or what the table has. What is settled of a position is known to
  /// both of its questions.
  std::optional<Knowledge> known(const Position<W>& position, Player attacker) const;
  /// The same without the outlook: what the table has.
  std::optional<Knowledge> in_table(const Position<W>& position, Player attacker) const;
  /// Fetches what known() and in_table() of a position read, if the attacker is V.
  void prefetch(const Position<W>& position) const;
  /// Records what was found out otherwise, and is proved.
  void record(const Position<W>& position, Player attacker, const Knowledge& knowledge);

  /// Goes on from a table that was read from a file, for which `nodes` positions were expanded:
  /// what is settled there is learnt from, what is not stays until the next restart, which comes
  /// when it would have come without the break. What is wrong in it leads nowhere but astray.
  /// Seconds at most.
  void resume_from_table(std::uint64_t nodes);

  /// From now on, whether it looks for virtual connections. Returns whether it did so before. Not
  /// while it searches.
  bool use_connections(bool does_so) { return std::exchange(techniques_.connections, does_so); }

  /// Empties the table.
  void forget() {
    table_.clear();
    has_forgotten_ = true;
  }
  bool has_forgotten() const { return has_forgotten_; }

  /// The play that the search expects, at most `plies` long: in each position the best move known.
  std::vector<Place> principal_variation(Position<W> position, Player attacker, int plies) const;

  const Board<W>& board() const { return board_; }
  const ProofTable<W>& table() const { return table_; }
  int threads() const { return threads_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// Of the question that is searched, when progress was told last.
  Numbers root_numbers() const { return root_numbers_; }

 private:
  class Worker;
  using Question = PackedPosition<W>;

  void make_evaluations();
  // What is settled is so for both questions of a position, and is kept under that whether V wins:
  // then the other one, asked where repetitions left the first unsettled, finds it.
  std::optional<Knowledge> find(const Question& question, std::uint64_t hash) const;
  /// Fetches what find() reads: to ask whether H wins, two places.
  void prefetch(const Question& question, std::uint64_t hash) const;
  void store(const Question& question, std::uint64_t hash, const Knowledge& knowledge);

  const Board<W>& board_;
  ProofTable<W>& table_;
  Techniques techniques_;
  const Folding<W> folding_;
  const int threads_;
  const FirstNumbers first_numbers_;
  std::vector<Place> order_;  ///< All places, the central ones first.

  /// How many threads are below a position, by a hash of it: only a hint where to search next.
  std::unique_ptr<std::array<std::atomic<std::uint8_t>, 1 << 16>> busy_;
  std::vector<PatternEvaluation<W>> evaluations_;  ///< By thread; they outlive its searches.
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t nodes_of_file_ = 0;  ///< That were expanded for the table that was read.
  /// Of the roots, those that were solved: a table too small may lose them at once.
  std::unique_ptr<std::atomic<bool>[]> is_solved_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> expanded_;  ///< For each root.
  std::atomic<bool> stop_{false};
  /// What all threads stop for, only to go on afterwards.
  enum class Pause : std::uint8_t { none, to_grow, to_restart, to_save };
  std::atomic<Pause> pause_{Pause::none};
  std::uint64_t next_restart_ = kFirstRestart;  ///< In nodes() and those of the file.
  std::atomic<End> end_{End::complete};
  Numbers root_numbers_;  ///< Written by the thread that tells of progress.
  SaveSchedule saves_;
  bool has_forgotten_ = false;
  bool is_beside_others_ = false;
};

/// What an outlook says of a question, if it decides it.
template <int W>
std::optional<Knowledge> decided_by(const Outlook<W>& outlook, Player mover, Player attacker);

}  // namespace onyx::proof_number
