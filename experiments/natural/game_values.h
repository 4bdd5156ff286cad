// The values of the positions of games, by proof-number search with one transposition table for all
// questions.
//
// Certificates can be loaded first. A question that needs more nodes than allowed stays open; its
// work is not lost, because the table keeps the results.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/support/progress.h"
#include "solver/certificate/proof.h"
#include "solver/engine/proof_number/found_value.h"

namespace onyx {

template <int W>
class GameValues {
 public:
  /// `bytes`: memory of the table. `board` must outlive this object. Throws std::bad_alloc.
  GameValues(const WideBoard<W>& board, std::uint64_t bytes, std::size_t threads);

  /// Loads the results of the compact certificates in these files and folders; the referee judges
  /// each first. Throws FileError.
  void learn(const std::vector<std::string>& certificates, const Stop& stop, Progress& progress);

  /// After this call, several threads may ask at once; the table keeps its size.
  void share();

  /// The value of a legal position; nothing if `stop`, which counts nodes, ended the search.
  /// `first`: the player whose win is searched for first, best the likely winner. `thread`: the
  /// number of the thread that asks, from 0.
  std::optional<Claim> of(const WidePosition<W>& position, const Stop& stop, Player first,
                          std::size_t thread = 0);

  /// True if `winner` wins a legal position, false if the opponent does; nothing if neither is
  /// known, as after a limit and in most drawn positions. Takes half of the work of of().
  std::optional<bool> wins(const WidePosition<W>& position, const Stop& stop, Player winner,
                           std::size_t thread = 0);

  /// A strategy by which `winner` wins from an unfinished position that `winner` wins. Where
  /// possible it plays the moves of `line`, which begins at the position. No other thread may ask
  /// meanwhile.
  Proof<W> prove_along(const WidePosition<W>& position, Player winner,
                       const std::vector<Place>& line, const Stop& stop);

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
