// The plain rules (rules.h). Most functions follow the wording of the rules, cell by cell.

#include "tests/plain/rules.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <stdexcept>

namespace onyx::plain {

namespace {

std::size_t index(int x, int y, int row_length) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(row_length) +
         static_cast<std::size_t>(x);
}

Place point(int x, int y) { return Place{false, x, y}; }
Place midpoint(int c, int r) { return Place{true, c, r}; }

// Returns the corners in circular order, so that corners k and k + 2 are opposite.
std::array<Place, 4> corners(int c, int r) {
  return {point(c, r), point(c + 1, r), point(c + 1, r + 1), point(c, r + 1)};
}

void check_size(int width, int height) {
  if (width < kMinSize || width > kMaxSize || height < kMinSize || height > kMaxSize) {
    throw std::invalid_argument("board size out of range: " + std::to_string(width) + "x" +
                                std::to_string(height));
  }
}

// Returns the stones captured by the stone that `player` has just put on `place`.
std::vector<Place> captured_by(const Position& position, const Place& place, char player) {
  std::vector<Place> captured;
  if (place.midpoint) return captured;
  // The squares that have this corner are among the four cells around the point.
  for (int r = std::max(place.y - 1, 0); r <= std::min(place.y, position.height - 2); ++r) {
    for (int c = std::max(place.x - 1, 0); c <= std::min(place.x, position.width - 2); ++c) {
      if (!is_square(c, r) || position.at(midpoint(c, r)) != '.') continue;
      const std::array<Place, 4> ring = corners(c, r);
      for (std::size_t k = 0; k < 4; ++k) {
        if (ring[k] != place) continue;
        const Place& opposite = ring[(k + 2) % 4];
        const Place& before = ring[(k + 3) % 4];
        const Place& after = ring[(k + 1) % 4];
        if (position.at(opposite) == player && position.at(before) == opponent(player) &&
            position.at(after) == opponent(player)) {
          captured.push_back(before);
          captured.push_back(after);
        }
      }
    }
  }
  return captured;
}

bool may_be_placed(const Position& position, const Place& place) {
  if (position.at(place) != '.') return false;
  if (!place.midpoint) return true;
  for (const Place& corner : corners(place.x, place.y)) {
    if (position.at(corner) != '.') return false;
  }
  return true;
}

// Reads a number at `at`. Returns -1 for no digit, a leading zero, or more than two digits.
int read_number(const std::string& text, std::size_t& at) {
  const std::size_t start = at;
  int number = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    number = number * 10 + (text[at] - '0');
    ++at;
    if (at - start > 2) return -1;
  }
  return at == start || text[start] == '0' ? -1 : number;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

std::string column_name(int x) { return std::string(1, static_cast<char>('A' + x)); }

}  // namespace

char& Position::at(const Place& place) {
  return place.midpoint ? midpoints.at(index(place.x, place.y, width - 1))
                        : points.at(index(place.x, place.y, width));
}

char Position::at(const Place& place) const {
  return place.midpoint ? midpoints.at(index(place.x, place.y, width - 1))
                        : points.at(index(place.x, place.y, width));
}

std::string Move::text() const { return place + std::string(static_cast<std::size_t>(pairs), '*'); }

// --- The board -----------------------------------------------------------------------------------

bool is_square(int c, int r) { return (c + r) % 2 == 1; }

std::vector<Place> places(int width, int height) {
  std::vector<Place> all;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) all.push_back(point(x, y));
  }
  for (int r = 0; r + 1 < height; ++r) {
    for (int c = 0; c + 1 < width; ++c) {
      if (is_square(c, r)) all.push_back(midpoint(c, r));
    }
  }
  return all;
}

std::vector<std::pair<Place, Place>> lines(int width, int height) {
  std::vector<std::pair<Place, Place>> all;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) all.emplace_back(point(x, y), point(x + 1, y));
      if (y + 1 < height) all.emplace_back(point(x, y), point(x, y + 1));
    }
  }
  for (int r = 0; r + 1 < height; ++r) {
    for (int c = 0; c + 1 < width; ++c) {
      if ((c + r) % 2 == 1) {
        for (const Place& corner : corners(c, r)) all.emplace_back(midpoint(c, r), corner);
      } else if (c % 2 == 0) {
        all.emplace_back(point(c, r), point(c + 1, r + 1));
      } else {
        all.emplace_back(point(c, r + 1), point(c + 1, r));
      }
    }
  }
  return all;
}

