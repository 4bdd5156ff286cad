// Proof-number search for a command, with limits, progress, and two files: the transposition table
// (loaded at the start, saved every few minutes and at the end) and an unfinished strategy.
#pragma once

#include "core/wide_line.h"
#include "experiments/files/certificate_files.h"
#include "experiments/solve/give_answer.h"
#include "experiments/solve/start_certificates.h"
#include "experiments/support/machine.h"
#include "solver/certificate/prove.h"
#include "solver/decide/decide.h"
#include "solver/engine/proof_number/saved_search.h"

namespace onyx::solve_command {

inline constexpr std::chrono::minutes kBetweenSaves{5};
inline constexpr int kShownPlies = 8;

/// Writes a file. On failure, reports that `what` is not saved, and returns false.
template <class Save>
bool try_to_write(const std::string& name, const char* what, const Save& save) {
  try {
    NewFile file(name);
    save(writer_to(file));
    file.finish();
    return true;
  } catch (const FileError& error) {
    notify("onyx solve: {} is not saved: {}", what, error.what());
    return false;
  }
}

template <int W>
class ProofNumberSession {
 public:
  using FoundValue = proof_number::FoundValue<W>;

  /// The time that `progress` already shows counts towards the time limit. The referenced arguments
  /// must outlive the session. Throws FileError, and std::bad_alloc if the memory limit is too low.
  ProofNumberSession(const WideBoard<W>& board, const SolveOptions& options, int threads,
                     const InterruptScope& interrupt, Progress& progress)
      : board_(board),
        options_(options),
        interrupt_(interrupt),
        progress_(progress),
        first_(options.first == "h" ? Player::H : Player::V),
        bytes_(options.budget.bytes > 0 ? options.budget.bytes : available_memory() / 5 * 4),
        table_bytes_(bytes_ >= kLeastProofNumberBytes ? bytes_ / 4 * 3 : throw std::bad_alloc()),
        table_(table_bytes_),
        searcher_(board, table_, threads) {
    if (options.budget.seconds >= 0) {
      const double left = std::max(options.budget.seconds - progress.seconds(), 0.0);
      deadline_ = Clock::now() + clock_seconds(left);
    }
    load();
    take_over_certificates(searcher_, table_, options.known, stop_for({}, ""), progress);
    if (table_.used() > 0) searcher_.resume_from_table(loaded_nodes_);
    if (!options.resume.empty()) searcher_.save_every(kBetweenSaves, [this] { save(); });
    start_ = progress_.seconds();
  }

  FoundValue find_value(const WidePosition<W>& position, const std::string& label = "") {
    return proof_number::find_value(searcher_, position, stop_for(position, label), first_);
  }

  /// Searches all positions together, so that find_value() is fast for each.
  End prepare(const std::vector<WidePosition<W>>& positions) {
    if (positions.empty()) return End::complete;
    const auto count_settled = [&] {
      return std::ranges::count_if(positions, [&](const WidePosition<W>& position) {
        return proof_number::settled(searcher_, position).has_value();
      });
    };
    const auto done_before = count_settled();  // known from the loaded table
    Stop stop = stop_for(positions.front(), "");
    stop.progress = [&](const Reached&) {
      progress_.update([&] {
        const auto done = count_settled();
        const auto open = static_cast<double>(positions.size() - static_cast<std::size_t>(done));
        const double a_second =
            static_cast<double>(done - done_before) / (progress_.seconds() - start_);
        const proof_number::Numbers root = searcher_.root_numbers();
        return fmt::format(
            "{} of {} moves decided{}; {} nodes, {}/s; table {:.0f} % full; one at proof {}, "
            "disproof {}",
            done, positions.size(), time_left(open, a_second), short_number(nodes()),
            short_number(rate()), per_cent(table_.used(), table_.most_entries()), root.proof,
            root.disproof);
      });
    };
    return proof_number::prepare_values(searcher_, std::span<const WidePosition<W>>(positions),
                                        stop, first_);
  }

