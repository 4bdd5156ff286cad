// The outlooks of a position and of all its successors, for a fraction of the cost of computing
// each one separately: one more stone leaves most of what both sides join and threaten unchanged
// (threats.h).
#pragma once

#include <optional>

#include "solver/engine/tactics/outlook.h"
#include "solver/engine/tactics/threats.h"

namespace onyx::proof_number {

template <int W>
class LookAhead {
 public:
  /// The board and the techniques must outlive it.
  LookAhead(const WideBoard<W>& board, const Techniques& techniques)
      : board_(board), techniques_(techniques) {}
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;

  /// Sets the position, which must be legal and not finished, and returns its outlook.
  Outlook<W> from(const WidePosition<W>& position);
  /// The places where the mover captures.
  const PlaceSet<W>& captures() const { return captures_; }
  /// The mover's legal moves, without most of the moves after which the other side connects at
  /// once. A move that captures nothing stops only the threat on its own place. O(1).
  PlaceSet<W> moves_against_threats() const {
    const PlaceSet<W>& threats = their_threats_->connecting();
    if (threats.empty()) return legal_;
    return threats.has_two() ? captures_ : captures_ | threats;
  }
  /// The position after a stone of the mover on `place`.
  WidePosition<W> successor(Place place) const {
    return captures_.has(place) ? onyx::successor(board_, position_, place)
                                : with_stone(position_, place);
  }
  /// The outlook of `next`, which follows by a stone of the mover on `place` that does not connect.
  /// It is derived from the threats of the position, unless the stone captures.
  Outlook<W> after(Place place, const WidePosition<W>& next) const;

 private:
  const WideBoard<W>& board_;
  const Techniques& techniques_;
  WidePosition<W> position_;
  Reaches<W> own_reaches_;
  Reaches<W> their_reaches_;
  PlaceSet<W> free_;  ///< Free points.
  PlaceSet<W> legal_;
  PlaceSet<W> captures_;
  PlaceSet<W> their_captures_;  ///< Where the other side would capture, if it were to move.
  std::optional<Side<W>> own_;  ///< The mover's side.
  std::optional<Side<W>> theirs_;
  std::optional<Threats<W>> own_threats_;
  std::optional<Threats<W>> their_threats_;
};

}  // namespace onyx::proof_number