std::string name(const Place& place) {
  if (place.midpoint) {
    return column_name(place.x) + column_name(place.x + 1) + std::to_string(place.y + 1) +
           std::to_string(place.y + 2);
  }
  return column_name(place.x) + std::to_string(place.y + 1);
}

Place place_named(const std::string& text, int width, int height) {
  for (const Place& place : places(width, height)) {
    if (name(place) == text) return place;
  }
  throw std::invalid_argument("no such place: " + text);
}

// --- Positions -----------------------------------------------------------------------------------

Position open_setup(int width, int height) {
  check_size(width, height);
  Position position;
  position.width = width;
  position.height = height;
  position.points.assign(index(0, height, width), '.');
  position.midpoints.assign(index(0, height - 1, width - 1), '.');
  return position;
}

Position standard_setup(int size) {
  if (size < 4 || size % 2 != 0) {
    throw std::invalid_argument("no standard setup of size " + std::to_string(size));
  }
  Position position = open_setup(size, size);
  for (const int middle : {size / 2 - 1, size / 2}) {
    position.at(point(middle, 0)) = 'H';
    position.at(point(middle, size - 1)) = 'H';
    position.at(point(0, middle)) = 'V';
    position.at(point(size - 1, middle)) = 'V';
  }
  return position;
}

char opponent(char player) { return player == 'V' ? 'H' : 'V'; }

bool connected(const Position& position, char player) {
  const int width = position.width;
  const int height = position.height;
  std::vector<std::pair<Place, Place>> joined;
  for (const auto& line : lines(width, height)) {
    if (position.at(line.first) == player && position.at(line.second) == player) {
      joined.push_back(line);
    }
  }
  // Mark the stones on the first edge, then all stones joined to marked stones, until none is
  // added. A position holds the marks.
  Position marks = open_setup(width, height);
  const int edge = player == 'V' ? width : height;
  for (int i = 0; i < edge; ++i) {
    const Place start = player == 'V' ? point(i, 0) : point(0, i);
    if (position.at(start) == player) marks.at(start) = 'x';
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [a, b] : joined) {
      if (marks.at(a) == marks.at(b)) continue;
      marks.at(a) = marks.at(b) = 'x';
      grown = true;
    }
  }
  for (int i = 0; i < edge; ++i) {
    const Place end = player == 'V' ? point(i, height - 1) : point(width - 1, i);
    if (marks.at(end) == 'x') return true;
  }
  return false;
}

bool has_cross(const Position& position) {
  for (int r = 0; r + 1 < position.height; ++r) {
    for (int c = 0; c + 1 < position.width; ++c) {
      if (!is_square(c, r) || position.at(midpoint(c, r)) != '.') continue;
      std::string ring;
      for (const Place& corner : corners(c, r)) ring += position.at(corner);
      if (ring == "VHVH" || ring == "HVHV") return true;
    }
  }
  return false;
}

std::string fault(const Position& position) {
  const int width = position.width;
  const int height = position.height;
  if (width < kMinSize || width > kMaxSize || height < kMinSize || height > kMaxSize) {
    return "board size out of range";
  }
  if (position.points.size() != index(0, height, width) ||
      position.midpoints.size() != index(0, height - 1, width - 1)) {
    return "places and board size disagree";
  }
  const auto is_stone_or_empty = [](char c) { return c == '.' || c == 'V' || c == 'H'; };
  if (!std::all_of(position.points.begin(), position.points.end(), is_stone_or_empty) ||
      !std::all_of(position.midpoints.begin(), position.midpoints.end(), is_stone_or_empty)) {
    return "unknown stone";
  }
  for (int r = 0; r + 1 < height; ++r) {
    for (int c = 0; c + 1 < width; ++c) {
      if (!is_square(c, r) && position.at(midpoint(c, r)) != '.') {
        return "no such midpoint: " + name(midpoint(c, r));
      }
    }
  }
  if (position.side != 'V' && position.side != 'H') return "unknown side to move";
  if (has_cross(position)) return "a cross";
  const bool mover = connected(position, position.side);
  const bool other = connected(position, opponent(position.side));
  if (mover && other) return "both players connected";
  if (mover) return "the side to move is connected";
  return "";
}

