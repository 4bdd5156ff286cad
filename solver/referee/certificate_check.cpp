// The judge of certificates in JSON: claims about one position, "V wins", "H wins", "draw", or
// "cycle" (some legal play returns to it). This file has its own rules of the game, written
// plainly, place by place, and uses only the standard library and a JSON parser. What it accepts,
// and why that implies the claim:
//
//  Strategy. A strategy of X is a table with X's move for each position in which X needs one. The
// check starts from the claimed position. It plays X's moves from the table and all moves of the
// opponent, and visits each entry once. No entry may be missing or left over, each move must be
// legal, and the opponent must never connect. So X never loses under the table.
//
//  "X wins". In addition, play under the table never repeats a position. There are finitely many
// positions, and an unfinished game has a move, so play ends: X connects, as the opponent does not.
//
// "draw". V and H both have such a table, repetition allowed, so neither can force a win. The
// "line" shows the play of the two tables up to the first repetition.
//
//  "cycle". The line's moves are legal, nobody connects, and they lead back to the position.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/referee/json_reader.h"
#include "solver/referee/judges.h"

namespace onyx::referee {
namespace plain_rules {
namespace {

using namespace json;

// Runs `action`. If it rejects, prefixes the reason with `where`, a part of the certificate.
template <typename Action>
void within(const std::string& where, Action action) {
  try {
    action();
  } catch (const Rejected& defect) {
    reject(where + ": " + defect.reason);
  }
}

constexpr size_t max_size = 20;
constexpr size_t max_places = 20 * 20 + 19 * 19 / 2;

struct Square {
  size_t midpoint;
  std::array<size_t, 4> corners;  // in circular order: i and i + 2 are opposite
};

// Places are numbered row by row from A1: first all points, then all midpoints.
struct Board {
  size_t width = 0;
  size_t height = 0;
  std::vector<Square> squares;  // in the order of their midpoints
  Texts names;                  // place names
  std::map<std::string, size_t, std::less<>> numbers;
  std::vector<std::vector<size_t>> joined;
  size_t points() const { return width * height; }
};

Board make_board(size_t width, size_t height) {
  Board board{width, height, {}, {}, {}, {}};
  const auto add = [&board](const std::string& name) {
    board.numbers[name] = board.names.size();
    board.names.push_back(name);
    board.joined.emplace_back();
  };
  const auto join = [&board](size_t a, size_t b) {
    board.joined[a].push_back(b);
    board.joined[b].push_back(a);
  };
  const auto column = [](size_t x) { return std::string(1, "ABCDEFGHIJKLMNOPQRST"[x]); };
  const auto row = [](size_t y) { return std::to_string(y + 1); };
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      add(column(x) + row(y));
      if (x > 0) join(y * width + x, y * width + x - 1);
      if (y > 0) join(y * width + x, y * width + x - width);
    }
  }
  for (size_t r = 0; r + 1 < height; ++r) {
    for (size_t c = 0; c + 1 < width; ++c) {
      const size_t low = r * width + c;  // the lower left corner
      const size_t high = low + width;   // the upper left corner
      if ((c + r) % 2 == 1) {
        const Square square{board.names.size(), {low, low + 1, high + 1, high}};
        add(column(c) + column(c + 1) + row(r) + row(r + 1));
        for (const size_t corner : square.corners) join(square.midpoint, corner);
        board.squares.push_back(square);
      } else if (c % 2 == 0) {
        join(low, high + 1);
      } else {
        join(high, low + 1);
      }
    }
  }
  return board;
}

struct Position {
  std::string stones;  // one character per place: 'V', 'H' or '.'
  char side = 'V';     // to move
};

char opponent(char side) { return side == 'V' ? 'H' : 'V'; }

// V's edges are bottom and top, H's are left and right.
bool connected(const Board& board, const Position& position, char side) {
  std::array<bool, max_places> reached{};
  std::array<size_t, max_places> chain;
  size_t length = 0;
  const auto reach = [&](size_t place) {
    if (position.stones[place] != side || reached[place]) return;
    reached[place] = true;
    chain[length++] = place;
  };
  for (size_t x = 0; side == 'V' && x < board.width; ++x) reach(x);
  for (size_t y = 0; side == 'H' && y < board.height; ++y) reach(y * board.width);
  for (size_t next = 0; next < length; ++next) {
    const size_t place = chain[next];
    const bool at_far_edge = side == 'V' ? place / board.width + 1 == board.height
                                         : place % board.width + 1 == board.width;
    if (place < board.points() && at_far_edge) return true;
    for (const size_t neighbour : board.joined[place]) reach(neighbour);
  }
  return false;
}

// Requires an unfinished game.
bool legal(const Board& board, const Position& position, size_t place) {
  if (position.stones[place] != '.') return false;
  if (place < board.points()) return true;
  const auto& corners = board.squares[place - board.points()].corners;
  return std::all_of(corners.begin(), corners.end(),
                     [&](size_t corner) { return position.stones[corner] == '.'; });
}

// Plays a legal move. Returns the number of captured pairs.
size_t put_stone(const Board& board, Position& position, size_t place) {
  const char mine = position.side;
  const char theirs = opponent(mine);
  position.stones[place] = mine;
  position.side = theirs;
  size_t pairs = 0;
  // The two squares of a point share no other corner, so their order does not matter.
  for (const auto& [midpoint, corners] : board.squares) {
    for (size_t i = 0; i < 4; ++i) {
      if (corners[i] != place || position.stones[midpoint] != '.') continue;
      char& left = position.stones[corners[(i + 1) % 4]];
      char& right = position.stones[corners[(i + 3) % 4]];
      if (position.stones[corners[(i + 2) % 4]] == mine && left == theirs && right == theirs) {
        left = right = '.';
        ++pairs;
      }
    }
  }
  return pairs;
}

std::vector<string_view> split(string_view text, char separator) {
  std::vector<string_view> parts;
  for (size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1)) {
    parts.push_back(text.substr(0, end));
    if (parts.size() > max_places) reject("too long for a position");
  }
  parts.push_back(text);
  return parts;
}

