// Takes wins from certificates, so that a proof-number search need not prove them again. This way,
// a large proof can be found in parts, on many machines, and each part can be checked.
#pragma once

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/known/judged_once.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/certificate/compact_reader.h"
#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/engine/proof_number/winning_strategy.h"
#include "solver/referee/referee.h"

namespace onyx::solve_command {

/// Adds the wins of compact certificates (`*.certz`, also in folders) to the searcher's table after
/// the referee accepts them, at about 20 microseconds per position. Skips other files, draws and
/// other boards. Returns early at a limit or an interrupt. Throws FileError for a certificate that
/// is damaged or rejected; referee::NeedsMemory.
template <int W>
void take_over_certificates(proof_number::Searcher<W>& searcher, proof_number::ProofTable<W>& table,
                            const std::vector<std::string>& names, const Stop& stop,
                            Progress& progress) {
  if (names.empty()) return;
  const WideBoard<W>& board = searcher.board();
  const auto found = named_files(names, {".certz"});
  const std::vector<std::filesystem::path> paths(found.begin(), found.end());
  Stop limits = stop;
  limits.progress = nullptr;
  Stop judging = limits;
  judging.bytes = stop.bytes / threads_allowed();
  JudgedOnce judged;
  std::mutex recording;
  std::size_t done = 0;
  std::uint64_t positions = 0;
  const auto require_time = [&] {
    if (limits.met()) throw referee::Interrupted();
  };
  const auto take_over = [&](const std::filesystem::path& path) {
    require_time();
    const std::string bytes = read_file(path);
    if (!compact::is_compact(bytes)) return;
    const SourceFile file = source_of_bytes(bytes);
    // Check the board first, because the referee may take minutes.
    const std::string start = compact::position_of(bytes);
    if (board_size_of(start) != board.size()) return;
    judged.require_accepted(path.string(), bytes, judging);
    const Claim claim = compact::claim_of(bytes).first;
    if (claim == Claim::draw) return;
    const Player winner = claim == Claim::v_wins ? Player::V : Player::H;
    auto strategies = compact::read_strategies<W>(
        board, file, [&, read = 0U](const WidePosition<W>&, Place) mutable {
          if (++read % 1024 == 0) require_time();
        });
    proof_number::StrategyMoves<W> strategy{
        winner, std::move(strategies[static_cast<std::size_t>(index_of(winner))])};
    End end = End::complete;
    find_ranks(board, strategy.moves, Threads::one, limits, end);
    if (end != End::complete) return;
    const std::lock_guard lock(recording);
    table.reserve(table.used() + strategy.moves.size());
    record_strategy(searcher, parse_position(board, start), strategy);
    positions += strategy.moves.size();
    ++done;
  };
  parallel_for_each_index(Threads::all, paths.size(), [&](std::size_t i) {
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
    }
  });
  if (done == 0) return;
  notify("onyx: {} positions known from {} of {} certificates", positions, done, paths.size());
}

}  // namespace onyx::solve_command