bool valid(const Position& position) { return fault(position).empty(); }

bool game_over(const Position& position) {
  return connected(position, 'V') || connected(position, 'H');
}

std::string to_text(const Position& position) {
  std::string text;
  for (int y = position.height - 1; y >= 0; --y) {
    int empty = 0;
    for (int x = 0; x < position.width; ++x) {
      const char stone = position.at(point(x, y));
      if (stone == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += stone;
    }
    if (empty > 0) text += std::to_string(empty);
    text += y > 0 ? '/' : ' ';
  }
  std::string stones;
  for (const Place& place : places(position.width, position.height)) {
    if (!place.midpoint || position.at(place) == '.') continue;
    if (!stones.empty()) stones += ',';
    stones += name(place) + ':' + position.at(place);
  }
  return text + (stones.empty() ? "-" : stones) + ' ' + position.side;
}

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << to_text(position);
}

Position from_text(const std::string& text) {
  const std::vector<std::string> fields = split(text, ' ');
  if (fields.size() != 3) throw std::invalid_argument("a position has three fields: " + text);

  std::vector<std::string> rows;  // a letter per point, '.' if empty; the top row first
  for (const std::string& packed : split(fields[0], '/')) {
    std::string row;
    for (std::size_t at = 0; at < packed.size();) {
      if (packed[at] == 'V' || packed[at] == 'H') {
        row += packed[at++];
        continue;
      }
      const int empty = read_number(packed, at);
      if (empty < 0) throw std::invalid_argument("bad row: " + packed);
      row += std::string(static_cast<std::size_t>(empty), '.');
    }
    rows.push_back(row);
  }
  if (rows.size() > static_cast<std::size_t>(kMaxSize) ||
      rows[0].size() > static_cast<std::size_t>(kMaxSize)) {
    throw std::invalid_argument("board size out of range: " + text);
  }
  const int width = static_cast<int>(rows[0].size());
  const int height = static_cast<int>(rows.size());
  Position position = open_setup(width, height);
  for (int y = 0; y < height; ++y) {
    const std::string& row = rows[static_cast<std::size_t>(height - 1 - y)];
    if (row.size() != rows[0].size()) throw std::invalid_argument("ragged rows: " + text);
    for (int x = 0; x < width; ++x) position.at(point(x, y)) = row[static_cast<std::size_t>(x)];
  }

  if (fields[1] != "-") {
    for (const std::string& entry : split(fields[1], ',')) {
      const std::vector<std::string> parts = split(entry, ':');
      if (parts.size() != 2 || (parts[1] != "V" && parts[1] != "H")) {
        throw std::invalid_argument("bad midpoint stone: " + entry);
      }
      const Place place = place_named(parts[0], width, height);
      if (!place.midpoint) throw std::invalid_argument("not a midpoint: " + entry);
      if (position.at(place) != '.') throw std::invalid_argument("given twice: " + entry);
      position.at(place) = parts[1][0];
    }
  }

  if (fields[2] != "V" && fields[2] != "H") {
    throw std::invalid_argument("unknown side to move: " + fields[2]);
  }
  position.side = fields[2][0];

  const std::string reason = fault(position);
  if (!reason.empty()) throw std::invalid_argument(reason + ": " + text);
  if (to_text(position) != text) throw std::invalid_argument("not canonical: " + text);
  return position;
}

// --- Moves ---------------------------------------------------------------------------------------

std::vector<Move> legal_moves(const Position& position) {
  std::vector<Move> moves;
  if (game_over(position)) return moves;
  for (const Place& place : places(position.width, position.height)) {
    if (!may_be_placed(position, place)) continue;
    const std::size_t stones = captured_by(position, place, position.side).size();
    moves.push_back(Move{name(place), static_cast<int>(stones / 2)});
  }
  return moves;
}

