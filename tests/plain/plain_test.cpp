// Tests the plain engine against third-party test vectors (games and move counts) and facts about
// the rules, and its two halves, rules and table, against each other.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::plain {

namespace {

struct Shape {
  int width;
  int height;
};

const std::vector<Shape> kShapes = {{2, 2}, {2, 5}, {5, 2}, {3, 3}, {3, 4}, {4, 4},
                                    {4, 5}, {5, 4}, {5, 5}, {6, 6}, {4, 7}, {8, 6}};

std::string vector_file(const std::string& file) {
  return std::string(ONYX_TEST_DIR) + "/vectors/" + file;
}

Position setup(const std::string& kind, int size) {
  return kind == "standard" ? standard_setup(size) : open_setup(size, size);
}

std::set<std::string> stones_of(const Position& position, char player) {
  std::set<std::string> names;
  for (const Place& place : places(position.width, position.height)) {
    if (position.at(place) == player) names.insert(name(place));
  }
  return names;
}

std::vector<std::string> texts(const std::vector<Move>& moves) {
  std::vector<std::string> all;
  for (const Move& move : moves) all.push_back(move.text());
  return all;
}

int count(const Position& position, char stone, bool midpoints) {
  const std::vector<char>& list = midpoints ? position.midpoints : position.points;
  return static_cast<int>(std::count(list.begin(), list.end(), stone));
}

int count(const Position& position, char stone) {
  return count(position, stone, false) + count(position, stone, true);
}

// Returns the positions of a random game. The game is cut off after max_plies, because captures can
// make it long. Capturing moves are slightly favoured, because they are rare.
std::vector<Position> random_game(const Position& start, int max_plies, Rng& rng) {
  std::vector<Position> game = {start};
  for (int ply = 0; ply < max_plies; ++ply) {
    std::vector<Move> moves = legal_moves(game.back());
    if (moves.empty()) break;
    std::vector<Move> captures;
    for (const Move& move : moves) {
      if (move.pairs > 0) captures.push_back(move);
    }
    if (!captures.empty() && random_below(rng, 3) == 0) moves = captures;
    const int choice = random_below(rng, static_cast<int>(moves.size()));
    game.push_back(play(game.back(), moves[static_cast<std::size_t>(choice)]));
  }
  return game;
}

std::vector<Position> setups_of(const Shape& shape) {
  std::vector<Position> all = {open_setup(shape.width, shape.height)};
  if (shape.width == shape.height && shape.width >= 4 && shape.width % 2 == 0) {
    all.push_back(standard_setup(shape.width));
  }
  return all;
}

// Returns the entry that follows for a position from the entries of its successors (`look_up`).
//
// If every reachable position has this entry, all entries are right: the distances of wins and
// losses count down to a finished game, and the side to move in a draw can always stay in draws.
template <class LookUp>
Entry expected_entry(const Position& position, const LookUp& look_up) {
  if (connected(position, opponent(position.side))) return {Value::kLoss, 0};
  int shortest_win = -1;
  int longest_loss = 0;
  bool draw = false;
  for (const Move& move : legal_moves(position)) {
    const Entry entry = look_up(play(position, move));
    switch (entry.value) {
      case Value::kLoss:
        if (shortest_win < 0 || entry.distance < shortest_win) shortest_win = entry.distance;
        break;
      case Value::kWin:
        longest_loss = std::max(longest_loss, entry.distance);
        break;
      case Value::kDraw:
        draw = true;
        break;
      case Value::kIllegal:
        throw std::logic_error("a move to no valid position: " + to_text(position));
    }
  }
  if (shortest_win >= 0) return {Value::kWin, shortest_win + 1};
  if (draw) return {Value::kDraw, 0};
  return {Value::kLoss, longest_loss + 1};
}

// --- Vectors -------------------------------------------------------------------------------------

TEST(PlainVectors, GamesReplay) {
  std::ifstream file(vector_file("games.jsonl"));
  ASSERT_TRUE(file.is_open());
  int games = 0;
  for (std::string line; std::getline(file, line); ++games) {
    SCOPED_TRACE("line " + std::to_string(games + 1));
    const nlohmann::json game = nlohmann::json::parse(line);
    const std::vector<std::string> moves = game.at("moves");
    std::map<std::size_t, nlohmann::json> checks;
    for (const nlohmann::json& check : game.at("checks")) checks[check.at("ply")] = check;

    Position position = setup(game.at("setup"), game.at("size"));
    for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
      ASSERT_EQ(fault(position), "");
      if (checks.contains(ply)) {
        const nlohmann::json& check = checks[ply];
        EXPECT_EQ(stones_of(position, 'V'), check.at("V").get<std::set<std::string>>());
        EXPECT_EQ(stones_of(position, 'H'), check.at("H").get<std::set<std::string>>());
        std::vector<std::string> legal = texts(legal_moves(position));
        std::sort(legal.begin(), legal.end());
        EXPECT_EQ(legal, check.at("legal").get<std::vector<std::string>>());
        checks.erase(ply);
      }
      if (ply < moves.size()) {
        ASSERT_NO_THROW(position = play(position, moves[ply]));
      }
    }
    EXPECT_TRUE(checks.empty());
    const nlohmann::json& winner = game.at("winner");
    EXPECT_EQ(connected(position, 'V'), winner == "V");
    EXPECT_EQ(connected(position, 'H'), winner == "H");
  }
  EXPECT_GT(games, 0);
}

