// The independent checker of Onyx certificates.
//
// A certificate claims something about one position of the game Onyx: "V wins", "H wins", "draw",
// or "cycle" (some legal play returns to it). Nobody needs to trust the program that wrote it: this
// file has its own rules of the game, written plainly, place by place, and uses nothing but the
// standard library and a JSON parser.
//
// What is accepted, and why acceptance implies the claim:
//
//   Strategy. A strategy of X is a table from positions with X to move to moves. From the claimed
//   position we follow the table for X and try every legal move of the opponent, visiting each
//   table entry once, up to the end of the game. No entry may be missing or left over, each move
//   must be legal, and the opponent must never connect: so X, who can always follow it, is never
//   beaten.
//
//   "X wins". In addition no position of that play can repeat. There are finitely many positions
//   and an unfinished game always has a move, so the play ends; the opponent did not connect; X
//   did.
//
//   "draw". V and H both have such a table (without the condition on repetition), so neither can
//   force a win. The line shows how: it is the play of both tables up to the first repetition.
//
//   "cycle". The line's moves are legal, nobody connects, and they lead back to the position.
//
// The parts, in order: the rules of the game; positions and moves as text; the JSON reader; the
// claims.
#include "solver/checker.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <vector>

namespace onyx::checker {
namespace {

using std::size_t;
using std::string_view;

// Thrown at the first defect and caught in check_certificate.
struct Rejection {
  std::string reason;
};

[[noreturn]] void reject(const std::string& reason) { throw Rejection{reason}; }

std::string cut(string_view text, size_t length) {
  return text.size() <= length ? std::string(text) : std::string(text.substr(0, length)) + "...";
}

std::string quote(string_view text) { return '"' + cut(text, 200) + '"'; }

// Runs the action; a defect met in it is reported with the place in the certificate.
template <typename Action>
void within(const std::string& where, Action action) {
  try {
    action();
  } catch (const Rejection& rejection) {
    reject(where + ": " + rejection.reason);
  }
}

// ---------------------------------------------------------------------------- the rules of the
// game

constexpr size_t max_size = 20;
constexpr size_t max_places = 20 * 20 + 19 * 19 / 2;

struct Square {
  size_t midpoint;
  std::array<size_t, 4> corners;  // going round, so that i and i + 2 are opposite
};

// Places are numbered: points by row from A1, then midpoints by row. The n-th square has the n-th
// midpoint.
struct Board {
  size_t width;
  size_t height;
  size_t points;
  std::vector<std::string> names;
  std::map<std::string, size_t, std::less<>> numbers;  // the inverse of names
  std::vector<std::vector<size_t>> joined;             // the neighbours of each place
  std::vector<Square> squares;
  std::vector<std::vector<size_t>> squares_at;  // the squares of which a point is a corner
};

Board make_board(size_t width, size_t height) {
  Board board{width, height, width * height, {}, {}, {}, {}, {}};
  const auto column = [](size_t x) { return std::string(1, "ABCDEFGHIJKLMNOPQRST"[x]); };
  const auto row = [](size_t y) { return std::to_string(y + 1); };
  const auto join = [&board](size_t a, size_t b) {
    board.joined[a].push_back(b);
    board.joined[b].push_back(a);
  };
  board.joined.resize(board.points);
  board.squares_at.resize(board.points);
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      board.names.push_back(column(x) + row(y));
      if (x + 1 < width) join(y * width + x, y * width + x + 1);
      if (y + 1 < height) join(y * width + x, y * width + x + width);
    }
  }
  for (size_t r = 0; r + 1 < height; ++r) {
    for (size_t c = 0; c + 1 < width; ++c) {
      const size_t low_left = r * width + c;
      const size_t low_right = low_left + 1;
      const size_t high_left = low_left + width;
      const size_t high_right = high_left + 1;
      if ((c + r) % 2 == 1) {
        const Square square{board.names.size(), {low_left, low_right, high_right, high_left}};
        board.names.push_back(column(c) + column(c + 1) + row(r) + row(r + 1));
        board.joined.emplace_back();
        for (const size_t corner : square.corners) {
          join(square.midpoint, corner);
          board.squares_at[corner].push_back(board.squares.size());
        }
        board.squares.push_back(square);
      } else if (c % 2 == 0) {
        join(low_left, high_right);
      } else {
        join(high_left, low_right);
      }
    }
  }
  for (size_t place = 0; place < board.names.size(); ++place) {
    board.numbers[board.names[place]] = place;
  }
  return board;
}

