// The values of positions, each decided once. If the explorer decided the last position queried,
// its successors need no search. Otherwise, query the positions of a game from last to first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "solver/decide/decide.h"

namespace onyx {

class PositionValues {
 public:
  PositionValues(const Board& board, const DecideOptions& options) : decider_(board, options) {}

  /// Decides a legal position, unless already decided. The reference stays valid. Not thread-safe.
  const Decision& of(const Position& position, const Stop& stop);

  /// Returns a certificate of a position decided by of(), or nullopt after a limit. `cycle` holds
  /// drawing moves that lead back to the position; the line follows them if the explorer decided.
  std::optional<Certificate> certificate_of(const Position& position, const Stop& stop,
                                            std::span<const Place> cycle = {});

 private:
  struct Entry {
    Decision decision;
    std::uint32_t state = 0;  ///< The position's state in the explorer's graph, if there is one.
  };
  static std::optional<Entry> found_behind(const Entry& before, const Position& position);
  Decider decider_;
  std::map<Position, Entry> entries_;
  const Entry* last_ = nullptr;
};

}  // namespace onyx
