// The outlooks of a position and of all that follows it, for a fraction of what each by itself
// takes: a stone more leaves most of what both sides join and threaten as it is (threats.h).
#pragma once

#include <optional>

#include "solver/tactics/outlook.h"
#include "solver/tactics/threats.h"

namespace onyx::proof_number {

template <int W>
class LookAhead {
 public:
  /// Both must outlive it.
  LookAhead(const Board<W>& board, const Techniques& techniques)
      : board_(board), techniques_(techniques) {}
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;

  /// From which position on; legal and not finished. Returns its outlook.
  Outlook<W> from(const Position<W>& position);
  /// Where the mover captures.
  const PlaceSet<W>& captures() const { return captures_; }
  /// The position after a stone of the mover on `place`.
  Position<W> successor(Place place) const {
    return captures_.has(place) ? onyx::successor(board_, position_, place)
                                : with_stone(position_, place);
  }
  /// The outlook of `next`, which follows by a stone of the mover on `place` that does not connect.
  /// Taken over from the position, unless the stone captures.
  Outlook<W> after(Place place, const Position<W>& next) const;

 private:
  const Board<W>& board_;
  const Techniques& techniques_;
  Position<W> position_;
  Reaches<W> own_reaches_;
  Reaches<W> their_reaches_;
  PlaceSet<W> free_;  ///< Points.
  PlaceSet<W> legal_;
  PlaceSet<W> captures_;
  PlaceSet<W> their_captures_;  ///< Where the other side would capture, if it were to move.
  std::optional<Side<W>> own_;  ///< Of the mover.
  std::optional<Side<W>> theirs_;
  std::optional<Threats<W>> own_threats_;
  std::optional<Threats<W>> their_threats_;
};

}  // namespace onyx::proof_number