char opponent(char side) { return side == 'V' ? 'H' : 'V'; }

struct Position {
  std::string stones;  // a character a place: 'V', 'H' or '.'
  char side;           // who moves
};

// Does a chain of the side's stones join its two edges? (V: bottom to top; H: left to right.)
bool connected(const Board& board, const Position& position, char side) {
  std::array<bool, max_places> reached{};
  std::array<size_t, max_places> chain;
  size_t length = 0;
  const auto reach = [&](size_t place) {
    if (position.stones[place] != side || reached[place]) return;
    reached[place] = true;
    chain[length++] = place;
  };
  const size_t edge = side == 'V' ? board.width : board.height;
  for (size_t i = 0; i < edge; ++i) reach(side == 'V' ? i : i * board.width);
  for (size_t next = 0; next < length; ++next) {
    const size_t place = chain[next];
    if (place < board.points && (side == 'V' ? place / board.width == board.height - 1
                                             : place % board.width == board.width - 1)) {
      return true;
    }
    for (const size_t neighbour : board.joined[place]) reach(neighbour);
  }
  return false;
}

// Holds for an unfinished game only; the callers see to that.
bool legal(const Board& board, const Position& position, size_t place) {
  if (position.stones[place] != '.') return false;
  if (place < board.points) return true;
  const auto& corners = board.squares[place - board.points].corners;
  return std::all_of(corners.begin(), corners.end(),
                     [&](size_t corner) { return position.stones[corner] == '.'; });
}

// Makes a legal move and returns the number of pairs captured.
size_t put_stone(const Board& board, Position& position, size_t place) {
  const char mine = position.side;
  const char theirs = opponent(mine);
  std::string& stones = position.stones;
  stones[place] = mine;
  position.side = theirs;
  if (place >= board.points) return 0;
  size_t pairs = 0;
  // The squares of a point share only that point, so their order does not matter.
  for (const size_t number : board.squares_at[place]) {
    const auto& [midpoint, corners] = board.squares[number];
    const size_t i =
        static_cast<size_t>(std::find(corners.begin(), corners.end(), place) - corners.begin());
    const size_t opposite = corners[(i + 2) % 4];
    const size_t left = corners[(i + 1) % 4];
    const size_t right = corners[(i + 3) % 4];
    if (stones[midpoint] == '.' && stones[opposite] == mine && stones[left] == theirs &&
        stones[right] == theirs) {
      stones[left] = stones[right] = '.';
      ++pairs;
    }
  }
  return pairs;
}

// --------------------------------------------------------------------- positions and moves as text

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
  for (size_t i = 0; i < row.size();) {
    const size_t end = std::min(row.find_first_not_of("0123456789", i), row.size());
    if (end > i) {
      stones.append(read_number(row.substr(i, end - i)), '.');
      i = end;
    } else if (row[i] == 'V' || row[i] == 'H') {
      stones += row[i++];
    } else {
      reject("unknown letter " + quote(row.substr(i, 1)) + " in row " + quote(row));
    }
  }
  return stones;
}

bool is_setup(string_view text) {
  return text.starts_with("open:") || text.starts_with("standard:");
}

// The board on which a position or a setup, given as text, stands.
Board board_of(string_view text) {
  size_t width = 0;
  size_t height = 0;
  if (is_setup(text)) {
    const auto sizes = split(text.substr(text.find(':') + 1), 'x');
    if (sizes.size() != 2) reject(quote(text) + " is no setup: open:WxH or standard:NxN");
    width = read_number(sizes[0]);
    height = read_number(sizes[1]);
    if (text.starts_with("standard:") && (width != height || width % 2 == 1 || width < 4)) {
      reject("the standard setup is for N x N, N even and at least 4");
    }
  } else {
    const string_view rows = text.substr(0, text.find(' '));
    width = expand_row(rows.substr(0, rows.find('/'))).size();
    height = static_cast<size_t>(std::count(rows.begin(), rows.end(), '/')) + 1;
  }
  if (std::min(width, height) < 2 || std::max(width, height) > max_size) {
    reject("the board is " + std::to_string(width) + " points wide and " + std::to_string(height) +
           " high; each must be from 2 to 20");
  }
  return make_board(width, height);
}

