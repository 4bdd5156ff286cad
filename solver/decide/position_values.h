// The values of the positions of a line of play, each decided once, and their certificates. Fastest
// if a game is asked about from its end backwards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "solver/decide/decide.h"

namespace onyx {

/// One call at a time.
class PositionValues {
 public:
  PositionValues(const Board& board, const DecideOptions& options) : decider_(board, options) {}

  /// The decision of a legal position of the board, within `stop` if it is not known yet. Fastest
  /// if the position is a successor of the previous one. The result stays valid.
  const Decision& of(const Position& position, const Stop& stop);

  /// A certificate of a position that of() has decided; nothing if a limit was reached. The line of
  /// a draw follows `cycle`, if the engine that found the draw supports that; `cycle` are moves
  /// that lead from the position back to it through draws and repeat no position in between.
  std::optional<Certificate> certificate_of(const Position& position, const Stop& stop,
                                            std::span<const Place> cycle = {});

 private:
  struct Entry {
    Decision decision;
    std::uint32_t state = 0;  ///< In the explorer's graph behind the decision, if there is one.
  };
  static std::optional<Entry> found_behind(const Entry& before, const Position& position);

  Decider decider_;
  std::map<Position, Entry> entries_;
  const Entry* last_ = nullptr;
};

}  // namespace onyx