size_t read_number(string_view digits) {
  for (size_t number = 1; number <= max_size; ++number) {
    if (digits == std::to_string(number)) return number;
  }
  reject(quote(digits) + " is not a number from 1 to 20");
}

std::string expand_row(string_view row) {
  std::string stones;
  while (!row.empty()) {
    const size_t digits = std::min(row.find_first_not_of("0123456789"), row.size());
    if (digits > 0) {
      stones.append(read_number(row.substr(0, digits)), '.');
    } else if (row[0] == 'V' || row[0] == 'H') {
      stones += row[0];
    } else {
      reject("unknown letter in row " + quote(row));
    }
    row.remove_prefix(std::max<size_t>(digits, 1));
  }
  return stones;
}

bool is_setup(string_view text) {
  return text.starts_with("open:") || text.starts_with("standard:");
}

// Returns the board for the text of a position or a setup.
Board board_of(string_view text) {
  size_t width = 0;
  size_t height = 0;
  if (is_setup(text)) {
    const auto sizes = split(text.substr(text.find(':') + 1), 'x');
    if (sizes.size() != 2) reject("a setup is open:WxH or standard:NxN");
    width = read_number(sizes[0]);
    height = read_number(sizes[1]);
    if (text[0] == 's' && (width != height || width % 2 == 1 || width < 4)) {
      reject("the standard setup is for N x N, N even and at least 4");
    }
  } else {
    const auto rows = split(text.substr(0, text.find(' ')), '/');
    width = expand_row(rows[0]).size();
    height = rows.size();
  }
  if (std::min(width, height) < 2 || std::max(width, height) > max_size) {
    reject("width and height must be from 2 to 20");
  }
  return make_board(width, height);
}