Position play(const Position& position, const Move& move) {
  const std::vector<Move> moves = legal_moves(position);
  if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
    throw std::invalid_argument("illegal move " + move.text() + " in " + to_text(position));
  }
  const Place place = place_named(move.place, position.width, position.height);
  Position next = position;
  next.at(place) = position.side;
  for (const Place& stone : captured_by(position, place, position.side)) next.at(stone) = '.';
  next.side = opponent(position.side);
  return next;
}

Position play(const Position& position, const std::string& move_text) {
  const std::size_t end = std::min(move_text.find('*'), move_text.size());
  const Move move{move_text.substr(0, end), static_cast<int>(move_text.size() - end)};
  if (move.text() != move_text) throw std::invalid_argument("bad move: " + move_text);
  return play(position, move);
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  const std::vector<Move> moves = legal_moves(position);
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const Move& move : moves) sum += perft(play(position, move), depth - 1);
  return sum;
}

// --- Symmetries ----------------------------------------------------------------------------------

Place reflected(const Place& place) { return Place{place.midpoint, place.y, place.x}; }

Position reflected(const Position& position) {
  Position image = open_setup(position.height, position.width);
  for (const Place& place : places(position.width, position.height)) {
    const char stone = position.at(place);
    image.at(reflected(place)) = stone == '.' ? '.' : opponent(stone);
  }
  image.side = opponent(position.side);
  return image;
}

Place turned(const Place& place, int width, int height) {
  // Midpoints belong to cells, which have one column and one row less than points.
  const int last_x = place.midpoint ? width - 2 : width - 1;
  const int last_y = place.midpoint ? height - 2 : height - 1;
  return Place{place.midpoint, last_x - place.x, last_y - place.y};
}

Position turned(const Position& position) {
  if (position.width % 2 != 0 || position.height % 2 != 0) {
    throw std::invalid_argument("only boards of even width and height can be turned");
  }
  Position image = open_setup(position.width, position.height);
  for (const Place& place : places(position.width, position.height)) {
    image.at(turned(place, position.width, position.height)) = position.at(place);
  }
  image.side = position.side;
  return image;
}

// --- Random positions ----------------------------------------------------------------------------

int random_below(Rng& rng, int bound) {
  return static_cast<int>(rng() % static_cast<std::uint64_t>(bound));
}

Position random_play_position(const Position& start, int max_plies, Rng& rng) {
  Position position = start;
  for (int plies = random_below(rng, max_plies + 1); plies > 0; --plies) {
    const std::vector<Move> moves = legal_moves(position);
    if (moves.empty()) break;
    const int choice = random_below(rng, static_cast<int>(moves.size()));
    position = play(position, moves[static_cast<std::size_t>(choice)]);
  }
  return position;
}

Position random_crowded_position(int width, int height, Rng& rng, const Crowding& crowding) {
  Position position = open_setup(width, height);
  position.side = random_below(rng, 2) == 0 ? 'V' : 'H';
  int empty = width * height;
  const int wanted = random_below(rng, crowding.max_empty + 1);

  std::vector<Place> points_then;
  std::vector<Place> midpoints_first;
  for (const Place& place : places(width, height)) {
    if (!place.midpoint) {
      points_then.push_back(place);
    } else if (random_below(rng, 100) < crowding.midpoint_percent) {
      midpoints_first.push_back(place);
    }
  }
  shuffle(midpoints_first, rng);
  shuffle(points_then, rng);

  // Keep a stone if the position stays valid. Put midpoints first, because they only resolve
  // crosses. Every valid position can arise, because emptying points keeps a position valid.
  const auto put = [&](const Place& place) {
    char stone = random_below(rng, 2) == 0 ? 'V' : 'H';
    for (int attempt = 0; attempt < 2; ++attempt) {
      position.at(place) = stone;
      const bool may_connect = crowding.allow_finished && stone != position.side;
      if (!has_cross(position) && (may_connect || !connected(position, stone))) return true;
      stone = opponent(stone);
    }
    position.at(place) = '.';
    return false;
  };
  for (const Place& place : midpoints_first) put(place);
  for (const Place& place : points_then) {
    if (empty <= wanted) break;
    if (put(place)) --empty;
  }
  return position;
}

}  // namespace onyx::plain