Position setup_position(const Board& board, string_view setup) {
  Position position{std::string(board.names.size(), '.'), 'V'};
  if (setup.starts_with("standard:")) {
    const size_t last = board.width - 1;
    for (const size_t middle : {last / 2, last / 2 + 1}) {
      position.stones[middle] = position.stones[last * board.width + middle] = 'H';
      position.stones[middle * board.width] = position.stones[middle * board.width + last] = 'V';
    }
  }
  return position;
}

std::string print(const Board& board, const Position& position) {
  std::string text;
  for (size_t y = board.height; y-- > 0;) {
    size_t empty = 0;
    for (size_t x = 0; x <= board.width; ++x) {
      const char stone = x < board.width ? position.stones[y * board.width + x] : '/';
      if (stone == '.') {
        ++empty;
      } else {
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
        text += stone;
      }
    }
  }
  text.back() = ' ';
  const size_t start = text.size();
  for (const Square& square : board.squares) {
    const char stone = position.stones[square.midpoint];
    if (stone == '.') continue;
    if (text.size() > start) text += ',';
    text.append(board.names[square.midpoint]).append(1, ':').append(1, stone);
  }
  if (text.size() == start) text += '-';
  return text.append(1, ' ').append(1, position.side);
}

// Reads a legal position in canonical form, unfinished or just won by the side not to move.
Position read_position(const Board& board, string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 3) reject("a position has three fields: rows, midpoints, side to move");
  Position position{std::string(board.names.size(), '.'), 'V'};
  const auto rows = split(fields[0], '/');
  if (rows.size() != board.height)
    reject("the board has " + std::to_string(board.height) + " rows");
  for (size_t y = 0; y < board.height; ++y) {
    const std::string row = expand_row(rows[board.height - 1 - y]);
    if (row.size() != board.width) {
      reject("row " + std::to_string(y + 1) + " is not " + std::to_string(board.width) + " wide");
    }
    std::copy(row.begin(), row.end(), &position.stones[y * board.width]);
  }
  for (const string_view item :
       fields[1] == "-" ? std::vector<string_view>() : split(fields[1], ',')) {
    const auto found = board.numbers.find(item.substr(0, item.find(':')));
    if (found == board.numbers.end() || found->second < board.points) {
      reject("no such midpoint: " + quote(item));
    }
    const string_view stone = item.substr(found->first.size());
    if (stone != ":V" && stone != ":H") reject("no V or H on midpoint " + quote(item));
    char& place = position.stones[found->second];
    if (place != '.') reject("midpoint " + found->first + " is given twice");
    place = stone[1];
  }
  if (fields[2] != "V" && fields[2] != "H") reject("the side to move is neither V nor H");
  position.side = fields[2][0];
  for (const auto& [midpoint, corners] : board.squares) {
    const auto stone = [&position, &corners = corners](size_t i) {
      return position.stones[corners[i]];
    };
    if (position.stones[midpoint] == '.' && stone(0) != '.' && stone(0) == stone(2) &&
        stone(1) == opponent(stone(0)) && stone(1) == stone(3)) {
      reject("cross at " + board.names[midpoint]);
    }
  }
  // This refuses positions where both are connected, too.
  if (connected(board, position, position.side)) reject("the side to move is already connected");
  const std::string canonical = print(board, position);
  if (canonical != text) reject("not in canonical form, which is " + quote(canonical));
  return position;
}