Position setup_position(const Board& board, string_view setup) {
  Position position{std::string(board.names.size(), '.'), 'V'};
  const size_t last = board.width - 1;
  for (const size_t middle : {last / 2, last / 2 + 1}) {
    if (setup.starts_with("open:")) break;
    position.stones[middle] = position.stones[last * board.width + middle] = 'H';
    position.stones[middle * board.width] = position.stones[middle * board.width + last] = 'V';
  }
  return position;
}

// Returns the position in canonical form.
std::string print(const Board& board, const Position& position) {
  std::string rows;
  for (size_t y = board.height; y-- > 0;) {
    size_t empty = 0;
    for (size_t x = 0; x <= board.width; ++x) {
      const char stone = x < board.width ? position.stones[y * board.width + x] : '/';
      if (stone != '.' && empty > 0) rows += std::to_string(empty);
      empty = stone == '.' ? empty + 1 : 0;
      if (stone != '.') rows += stone;
    }
  }
  rows.back() = ' ';
  std::string midpoints;
  for (size_t place = board.points(); place < board.names.size(); ++place) {
    if (position.stones[place] == '.') continue;
    if (!midpoints.empty()) midpoints += ',';
    midpoints.append(board.names[place]).append(1, ':').append(1, position.stones[place]);
  }
  return rows + (midpoints.empty() ? "-" : midpoints) + ' ' + position.side;
}

// Reads a legal position in canonical form: unfinished, or won by the side not to move.
Position read_position(const Board& board, string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 3) reject("a position has three fields: rows, midpoints, side to move");
  if (fields[2] != "V" && fields[2] != "H") reject("the side to move is neither V nor H");
  Position position{std::string(board.names.size(), '.'), fields[2][0]};
  const auto rows = split(fields[0], '/');
  if (rows.size() != board.height) reject("not " + std::to_string(board.height) + " rows");
  for (size_t y = 0; y < board.height; ++y) {
    const std::string row = expand_row(rows[board.height - 1 - y]);
    if (row.size() != board.width) {
      reject("row " + std::to_string(y + 1) + " is not " + std::to_string(board.width) + " wide");
    }
    row.copy(&position.stones[y * board.width], row.size());
  }
  for (const string_view item : split(fields[1], ',')) {
    if (fields[1] == "-") break;
    const auto found = board.numbers.find(item.substr(0, item.find(':')));
    if (found == board.numbers.end() || found->second < board.points()) {
      reject("no such midpoint: " + quote(item));
    }
    const string_view stone = item.substr(found->first.size());
    if (stone != ":V" && stone != ":H") reject("no V or H on midpoint " + quote(item));
    char& place = position.stones[found->second];
    if (place != '.') reject("midpoint " + found->first + " is given twice");
    place = stone[1];
  }
  for (const auto& [midpoint, corners] : board.squares) {
    const std::string square{position.stones[corners[0]], position.stones[corners[1]],
                             position.stones[corners[2]], position.stones[corners[3]]};
    if (position.stones[midpoint] == '.' && (square == "VHVH" || square == "HVHV")) {
      reject("cross at " + board.names[midpoint]);
    }
  }
  // This also rules out that both sides are connected.
  if (connected(board, position, position.side)) reject("the side to move is already connected");
  const std::string canonical = print(board, position);
  if (canonical != text) reject("not in canonical form, which is " + quote(canonical));
  return position;
}

// Plays a move. Rejects it unless it is legal and has one '*' per captured pair.
void play(const Board& board, Position& position, string_view move) {
  const size_t mark = std::min(move.find('*'), move.size());
  const auto found = board.numbers.find(move.substr(0, mark));
  if (found == board.numbers.end()) reject("move " + quote(move) + " is not a place of the board");
  if (connected(board, position, opponent(position.side))) {
    reject("move " + quote(move) + " comes after the end of the game");
  }
  if (!legal(board, position, found->second)) {
    reject("move " + quote(move) + " is not legal in " + quote(print(board, position)));
  }
  const size_t pairs = put_stone(board, position, found->second);
  if (move.substr(mark) != std::string(pairs, '*')) {
    reject("wrong mark: " + quote(move) + " captures " + std::to_string(pairs) +
           (pairs == 1 ? " pair" : " pairs"));
  }
}