TEST(PlainVectors, Perft) {
  // Larger counts take the plain engine more than a few seconds.
  constexpr std::uint64_t kMostNodes = 10'000'000 / test::one_in(40U);
  std::ifstream file(vector_file("perft.json"));
  ASSERT_TRUE(file.is_open());
  const nlohmann::json boards = nlohmann::json::parse(file);
  EXPECT_FALSE(boards.empty());
  for (const auto& [key, counts] : boards.items()) {
    const std::size_t colon = key.find(':');
    const Position start = setup(key.substr(0, colon), std::stoi(key.substr(colon + 1)));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto nodes = counts[i].get<std::uint64_t>();
      if (nodes > kMostNodes) continue;
      EXPECT_EQ(perft(start, static_cast<int>(i) + 1), nodes) << key << " depth " << i + 1;
    }
  }
}

// --- Board and text ------------------------------------------------------------------------------

TEST(PlainBoard, CountsOfPlaces) {
  EXPECT_EQ(places(4, 4).size(), 20U);
  EXPECT_EQ(places(4, 5).size(), 26U);
  EXPECT_EQ(places(5, 5).size(), 33U);
  EXPECT_EQ(places(6, 6).size(), 48U);
  EXPECT_EQ(places(12, 12).size(), 204U);
  EXPECT_EQ(places(20, 20).size(), 580U);
  for (int w = kMinSize; w <= kMaxSize; ++w) {
    for (int h = kMinSize; h <= kMaxSize; ++h) {
      EXPECT_EQ(places(w, h).size(), static_cast<std::size_t>(w * h + (w - 1) * (h - 1) / 2));
    }
  }
}

TEST(PlainBoard, NamesRoundTrip) {
  for (const Place& place : places(20, 20)) EXPECT_EQ(place_named(name(place), 20, 20), place);
  EXPECT_EQ(name({false, 3, 9}), "D10");
  EXPECT_EQ(name({true, 1, 0}), "BC12");
  EXPECT_EQ(name({true, 1, 8}), "BC910");
  EXPECT_EQ(name({true, 2, 9}), "CD1011");
  EXPECT_THROW(place_named("AB12", 4, 4), std::invalid_argument);  // cell AB12 is two triangles
  EXPECT_THROW(place_named("A5", 4, 4), std::invalid_argument);
}