// Makes a move given as text, which must be legal and say exactly how many pairs it captures.
void play(const Board& board, Position& position, string_view move) {
  const size_t mark = std::min(move.find('*'), move.size());
  const auto found = board.numbers.find(move.substr(0, mark));
  if (found == board.numbers.end()) reject("move " + quote(move) + " names no place of the board");
  if (connected(board, position, opponent(position.side))) {
    reject("move " + quote(move) + " comes after the end of the game");
  }
  if (!legal(board, position, found->second)) {
    reject("move " + quote(move) + " is not legal in " + print(board, position));
  }
  const size_t pairs = put_stone(board, position, found->second);
  if (move.substr(mark) != std::string(pairs, '*')) {
    reject("move " + quote(move) + " has a wrong mark: it captures " + std::to_string(pairs) +
           " pairs");
  }
}

// --------------------------------------------------------------------------------- the JSON reader

enum class State : std::uint8_t { kNew, kOpen, kDone };  // of an entry while the play is searched

struct Entry {
  std::string move;
  State state = State::kNew;
};

using Moves = std::vector<std::string>;
using Strategy = std::unordered_map<std::string, Entry>;  // by position

// The content of a certificate by the names of the keys, each of which occurs in one place only.
struct Certificate {
  std::set<string_view> present;
  std::map<string_view, std::string> text;
  std::map<string_view, Moves> moves;
  std::map<string_view, Strategy> strategies;
};

enum class Kind { kText, kVersion, kObject, kStrategy, kMoves, kSkipped };

constexpr std::array<const char*, 6> kind_texts = {"text",
                                                   "the number 1",
                                                   "an object",
                                                   "an object with a move for each position",
                                                   "an array of moves",
                                                   "an object"};

struct Field {
  string_view parent;
  string_view name;
  Kind kind;
};

constexpr Field whole = {"", "certificate", Kind::kObject};
constexpr std::array<Field, 14> fields = {{{whole.name, "format", Kind::kText},
                                           {whole.name, "version", Kind::kVersion},
                                           {whole.name, "claim", Kind::kText},
                                           {whole.name, "position", Kind::kText},
                                           {whole.name, "strategies", Kind::kObject},
                                           {"strategies", "V", Kind::kStrategy},
                                           {"strategies", "H", Kind::kStrategy},
                                           {whole.name, "line", Kind::kObject},
                                           {"line", "prefix", Kind::kMoves},
                                           {"line", "cycle", Kind::kMoves},
                                           {whole.name, "game", Kind::kObject},
                                           {"game", "setup", Kind::kText},
                                           {"game", "moves", Kind::kMoves},
                                           {whole.name, "about", Kind::kSkipped}}};

// Receives the parser's events and refuses what the table does not allow. The parser keeps its own
// stack on the heap, so no depth of nesting inside `about` can overflow anything.
class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Certificate certificate;

  bool key(std::string& name) override {
    if (skipped_ > 0) return true;
    const string_view parent = open_.back()->name;
    if (open_.back()->kind == Kind::kStrategy) {
      const auto [entry, added] = certificate.strategies[parent].try_emplace(name);
      if (!added) reject("duplicate position " + quote(name) + " in the strategy of " + parent[0]);
      move_ = &entry->second.move;
      return true;
    }
    const auto* found = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
      return field.parent == parent && field.name == name;
    });
    const std::string where = quote(name) + " in " + std::string(parent);
    if (found == fields.end()) reject("unknown key " + where);
    if (!certificate.present.insert(found->name).second) reject("duplicate key " + where);
    next_ = found;
    return true;
  }
  bool string(std::string& text) override {
    if (skipped_ > 0) return true;
    if (expected() != Kind::kText) return other();
    const Kind container = open_.back()->kind;
    if (container == Kind::kObject) certificate.text[next_->name] = text;
    if (container == Kind::kStrategy) *move_ = text;
    if (container == Kind::kMoves) certificate.moves[next_->name].push_back(text);
    return true;
  }
  bool number_unsigned(std::uint64_t number) override {
    return (number == 1 && expected() == Kind::kVersion) || other();
  }
  bool start_object(size_t) override {
    if (skipped_ > 0 || expected() == Kind::kSkipped) {
      ++skipped_;
      return true;
    }
    return (expected() == Kind::kObject || expected() == Kind::kStrategy) ? enter() : other();
  }
  bool start_array(size_t) override {
    if (skipped_ == 0) return expected() == Kind::kMoves ? enter() : other();
    ++skipped_;
    return true;
  }
  bool end_object() override {
    skipped_ > 0 ? void(--skipped_) : open_.pop_back();
    return true;
  }
  bool end_array() override { return end_object(); }
  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool number_integer(std::int64_t) override { return other(); }
  bool number_float(double, const std::string&) override { return other(); }
  bool binary(nlohmann::json::binary_t&) override { return other(); }
  bool parse_error(size_t, const std::string&, const nlohmann::json::exception& error) override {
    reject("not JSON: " + cut(error.what(), 300));
  }

 private:
  Kind expected() const {
    if (open_.empty()) return whole.kind;
    const Kind kind = open_.back()->kind;
    return kind == Kind::kStrategy || kind == Kind::kMoves ? Kind::kText : next_->kind;
  }
  bool enter() {
    open_.push_back(next_);
    return true;
  }
  bool other() const {
    if (skipped_ > 0) return true;
    const bool item = !open_.empty() && open_.back()->kind != Kind::kObject;
    reject((item ? "an item of " + std::string(open_.back()->name) : std::string(next_->name)) +
           " must be " + kind_texts.at(static_cast<size_t>(expected())));
  }

  std::vector<const Field*> open_;  // the objects and arrays that we are in
  const Field* next_ = &whole;      // the field met last; its value comes next
  std::string* move_ = nullptr;     // where the next move of a strategy goes
  size_t skipped_ = 0;              // depth inside `about`
};

