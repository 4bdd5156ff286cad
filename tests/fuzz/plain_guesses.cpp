#include "tests/fuzz/plain_guesses.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "tests/fuzz/plain_file.h"

namespace onyx::fuzz {

using plain::Place;
using plain::Position;

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 32;
}

/// Returns the distance in half steps: the larger of its horizontal and vertical parts.
int way(const Place& a, const Place& b) {
  const auto half = [](int steps, bool midpoint) { return 2 * steps + (midpoint ? 1 : 0); };
  return std::max(std::abs(half(a.x, a.midpoint) - half(b.x, b.midpoint)),
                  std::abs(half(a.y, a.midpoint) - half(b.y, b.midpoint)));
}

/// Removes the stones that are more than `steps` steps from `middle`.
Position within(const Position& position, int steps, const Place& middle,
                const std::vector<Place>& places) {
  Position rest = position;
  for (const Place& place : places) {
    if (way(place, middle) > 2 * steps) rest.at(place) = '.';
  }
  return rest;
}
Position without_stones(const Position& position, const std::vector<Place>& places) {
  Position rest = position;
  for (const Place& place : places) rest.at(place) = '.';
  return rest;
}

std::vector<std::uint64_t> words_of(const Position& position, char stone,
                                    const std::vector<Place>& places) {
  const std::string set = set_of(position, stone, places);
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < set.size(); at += 8) {
    words.push_back(number_at<std::uint64_t>(set, at));
  }
  return words;
}