constexpr Field whole{"", "certificate", an_object, "", false};
constexpr std::array<Field, 14> all_fields{{
    {"certificate", "format", a_text, "dVHc", false},
    {"certificate", "version", a_version, "dVHc", false},
    {"certificate", "claim", a_text, "dVHc", false},
    {"certificate", "position", a_text, "dVHc", false},
    {"certificate", "strategies", an_object, "dVH", true},
    {"strategies", "V", a_strategy, "dV", false},
    {"strategies", "H", a_strategy, "dH", false},
    {"certificate", "line", an_object, "dc", false},
    {"line", "prefix", an_array, "dc", false},
    {"line", "cycle", an_array, "dc", false},
    {"certificate", "game", an_object, "", true},
    {"game", "setup", a_text, "", true},  // required if "game" is present
    {"game", "moves", an_array, "", true},
    {"certificate", "about", unread, "", true},
}};

Content read_certificate(string_view json) {
  Content content = read(json, whole, all_fields);
  const std::string& claim = content.text["claim"];
  if (claim != "draw" && claim != "V wins" && claim != "H wins" && claim != "cycle") {
    reject("missing or unknown claim " + quote(claim));
  }
  for (const auto& [parent, name, kind, claims, optional] : all_fields) {
    const auto& present = content.present;
    const bool here = present.contains(name);
    const bool required =
        claims.find(claim[0]) != claims.npos || (parent == "game" && present.contains(parent));
    if (required && !here) reject("missing key " + quote(name));
    if (here && !required && !optional) reject("spare key " + quote(name) + " in a " + claim);
  }
  if (content.text["format"] != "onyx-certificate") reject("unknown format");
  return content;
}

// Follows the owner's strategy against all play of the opponent.
void check_strategy(const Board& board, const Position& start, char owner, Strategy& strategy,
                    bool must_end) {
  for (const auto& [text, entry] : strategy) {
    within("entry " + quote(text), [&, &text = text] {
      if (read_position(board, text).side != owner) reject("the other side is to move");
    });
  }
  std::vector<Strategy::value_type*> pending;
  const auto arrive = [&](const Position& position) {
    const std::string text = print(board, position);
    const auto found = strategy.find(text);
    if (found == strategy.end()) reject("missing entry " + quote(text));
    // The open entries form the play up to here, so reaching an open entry is a repetition.
    if (found->second.state == Entry::kOpen && must_end) reject("play repeats " + quote(text));
    if (found->second.state == Entry::kNew) pending.push_back(&*found);
  };
  const auto try_all = [&](const Position& position) {
    bool stuck = true;
    for (size_t place = 0; place < board.names.size(); ++place) {
      if (!legal(board, position, place)) continue;
      stuck = false;
      Position next = position;
      put_stone(board, next, place);
      if (connected(board, next, position.side)) {
        reject("the opponent connects by " + board.names[place] + " in " +
               quote(print(board, position)));
      }
      arrive(next);
    }
    // The rules guarantee a move. Checked because the proof that play ends depends on it.
    if (stuck) reject("no move in " + quote(print(board, position)));
  };
  if (connected(board, start, opponent(owner))) reject("the opponent has already connected");
  if (!connected(board, start, owner)) start.side == owner ? arrive(start) : try_all(start);
  // Depth first: an open entry stays on the stack until all entries after it are done.
  while (!pending.empty()) {
    auto& [text, entry] = *pending.back();
    if (entry.state != Entry::kNew) {
      entry.state = Entry::kDone;
      pending.pop_back();
      continue;
    }
    entry.state = Entry::kOpen;
    Position position = read_position(board, text);
    within("entry " + quote(text), [&, &entry = entry] { play(board, position, entry.move); });
    if (!connected(board, position, owner)) try_all(position);
  }
  for (const auto& [text, entry] : strategy) {
    if (entry.state == Entry::kNew) reject("spare entry " + quote(text));
  }
}

