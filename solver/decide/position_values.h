// The values of positions, each decided once. Ask about a game from its end backwards.
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

  /// Decides a legal position, unless known. The result stays valid. One call at a time.
  const Decision& of(const Position& position, const Stop& stop);

  /// A certificate of a position decided by of(); nothing if a limit was met. The line of a draw
  /// follows `cycle`, moves through draws back to the position, if the engine supports that.
  std::optional<Certificate> certificate_of(const Position& position, const Stop& stop,
                                            std::span<const Place> cycle = {});

 private:
  struct Entry {
    Decision decision;
    std::uint32_t state = 0;  ///< In the explorer's graph, if there is one.
  };
  static std::optional<Entry> found_behind(const Entry& before, const Position& position);
  Decider decider_;
  std::map<Position, Entry> entries_;
  const Entry* last_ = nullptr;
};

}  // namespace onyx
