// The slow complete table (retrograde.h).
//
// Sweep number d settles exactly the positions of distance d. A position is a win in d if a move
// leads to a loss in d - 1. It is a loss in d if all moves lead to wins, the longest in d - 1. If a
// sweep settles nothing, no later sweep can. The remaining positions are draws, because the side to
// move has no winning move but has a move that does not lose.

#include "tests/plain/retrograde.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>

namespace onyx::plain {

namespace {

// The digit of a place in a colouring. 1 and 2 also name the players.
constexpr int kEmpty = 0;
constexpr int kVertical = 1;
constexpr int kHorizontal = 2;

using Digits = std::vector<int>;
using PlaceList = std::vector<std::size_t>;

// The board as lists of place numbers.
struct Geometry {
  struct Square {
    std::size_t midpoint;
    std::array<std::size_t, 4> ring;  // corners k and k + 2 are opposite
  };
  struct Corner {
    std::size_t square;
    std::size_t k;  // number of the corner in the ring
  };

  std::size_t points;
  std::size_t places;
  std::vector<PlaceList> joined;              // indexed by place
  std::vector<Square> squares;                // square i has midpoint number points + i
  std::vector<std::vector<Corner>> cornered;  // for each point, its squares
  PlaceList bottom, top, left, right;
  std::vector<std::uint64_t> weight;  // weight[i] is 3^i; the last one is 3^places

  Geometry(int width, int height) {
    const auto w = static_cast<std::size_t>(width);
    const auto h = static_cast<std::size_t>(height);
    points = w * h;
    places = points + (w - 1) * (h - 1) / 2;
    joined.resize(places);
    cornered.resize(points);
    const auto join = [this](std::size_t a, std::size_t b) {
      joined[a].push_back(b);
      joined[b].push_back(a);
    };
    for (std::size_t i = 0; i < points; ++i) {
      if (i % w + 1 < w) join(i, i + 1);
      if (i + w < points) join(i, i + w);
      if (i < w) bottom.push_back(i);
      if (i + w >= points) top.push_back(i);
      if (i % w == 0) left.push_back(i);
      if (i % w == w - 1) right.push_back(i);
    }
    for (std::size_t r = 0; r + 1 < h; ++r) {
      for (std::size_t c = 0; c + 1 < w; ++c) {
        const std::size_t corner = r * w + c;
        if (c % 2 == 0 && r % 2 == 0) {
          join(corner, corner + w + 1);
        } else if (c % 2 == 1 && r % 2 == 1) {
          join(corner + w, corner + 1);
        } else {
          const Square square{points + squares.size(),
                              {corner, corner + 1, corner + w + 1, corner + w}};
          for (std::size_t k = 0; k < 4; ++k) {
            join(square.midpoint, square.ring[k]);
            cornered[square.ring[k]].push_back({squares.size(), k});
          }
          squares.push_back(square);
        }
      }
    }
    if (points + squares.size() != places) throw std::logic_error("midpoints miscounted");
    weight.push_back(1);
    for (std::size_t i = 0; i < places; ++i) weight.push_back(weight.back() * 3);
  }

  bool connected(const Digits& digits, int player) const {
    const PlaceList& from = player == kVertical ? bottom : left;
    const PlaceList& to = player == kVertical ? top : right;
    std::array<bool, Table::kMaxPlaces> seen{};
    std::array<std::size_t, Table::kMaxPlaces> stack{};  // a place enters at most once
    std::size_t height = 0;
    const auto enter = [&](std::size_t place) {
      if (digits[place] != player || seen[place]) return;
      seen[place] = true;
      stack[height++] = place;
    };
    for (const std::size_t place : from) enter(place);
    while (height > 0) {
      const std::size_t place = stack[--height];
      for (const std::size_t next : joined[place]) enter(next);
    }
    for (const std::size_t place : to) {
      if (seen[place]) return true;
    }
    return false;
  }

  bool has_cross(const Digits& digits) const {
    for (const Square& square : squares) {
      const int a = digits[square.ring[0]];
      const int b = digits[square.ring[1]];
      if (digits[square.midpoint] == kEmpty && a != kEmpty && b != kEmpty && a != b &&
          digits[square.ring[2]] == a && digits[square.ring[3]] == b) {
        return true;
      }
    }
    return false;
  }

  bool may_be_placed(const Digits& digits, std::size_t place) const {
    if (digits[place] != kEmpty) return false;
    if (place < points) return true;
    for (const std::size_t corner : squares[place - points].ring) {
      if (digits[corner] != kEmpty) return false;
    }
    return true;
  }

