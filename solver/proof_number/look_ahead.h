// The outlooks of a position and of all that follows it, for a fraction of what each by itself
// takes: a stone more leaves most of both sides' chains as they are (side.h).
#pragma once

#include <optional>

#include "solver/tactics/outlook.h"
#include "solver/tactics/side.h"

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
  /// The outlook of `next`, which follows by a stone of the mover on `place` that does not connect.
  /// Taken over from the position, unless the stone captures.
  Outlook<W> after(Place place, const Position<W>& next, bool captures) const;

 private:
  const Board<W>& board_;
  const Techniques& techniques_;
  Reaches<W> own_reaches_;
  Reaches<W> their_reaches_;
  PlaceSet<W> legal_;
  std::optional<Side<W>> own_;  ///< Of the mover.
  std::optional<Side<W>> theirs_;
};

}  // namespace onyx::proof_number
