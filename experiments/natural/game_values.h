// The values of the positions of games, by proof-number search with one table for all questions.
//
// What certificates prove can be made known before. A question that takes more nodes than it may
// stays open; its work is not lost, for the table keeps what was found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/support/progress.h"
#include "solver/certificate/proof.h"
#include "solver/proof_number/found_value.h"

namespace onyx {

template <int W>
class GameValues {
 public:
  /// `bytes`: memory of the table. `board` must outlive it. Throws std::bad_alloc.
  GameValues(const Board<W>& board, std::uint64_t bytes, std::size_t threads);

  /// Makes known what the compact certificates of these files and folders prove, each judged by the
  /// referee first. Throws FileError.
  void learn(const std::vector<std::string>& certificates, const Stop& stop, Progress& progress);

  /// From now on threads may ask side by side; the table keeps its size.
  void share();

  /// The value of a legal position, asked from thread number 0, 1, ...; nothing if `stop`, whose
  /// work is in nodes, ended the search. `first`: the player who is likely to win.
  std::optional<Claim> of(const Position<W>& position, const Stop& stop, Player first,
                          std::size_t thread = 0);

  /// True if `winner` wins a legal position, false if the opponent does; nothing if it is not known
  /// which, as after a limit, and as in most drawn positions. Half of the work of of().
  std::optional<bool> wins(const Position<W>& position, const Stop& stop, Player winner,
                           std::size_t thread = 0);

  /// A strategy by which `winner` wins from an unfinished position of that value and, where that is
  /// possible, plays the moves of `line`, which begins there. Not while other threads ask.
  Proof<W> prove_along(const Position<W>& position, Player winner, const std::vector<Place>& line,
                       const Stop& stop);

 private:
  proof_number::Searcher<W>& searcher_of(std::size_t thread) {
    return beside_.empty() ? searcher_ : *beside_[thread];
  }

  const Board<W>& board_;
  proof_number::ProofTable<W> table_;
  proof_number::Searcher<W> searcher_;
  std::vector<std::unique_ptr<proof_number::Searcher<W>>> beside_;
  std::size_t threads_;
};

}  // namespace onyx