  /// Proves the value. A complete proof is valid even if the loaded table was wrong. With --resume,
  /// saves an unfinished strategy. Throws FileError if the loaded table or strategy is wrong.
  Proof<W> prove(const WidePosition<W>& position, const FoundValue& value,
                 const std::string& label = "") {
    Stop stop = stop_for(position, label);
    // The search is over, so the strategy may use all memory that the table does not use.
    table_.keep_size();
    stop.bytes = bytes_ - std::min(bytes_, table_.bytes());
    has_strategy_file_ = false;
    const bool is_kept = !options_.resume.empty() && !value.is_draw;
    std::string believed = options_.resume;
    Proof<W> proof;
    try {
      proof_number::StrategyDraft<W> draft;
      if (is_kept) {
        draft.begun = load_strategy(position, value.winner, stop.bytes);
        draft.save = [&](const auto& strategy) { save_strategy(strategy, position); };
        draft.between_saves = kBetweenSaves;
        if (has_strategy_file_) believed = strategy_file();
      }
      proof = proof_number::prove(searcher_, position, value, stop, std::move(draft));
      if (is_kept && proof.end != End::complete) {
        is_saved_ = save_strategy(proof.strategies.front(), position) && is_saved_;
      }
    } catch (const proof_number::WrongTable& error) {
      throw FileError(fmt::format("'{}' is wrong: {}; name another file, or remove it", believed,
                                  error.what()));
    } catch (const std::bad_alloc&) {
      proof.end = End::memory_limit;
    }
    return proof;
  }

  /// Whether the value is known without further search; true for a finished position.
  bool is_settled(const WidePosition<W>& position) const {
    return is_finished(board_, position) || proof_number::settled(searcher_, position).has_value();
  }

  /// Whether the table came from a file; if so, its values need a proof.
  bool has_foreign_table() const { return has_foreign_table_; }

  void forget_strategy() {
    std::error_code ignored;
    if (has_strategy_file_) std::filesystem::remove(strategy_file(), ignored);
    has_strategy_file_ = false;
  }

  /// Returns the bytes that the table and the proof leave for the certificate.
  std::uint64_t bytes_left(const Proof<W>& proof) const {
    std::uint64_t taken = table_.bytes();
    for (const auto& strategy : proof.strategies) taken += strategy.moves.bytes();
    return bytes_ - std::min(bytes_, taken);
  }

  /// Saves the table, unless a proof has emptied it and the file holds more entries. Reports
  /// failures to the user.
  void save() {
    if (options_.resume.empty() || searcher_.has_forgotten()) return;
    is_saved_ = try_to_write(options_.resume, "the table", [&](const WriteAt& write_at) {
      proof_number::save(table_, board_.size(), nodes(), write_at);
    });
  }

  /// Whether the last writes of the table and of an incomplete strategy succeeded.
  bool is_saved() const { return is_saved_; }

  std::string reached(const WidePosition<W>& position, End end) const {
    const auto [proof, disproof] = root_numbers(position);
    return fmt::format(
        "{} after {} nodes; \"V wins\" has proof number {}, disproof number {}{}",
        end == End::interrupted ? "interrupted" : fmt::format("the {} was reached", name_of(end)),
        nodes(), proof, disproof, advice_for(end));
  }

  /// Returns the proof and disproof numbers of "V wins", even if the search asked whether H wins.
  proof_number::Numbers root_numbers(const WidePosition<W>& position) const {
    const auto known = searcher_.known(position, first_);
    proof_number::Numbers numbers = known ? known->numbers : proof_number::Numbers{};
    if (first_ == Player::H) std::swap(numbers.proof, numbers.disproof);
    return numbers;
  }

  /// Nodes searched, including the nodes of the runs that filled the loaded table.
  std::uint64_t nodes() const { return loaded_nodes_ + searcher_.nodes(); }

