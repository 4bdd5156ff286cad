// Finds values of positions of natural games by proof-number search, which starts with the values
// that certificates prove.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/packed_position.h"
#include "experiments/solve/start_certificates.h"
#include "solver/certificate/prove.h"

namespace onyx {

/// Finds values of positions. All searches share one transposition table.
template <int W>
class GameValues {
 public:
  GameValues(const WideBoard<W>& board, std::uint64_t bytes, std::size_t threads)
      : board_(board), table_(bytes), searcher_(board, table_, 1), threads_(threads) {}

  /// Loads the certificates of these files and folders into the table. Throws FileError.
  void learn(const std::vector<std::string>& certificates, const Stop& stop, Progress& progress) {
    solve_command::take_over_certificates(searcher_, table_, certificates, stop, progress);
  }

  /// Prepares for use by several threads. Afterwards the table cannot grow.
  void share(bool is_short) {
    // Parallel searchers cannot grow the table, so grow it now. A larger table would take seconds
    // to clear; on a busy machine, even this size takes more time than a short search has.
    if (threads_ < 2 || !beside_.empty()) return;
    table_.reserve(std::uint64_t{1} << (is_short ? 20 : 23));
    for (std::size_t i = 0; i < threads_; ++i) {
      beside_.push_back(proof_number::Searcher<W>::beside(searcher_));
    }
  }

  /// Returns nullopt if `stop` ended the search; `stop.work` limits the nodes. `first` should be
  /// the likely winner.
  std::optional<Claim> of(const WidePosition<W>& position, const Stop& stop, Player first,
                          std::size_t thread = 0) {
    if (is_finished(board_, position)) return win_of(other(position.to_move));
    const auto value = proof_number::find_value(searcher_of(thread), position, stop, first);
    if (value.end != End::complete) return std::nullopt;
    return proof_number::claim_of(value);
  }

  /// Whether `winner` wins. Returns nullopt at a limit, and for most draws. Takes about half as
  /// long as finding the value.
  std::optional<bool> wins(const WidePosition<W>& position, const Stop& stop, Player winner,
                           std::size_t thread = 0) {
    if (is_finished(board_, position)) return winner != position.to_move;
    auto& searcher = searcher_of(thread);
    if (!proof_number::settled(searcher, position)) searcher.search(position, winner, stop);
    const auto value = proof_number::settled(searcher, position);
    return value ? std::optional(value->winner == winner) : std::nullopt;
  }

  /// Returns the longest play from `setup` to a position whose stones are all in `target`, without
  /// captures, in which every move of the winner is already proved to win. Tries at most kMost
  /// positions.
  std::vector<Place> opening_into(const WidePosition<W>& setup, const WidePosition<W>& target,
                                  Player winner, std::size_t thread) {
    constexpr std::size_t kMost = 2000;
    const auto& searcher = searcher_of(thread);
    std::vector<Place> line;
    std::vector<Place> longest;
    std::set<PackedPosition<W>> seen;
    const std::function<void(const WidePosition<W>&)> go_on = [&](const WidePosition<W>& position) {
      if (seen.size() >= kMost || !seen.insert(pack(position)).second) return;
      if (line.size() > longest.size()) longest = line;
      const Player mover = position.to_move;
      PlaceSet<W> moves = placements(board_, position) & target.of(mover);
      while (moves.any()) {
        const Place move = moves.pop_lowest();
        if (captured_by(board_, position, move).any()) continue;
        const WidePosition<W> next = successor(board_, position, move);
        if (is_finished(board_, next)) continue;
        if (mover == winner) {
          const auto value = proof_number::settled(searcher, next);
          if (!value || value->winner != winner) continue;
        }
        line.push_back(move);
        go_on(next);
        line.pop_back();
      }
    };
    go_on(setup);
    return longest;
  }

  /// Proves the win by a strategy that plays the moves of `line` where it can. Other threads must
  /// not use this object meanwhile.
  Proof<W> prove_along(const WidePosition<W>& position, Player winner,
                       const std::vector<Place>& line, const Stop& stop) {
    beside_.clear();
    proof_number::StrategyDraft<W> draft;
    WidePosition<W> now = position;
    for (const Place move : line) {
      if (now.to_move == winner) draft.preferred.try_emplace(pack(now), {move});
      now = successor(board_, now, move);
    }
    proof_number::FoundValue<W> value;
    value.winner = winner;
    return proof_number::prove(searcher_, position, value, stop, std::move(draft));
  }

 private:
  proof_number::Searcher<W>& searcher_of(std::size_t thread) {
    return beside_.empty() ? searcher_ : *beside_[thread];
  }

  const WideBoard<W>& board_;
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  std::vector<std::unique_ptr<proof_number::Searcher<W>>> beside_;
  std::size_t threads_;
};

}  // namespace onyx
