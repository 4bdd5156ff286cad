#include "tests/fuzz/forge_moves.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "tests/fuzz/forge_position.h"
#include "tests/fuzz/plain_play.h"

namespace onyx::fuzz {
namespace {

using plain::Position;
using plain::random_below;
using plain::Rng;

std::size_t some_index(std::size_t count, Rng& random) {
  return static_cast<std::size_t>(random_below(random, static_cast<int>(count)));
}
std::ptrdiff_t some_offset(std::size_t count, Rng& random) {
  return static_cast<std::ptrdiff_t>(some_index(count, random));
}

unsigned some_place(const Position& position, Rng& random) {
  return static_cast<unsigned>(
      some_index(plain::places(position.width, position.height).size(), random));
}

/// Returns the player whose strategy has moves; a random player if both or neither has moves.
char some_owner(const PlainMoves& certificate, Rng& random) {
  if (certificate.of('V').empty() != certificate.of('H').empty()) {
    return certificate.of('V').empty() ? 'H' : 'V';
  }
  return "VH"[random_below(random, 2)];
}

/// Calls change(moves) for the moves of some_owner(), unless there are none.
template <class Change>
void with_moves(PlainMoves& certificate, Rng& random, const Change& change) {
  std::vector<unsigned>& moves = certificate.of(some_owner(certificate, random));
  if (!moves.empty()) change(moves);
}

/// Returns the positions of the owner's moves, up to the first that does not fit the walk.
std::vector<Position> positions_of(const PlainMoves& certificate, char owner) {
  std::vector<Position> positions;
  if (!plain::valid(certificate.start) || plain::game_over(certificate.start)) return positions;
  const std::vector<unsigned>& moves = certificate.of(owner);
  walk(certificate.start, owner, false, [&](const Arrival& arrival) -> std::optional<unsigned> {
    if (positions.size() == moves.size()) return std::nullopt;
    positions.push_back(arrival.position);
    return moves[positions.size() - 1];
  });
  return positions;
}

using MoveIn = std::map<Position, unsigned>;

MoveIn moves_by_position(const PlainMoves& certificate, char owner) {
  const std::vector<Position> positions = positions_of(certificate, owner);
  MoveIn moves;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    moves[positions[i]] = certificate.of(owner)[i];
  }
  return moves;
}

/// Walks from the start with the known moves. Where no move is known, plays a random move that does
/// not lose at once.
std::vector<unsigned> completed(const PlainMoves& certificate, char owner, const MoveIn& known,
                                Rng& random) {
  constexpr std::size_t kMost = 1000;
  std::vector<unsigned> moves;
  if (!plain::valid(certificate.start) || plain::game_over(certificate.start)) return moves;
  walk(certificate.start, owner, false, [&](const Arrival& arrival) -> std::optional<unsigned> {
    if (moves.size() == kMost) return std::nullopt;
    const auto found = known.find(arrival.position);
    moves.push_back(found != known.end() ? found->second
                                         : some_careful_move(arrival.position, random));
    return moves.back();
  });
  return moves;
}

/// Applies a change, then rebuilds the strategies. Positions still reached keep their moves.
template <class Change>
void complete_after(PlainMoves& certificate, Rng& random, const Change& change) {
  std::array<MoveIn, 2> known = {moves_by_position(certificate, 'V'),
                                 moves_by_position(certificate, 'H')};
  change(known);
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    const char owner = "VH"[player];
    certificate.moves[player] = certificate.needs(owner)
                                    ? completed(certificate, owner, known[player], random)
                                    : std::vector<unsigned>{};
  }
}