TEST(PlainBoard, InteriorPointsAreCornersOfTwoSquares) {
  for (const auto& [w, h] : kShapes) {
    std::map<Place, int> squares;  // key: point; each line joins a midpoint to its corners
    for (const auto& [a, b] : lines(w, h)) {
      if (a.midpoint) ++squares[b];
    }
    for (const Place& place : places(w, h)) {
      const bool interior = place.x > 0 && place.x + 1 < w && place.y > 0 && place.y + 1 < h;
      if (!place.midpoint && interior) {
        EXPECT_EQ(squares[place], 2) << name(place);
      }
    }
  }
}

TEST(PlainText, RoundTrips) {
  const std::string text = "V2H/1H2/2V1/3V BC12:V H";
  const Position position = from_text(text);
  EXPECT_EQ(stones_of(position, 'V'), (std::set<std::string>{"A4", "C2", "D1", "BC12"}));
  EXPECT_EQ(stones_of(position, 'H'), (std::set<std::string>{"B3", "D4"}));
  EXPECT_EQ(position.side, 'H');
  EXPECT_EQ(to_text(position), text);
  EXPECT_EQ(to_text(open_setup(12, 3)), "12/12/12 - V");
  EXPECT_EQ(to_text(standard_setup(4)), "1HH1/V2V/V2V/1HH1 - V");
  EXPECT_EQ(to_text(standard_setup(12)), "5HH5/12/12/12/12/V10V/V10V/12/12/12/12/5HH5 - V");

  Rng rng(1);
  for (const auto& [w, h] : kShapes) {
    for (int i = 0; i < 50; ++i) {
      Crowding crowding;
      crowding.midpoint_percent = 40;
      crowding.allow_finished = i % 2 == 0;
      const Position crowded = random_crowded_position(w, h, rng, crowding);
      EXPECT_EQ(fault(crowded), "") << to_text(crowded);
      EXPECT_EQ(from_text(to_text(crowded)), crowded);
    }
  }
}

TEST(PlainText, RefusesInvalidText) {
  for (const std::string text : {
           "",
           "4/4/4/4 -",
           "4/4/4/4 - V ",
           "4/4/4/4  - V",
           "4/4/4/4 - v",
           "4/4/3/4 - V",    // ragged
           "4/4/4/ - V",     // ragged
           "4/4/4/22 - V",   // not canonical
           "4/4/4/04 - V",   // not canonical
           "4/4/4/0V3 - V",  // not canonical
           "4/4/4/X3 - V",   // unknown letter
           "1/1/1 - V",      // too narrow
           "4 - V",          // too low
           "21/21 - V",      // too wide
           "999999999999/1 - V",
           "4/4/4/4 AB12:V V",  // cell AB12 is not a square
           "4/4/4/4 BC12 V",
           "4/4/4/4 BC12:X V",
           "4/4/4/4 BC12:V,BC12:V V",
           "4/4/4/4 A1:V V",
           "4/4/4/4 AB23:V,BC12:V V",  // wrong order
           "4/4/1HV1/1VH1 - V",        // a cross
           "V3/V3/V3/V3 - V",          // the side to move is connected
           "4/4/4/HHHH - H",
       }) {
    EXPECT_THROW(from_text(text), std::invalid_argument) << text;
  }
  EXPECT_NO_THROW(from_text("V3/V3/V3/V3 - H"));
  EXPECT_NO_THROW(from_text("4/4/1HV1/1VH1 BC12:H V"));
  EXPECT_NO_THROW(from_text("4/4/HV2/VH2 - V"));  // the cell is two triangles, so there is no cross
}

