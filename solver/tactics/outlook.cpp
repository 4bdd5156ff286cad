#include "solver/tactics/outlook.h"

namespace onyx::proof_number {
namespace {

template <int W>
struct OwnThreats {
  Place fork;          ///< A move whose threats cannot all be parried, or place_count.
  PlaceSet<W> by_one;  ///< If there is none: all of `moves` that make a threat.
};

template <int W>
OwnThreats<W> own_threats(const Board<W>& board, const Position<W>& position, const Side<W>& own,
                          const PlaceSet<W>& moves) {
  const PlaceSet<W> free = board.points() - position.occupied();
  // Where a stone of the other side is in the way, to capture it is a threat from anywhere.
  const PlaceSet<W> connecting = own.chains().connecting();
  const PlaceSet<W>& theirs = position.of(other(position.to_move));
  const bool is_blocked = (connecting & theirs).any();
  PlaceSet<W> candidates = moves & (is_blocked ? board.points() : own.chains().prolonging());
  OwnThreats<W> found{static_cast<Place>(board.place_count()), {}};
  while (candidates.any()) {
    const Place place = candidates.pop_lowest();
    const PlaceSet<W> joins = connecting | own.threats_from(place);
    PlaceSet<W> threats = joins & free;
    if ((joins & theirs).any()) threats |= joins & captured_by(board, position, place);
    threats.remove(place);
    if (threats.any()) found.by_one.add(place);
    if (!threats.has_two()) continue;
    if (parries(board, successor(board, position, place), threats).empty()) {
      found.fork = place;
      return found;
    }
  }
  return found;
}

/// The places where a stone of the mover captures, if `theirs` are the other side's stones; or
/// would be the one corner more that it takes to capture.
template <int W>
PlaceSet<W> about_captures(const Board<W>& board, const PlaceSet<W>& own,
                           const PlaceSet<W>& theirs) {
  PlaceSet<W> found;
  (beside_two(board, theirs) - own - theirs).for_each([&](Place place) {
    for (const CornerView<W>& view : board.squares_at(place)) {
      const bool has_pair = ((theirs & view.adjacent_and_midpoint) ^ view.adjacent).empty();
      const bool may_capture = (own & (view.adjacent_and_midpoint - view.adjacent)).empty() &&
                               (theirs & view.opposite).empty();
      if (view.adjacent.any() && has_pair && may_capture) found.add(place);
    }
  });
  return found;
}

/// Takes the moves away after which the other side has a fork, as far as is seen at once: a move
/// meets a fork by taking one of its places, by a threat of its own, or by a capture, now or made
/// possible for later; all other moves leave it as it is.
template <int W>
PlaceSet<W> against_forks(const Board<W>& board, const Position<W>& position, const Side<W>& theirs,
                          const PlaceSet<W>& threatening, PlaceSet<W> moves) {
  Position<W> passed = position;
  passed.to_move = other(position.to_move);
  const PlaceSet<W> free = board.points() - position.occupied();
  PlaceSet<W> candidates = free & theirs.chains().prolonging();
  while (candidates.any() && moves.any()) {
    const Place place = candidates.pop_lowest();
    const PlaceSet<W> threats = theirs.threats_from(place) & free;
    if (!threats.has_two()) continue;
    PlaceSet<W> meeting = threats | threatening;
    meeting.add(place);
    if ((moves - meeting).empty() || captured_by(board, passed, place).any()) continue;
    const Position<W> forked = successor(board, passed, place);
    if (parries(board, forked, threats).any()) continue;
    moves &= meeting | about_captures(board, forked.of(forked.to_move), forked.of(passed.to_move));
  }
  return moves;
}

}  // namespace

template <int W>
PlaceSet<W> parries(const Board<W>& board, const Position<W>& position,
                    const PlaceSet<W>& threats) {
  const Player opponent = other(position.to_move);
  const PlaceSet<W>& theirs = position.of(opponent);
  PlaceSet<W> found;
  if (!threats.has_two()) found = threats;
  capturing_moves(board, position).for_each([&](Place place) {
    const PlaceSet<W> captured = captured_by(board, position, place);
    PlaceSet<W> left = threats;
    left.remove(place);
    if ((left & connecting_places(board, theirs - captured, opponent)).empty()) found.add(place);
  });
  return found;
}

template <int W>
Outlook<W> outlook_between(const Board<W>& board, const Position<W>& position, const Side<W>& own,
                           const Side<W>& theirs, const PlaceSet<W>& legal,
                           const Techniques& techniques) {
  using Forecast = typename Outlook<W>::Forecast;
  const PlaceSet<W> free = board.points() - position.occupied();
  if (const PlaceSet<W> wins = free & own.chains().connecting(); wins.any()) {
    return {Forecast::win, 1, wins.lowest(), {}};
  }
  if (!techniques.must_play) return {Forecast::open, 0, 0, legal};

  const PlaceSet<W> threats = free & theirs.chains().connecting();
  PlaceSet<W> moves = threats.empty() ? legal : parries(board, position, threats);
  if (moves.empty()) return {Forecast::loss, 2, 0, {}};
  if (!techniques.forks) return {Forecast::open, 0, 0, moves};

  const OwnThreats<W> threatening = own_threats(board, position, own, moves);
  if (threatening.fork < board.place_count()) return {Forecast::win, 3, threatening.fork, {}};
  moves = against_forks(board, position, theirs, threatening.by_one, moves);
  if (moves.empty()) return {Forecast::loss, 4, 0, {}};
  return {Forecast::open, 0, 0, moves};
}

template <int W>
Outlook<W> outlook_of(const Board<W>& board, const Position<W>& position,
                      const Techniques& techniques) {
  const Player mover = position.to_move;
  return outlook_between(board, position, Side<W>(board, position.of(mover), mover),
                         Side<W>(board, position.of(other(mover)), other(mover)),
                         placements(board, position), techniques);
}

#define ONYX_INSTANTIATE(W)                                                                \
  template PlaceSet<W> parries(const Board<W>&, const Position<W>&, const PlaceSet<W>&);   \
  template Outlook<W> outlook_of(const Board<W>&, const Position<W>&, const Techniques&);  \
  template Outlook<W> outlook_between(const Board<W>&, const Position<W>&, const Side<W>&, \
                                      const Side<W>&, const PlaceSet<W>&, const Techniques&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