void another_move(PlainMoves& certificate, Rng& random) {
  const char owner = some_owner(certificate, random);
  const std::vector<Position> positions = positions_of(certificate, owner);
  if (positions.empty()) return;
  const std::size_t at = some_index(positions.size(), random);
  certificate.of(owner)[at] = some_move(positions[at], random);
}
void any_place(PlainMoves& certificate, Rng& random) {
  with_moves(certificate, random, [&](std::vector<unsigned>& moves) {
    unsigned& move = moves[some_index(moves.size(), random)];
    switch (random_below(random, 4)) {
      case 0:
        move = random_below(random, 2) == 0 ? 65'535 : (move + 256) & 0xffff;
        break;
      case 1:
        move = static_cast<unsigned>(
            plain::places(certificate.start.width, certificate.start.height).size());
        break;
      default:
        move = some_place(certificate.start, random);
    }
  });
}
void a_move_less(PlainMoves& certificate, Rng& random) {
  with_moves(certificate, random, [&](std::vector<unsigned>& moves) {
    moves.erase(moves.begin() + some_offset(moves.size(), random));
  });
}
void a_move_more(PlainMoves& certificate, Rng& random) {
  std::vector<unsigned>& moves = certificate.of(some_owner(certificate, random));
  const unsigned move = moves.empty() || random_below(random, 2) == 0
                            ? some_place(certificate.start, random)
                            : moves[some_index(moves.size(), random)];
  moves.insert(moves.begin() + some_offset(moves.size() + 1, random), move);
}
void exchange_moves(PlainMoves& certificate, Rng& random) {
  with_moves(certificate, random, [&](std::vector<unsigned>& moves) {
    const std::size_t at = some_index(moves.size(), random);
    const std::size_t other =
        random_below(random, 2) == 0 ? some_index(moves.size(), random) : (at + 1) % moves.size();
    std::swap(moves[at], moves[other]);
  });
}
void turn_moves(PlainMoves& certificate, Rng& random) {
  with_moves(certificate, random, [&](std::vector<unsigned>& moves) {
    const std::size_t at = some_index(moves.size(), random);
    const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(at);
    std::reverse(begin, begin + 1 + some_offset(moves.size() - at, random));
  });
}
void cut_off(PlainMoves& certificate, Rng& random) {
  with_moves(certificate, random, [&](std::vector<unsigned>& moves) {
    moves.resize(random_below(random, 2) == 0 ? moves.size() - 1
                                              : some_index(moves.size(), random));
  });
}
/// Appends random moves to a strategy, perhaps to one that the claim does not need.
void append(PlainMoves& certificate, Rng& random) {
  std::vector<unsigned>& moves = certificate.moves[some_index(2, random)];
  for (int i = random_below(random, 4); i >= 0; --i) {
    moves.push_back(some_place(certificate.start, random));
  }
}
/// Moves the boundary between the strategies: V's last moves become H's first, or the reverse.
void hand_over(PlainMoves& certificate, Rng& random) {
  std::vector<unsigned> all = certificate.of('V');
  all.insert(all.end(), certificate.of('H').begin(), certificate.of('H').end());
  const auto middle = all.begin() + some_offset(all.size() + 1, random);
  certificate.moves = {std::vector(all.begin(), middle), std::vector(middle, all.end())};
}
void another_claim(PlainMoves& certificate, Rng& random) {
  certificate.claim = "VHD"[random_below(random, 3)];
  // Clear strategies that the claim does not need, because the referee would refuse them at once.
  for (const char owner : {'V', 'H'}) {
    if (!certificate.needs(owner)) certificate.of(owner).clear();
  }
}
void claim_alone(PlainMoves& certificate, Rng& random) {
  certificate.claim = "VHD"[random_below(random, 3)];
}
void another_version(PlainMoves& certificate, Rng& random) {
  certificate.version = "1235"[random_below(random, 4)];
}
void another_side(PlainMoves& certificate, Rng&) {
  certificate.start.side = plain::opponent(certificate.start.side);
}
void another_start(PlainMoves& certificate, Rng& random) {
  Position& start = certificate.start;
  const std::vector<Position> next = replies(start);
  const std::vector<Position> later = positions_of(certificate, some_owner(certificate, random));
  const int way = random_below(random, 3);
  if (way == 0 && !next.empty()) {
    start = next[some_index(next.size(), random)];
  } else if (way == 1 || later.empty()) {
    change_stone(start, random);
  } else {
    start = later[some_index(later.size(), random)];
  }
}
void exchange_owners(PlainMoves& certificate, Rng&) {
  std::swap(certificate.moves[0], certificate.moves[1]);
}
void exchange_all_colours(PlainMoves& certificate, Rng& random) {
  exchange_colours(certificate.start);
  if (random_below(random, 2) == 0) exchange_owners(certificate, random);
}
/// Makes a complete strategy with a few different moves. The claim may be false.
void play_otherwise(PlainMoves& certificate, Rng& random) {
  complete_after(certificate, random, [&](std::array<MoveIn, 2>& known) {
    for (int i = random_below(random, 3); i >= 0; --i) {
      MoveIn& moves = known[some_owner(certificate, random) == 'V' ? 0 : 1];
      if (moves.empty()) continue;
      const auto entry = std::next(moves.begin(), some_offset(moves.size(), random));
      entry->second = random_below(random, 2) == 0 ? some_move(entry->first, random)
                                                   : some_careful_move(entry->first, random);
    }
  });
}
/// Makes complete strategies for another start, and perhaps another claim.
void start_otherwise(PlainMoves& certificate, Rng& random) {
  complete_after(certificate, random, [&](std::array<MoveIn, 2>&) {
    another_start(certificate, random);
    if (random_below(random, 2) == 0) claim_alone(certificate, random);
  });
}
void claim_otherwise(PlainMoves& certificate, Rng& random) {
  complete_after(certificate, random,
                 [&](std::array<MoveIn, 2>&) { claim_alone(certificate, random); });
}

}  // namespace

const std::vector<MovesForgery>& moves_forgeries() {
  static const std::vector<MovesForgery> all = {
      {"another", another_move},
      {"any place", any_place},
      {"one less", a_move_less},
      {"one more", a_move_more},
      {"two exchanged", exchange_moves},
      {"some turned round", turn_moves},
      {"cut off", cut_off},
      {"appended", append},
      {"handed over", hand_over},
      {"owners exchanged", exchange_owners},
      {"other ones, completed", play_otherwise},
      {"another claim", another_claim},
      {"another claim alone", claim_alone},
      {"claim, completed", claim_otherwise},
      {"another version", another_version},
      {"the other side", another_side},
      {"another start", another_start},
      {"start, completed", start_otherwise},
      {"colours exchanged", exchange_all_colours},
  };
  return all;
}

}  // namespace onyx::fuzz