Certificate read_certificate(string_view json) {
  // The parser would take a zero byte for the end of the file.
  if (json.find('\0') != json.npos) reject("not JSON: there is a zero byte");
  Reader reader;
  nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
  return std::move(reader.certificate);
}

// -------------------------------------------------------------------------------------- the claims

// A key is required, allowed, or spare, depending on the claim.
void check_keys(const Certificate& certificate) {
  const auto require = [&certificate](std::set<string_view>& wanted, string_view key) {
    if (!certificate.present.contains(key)) reject("missing key \"" + std::string(key) + '"');
    wanted.insert(key);
  };
  std::set<string_view> wanted = {"about"};
  for (const auto* key : {"format", "version", "claim", "position"}) require(wanted, key);
  if (certificate.text.at("format") != "onyx-certificate") reject("unknown format");
  const std::string& claim = certificate.text.at("claim");
  if (claim == "draw") {
    for (const auto* key : {"strategies", "V", "H", "line", "prefix", "cycle"})
      require(wanted, key);
  } else if (claim == "V wins" || claim == "H wins") {
    require(wanted, "strategies");
    require(wanted, claim[0] == 'V' ? "V" : "H");
  } else if (claim == "cycle") {
    for (const auto* key : {"line", "prefix", "cycle"}) require(wanted, key);
    wanted.insert("strategies");
  } else {
    reject("unknown claim " + quote(claim));
  }
  if (certificate.present.contains("game")) {
    for (const auto* key : {"game", "setup", "moves"}) require(wanted, key);
  }
  for (const auto key : certificate.present) {
    if (!wanted.contains(key)) reject("spare key " + quote(key) + " for the claim " + quote(claim));
  }
}

void check_game(const std::string& claimed, const std::string& setup, const Moves& moves) {
  if (!is_setup(setup)) reject("unknown setup " + quote(setup));
  const Board board = board_of(setup);
  Position position = setup_position(board, setup);
  for (const std::string& move : moves) play(board, position, move);
  if (print(board, position) != claimed) reject("ends in " + quote(print(board, position)));
}

