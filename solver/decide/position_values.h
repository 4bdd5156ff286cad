// The values of positions, each decided once. If the explorer decided a position, the next query
// needs no search for a successor. Otherwise, go through a game from last position to first.
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

  /// Returns a certificate of a position decided by of(); nothing if a limit was met. `cycle` holds
  /// moves through draws back to the position; if the explorer found the draw, the line plays them.
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