void check_draw_line(const Board& board, Position position, Content& certificate) {
  std::map<std::string, size_t> moves_before;  // key: position
  for (const auto* part : {"prefix", "cycle"}) {
    for (const std::string& move : certificate.moves[part]) {
      const std::string text = print(board, position);
      if (!moves_before.emplace(text, moves_before.size()).second) {
        reject("it continues after the first repetition, " + quote(text));
      }
      if (certificate.strategies[position.side == 'V' ? "V" : "H"][text].move != move) {
        reject("move " + quote(move) + " is not the move of the strategy in " + quote(text));
      }
      play(board, position, move);
    }
  }
  const auto found = moves_before.find(print(board, position));
  if (found == moves_before.end() || found->second != certificate.moves["prefix"].size()) {
    reject("the cycle does not begin and end at the first repetition");
  }
}

std::string end_of(const Board& board, Position position, const Texts& moves) {
  for (const std::string& move : moves) play(board, position, move);
  return print(board, position);
}

// Records the moves of the strategies in the positions of the game.
void follow(const Board& board, Position position, Content& certificate, FollowedGame& game) {
  for (const std::string& move : game.moves) {
    const Strategy& strategy = certificate.strategies[position.side == 'V' ? "V" : "H"];
    const auto found = strategy.find(print(board, position));
    game.answers.push_back(found == strategy.end() ? "" : place_of(found->second.move));
    play(board, position, move);
  }
}

Verdict check(string_view json, FollowedGame* followed) {
  Content certificate = read_certificate(json);
  const std::string& claim = certificate.text["claim"];
  Board board;
  Position start;
  within("position", [&] {
    const std::string& text = certificate.text["position"];
    board = board_of(text);
    start = is_setup(text) ? setup_position(board, text) : read_position(board, text);
  });
  const std::string canonical = print(board, start);
  std::optional<Verdict::Game> game;
  within("game", [&] {
    if (!certificate.present.contains("game")) return;
    const std::string& setup = certificate.text["setup"];
    if (!is_setup(setup)) reject("unknown setup " + quote(setup));
    const Board other = board_of(setup);
    const std::string end = end_of(other, setup_position(other, setup), certificate.moves["moves"]);
    if (end != canonical) reject("it ends in " + quote(end));
    game = {setup, certificate.moves["moves"].size(), certificate.moves["moves"]};
  });
  for (const auto* owner : {"V", "H"}) {
    within(std::string("strategy ") + owner, [&] {
      if (!certificate.present.contains(owner)) return;
      check_strategy(board, start, *owner, certificate.strategies[owner], claim != "draw");
    });
  }
  within("line", [&] {
    if (claim == "draw") check_draw_line(board, start, certificate);
    if (claim != "cycle") return;
    const Texts& cycle = certificate.moves["cycle"];
    if (!certificate.moves["prefix"].empty()) reject("the prefix must be empty");
    if (cycle.empty()) reject("the cycle is empty");
    // Nobody connects during the cycle, because play() rejects moves after the end of a game.
    if (end_of(board, start, cycle) != canonical) reject("it does not return to the position");
  });
  Verdict verdict = accepted(claim, board.width, board.height, canonical, std::move(game));
  if (followed != nullptr && verdict.position == followed->setup) {
    follow(board, start, certificate, *followed);
  }
  return verdict;
}

}  // namespace
}  // namespace plain_rules

Verdict check_certificate(std::string_view json) { return check_certificate(json, nullptr); }

Verdict check_certificate(std::string_view json, FollowedGame* game) {
  return verdict_from([&] { return plain_rules::check(json, game); });
}

}  // namespace onyx::referee
