#include "solver/engine/proof_number/look_ahead.h"

#include "core/base/assert.h"
#include "solver/engine/tactics/virtual_connections.h"

namespace onyx::proof_number {

template <int W>
Outlook<W> LookAhead<W>::from(const WidePosition<W>& position) {
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
  if (techniques_.connections && outlook.forecast == Outlook<W>::Forecast::open) {
    look_for_connections(board_, position, own_->chains(), theirs_->chains(), outlook);
  }
  return outlook;
}

template <int W>
Outlook<W> LookAhead<W>::after(Place place, const WidePosition<W>& next) const {
  ONYX_ASSERT(legal_.has(place) && next.to_move == other(position_.to_move));
  if (captures_.has(place) || !techniques_.take_over) return outlook_of(board_, next, techniques_);
  // The stone takes its own place and closes the midpoints beside it.
  PlaceSet<W> legal = legal_ - (board_.neighbours(place) & board_.midpoints());
  legal.remove(place);
  PlaceSet<W> free = free_;
  free.remove(place);
  const PlaceSet<W> capturing = (their_captures_ & free) | captures_of(board_, next, place);
  return outlook_between(board_, next, ThreatsWithout<W>(*their_threats_, place),
                         ThreatsWith<W>(*own_threats_, place, free), legal, capturing, techniques_);
}

#define ONYX_INSTANTIATE(W) template class LookAhead<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