 private:
  void load() {
    if (options_.resume.empty() || !std::filesystem::exists(options_.resume)) return;
    const InputFile file(options_.resume);
    try {
      loaded_nodes_ = proof_number::load(table_, board_, source_of(file));
    } catch (const Damage& damage) {
      throw FileError(fmt::format("cannot resume from '{}': {}; name another file, or remove it",
                                  options_.resume, damage.what()));
    }
    has_foreign_table_ = table_.used() > 0;
    notify("onyx solve: resumed from '{}': {} entries, {} nodes", options_.resume, table_.used(),
           loaded_nodes_);
  }
  std::string strategy_file() const { return options_.resume + ".strategy"; }
  proof_number::MoveTable<W> load_strategy(const WidePosition<W>& position, Player winner,
                                           std::uint64_t most_bytes) {
    const std::string name = strategy_file();
    if (!std::filesystem::exists(name)) return {};
    const InputFile file(name);
    try {
      auto moves =
          proof_number::load_strategy(board_, position, winner, source_of(file), most_bytes);
      if (!moves) return {};
      has_strategy_file_ = true;
      notify("onyx solve: continues the strategy in '{}': {} positions", name, moves->size());
      return std::move(*moves);
    } catch (const Damage& damage) {
      throw FileError(
          fmt::format("cannot continue the strategy in '{}': {}; remove it", name, damage.what()));
    }
  }

  /// Returns whether the strategy was written; reports a failure to the user.
  bool save_strategy(const proof_number::StrategyMoves<W>& strategy,
                     const WidePosition<W>& position) {
    const bool is_written =
        try_to_write(strategy_file(), "the strategy so far", [&](const WriteAt& write_at) {
          proof_number::save_strategy(strategy, position, board_.size(), write_at);
        });
    has_strategy_file_ = has_strategy_file_ || is_written;
    return is_written;
  }

  /// Nodes per second in this run.
  double rate() const {
    return static_cast<double>(searcher_.nodes()) / std::max(progress_.seconds() - start_, 1e-3);
  }

  Stop stop_for(const WidePosition<W>& position, const std::string& label) {
    Stop stop{interrupt_.flag(), deadline_, bytes_ - table_bytes_};
    double last_other = progress_.seconds();  // seconds at the last report of another phase
    stop.progress = [this, position, label, last_other](const Reached& reached) mutable {
      const bool is_following = reached.phase == Reached::Phase::deciding;
      if (!is_following) last_other = progress_.seconds();
      progress_.update([&] {
        if (reached.phase == Reached::Phase::finding) {
          return fmt::format("{}writing down the strategy: {} positions, {} open", label,
                             short_number(reached.known),
                             short_number(reached.known - reached.done));
        }
        // This phase verifies that all play under the new strategy ends.
        if (is_following) {
          return fmt::format("{}following all play: {}", label,
                             done_of_all(reached.done, reached.known, "positions",
                                         progress_.seconds() - last_other));
        }
        const proof_number::Numbers root = searcher_.root_numbers();
        std::string line = fmt::format(
            "{}proof {}, disproof {}; {} nodes, {}/s, time left unknown; table {:.0f} % full;",
            label, root.proof, root.disproof, short_number(nodes()), short_number(rate()),
            per_cent(table_.used(), table_.most_entries()));
        const auto play = searcher_.principal_variation(position, first_, kShownPlies);
        for (const std::string& move : format_moves(board_, position, play)) line += ' ' + move;
        return line;
      });
    };
    return stop;
  }

  const WideBoard<W>& board_;
  const SolveOptions& options_;
  const InterruptScope& interrupt_;
  Progress& progress_;
  const Player first_;
  const std::uint64_t bytes_;        ///< The whole memory limit.
  const std::uint64_t table_bytes_;  ///< Memory for the table; strategies get the rest.
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline_;
  bool is_saved_ = true;
  bool has_foreign_table_ = false;
  bool has_strategy_file_ = false;  ///< Whether the current proof has a strategy file.
  double start_ = 0;                ///< Value of progress_.seconds() when the search started.
  std::uint64_t loaded_nodes_ = 0;
};

}  // namespace onyx::solve_command
