#include "experiments/solve/proof_number_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/wide_line.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/input.h"
#include "experiments/known/judged_once.h"
#include "experiments/support/budget.h"
#include "experiments/support/machine.h"
#include "experiments/support/output.h"
#include "solver/certificate/compact_reader.h"
#include "solver/decide/decide.h"
#include "solver/engine/proof_number/known_strategy.h"
#include "solver/engine/proof_number/saved_strategy.h"
#include "solver/engine/proof_number/saved_table.h"
#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/referee/referee.h"

namespace onyx::solve_command {
namespace {

constexpr std::chrono::minutes kBetweenSaves{5};
constexpr int kShownPlies = 8;

std::uint64_t bytes_for(const Budget& budget) {
  const std::uint64_t bytes = budget.bytes > 0 ? budget.bytes : available_memory() / 5 * 4;
  if (bytes < kLeastProofNumberBytes) throw std::bad_alloc();
  return bytes;
}

std::string writing_line(const std::string& label, const Reached& reached) {
  return fmt::format("{}writing down the strategy: {} positions, {} open", label,
                     short_number(static_cast<double>(reached.known)),
                     short_number(static_cast<double>(reached.known - reached.done)));
}

/// When a strategy is written down, all play under it is followed, to verify that it ends.
std::string following_line(const std::string& label, const Reached& reached, double seconds) {
  return fmt::format("{}following all play: {}", label,
                     done_of_all(reached.done, reached.known, "positions", seconds));
}

/// Returns whether save(write_at) wrote the file. If not, reports that `what` is not saved; the
/// disk may have room the next time.
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

/// The table's share of all bytes; the rest is for strategies.
std::uint64_t table_bytes(std::uint64_t bytes) { return bytes / 4 * 3; }

// --- Certificates that a search starts with ------------------------------------------------------
//
// The search need not find again what they prove. So a large proof can be found in parts, on many
// machines and days, and each part can be checked.

/// The strategy of a certificate that was accepted, in the form that the search uses.
template <int W>
proof_number::StrategyMoves<W> strategy_of(const WideBoard<W>& board, const SourceFile& file,
                                           Player winner) {
  auto strategies = compact::read_strategies(board, file);
  return {winner, std::move(strategies[static_cast<std::size_t>(index_of(winner))])};
}

}  // namespace

template <int W>
void take_over_certificates(proof_number::Searcher<W>& searcher, proof_number::ProofTable<W>& table,
                            const std::vector<std::string>& names, const Stop& stop,
                            Progress& progress) {
  if (names.empty()) return;
  const WideBoard<W>& board = searcher.board();
  const auto found = named_files(names, {".certz"});
  const std::vector<std::filesystem::path> paths(found.begin(), found.end());
  Stop limits = stop;
  limits.progress = nullptr;  // it is meant for a search
  Stop judging = limits;
  judging.bytes = stop.bytes / threads_allowed();
  JudgedOnce judged;
  std::mutex recording;  // guards the table and the counts
  std::size_t done = 0;
  std::uint64_t positions = 0;
  const auto take_over = [&](const std::filesystem::path& path) {
    const std::string bytes = read_file(path);
    const SourceFile file = source_of_bytes(bytes);
    // Cheap checks come before those that take minutes.
    const std::string start = compact::position_of(bytes);
    if (board_size_of(start) != board.size()) throw Damage("it is of another board");
    judged.require_accepted(path.string(), bytes, judging);
    const Claim claim = compact::claim_of(bytes).first;
    if (claim == Claim::draw)
      throw Damage("it claims a draw, and a search can start only from wins");
    const Player winner = claim == Claim::v_wins ? Player::V : Player::H;
    auto strategy = strategy_of(board, file, winner);
    End end = End::complete;
    find_ranks(board, strategy.moves, Threads::one, limits, end);
    if (end != End::complete) return;
    const std::lock_guard lock(recording);
    table.reserve(table.used() + strategy.moves.size());
    record_strategy(searcher, parse_position(board, start), strategy);
    positions += strategy.moves.size();
    ++done;
  };
  // Each certificate is checked on one thread.
  parallel_for(Threads::all, paths.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      progress.update([&] {
        const std::lock_guard lock(recording);
        return fmt::format("certificates: {} of {} checked", done, paths.size());
      });
      try {
        take_over(paths[i]);
      } catch (const Damage& damage) {
        throw FileError(fmt::format("cannot start from '{}': {}; name another file",
                                    paths[i].string(), damage.what()));
      } catch (const referee::Interrupted&) {
        return;
      }
    }
  });
  notify("onyx solve: {} positions known from {} of {} certificates", positions, done,
         paths.size());
}

template <int W>
ProofNumberSession<W>::ProofNumberSession(const WideBoard<W>& board, const SolveOptions& options,
                                          int threads, const InterruptScope& interrupt,
                                          Progress& progress)
    : board_(board),
      options_(options),
      interrupt_(interrupt),
      progress_(progress),
      first_(options.first == "h" ? Player::H : Player::V),
      bytes_(bytes_for(options.budget)),
      table_(table_bytes(bytes_)),
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

template <int W>
double ProofNumberSession<W>::rate() const {
  return static_cast<double>(searcher_.nodes()) / std::max(progress_.seconds() - start_, 1e-3);
}

