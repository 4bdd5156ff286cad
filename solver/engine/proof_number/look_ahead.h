// Computes the outlook (outlook.h) of a position, and then the outlooks of its successors at little
// extra cost, because one more stone leaves most chains and threats unchanged (threats.h).
#pragma once

#include <optional>

#include "core/base/assert.h"
#include "solver/engine/tactics/outlook.h"
#include "solver/engine/tactics/threats.h"
#include "solver/engine/tactics/virtual_connections.h"

namespace onyx::proof_number {

template <int W>
class LookAhead {
 public:
  /// The board must outlive this object.
  LookAhead(const WideBoard<W>& board, const Techniques& techniques)
      : board_(board), techniques_(techniques) {}
  LookAhead(const LookAhead&) = delete;

  Outlook<W> from(const WidePosition<W>& position) {
    ONYX_ASSERT(position.is_sound() && !is_finished(board_, position));
    const Player mover = position.to_move;
    position_ = position;
    own_reaches_.known = {};
    their_reaches_.known = {};
    own_.emplace(board_, position.of(mover), mover, &own_reaches_);
    theirs_.emplace(board_, position.of(other(mover)), other(mover), &their_reaches_);
    free_ = board_.points() - position.occupied();
    legal_ = placements(board_, position);
    own_threats_.emplace(*own_, free_);
    their_threats_.emplace(*theirs_, free_);
    WidePosition<W> passed = position;
    passed.to_move = other(mover);
    captures_ = capturing_moves(board_, position);
    their_captures_ = capturing_moves(board_, passed);
    Outlook<W> outlook = outlook_between(board_, position, *own_threats_, *their_threats_, legal_,
                                         captures_, techniques_);
    if (techniques_.connections && outlook.forecast == Forecast::open) {
      look_for_connections(board_, position, own_->chains(), theirs_->chains(), outlook);
    }
    return outlook;
  }

  const PlaceSet<W>& captures() const { return captures_; }
  /// Returns the legal moves except most moves after which the opponent can connect at once. O(1).
  PlaceSet<W> moves_against_threats() const {
    const PlaceSet<W>& threats = their_threats_->connecting();
    if (threats.empty()) return legal_;
    return threats.has_two() ? captures_ : captures_ | threats;
  }
  WidePosition<W> successor(Place place) const {
    return captures_.has(place) ? onyx::successor(board_, position_, place)
                                : with_stone(position_, place);
  }
  /// Returns the outlook of `next`, the successor after a move on `place` that does not connect.
  Outlook<W> after(Place place, const WidePosition<W>& next) const {
    ONYX_ASSERT(legal_.has(place) && next.to_move == other(position_.to_move));
    if (captures_.has(place) || !techniques_.take_over)
      return outlook_of(board_, next, techniques_);
    const PlaceSet<W> blocked = board_.neighbours(place) & board_.midpoints();
    const PlaceSet<W> free = free_.without(place);
    const PlaceSet<W> capturing = (their_captures_ & free) | captures_of(board_, next, place);
    return outlook_between(board_, next, ThreatsWithout<W>(*their_threats_, place),
                           ThreatsWith<W>(*own_threats_, place, free),
                           legal_.without(place) - blocked, capturing, techniques_);
  }

 private:
  const WideBoard<W>& board_;
  const Techniques techniques_;
  WidePosition<W> position_;
  Reaches<W> own_reaches_;
  Reaches<W> their_reaches_;
  PlaceSet<W> free_;  ///< Empty points.
  PlaceSet<W> legal_;
  PlaceSet<W> captures_;
  PlaceSet<W> their_captures_;  ///< Places where the opponent would capture if to move.
  std::optional<Side<W>> own_;
  std::optional<Side<W>> theirs_;
  std::optional<Threats<W>> own_threats_;
  std::optional<Threats<W>> their_threats_;
};

}  // namespace onyx::proof_number