TEST(PlainMoves, CapturesOfOneAndTwoPairs) {
  const Position two = from_text("4/VH2/H1H1/1HV1 - V");
  const Position after = play(two, "B2**");
  EXPECT_EQ(to_text(after), "4/V3/1V2/2V1 - H");
  EXPECT_THROW(play(two, "B2*"), std::invalid_argument);
  EXPECT_THROW(play(two, "B2"), std::invalid_argument);
  EXPECT_THROW(play(two, "BC12"), std::invalid_argument);  // its corners are taken
  EXPECT_THROW(play(two, "A2"), std::invalid_argument);
  EXPECT_THROW(play(two, "A9"), std::invalid_argument);
  EXPECT_THROW(play(two, ""), std::invalid_argument);

  // A stone of either colour on the midpoint protects the corners.
  const Position shielded = from_text("4/VH2/H1H1/1HV1 BC12:V V");
  EXPECT_EQ(to_text(play(shielded, "B2*")), "4/V3/1VH1/1HV1 BC12:V H");

  // Either player may play C1. For H the move captures, because H then has two opposite corners.
  // For V it does not, because V then has three corners.
  const std::string stones = "4/4/1HV1/1V2 - ";
  const std::vector<std::string> for_v = {"A1", "C1", "D1", "A2", "D2", "A3", "B3",
                                          "C3", "D3", "A4", "B4", "C4", "D4", "BC34"};
  EXPECT_EQ(texts(legal_moves(from_text(stones + "V"))), for_v);
  std::vector<std::string> for_h = for_v;
  for_h[1] = "C1*";
  EXPECT_EQ(texts(legal_moves(from_text(stones + "H"))), for_h);
}

// --- The facts of the rules ----------------------------------------------------------------------

// Facts 1 to 4 in random games: midpoint stones stay; there is no cross; the players are never both
// connected; an unfinished game has a move; the number of stones determines the mover.
TEST(PlainFacts, HoldAlongRandomGames) {
  Rng rng(2);
  int captures = 0;
  for (const Shape& shape : kShapes) {
    for (const Position& start : setups_of(shape)) {
      for (int round = 0; round < 40 / test::one_in(2); ++round) {
        const std::vector<Position> game = random_game(start, 200, rng);
        for (std::size_t ply = 0; ply < game.size(); ++ply) {
          const Position& position = game[ply];
          ASSERT_EQ(fault(position), "") << to_text(position);
          ASSERT_FALSE(has_cross(position)) << to_text(position);
          ASSERT_FALSE(connected(position, 'V') && connected(position, 'H')) << to_text(position);
          ASSERT_EQ(legal_moves(position).empty(), game_over(position)) << to_text(position);
          const int surplus = count(position, 'V') - count(position, 'H');
          ASSERT_EQ(position.side == 'V', surplus % 2 == 0) << to_text(position);
          if (ply == 0) continue;
          const Position& before = game[ply - 1];
          for (std::size_t i = 0; i < position.midpoints.size(); ++i) {
            if (before.midpoints[i] != '.') {
              ASSERT_EQ(position.midpoints[i], before.midpoints[i]) << to_text(position);
            }
          }
          if (count(position, before.side == 'V' ? 'H' : 'V') <
              count(before, before.side == 'V' ? 'H' : 'V')) {
            ++captures;
          }
        }
      }
    }
  }
  EXPECT_GT(captures, 400 / test::one_in(2));
}

// Fact 3 also holds for unreachable positions: if every point is taken, exactly one player is
// connected.
TEST(PlainFacts, FullBoardsHaveOneWinner) {
  Rng rng(3);
  for (const auto& [w, h] : kShapes) {
    int full = 0;
    for (int round = 0; round < 200; ++round) {
      const Position crowded = random_crowded_position(w, h, rng, {0, 20, true});
      if (count(crowded, '.', false) > 0) continue;
      ++full;
      EXPECT_NE(connected(crowded, 'V'), connected(crowded, 'H')) << to_text(crowded);
    }
    EXPECT_GT(full, 0) << w << "x" << h;
  }
}

// Depth-first search of play from a position; visits each position once. A move back to a
// position of the current line closes a cycle, for which fact 5 is checked.
class CycleSearch {
 public:
  // Visits at most `limit` positions.
  void run(const Position& start, std::size_t limit) {
    limit_ = limit;
    visit(start);
  }
  int found() const { return found_; }

