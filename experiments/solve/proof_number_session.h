// Proof-number search as a command runs it: within its limits, with progress, and with a table that
// is read from a file at the beginning and written to it every few minutes and at the end. Beside
// that, the strategy that is being written down has a file of its own.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "experiments/solve/solve_options.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"
#include "solver/certificate/from_proof.h"

namespace onyx::solve_command {

template <int W>
class ProofNumberSession {
 public:
  using FoundValue = proof_number::FoundValue<W>;

  /// What `progress` has run counts against the time limit. Everything given must outlive it.
  /// Throws FileError, also for a damaged table, and std::bad_alloc if the memory limit is too low.
  ProofNumberSession(const Board<W>& board, const SolveOptions& options, int threads,
                     const InterruptScope& interrupt, Progress& progress);

  /// Its progress lines begin with `label`.
  FoundValue find_value(const Position<W>& position, const std::string& label = "");
  /// Searches them all at once, so that find_value() has little left to do.
  End prepare(const std::vector<Position<W>>& positions);
  /// A proof that ends as solved holds whatever the table said. What was written down of another
  /// one is kept, with --resume, and gone on from the next time. Throws FileError where a table or
  /// strategy that was read says what is not so.
  Proof<W> prove(const Position<W>& position, const FoundValue& value,
                 const std::string& label = "");

  /// Whether it is known who wins, without search; also of a finished position.
  bool is_settled(const Position<W>& position) const {
    return is_finished(board_, position) || proof_number::settled(searcher_, position).has_value();
  }

  /// Whether a value that is not proved otherwise rests on a table that was read from a file, which
  /// anybody may have written.
  bool has_foreign_table() const { return has_foreign_table_; }

  /// Removes what was kept of a proof, when its certificate is written.
  void forget_strategy();

  /// What the memory limit leaves beside the table and a proof, for its certificate.
  std::uint64_t bytes_left(const Proof<W>& proof) const;

  /// Writes the table, if asked for; not one that was emptied to bring a proof in order, which
  /// knows less than the file. That it cannot be written is said, and loses no answer.
  void save();
  /// Whether the last attempt to write it, if any, succeeded, and what was written down of a
  /// strategy is kept, if it is not complete.
  bool is_saved() const { return is_saved_; }

  /// What to say when a limit was met: how far the search of this position is.
  std::string reached(const Position<W>& position, End end) const;
  /// Of "V wins", also where it was asked whether H does.
  proof_number::Numbers root_numbers(const Position<W>& position) const;

  /// All in all, those behind the table that was read included.
  std::uint64_t nodes() const { return loaded_nodes_ + searcher_.nodes(); }

 private:
  void load();
  std::string strategy_file() const { return options_.resume + ".strategy"; }
  /// What the file has of that of the position, if anything.
  proof_number::MoveTable<W> load_strategy(const Position<W>& position, Player winner,
                                           std::uint64_t most_bytes);
  /// Whether it could; if not, that is said.
  bool save_strategy(const proof_number::StrategyMoves<W>& strategy, const Position<W>& position);
  /// Nodes a second, those behind the table that was read left out.
  double rate() const;
  Stop stop_for(const Position<W>& position, const std::string& label);

  const Board<W>& board_;
  const SolveOptions& options_;
  const InterruptScope& interrupt_;
  Progress& progress_;
  const Player first_;         ///< Of whom it is asked first whether he wins.
  const std::uint64_t bytes_;  ///< For everything.
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline_;
  bool is_saved_ = true;
  bool has_foreign_table_ = false;
  bool has_strategy_file_ = false;  ///< Of what is being proved.
  double start_ = 0;                ///< Seconds of the progress until the search began.
  std::uint64_t loaded_nodes_ = 0;
};

}  // namespace onyx::solve_command