template <int W>
void ProofNumberSession<W>::load() {
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

template <int W>
void ProofNumberSession<W>::save() {
  if (options_.resume.empty() || searcher_.has_forgotten()) return;
  is_saved_ = try_to_write(options_.resume, "the table", [&](const WriteAt& write_at) {
    proof_number::save(table_, board_.size(), nodes(), write_at);
  });
}

template <int W>
proof_number::MoveTable<W> ProofNumberSession<W>::load_strategy(const WidePosition<W>& position,
                                                                Player winner,
                                                                std::uint64_t most_bytes) {
  const std::string name = strategy_file();
  if (!std::filesystem::exists(name)) return {};
  const InputFile file(name);
  try {
    auto moves = proof_number::load_strategy(board_, position, winner, source_of(file), most_bytes);
    if (!moves) return {};
    has_strategy_file_ = true;
    notify("onyx solve: continues the strategy in '{}': {} positions", name, moves->size());
    return std::move(*moves);
  } catch (const Damage& damage) {
    throw FileError(
        fmt::format("cannot continue the strategy in '{}': {}; remove it", name, damage.what()));
  }
}

template <int W>
bool ProofNumberSession<W>::save_strategy(const proof_number::StrategyMoves<W>& strategy,
                                          const WidePosition<W>& position) {
  const bool is_written =
      try_to_write(strategy_file(), "the strategy so far", [&](const WriteAt& write_at) {
        proof_number::save_strategy(strategy, position, board_.size(), write_at);
      });
  has_strategy_file_ = has_strategy_file_ || is_written;
  return is_written;
}

template <int W>
void ProofNumberSession<W>::forget_strategy() {
  std::error_code ignored;
  if (has_strategy_file_) std::filesystem::remove(strategy_file(), ignored);
  has_strategy_file_ = false;
}

template <int W>
Stop ProofNumberSession<W>::stop_for(const WidePosition<W>& position, const std::string& label) {
  Stop stop;
  stop.interrupt = interrupt_.flag();
  stop.deadline = deadline_;
  stop.bytes = bytes_ - table_bytes(bytes_);
  double last_other = progress_.seconds();  // time of the last report of another phase
  stop.progress = [this, position, label, last_other](const Reached& reached) mutable {
    const bool is_following = reached.phase == Reached::Phase::deciding;
    if (!is_following) last_other = progress_.seconds();
    progress_.update([&] {
      if (reached.phase == Reached::Phase::finding) return writing_line(label, reached);
      if (is_following) {
        return following_line(label, reached, progress_.seconds() - last_other);
      }
      const proof_number::Numbers root = searcher_.root_numbers();
      std::string line = fmt::format(
          "{}proof {}, disproof {}; {} nodes, {}/s, time left unknown; table {:.0f} % full;", label,
          root.proof, root.disproof, short_number(static_cast<double>(nodes())),
          short_number(rate()),
          100 * static_cast<double>(table_.used()) / static_cast<double>(table_.most_entries()));
      const auto play = searcher_.principal_variation(position, first_, kShownPlies);
      for (const std::string& move : format_moves(board_, position, play)) line += ' ' + move;
      return line;
    });
  };
  return stop;
}

template <int W>
proof_number::FoundValue<W> ProofNumberSession<W>::find_value(const WidePosition<W>& position,
                                                              const std::string& label) {
  return proof_number::find_value(searcher_, position, stop_for(position, label), first_);
}

template <int W>
End ProofNumberSession<W>::prepare(const std::vector<WidePosition<W>>& positions) {
  if (positions.empty()) return End::complete;
  const auto count_settled = [&] {
    return std::ranges::count_if(positions, [&](const WidePosition<W>& position) {
      return proof_number::settled(searcher_, position).has_value();
    });
  };
  const auto done_before = count_settled();  // by a table that was read
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
          done, positions.size(), time_left(open, a_second),
          short_number(static_cast<double>(nodes())), short_number(rate()),
          100 * static_cast<double>(table_.used()) / static_cast<double>(table_.most_entries()),
          root.proof, root.disproof);
    });
  };
  return proof_number::prepare_values(searcher_, std::span<const WidePosition<W>>(positions), stop,
                                      first_);
}

template <int W>
Proof<W> ProofNumberSession<W>::prove(const WidePosition<W>& position, const FoundValue& value,
                                      const std::string& label) {
  Stop stop = stop_for(position, label);
  // The search is over, so the table's unused memory goes to the strategy.
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
    throw FileError(
        fmt::format("'{}' is wrong: {}; name another file, or remove it", believed, error.what()));
  } catch (const std::bad_alloc&) {
    proof.end = End::memory_limit;
  }
  return proof;
}

template <int W>
std::uint64_t ProofNumberSession<W>::bytes_left(const Proof<W>& proof) const {
  std::uint64_t taken = table_.bytes();
  for (const auto& strategy : proof.strategies) taken += strategy.moves.bytes();
  return bytes_ - std::min(bytes_, taken);
}

template <int W>
proof_number::Numbers ProofNumberSession<W>::root_numbers(const WidePosition<W>& position) const {
  const auto known = searcher_.known(position, first_);
  proof_number::Numbers numbers = known ? known->numbers : proof_number::Numbers{};
  if (first_ == Player::H) std::swap(numbers.proof, numbers.disproof);
  return numbers;
}

template <int W>
std::string ProofNumberSession<W>::reached(const WidePosition<W>& position, End end) const {
  const auto [proof, disproof] = root_numbers(position);
  return fmt::format(
      "{} after {} nodes; \"V wins\" has proof number {}, disproof number {}{}",
      end == End::interrupted ? "interrupted" : fmt::format("the {} was reached", name_of(end)),
      nodes(), proof, disproof, advice_for(end));
}

#define ONYX_INSTANTIATE(W)                                                                      \
  template void take_over_certificates(proof_number::Searcher<W>&, proof_number::ProofTable<W>&, \
                                       const std::vector<std::string>&, const Stop&, Progress&); \
  template class ProofNumberSession<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
