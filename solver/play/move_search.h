// A search for a good move: alpha-beta over the few most promising moves of each position.
//
// A position is worth what the resistances of both sides say (resistance.h). The places through
// which most of both currents flows are searched, and all captures. Wins and losses that are seen
// without search (solver/engine/tactics) end a line, and a position with at most two sensible moves
// is searched deeper, so no line ends amid threats. If all searched moves lose, the others are
// searched, too. So a win or a loss that the search reports is proved; only other values are
// estimates.
//
// The depth increases until the node limit. The result is a function of the position and the
// settings alone, unless the interrupt or the deadline comes first.
#pragma once

#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/packed_position.h"
#include "solver/engine/tactics/outlook.h"
#include "solver/play/resistance.h"

namespace onyx {

struct SearchSettings {
  int depth = 1;                ///< In plies, at most.
  std::uint64_t nodes = 1'000;  ///< Positions to visit, approximately.
  std::size_t width = 10;       ///< Moves searched in a position, besides captures.
  int noise = 0;                ///< Random part of an estimate, in thousandths of the whole range.
  std::uint64_t seed = 0;       ///< For the noise.
};

struct FoundMove {
  Place move = 0;
  int score = 0;  ///< For the side to move; beyond kSurely if it wins, below -kSurely if it loses.
  std::uint64_t nodes = 0;  ///< Visited.
};

/// Not thread-safe.
template <int W>
class MoveSearch {
 public:
  static constexpr int kWin = 100'000;    ///< Less one for each ply up to the win.
  static constexpr int kSurely = 50'000;  ///< Estimates are far smaller.

  /// The board must outlive it.
  explicit MoveSearch(const WideBoard<W>& board);

  /// The position must be legal and not finished.
  FoundMove find(const WidePosition<W>& position, const SearchSettings& settings, const Stop& stop);

 private:
  struct OutOfNodes {};
  struct Entry {
    PackedPosition<W> key{};
    int score = 0;
    std::int8_t depth = -1;
    std::int8_t bound = 0;  ///< 1: at least the score; -1: at most; 0: exact.
    Place move = kNoMove;
  };
  /// The currents of both players.
  struct Look {
    std::array<Current<W>, 2> current;
  };
  static constexpr Place kNoMove = UINT16_MAX;
  static constexpr int kMostPlies = 40;

  int value(const WidePosition<W>& position, int depth, int alpha, int beta, int ply);
  int estimate(const WidePosition<W>& position, int ply);
  void order(const WidePosition<W>& position, const PlaceSet<W>& moves, int ply, Place first,
             std::vector<Place>& ordered) const;

  const WideBoard<W>& board_;
  ResistanceNetwork<W> network_;
  std::vector<Entry> table_;
  std::vector<Look> looks_;                  ///< By ply.
  std::vector<std::vector<Place>> ordered_;  ///< By ply.
  SearchSettings settings_;
  const Stop* stop_ = nullptr;
  std::uint64_t nodes_ = 0;
  Place best_ = kNoMove;  ///< At the root, of the current depth.
};

}  // namespace onyx