  // Returns the number of the colouring after `player` has moved to `place`.
  std::uint64_t after(std::uint64_t number, const Digits& digits, std::size_t place,
                      int player) const {
    const int other = kVertical + kHorizontal - player;
    std::uint64_t next = number + static_cast<std::uint64_t>(player) * weight[place];
    if (place >= points) return next;
    for (const Corner& corner : cornered[place]) {
      const Square& square = squares[corner.square];
      const std::size_t opposite = square.ring[(corner.k + 2) % 4];
      const std::size_t before = square.ring[(corner.k + 3) % 4];
      const std::size_t behind = square.ring[(corner.k + 1) % 4];
      if (digits[square.midpoint] == kEmpty && digits[opposite] == player &&
          digits[before] == other && digits[behind] == other) {
        next -= static_cast<std::uint64_t>(other) * (weight[before] + weight[behind]);
      }
    }
    return next;
  }
};

void advance(Digits& digits) {
  for (int& digit : digits) {
    if (++digit < 3) return;
    digit = 0;
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Entry& entry) {
  switch (entry.value) {
    case Value::kIllegal:
      return out << "illegal";
    case Value::kWin:
      return out << "win in " << entry.distance;
    case Value::kLoss:
      return out << "loss in " << entry.distance;
    case Value::kDraw:
      return out << "draw";
  }
  return out << "?";
}

namespace {

/// Values and distances, indexed by slot as in Table. During the sweeps, kDraw means "not settled".
struct Slots {
  std::vector<Value>& values;
  std::vector<std::uint8_t>& distances;
};

/// Settles finished and illegal positions.
void settle_ends(const Geometry& geometry, Slots slots) {
  Digits digits(geometry.places, kEmpty);
  for (std::uint64_t number = 0; number < geometry.weight.back(); ++number, advance(digits)) {
    Value& v_to_move = slots.values[2 * number];
    Value& h_to_move = slots.values[2 * number + 1];
    if (geometry.has_cross(digits)) {
      v_to_move = h_to_move = Value::kIllegal;
      continue;
    }
    const bool v_connected = geometry.connected(digits, kVertical);
    const bool h_connected = geometry.connected(digits, kHorizontal);
    if (v_connected && h_connected) throw std::logic_error("both players connected");
    if (v_connected) {
      v_to_move = Value::kIllegal;
      h_to_move = Value::kLoss;
    } else if (h_connected) {
      v_to_move = Value::kLoss;
      h_to_move = Value::kIllegal;
    }
  }
}

/// Returns the value that follows from positions settled before the sweep of this distance; kDraw
/// if no value follows yet.
Value value_after_sweeps(const Geometry& geometry, Slots slots, std::uint64_t number,
                         const Digits& digits, int player, int distance) {
  const std::uint64_t replier = player == kVertical ? 1 : 0;
  bool has_move = false;
  bool wins = false;
  bool loses = true;
  for (std::size_t place = 0; place < geometry.places; ++place) {
    if (!geometry.may_be_placed(digits, place)) continue;
    has_move = true;
    const std::uint64_t next = 2 * geometry.after(number, digits, place, player) + replier;
    if (slots.values[next] == Value::kIllegal) throw std::logic_error("a move to nowhere");
    // Ignore positions that the current sweep has settled.
    const bool settled_before = slots.distances[next] < distance;
    if (slots.values[next] == Value::kLoss && settled_before) wins = true;
    if (slots.values[next] != Value::kWin || !settled_before) loses = false;
  }
  if (!has_move) throw std::logic_error("an unfinished game without a move");
  if (wins) return Value::kWin;
  return loses ? Value::kLoss : Value::kDraw;
}

/// Settles the positions of this distance. Returns whether there are any.
bool sweep(const Geometry& geometry, Slots slots, int distance) {
  bool settled_some = false;
  Digits digits(geometry.places, kEmpty);
  for (std::uint64_t number = 0; number < geometry.weight.back(); ++number, advance(digits)) {
    for (const int player : {kVertical, kHorizontal}) {
      const std::uint64_t slot = 2 * number + (player == kVertical ? 0 : 1);
      if (slots.values[slot] != Value::kDraw) continue;
      const Value value = value_after_sweeps(geometry, slots, number, digits, player, distance);
      if (value == Value::kDraw) continue;
      if (distance > std::numeric_limits<std::uint8_t>::max()) {
        throw std::logic_error("a distance too long for a byte");
      }
      slots.values[slot] = value;
      slots.distances[slot] = static_cast<std::uint8_t>(distance);
      settled_some = true;
    }
  }
  return settled_some;
}

}  // namespace

Table::Table(int width, int height) : width_(width), height_(height) {
  open_setup(width, height);  // throws for an impossible size
  places_ = places(width, height);
  if (places_.size() > static_cast<std::size_t>(kMaxPlaces)) {
    throw std::invalid_argument("board too large for a plain table");
  }
  const Geometry geometry(width, height);
  values_.assign(2 * geometry.weight.back(), Value::kDraw);
  distances_.assign(values_.size(), 0);
  const Slots slots{values_, distances_};
  settle_ends(geometry, slots);
  for (int distance = 1; sweep(geometry, slots, distance);) ++distance;
}

std::uint64_t Table::slot(const Position& position) const {
  if (position.width != width_ || position.height != height_) {
    throw std::invalid_argument("position of another board: " + to_text(position));
  }
  std::uint64_t number = 0;
  for (std::size_t i = places_.size(); i-- > 0;) {
    const char stone = position.at(places_[i]);
    number = 3 * number + (stone == 'V' ? 1U : stone == 'H' ? 2U : 0U);
  }
  return 2 * number + (position.side == 'H' ? 1U : 0U);
}

Position Table::position(std::uint64_t slot) const {
  Position position = open_setup(width_, height_);
  position.side = slot % 2 == 0 ? 'V' : 'H';
  std::uint64_t number = slot / 2;
  for (const Place& place : places_) {
    position.at(place) = std::string(".VH")[number % 3];
    number /= 3;
  }
  return position;
}

Entry Table::entry(std::uint64_t slot) const {
  return {values_.at(slot), static_cast<int>(distances_.at(slot))};
}

Counts Table::counts() const {
  const Counts v = counts('V');
  const Counts h = counts('H');
  return {v.wins + h.wins, v.losses + h.losses, v.draws + h.draws, v.illegal + h.illegal};
}

Counts Table::counts(char side) const {
  Counts counts;
  for (std::uint64_t slot = side == 'H' ? 1 : 0; slot < slots(); slot += 2) {
    switch (values_[slot]) {
      case Value::kWin:
        ++counts.wins;
        break;
      case Value::kLoss:
        ++counts.losses;
        break;
      case Value::kDraw:
        ++counts.draws;
        break;
      case Value::kIllegal:
        ++counts.illegal;
        break;
    }
  }
  return counts;
}

int Table::longest_distance() const {
  int longest = 0;
  for (const std::uint8_t distance : distances_) {
    if (distance > longest) longest = distance;
  }
  return longest;
}

void Table::for_each_valid(const std::function<void(const Position&, const Entry&)>& visit) const {
  for (std::uint64_t slot = 0; slot < slots(); ++slot) {
    if (values_[slot] != Value::kIllegal) visit(position(slot), entry(slot));
  }
}

std::map<Position, Entry> solve_from(const Position& start, std::size_t limit) {
  std::map<Position, Entry> entries;
  std::map<Position, std::vector<Position>> open;  // unsettled positions with their successors

  std::vector<Position> waiting = {start};
  while (!waiting.empty()) {
    const Position position = waiting.back();
    waiting.pop_back();
    if (entries.contains(position)) continue;
    if (entries.size() == limit) throw std::length_error("too many positions");
    // As in Table, kDraw means "not yet settled" during the sweeps.
    const bool over = game_over(position);
    entries[position] = {over ? Value::kLoss : Value::kDraw, 0};
    if (over) continue;
    std::vector<Position>& successors = open[position];
    for (const Move& move : legal_moves(position)) successors.push_back(play(position, move));
    waiting.insert(waiting.end(), successors.begin(), successors.end());
  }

  bool settled_some = true;
  for (int distance = 1; settled_some; ++distance) {
    settled_some = false;
    for (auto next = open.begin(); next != open.end();) {
      const auto current = next++;
      bool wins = false;
      bool loses = true;
      for (const Position& successor : current->second) {
        const Entry entry = entries.at(successor);
        const bool settled_before = entry.distance < distance;
        if (entry.value == Value::kLoss && settled_before) wins = true;
        if (entry.value != Value::kWin || !settled_before) loses = false;
      }
      if (!wins && !loses) continue;
      entries[current->first] = {wins ? Value::kWin : Value::kLoss, distance};
      open.erase(current);
      settled_some = true;
    }
  }
  return entries;
}

bool connects_within(const Position& position, int plies) {
  return std::ranges::any_of(legal_moves(position), [&](const Move& move) {
    const Position next = play(position, move);
    if (connected(next, position.side)) return true;
    if (plies <= 1) return false;
    return std::ranges::all_of(legal_moves(next), [&](const Move& reply) {
      const Position answered = play(next, reply);
      return !connected(answered, next.side) && connects_within(answered, plies - 2);
    });
  });
}

}  // namespace onyx::plain