/// Returns the legal moves, as indices in places().
std::vector<unsigned> legal_numbers(const Position& position, const std::vector<Place>& places) {
  std::vector<unsigned> numbers;
  const std::vector<plain::Move> moves = plain::legal_moves(position);
  for (unsigned i = 0; i < places.size(); ++i) {
    const std::string name = plain::name(places[i]);
    const bool is_legal = std::any_of(moves.begin(), moves.end(),
                                      [&](const plain::Move& move) { return move.place == name; });
    if (is_legal) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace

void PlainGuesses::Chance::learn(bool is_yes, std::uint64_t most) {
  if (is_yes) {
    p += ((std::uint64_t{1} << 22) - 1 - p) / (n + 2);
  } else {
    p -= p / (n + 2);
  }
  n = std::min(n + 1, most);
}

unsigned PlainGuesses::state_of(const Row& row, unsigned place) {
  const auto found = std::find(row.places.begin(), row.places.end(), place);
  if (found == row.places.end()) return row.run <= 3 ? 6 : 7;
  if (found != row.places.begin()) return row.run == 0 ? 4 : 5;
  if (row.run == 0) return 0;
  return row.run <= 3 ? 1 : row.run <= 14 ? 2 : 3;
}

PlainGuesses::Rows PlainGuesses::rows_of(const Position& position, unsigned reply,
                                         unsigned answer) {
  const std::vector<Place> places = plain::places(position.width, position.height);
  const Position none = without_stones(position, places);
  const Position near = reply == kNoPlace ? none : within(position, 1, places[reply], places);
  const Position wide = reply == kNoPlace ? none : within(position, 2, places[reply], places);
  struct Context {
    unsigned reply, answer;
    const Position& own;
    const Position& others;
  };
  const std::array<Context, 6> contexts = {{{kNoPlace, kNoPlace, position, none},
                                            {reply, kNoPlace, position, none},
                                            {kNoPlace, answer, position, none},
                                            {reply, kNoPlace, near, near},
                                            {reply, answer, near, near},
                                            {reply, kNoPlace, wide, wide}}};
  Rows rows{};
  for (std::size_t c = 0; c < contexts.size(); ++c) {
    const Context& context = contexts[c];
    std::uint64_t hash = mixed(mixed(mixed(0, c + 1), context.reply), context.answer);
    for (const auto word : words_of(context.own, position.side, places)) hash = mixed(hash, word);
    for (const auto word : words_of(context.others, plain::opponent(position.side), places)) {
      hash = mixed(hash, word);
    }
    rows[c] = &tables_[c][hash >> (64 - bits_)];
  }
  return rows;
}

void PlainGuesses::add(const Position& position, unsigned reply, unsigned answer, unsigned move) {
  const Rows rows = rows_of(position, reply, answer);
  std::vector<unsigned> left =
      legal_numbers(position, plain::places(position.width, position.height));
  constexpr std::array<unsigned, 8> kVotes = {4, 8, 12, 16, 2, 1, 0, 0};
  bool is_found = false;
  for (unsigned question = 0; !is_found; question = std::min(question + 1, 2U)) {
    unsigned asked = kNoPlace;
    unsigned most_votes = 0;
    unsigned its_states = 0;
    for (const unsigned place : left) {
      unsigned votes = 0;
      unsigned states = 0;
      bool is_guess = false;
      for (std::size_t c = rows.size(); c-- > 0;) {
        const std::vector<unsigned>& guesses = rows[c]->places;
        is_guess |= std::find(guesses.begin(), guesses.end(), place) != guesses.end();
        votes += kVotes[state_of(*rows[c], place)];
        states = 8 * states + state_of(*rows[c], place);
      }
      if (!is_guess || (asked != kNoPlace && votes <= most_votes)) continue;
      asked = place;
      most_votes = votes;
      its_states = states;
    }
    if (asked == kNoPlace) break;
    Chance& by_votes = by_votes_[{question, most_votes}];
    Chance& by_states = by_states_[{question, its_states}];
    if (by_states.n == 0) by_states = {by_votes.p, 2};
    is_found = asked == move;
    put_answer(is_found, std::clamp<std::uint64_t>(by_states.p / 64, 16, 65'520));
    by_votes.learn(is_found, 62);
    by_states.learn(is_found, 120);
    left.erase(std::find(left.begin(), left.end(), asked));
  }
  if (!is_found) {
    const auto number = std::find(left.begin(), left.end(), move) - left.begin();
    const std::uint64_t part = size_ / left.size();
    put_part(part * static_cast<std::uint64_t>(number), part);
  }
  for (Row* const row : rows) {
    if (!row->places.empty() && row->places.front() == move) {
      row->run = std::min(row->run + 1, 15U);
      continue;
    }
    const auto second = row->places.begin() + std::min<std::ptrdiff_t>(1, std::ssize(row->places));
    if (second != row->places.end() && *second == move) row->places.erase(second);
    row->places.insert(row->places.begin(), move);
    if (row->places.size() > 3) row->places.resize(3);
    row->run = 0;
  }
  if (++moves_ < std::uint64_t{1} << bits_ || bits_ == 20) return;
  ++bits_;
  for (std::map<std::uint64_t, Row>& table : tables_) {
    std::map<std::uint64_t, Row> larger;
    for (const auto& [number, row] : table) {
      larger[2 * number] = row;
      larger[2 * number + 1] = row;
    }
    table = larger;
  }
}

void PlainGuesses::put_answer(bool is_yes, std::uint64_t likely) {
  const std::uint64_t of_yes = size_ / 65'536 * likely;
  if (is_yes) {
    put_part(0, of_yes);
  } else {
    put_part(of_yes, size_ - of_yes);
  }
}

/// Narrows the arithmetic coder's range to its part of length `size` that begins at offset `begin`.
void PlainGuesses::put_part(std::uint64_t begin, std::uint64_t size) {
  for (std::size_t i = lowest_.size(); begin > 0; begin >>= 8) {
    --i;
    begin += lowest_[i];
    lowest_[i] = begin & 255;
  }
  for (size_ = size; size_ < std::uint64_t{1} << 24; size_ <<= 8) lowest_.push_back(0);
}

std::string PlainGuesses::block() {
  std::string bytes;
  for (const unsigned byte : lowest_) bytes += static_cast<char>(byte);
  lowest_ = {0, 0, 0, 0};
  size_ = 0xffffffff;
  return bytes;
}

}  // namespace onyx::fuzz