 private:
  void visit(const Position& position) {
    if (ply_of_.size() == limit_) return;
    ply_of_[position] = static_cast<int>(line_.size());
    for (const Move& move : legal_moves(position)) {
      const Position next = play(position, move);
      line_.push_back(move);
      if (!ply_of_.contains(next)) {
        visit(next);
      } else if (ply_of_[next] >= 0) {
        check_cycle(next, {line_.begin() + ply_of_[next], line_.end()});
      }
      line_.pop_back();
    }
    ply_of_[position] = -1;
  }

  void check_cycle(const Position& start, const std::vector<Move>& cycle) {
    ++found_;
    std::map<char, int> placed;
    std::map<char, int> lost;
    char side = start.side;
    for (const Move& move : cycle) {
      EXPECT_FALSE(place_named(move.place, start.width, start.height).midpoint);
      ++placed[side];
      lost[opponent(side)] += 2 * move.pairs;
      side = opponent(side);
    }
    EXPECT_EQ(side, start.side);
    EXPECT_EQ(placed['V'], placed['H']);
    EXPECT_EQ(lost['V'], lost['H']);
    EXPECT_EQ(placed['V'], lost['V']);
    EXPECT_EQ(static_cast<int>(cycle.size()), lost['V'] + lost['H']);  // a pair is two stones
    EXPECT_EQ(cycle.size() % 4, 0U) << to_text(start);
    // A cycle of four plies is impossible: each player would lose the pair that it placed, so all
    // four stones would be on one square. But H could refill its two corners only with a move of V
    // in between, and V's corners are both taken then.
    EXPECT_GE(cycle.size(), 8U) << to_text(start);
  }

  std::size_t limit_ = 0;
  std::vector<Move> line_;
  std::map<Position, int> ply_of_;  // ply of each position on the line; -1 after its search
  int found_ = 0;
};

TEST(PlainFacts, CyclesAreAsStated) {
  Rng rng(4);
  int found = 0;
  for (const auto& [w, h] : kShapes) {
    for (int round = 0; round < 100 / test::one_in(4); ++round) {
      CycleSearch search;
      search.run(random_crowded_position(w, h, rng), 300);
      found += search.found();
    }
  }
  EXPECT_GT(found, 100 / test::one_in(4));

  // A cycle of minimal length.
  const std::string start = "1HV/H2/V1V - V";
  Position position = from_text(start);
  for (const std::string move : {"B2", "B1", "A3*", "C2*", "C1", "A2", "B2*", "B3*"}) {
    position = play(position, move);
  }
  EXPECT_EQ(to_text(position), start);
}

// Fact 6 for the board alone. A rectangle has eight maps onto itself or its reflection, each with
// colours kept or swapped. Only the maps that the fact names preserve lines, midpoints and edges.
TEST(PlainFacts, NoOtherSymmetries) {
  for (int w = 2; w <= 7; ++w) {
    for (int h = 2; h <= 7; ++h) {
      for (int way = 0; way < 8; ++way) {
        const bool transpose = way % 2 == 1;
        const bool flip_x = way / 2 % 2 == 1;
        const bool flip_y = way / 4 == 1;
        const auto image = [&](Place place) {
          const int last_x = (place.midpoint ? w - 2 : w - 1);
          const int last_y = (place.midpoint ? h - 2 : h - 1);
          if (flip_x) place.x = last_x - place.x;
          if (flip_y) place.y = last_y - place.y;
          return transpose ? Place{place.midpoint, place.y, place.x} : place;
        };
        std::set<std::set<Place>> mapped;
        for (const auto& [a, b] : lines(w, h)) mapped.insert({image(a), image(b)});
        std::set<std::set<Place>> wanted;
        const auto target = transpose ? lines(h, w) : lines(w, h);
        for (const auto& [a, b] : target) wanted.insert({a, b});
        // Edges need no check: a map that transposes exchanges the edges and swaps the colours.
        const bool turn = flip_x && flip_y && w % 2 == 0 && h % 2 == 0;
        EXPECT_EQ(mapped == wanted, turn || (!flip_x && !flip_y))
            << w << "x" << h << " way " << way;
      }
    }
  }
}