// Follows the owner's strategy against every play of the opponent.
void check_strategy(const Board& board, const Position& start, char owner, Strategy& strategy,
                    bool must_end) {
  for (const auto& [text, entry] : strategy) {
    within("position " + quote(text), [&, &text = text] {
      if (read_position(board, text).side != owner) reject("it is not the owner who moves");
    });
  }
  std::vector<Strategy::value_type*> pending;
  const auto need_entry = [&](const Position& position) {
    const std::string text = print(board, position);
    const auto found = strategy.find(text);
    if (found == strategy.end()) reject("missing entry for " + quote(text));
    // An open entry lies on the path that leads here.
    if (found->second.state == State::kOpen && must_end) reject("play repeats " + quote(text));
    if (found->second.state == State::kNew) pending.push_back(&*found);
  };
  const auto try_opponent = [&](const Position& position) {
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
      need_entry(next);
    }
    // The rules exclude it; the argument for a win needs it.
    if (stuck) reject("no move in the unfinished position " + quote(print(board, position)));
  };
  if (connected(board, start, opponent(owner))) reject("the opponent is connected from the start");
  if (!connected(board, start, owner))
    start.side == owner ? need_entry(start) : try_opponent(start);
  // Depth first: an opened entry stays on the stack below what follows it, and is done when it is
  // on top again.
  while (!pending.empty()) {
    const auto& text = pending.back()->first;
    Entry& entry = pending.back()->second;
    if (entry.state != State::kNew) {
      entry.state = State::kDone;
      pending.pop_back();
      continue;
    }
    entry.state = State::kOpen;
    Position position = read_position(board, text);
    within("position " + quote(text), [&] { play(board, position, entry.move); });
    if (!connected(board, position, owner)) try_opponent(position);
  }
  for (const auto& [text, entry] : strategy) {
    if (entry.state == State::kNew) reject("spare entry for " + quote(text));
  }
}

// The line must be the play of both strategies up to the first repetition.
void check_line(const Board& board, const Position& start, Certificate& certificate) {
  Position position = start;
  std::unordered_map<std::string, size_t> seen;  // with the number of moves that led there
  for (const auto* part : {"prefix", "cycle"}) {
    for (const std::string& move : certificate.moves[part]) {
      const std::string text = print(board, position);
      if (!seen.emplace(text, seen.size()).second)
        reject("it goes on after repeating " + quote(text));
      const Strategy& strategy = certificate.strategies[position.side == 'V' ? "V" : "H"];
      const auto found = strategy.find(text);
      if (found == strategy.end() || found->second.move != move) {
        reject("move " + quote(move) + " is not that of the strategy in " + quote(text));
      }
      play(board, position, move);
    }
  }
  const auto first = seen.find(print(board, position));
  if (first == seen.end() || first->second != certificate.moves["prefix"].size()) {
    reject("the cycle does not return to where it starts");
  }
}

void check_cycle(const Board& board, const Position& start, const Moves& prefix,
                 const Moves& cycle) {
  if (!prefix.empty() || cycle.empty()) reject("prefix must be empty and cycle must not");
  Position position = start;
  for (const std::string& move : cycle) play(board, position, move);
  // A game that is over never becomes unfinished again, so nobody has connected on the way.
  if (print(board, position) != print(board, start))
    reject("the cycle does not return to where it starts");
}

std::string check(string_view json) {
  Certificate certificate = read_certificate(json);
  check_keys(certificate);
  const std::string& claim = certificate.text["claim"];
  const std::string& text = certificate.text["position"];
  Board board;
  Position start;
  within("position", [&] {
    board = board_of(text);
    start = is_setup(text) ? setup_position(board, text) : read_position(board, text);
  });
  auto& present = certificate.present;
  auto& moves = certificate.moves;
  if (present.contains("game")) {
    within("game",
           [&] { check_game(print(board, start), certificate.text["setup"], moves["moves"]); });
  }
  for (const auto* owner : {"V", "H"}) {
    if (!present.contains(owner)) continue;
    within(std::string("strategy of ") + owner, [&] {
      check_strategy(board, start, owner[0], certificate.strategies[owner], claim != "draw");
    });
  }
  within("line", [&] {
    if (claim == "draw") check_line(board, start, certificate);
    if (claim == "cycle") check_cycle(board, start, moves["prefix"], moves["cycle"]);
  });
  return claim;
}

std::string one_line(string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const auto* digits = "0123456789abcdef";
    if (byte >= 32 && byte < 127) {
      line += c;
    } else {
      line.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    }
  }
  return line;
}

}  // namespace

Verdict check_certificate(string_view json) {
  try {
    return {true, check(json)};
  } catch (const Rejection& rejection) {
    return {false, one_line(rejection.reason)};
  }
}

}  // namespace onyx::checker
