#include "solver/engine/tactics/outlook.h"

namespace onyx::proof_number {
namespace {

template <int W>
struct Threatening {
  Place fork;          ///< A move whose threats no reply can stop, or place_count() if none.
  PlaceSet<W> by_one;  ///< If there is no fork: all moves that make a threat.
};

template <int W, class OwnThreats>
Threatening<W> threatening_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                                 const OwnThreats& own, const PlaceSet<W>& moves,
                                 const PlaceSet<W>& capturing) {
  Threatening<W> found{static_cast<Place>(board.place_count()), moves & own.making()};
  const auto is_fork = [&](Place place, const PlaceSet<W>& threats) {
    if (!parries(board, successor(board, position, place), threats).empty()) return false;
    found.fork = place;
    return true;
  };
  own.for_each_fork([&](Place place, const PlaceSet<W>& threats) {
    return !moves.has(place) || !is_fork(place, threats);
  });
  if (found.fork < board.place_count()) return found;
  // A capture anywhere on the board makes a threat if it removes a stone that blocked a connection.
  const PlaceSet<W> free = board.points() - position.occupied();
  PlaceSet<W> candidates = capturing & moves;
  while (candidates.any()) {
    const Place place = candidates.pop_lowest();
    const PlaceSet<W> joins = own.side().chains().connecting() | own.side().threats_from(place);
    const PlaceSet<W> freed = joins & captured_by(board, position, place);
    if (freed.empty()) continue;
    found.by_one.add(place);
    const PlaceSet<W> threats = ((joins & free) | freed).without(place);
    if (threats.has_two() && is_fork(place, threats)) return found;
  }
  return found;
}

/// Returns where `own` can capture now or could with another stone on the opposite corner.
template <int W>
PlaceSet<W> about_captures(const WideBoard<W>& board, const PlaceSet<W>& own,
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

/// Returns `moves` without moves that clearly do not meet a fork (outlook.h).
template <int W, class TheirThreats>
PlaceSet<W> against_forks(const WideBoard<W>& board, const WidePosition<W>& position,
                          const TheirThreats& theirs, const PlaceSet<W>& threatening,
                          PlaceSet<W> moves) {
  WidePosition<W> passed = position;
  passed.to_move = other(position.to_move);
  theirs.for_each_fork([&](Place place, const PlaceSet<W>& threats) {
    PlaceSet<W> meeting = threats | threatening;
    meeting.add(place);
    if ((moves - meeting).empty() || captured_by(board, passed, place).any()) return true;
    const WidePosition<W> forked = successor(board, passed, place);
    if (parries(board, forked, threats).any()) return true;
    moves &= meeting | about_captures(board, forked.of(forked.to_move), forked.of(passed.to_move));
    return moves.any();
  });
  return moves;
}

/// Returns the parries, all of which are among the threats and `capturing`.
template <int W>
PlaceSet<W> parries_among(const WideBoard<W>& board, const WidePosition<W>& position,
                          const PlaceSet<W>& threats, const PlaceSet<W>& capturing) {
  const Player opponent = other(position.to_move);
  const PlaceSet<W>& theirs = position.of(opponent);
  PlaceSet<W> found;
  if (!threats.has_two()) found = threats;
  capturing.for_each([&](Place place) {
    const PlaceSet<W> captured = captured_by(board, position, place);
    if (captured.empty()) return;
    const PlaceSet<W> left = threats.without(place);
    if ((left & connecting_places(board, theirs - captured, opponent)).empty()) found.add(place);
  });
  return found;
}

}  // namespace

template <int W>
PlaceSet<W> parries(const WideBoard<W>& board, const WidePosition<W>& position,
                    const PlaceSet<W>& threats) {
  return parries_among(board, position, threats, capturing_moves(board, position));
}

template <int W, class OwnThreats, class TheirThreats>
Outlook<W> outlook_between(const WideBoard<W>& board, const WidePosition<W>& position,
                           const OwnThreats& own, const TheirThreats& theirs,
                           const PlaceSet<W>& legal, const PlaceSet<W>& capturing,
                           const Techniques& techniques) {
  if (const PlaceSet<W> wins = own.connecting(); wins.any()) {
    return {Forecast::win, 1, wins.lowest(), {}};
  }
  if (!techniques.must_play) return {Forecast::open, 0, 0, legal};

  const PlaceSet<W> threats = theirs.connecting();
  PlaceSet<W> moves = threats.empty() ? legal : parries_among(board, position, threats, capturing);
  if (moves.empty()) return {Forecast::loss, 2, 0, {}};
  if (!techniques.forks) return {Forecast::open, 0, 0, moves};

  const Threatening<W> threatening = threatening_moves(board, position, own, moves, capturing);
  if (threatening.fork < board.place_count()) return {Forecast::win, 3, threatening.fork, {}};
  moves = against_forks(board, position, theirs, threatening.by_one, moves);
  if (moves.empty()) return {Forecast::loss, 4, 0, {}};
  return {Forecast::open, 0, 0, moves};
}

template <int W>
Outlook<W> outlook_of(const WideBoard<W>& board, const WidePosition<W>& position,
                      const Techniques& techniques) {
  const Player mover = position.to_move;
  const PlaceSet<W> free = board.points() - position.occupied();
  const Side<W> own(board, position.of(mover), mover);
  const Side<W> theirs(board, position.of(other(mover)), other(mover));
  return outlook_between(board, position, Threats<W>(own, free), Threats<W>(theirs, free),
                         placements(board, position), capturing_moves(board, position), techniques);
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template PlaceSet<W> parries(const WideBoard<W>&, const WidePosition<W>&, const PlaceSet<W>&);  \
  template Outlook<W> outlook_of(const WideBoard<W>&, const WidePosition<W>&, const Techniques&); \
  template Outlook<W> outlook_between(const WideBoard<W>&, const WidePosition<W>&,                \
                                      const Threats<W>&, const Threats<W>&, const PlaceSet<W>&,   \
                                      const PlaceSet<W>&, const Techniques&);                     \
  template Outlook<W> outlook_between(const WideBoard<W>&, const WidePosition<W>&,                \
                                      const ThreatsWithout<W>&, const ThreatsWith<W>&,            \
                                      const PlaceSet<W>&, const PlaceSet<W>&, const Techniques&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