// Fact 6 in play: the image of a move is a move of the image, and leads to the image of the
// successor.
TEST(PlainFacts, SymmetriesKeepTheGame) {
  Rng rng(5);
  const auto expect_same_game = [](const Position& position, const Position& image,
                                   const auto& image_of_place, const auto& image_of_position) {
    EXPECT_EQ(fault(image), fault(position));
    EXPECT_EQ(has_cross(image), has_cross(position));
    std::set<std::string> expected;
    for (const Move& move : legal_moves(position)) {
      const Place place = place_named(move.place, position.width, position.height);
      const Move twin{name(image_of_place(place)), move.pairs};
      expected.insert(twin.text());
      EXPECT_EQ(play(image, twin), image_of_position(play(position, move)));
    }
    const std::vector<std::string> legal = texts(legal_moves(image));
    EXPECT_EQ(std::set<std::string>(legal.begin(), legal.end()), expected);
  };
  const auto reflect = [](const auto& thing) { return reflected(thing); };
  for (const Shape& shape : kShapes) {
    for (int round = 0; round < 20; ++round) {
      const Position position =
          round % 2 == 0 ? random_play_position(open_setup(shape.width, shape.height), 60, rng)
                         : random_crowded_position(shape.width, shape.height, rng);
      EXPECT_EQ(reflected(reflected(position)), position);
      expect_same_game(position, reflected(position), reflect, reflect);
      if (shape.width % 2 != 0 || shape.height % 2 != 0) {
        EXPECT_THROW(turned(position), std::invalid_argument);
        continue;
      }
      EXPECT_EQ(turned(turned(position)), position);
      expect_same_game(
          position, turned(position),
          [&](const Place& place) { return turned(place, shape.width, shape.height); },
          [](const Position& other) { return turned(other); });
    }
  }
}

// --- The table -----------------------------------------------------------------------------------

TEST(PlainTable, SlotsRoundTripAndValidityAgrees) {
  for (const auto& [w, h] : std::vector<Shape>{{2, 2}, {2, 3}, {3, 2}, {2, 4}}) {
    const Table table(w, h);
    for (std::uint64_t slot = 0; slot < table.slots(); ++slot) {
      const Position position = table.position(slot);
      ASSERT_EQ(table.slot(position), slot);
      ASSERT_EQ(table.entry(slot).value != Value::kIllegal, valid(position)) << to_text(position);
    }
    EXPECT_THROW(table.lookup(open_setup(5, 5)), std::invalid_argument);
  }
  EXPECT_THROW(Table(4, 4), std::invalid_argument);
  EXPECT_THROW(Table(1, 4), std::invalid_argument);
}

// The successors come from rules.h. If every entry equals expected_entry(), all are right.
TEST(PlainTable, EntriesFollowFromTheNext) {
  for (const auto& [w, h] : std::vector<Shape>{{2, 2}, {2, 3}, {2, 4}, {3, 3}}) {
    const Table table(w, h);
    const std::uint64_t step = w * h < 9 ? 1 : test::one_in(8U);
    std::uint64_t visited = 0;
    table.for_each_valid([&](const Position& position, const Entry& entry) {
      if (visited++ % step != 0) return;
      const auto look_up = [&](const Position& next) { return table.lookup(next); };
      ASSERT_EQ(entry, expected_entry(position, look_up)) << to_text(position);
    });
    const Counts counts = table.counts();
    EXPECT_EQ(visited, counts.wins + counts.losses + counts.draws);
    EXPECT_EQ(visited + counts.illegal, table.slots());
  }
}

