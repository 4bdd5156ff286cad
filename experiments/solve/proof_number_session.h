// Proof-number search as a command runs it: within its limits, with progress, and with a
// transposition table that is read from a file at the beginning and written to it every few minutes
// and at the end. A strategy that is being written has a separate file.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "experiments/solve/solve_options.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"
#include "solver/certificate/from_proof.h"

namespace onyx::solve_command {

/// Records the wins of the compact certificates (`*.certz`; for folders, all files in them) in the
/// searcher's table, which grows for them. The referee judges each certificate first. Throws
/// FileError for a certificate that is rejected, is for another board, or claims a draw, and
/// referee::NeedsMemory. Runs on all threads of TBB, one per file; some 20 microseconds per
/// position. A limit or an interrupt ends it early, and then the search ends early, too.
template <int W>
void take_over_certificates(proof_number::Searcher<W>& searcher, proof_number::ProofTable<W>& table,
                            const std::vector<std::string>& names, const Stop& stop,
                            Progress& progress);

template <int W>
class ProofNumberSession {
 public:
  using FoundValue = proof_number::FoundValue<W>;

  /// The time that `progress` has already run counts against the time limit. All arguments must
  /// outlive this object. Throws FileError, also for a damaged table, and std::bad_alloc if the
  /// memory limit is too low.
  ProofNumberSession(const WideBoard<W>& board, const SolveOptions& options, int threads,
                     const InterruptScope& interrupt, Progress& progress);

  /// Progress lines begin with `label`.
  FoundValue find_value(const WidePosition<W>& position, const std::string& label = "");
  /// Searches all positions at once, so that find_value() has little left to do.
  End prepare(const std::vector<WidePosition<W>>& positions);
  /// A proof that ends as solved holds whatever the table said. With --resume, an unfinished
  /// strategy is saved and continued the next time. Throws FileError if a table or strategy that
  /// was read is wrong.
  Proof<W> prove(const WidePosition<W>& position, const FoundValue& value,
                 const std::string& label = "");

  /// Whether the winner is known without search; also true for a finished position.
  bool is_settled(const WidePosition<W>& position) const {
    return is_finished(board_, position) || proof_number::settled(searcher_, position).has_value();
  }

  /// Whether a value without other proof depends on a table that was read from a file and may come
  /// from anyone.
  bool has_foreign_table() const { return has_foreign_table_; }

  /// Removes the saved strategy, once its certificate is written.
  void forget_strategy();

  /// Memory that the table and a proof leave, under the memory limit, for its certificate.
  std::uint64_t bytes_left(const Proof<W>& proof) const;

  /// Writes the table if requested, except a table that was emptied to complete a proof, which
  /// knows less than the file. A failed write is reported, and loses no answer.
  void save();
  /// Whether the last attempts, if any, to write the table and an incomplete strategy succeeded.
  bool is_saved() const { return is_saved_; }

  /// The message after a limit: the progress of the search of this position.
  std::string reached(const WidePosition<W>& position, End end) const;
  /// The numbers of "V wins", even if the search asked whether H wins.
  proof_number::Numbers root_numbers(const WidePosition<W>& position) const;

  /// Total number of nodes, including those behind the table that was read.
  std::uint64_t nodes() const { return loaded_nodes_ + searcher_.nodes(); }

 private:
  void load();
  std::string strategy_file() const { return options_.resume + ".strategy"; }
  /// The saved part of the position's strategy, if there is one.
  proof_number::MoveTable<W> load_strategy(const WidePosition<W>& position, Player winner,
                                           std::uint64_t most_bytes);
  /// Returns false, and reports it, if the file cannot be written.
  bool save_strategy(const proof_number::StrategyMoves<W>& strategy,
                     const WidePosition<W>& position);
  /// Nodes per second, without those behind the table that was read.
  double rate() const;
  Stop stop_for(const WidePosition<W>& position, const std::string& label);

  const WideBoard<W>& board_;
  const SolveOptions& options_;
  const InterruptScope& interrupt_;
  Progress& progress_;
  const Player first_;         ///< The player whose win is asked first.
  const std::uint64_t bytes_;  ///< Memory limit for everything.
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline_;
  bool is_saved_ = true;
  bool has_foreign_table_ = false;
  bool has_strategy_file_ = false;  ///< For the current proof.
  double start_ = 0;                ///< Time of `progress` when the search began.
  std::uint64_t loaded_nodes_ = 0;
};

}  // namespace onyx::solve_command