TEST(PlainTable, KnownSmallFacts) {
  // Solved by hand: after A1, V threatens A2 and B2, both of which connect; H can stop only one.
  const Table tiny(2, 2);
  EXPECT_EQ(tiny.lookup(open_setup(2, 2)), (Entry{Value::kWin, 3}));
  EXPECT_EQ(tiny.lookup(from_text("2/V1 - H")), (Entry{Value::kLoss, 2}));
  EXPECT_EQ(tiny.lookup(from_text("2/V1 - V")), (Entry{Value::kWin, 1}));
  EXPECT_EQ(tiny.lookup(from_text("VH/1V - V")), (Entry{Value::kWin, 1}));
  EXPECT_EQ(tiny.lookup(from_text("VH/1V - H")), (Entry{Value::kWin, 1}));
  EXPECT_EQ(tiny.lookup(from_text("V1/V1 - H")), (Entry{Value::kLoss, 0}));
  EXPECT_EQ(tiny.lookup(from_text("HV/1H - H")), (Entry{Value::kWin, 1}));

  const Table small(3, 3);
  EXPECT_EQ(small.counts(), (Counts{160996, 121088, 0, 72210}));
  EXPECT_EQ(small.longest_distance(), 15);
  EXPECT_EQ(small.lookup(open_setup(3, 3)), (Entry{Value::kWin, 7}));
}

TEST(PlainTable, SymmetricBoardsAgree) {
  for (const auto& [w, h] : std::vector<Shape>{{2, 2}, {2, 3}, {2, 4}, {3, 3}}) {
    const Table table(w, h);
    const Table other(h, w);
    const bool can_turn = w % 2 == 0 && h % 2 == 0;
    EXPECT_EQ(table.counts(), other.counts());
    table.for_each_valid([&](const Position& position, const Entry& entry) {
      ASSERT_EQ(other.lookup(reflected(position)), entry) << to_text(position);
      if (can_turn) {
        ASSERT_EQ(table.lookup(turned(position)), entry) << to_text(position);
      }
    });
  }
}

// 3x4 is the largest board whose table takes only seconds.
TEST(PlainTable, RandomPositionsOfALargeBoard) {
  const auto [w, h] = test::kIsSanitized ? Shape{2, 5} : Shape{3, 4};
  const Table table(w, h);
  Rng rng(6);
  for (int round = 0; round < 2000; ++round) {
    const Position position = round % 2 == 0
                                  ? random_play_position(open_setup(w, h), 14, rng)
                                  : random_crowded_position(w, h, rng, {10, 30, round % 4 == 1});
    const auto look_up = [&](const Position& next) { return table.lookup(next); };
    ASSERT_EQ(table.lookup(position), expected_entry(position, look_up)) << to_text(position);
  }
  if (w == 3) {
    EXPECT_EQ(table.counts(), (Counts{12878541, 10108398, 0, 5710875}));
  }
}

// --- Solving from one position -------------------------------------------------------------------

TEST(PlainSolve, AgreesWithTheTable) {
  const Table table(3, 3);
  Rng rng(7);
  for (int round = 0; round < 20; ++round) {
    const Position start = random_crowded_position(3, 3, rng, {7, 20, round % 2 == 0});
    for (const auto& [position, entry] : solve_from(start, 1'000'000)) {
      ASSERT_EQ(entry, table.lookup(position)) << to_text(position);
    }
  }
  EXPECT_THROW(solve_from(open_setup(3, 3), 1000), std::length_error);
}

// No board with a Table has draws, so this test uses a draw from a search, and its reflection.
TEST(PlainSolve, ADrawIsKeptByBothPlayers) {
  const Position start = from_text("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H");
  for (const Position& image : {start, reflected(start)}) {
    const std::map<Position, Entry> entries = solve_from(image, 1'000);
    const auto look_up = [&](const Position& position) { return entries.at(position); };
    for (const auto& [position, entry] : entries) {
      ASSERT_EQ(entry, expected_entry(position, look_up)) << to_text(position);
    }
    // Because both players keep the draw, a position must repeat.
    std::set<Position> seen;
    Position position = image;
    while (seen.insert(position).second) {
      ASSERT_EQ(entries.at(position).value, Value::kDraw) << to_text(position);
      for (const Move& move : legal_moves(position)) {
        const Position next = play(position, move);
        if (entries.at(next).value != Value::kDraw) continue;
        position = next;
        break;
      }
    }
    EXPECT_GE(seen.size(), 8U);
  }
}

}  // namespace

}  // namespace onyx::plain
