// Moves, captures and connection: the inventor's examples (core/README.md, "Sources"), and every
// function of moves.h and chain.h compared with its definition.
#include "core/moves.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::Names;

template <int W>
WidePosition<W> with_stones(const WideBoard<W>& board, const std::vector<std::string>& v,
                            const std::vector<std::string>& h, Player to_move) {
  WidePosition<W> position;
  for (const std::string& name : v) {
    position.of(Player::V).add(parse_place(board.geometry(), name));
  }
  for (const std::string& name : h) {
    position.of(Player::H).add(parse_place(board.geometry(), name));
  }
  position.to_move = to_move;
  return position;
}

TEST(Setups, AreThoseOfTheRules) {
  EXPECT_TRUE(has_standard_setup({4, 4}));
  EXPECT_TRUE(has_standard_setup({12, 12}));
  EXPECT_FALSE(has_standard_setup({2, 2}));
  EXPECT_FALSE(has_standard_setup({5, 5}));
  EXPECT_FALSE(has_standard_setup({4, 6}));
  const WideBoard<4> board({12, 12});
  const WidePosition<4> standard = standard_setup(board);
  EXPECT_EQ(test::names_of(board, standard.of(Player::V)), (Names{"A6", "A7", "L6", "L7"}));
  EXPECT_EQ(test::names_of(board, standard.of(Player::H)), (Names{"F1", "G1", "F12", "G12"}));
  EXPECT_EQ(standard.to_move, Player::V);
  EXPECT_TRUE(open_setup(board).occupied().empty());
  EXPECT_EQ(open_setup(board).to_move, Player::V);
}

TEST(Moves, MidpointsNeedFourEmptyCorners) {
  // The inventor's example 2.
  const WideBoard<4> board({12, 12});
  const WidePosition<4> position = with_stones(board, {"C10"}, {"E9"}, Player::V);
  const Names open = test::names_of(board, open_midpoints(board, position.occupied()));
  EXPECT_FALSE(open.contains("BC910"));
  EXPECT_FALSE(open.contains("DE910"));
  EXPECT_TRUE(open.contains("FG910"));
  EXPECT_TRUE(open.contains("BC78"));
  EXPECT_EQ(open.size(), 60U - 4U);  // each stone blocks two of the 60 midpoints
}

TEST(Moves, CaptureOfOnePair) {
  // The inventor's example 4. The stone on FG34 prevents a capture at F3.
  const WideBoard<4> board({12, 12});
  WidePosition<4> position =
      with_stones(board, {"E4", "F4", "D3", "G3"}, {"G4", "E3", "FG34"}, Player::H);
  const auto at = [&](const char* name) { return parse_place(board.geometry(), name); };
  EXPECT_EQ(test::names_of(board, captured_by(board, position, at("D4"))), (Names{"D3", "E4"}));
  EXPECT_TRUE(captured_by(board, position, at("F3")).empty());
  const WidePosition<4> after = successor(board, position, at("D4"));
  EXPECT_EQ(test::names_of(board, after.of(Player::V)), (Names{"F4", "G3"}));
  EXPECT_EQ(test::names_of(board, after.of(Player::H)), (Names{"D4", "E3", "FG34", "G4"}));
  EXPECT_EQ(after.to_move, Player::V);
  // With FG34 empty, F3 captures; a stone of either player on FG34 prevents it.
  position.of(Player::H).remove(at("FG34"));
  EXPECT_EQ(test::names_of(board, captured_by(board, position, at("F3"))), (Names{"F4", "G3"}));
  position.of(Player::V).add(at("FG34"));
  EXPECT_TRUE(captured_by(board, position, at("F3")).empty());
}

TEST(Moves, CaptureOfTwoPairs) {
  // The inventor's example 5.
  const WideBoard<4> board({12, 12});
  const WidePosition<4> position =
      with_stones(board, {"C4", "E4", "C2"}, {"D4", "C3", "E3", "D2", "F2", "G2"}, Player::V);
  const Place d3 = parse_place(board.geometry(), "D3");
  EXPECT_EQ(test::names_of(board, captured_by(board, position, d3)),
            (Names{"C3", "D2", "D4", "E3"}));
  const WidePosition<4> after = successor(board, position, d3);
  EXPECT_EQ(test::names_of(board, after.of(Player::V)), (Names{"C2", "C4", "D3", "E4"}));
  EXPECT_EQ(test::names_of(board, after.of(Player::H)), (Names{"F2", "G2"}));
}

// The diagrams of core/README.md, "Capture": thanks to A4, V captures A5 and B4 with B5. H
// captures B3, C2, C4 and D3 at once with C3, but only C2 and D3 once B4 has been captured.
TEST(Moves, CapturesOfTheArticlesFigure) {
  const WideBoard<1> board({6, 6});
  const std::string stones = "6/H5/VHV3/1V1V2/2VH2/6 - ";
  const WidePosition<1> v_moves = parse_position(board, stones + "V");
  const WidePosition<1> h_moves = parse_position(board, stones + "H");
  const auto place = [&](const char* name) { return parse_place(board.geometry(), name); };
  EXPECT_EQ(format_move(board, v_moves, place("B5")), "B5*");
  const WidePosition<1> captured = successor(board, v_moves, place("B5"));
  EXPECT_EQ(format_position(board, captured), "6/1V4/V1V3/1V1V2/2VH2/6 - H");
  EXPECT_EQ(format_move(board, captured, place("C3")), "C3*");
  EXPECT_EQ(format_move(board, h_moves, place("C3")), "C3**");
  EXPECT_EQ(format_position(board, successor(board, h_moves, place("C3"))),
            "6/H5/VH4/2H3/3H2/6 - V");
}

TEST(Moves, NothingElseIsCaptured) {
  const WideBoard<1> board({4, 4});
  const auto captured = [&](const std::vector<std::string>& v, const std::vector<std::string>& h,
                            const char* move) {
    const WidePosition<1> position = with_stones(board, v, h, Player::V);
    return test::names_of(board, captured_by(board, position, parse_place(board.geometry(), move)));
  };
  EXPECT_EQ(captured({"B1"}, {"C1", "B2"}, "C2"), (Names{"B2", "C1"}));
  EXPECT_EQ(captured({}, {"C1", "B2"}, "C2"), Names{});      // no stone of V on the opposite corner
  EXPECT_EQ(captured({"B1"}, {"C1"}, "C2"), Names{});        // one stone is not a pair
  EXPECT_EQ(captured({"B1", "B2"}, {"C1"}, "C2"), Names{});  // a stone of each colour is not a pair
  EXPECT_EQ(captured({"C1"}, {"B1", "B2"}, "C2"), Names{});  // the pair is side by side
  EXPECT_EQ(captured({"A1"}, {"B1", "A2"}, "B2"), Names{});  // triangles, not a square
  EXPECT_EQ(captured({"B2"}, {"B3", "C2"}, "C3"), Names{});  // triangles divided the other way
  EXPECT_EQ(captured({"A2"}, {"A3", "B2"}, "B3"), (Names{"A3", "B2"}));  // at the edge
  EXPECT_EQ(captured({}, {"A1"}, "BC34"), Names{});  // a midpoint never captures
}

TEST(Moves, NoneWhenTheGameIsOver) {
  const WideBoard<1> board({3, 3});
  const WidePosition<1> over = with_stones(board, {"A1", "A2", "A3"}, {"B1", "C1"}, Player::H);
  EXPECT_TRUE(is_finished(board, over));
  EXPECT_TRUE(legal_moves(board, over).empty());
  EXPECT_FALSE(placements(board, over).empty());
}

TEST(Chains, UseLinesAndMidpoints) {
  const WideBoard<1> board({4, 4});
  const auto connected = [&](const std::vector<std::string>& v) {
    return is_connected(board, with_stones(board, v, {}, Player::V).of(Player::V), Player::V);
  };
  EXPECT_TRUE(connected({"A1", "A2", "A3", "A4"}));
  EXPECT_TRUE(connected({"A1", "B2", "B3", "B4"}));
  EXPECT_FALSE(connected({"B1", "C2", "C3", "C4"}));         // opposite corners of a square
  EXPECT_TRUE(connected({"B1", "BC12", "C2", "C3", "C4"}));  // joined through its midpoint
  EXPECT_FALSE(connected({"A1", "A2", "A3"}));
  EXPECT_FALSE(connected({}));
  EXPECT_TRUE(connected({"C1", "C2", "B3", "B4"}));   // along the diagonal line of a cell
  EXPECT_FALSE(connected({"B1", "B2", "C3", "C4"}));  // across this diagonal line
  // A row of stones joins left and right, so it connects H, but would not connect V.
  const WidePosition<1> row = with_stones(board, {}, {"A2", "B2", "C2", "D2"}, Player::V);
  EXPECT_TRUE(is_connected(board, row.of(Player::H), Player::H));
  EXPECT_FALSE(is_connected(board, row.of(Player::H), Player::V));
}

template <int W>
void expect_answers_by_definition(const WideBoard<W>& board, const WidePosition<W>& position) {
  SCOPED_TRACE(format_position(board, position));
  const Player mover = position.to_move;
  const PlaceSet<W> occupied = position.occupied();
  PlaceSet<W> expected;
  PlaceSet<W> winning;
  PlaceSet<W> capturing;
  for (int i = 0; i < board.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    if (occupied.has(place)) continue;
    if (board.geometry().is_midpoint(place)) {
      const auto corners = board.geometry().corners_of(board.geometry().square_of(place));
      if (std::any_of(corners.begin(), corners.end(),
                      [&](Place corner) { return occupied.has(corner); })) {
        continue;
      }
    }
    expected.add(place);
    if (captured_by(board, position, place).any()) capturing.add(place);
    const WidePosition<W> next = successor(board, position, place);
    ASSERT_EQ(next.to_move, other(mover));
    ASSERT_EQ(next.of(mover), position.of(mover) | PlaceSet<W>::single(place));
    ASSERT_EQ(next.of(other(mover)),
              position.of(other(mover)) - captured_by(board, position, place));
    ASSERT_TRUE((next.of(Player::V) & next.of(Player::H)).empty());
    if (is_connected(board, next.of(mover), mover)) winning.add(place);
  }
  ASSERT_EQ(placements(board, position), expected);
  for (Place place = 0; place < board.place_count(); ++place) {
    ASSERT_EQ(is_placement(board, position, place), expected.has(place)) << place;
  }
  ASSERT_EQ(capturing_moves(board, position), capturing);
  position.of(other(mover)).for_each([&](Place stone) {
    PlaceSet<W> of_it;
    capturing.for_each([&](Place place) {
      if (captured_by(board, position, place).has(stone)) of_it.add(place);
    });
    ASSERT_EQ(captures_of(board, position, stone), of_it);
  });
  ASSERT_EQ(is_finished(board, position),
            is_connected(board, position.of(other(mover)), other(mover)));
  ASSERT_EQ(legal_moves(board, position), is_finished(board, position) ? PlaceSet<W>{} : expected);
  if (!is_finished(board, position)) {
    ASSERT_EQ(winning_moves(board, position), winning);
  }
}

TEST(Moves, SetsAgreeWithTheFunctionsOfSinglePlaces) {
  test::Rng rng(4);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&](const auto& board) {
      const int rounds = board.place_count() > 100 ? 3 : 20;
      for (int round = 0; round < rounds; round += test::one_in(3)) {
        for (const auto& position :
             test::random_game(board, open_setup(board), 4 * board.place_count(), rng)) {
          expect_answers_by_definition(board, position);
        }
        expect_answers_by_definition(
            board, test::crowded_position(board, 2 + round % 5, 20, round % 2 == 0, rng));
      }
    });
  }
}

/// Returns halo() (core/chain.h) by its definition, with repeated passes over all lines.
template <int W>
PlaceSet<W> slow_halo(const WideBoard<W>& board, const PlaceSet<W>& stones,
                      const PlaceSet<W>& edge) {
  PlaceSet<W> chain = stones & edge;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [a, b] : board.geometry().lines()) {
      if (!stones.has(a) || !stones.has(b) || chain.has(a) == chain.has(b)) continue;
      chain.add(a);
      chain.add(b);
      grown = true;
    }
  }
  PlaceSet<W> result = edge;
  for (const auto& [a, b] : board.geometry().lines()) {
    if (chain.has(a)) result.add(b);
    if (chain.has(b)) result.add(a);
  }
  return result;
}

TEST(Chains, HaloIsTheEdgeAndAllNextToTheChain) {
  test::Rng rng(5);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < (board.place_count() > 100 ? 5 : 50); ++round) {
        const WidePosition<W> position =
            test::random_colouring(board, 20 + test::random_below(rng, 75), rng);
        for (const Player player : test::kPlayers) {
          const PlaceSet<W>& stones = position.of(player);
          for (const PlaceSet<W>& edge : {board.start_edge(player), board.goal_edge(player)}) {
            ASSERT_EQ(halo(board, stones, edge), slow_halo(board, stones, edge));
          }
          if (is_connected(board, stones, player)) continue;
          for (const Place place : test::list(board.points() - stones)) {
            ASSERT_EQ(connecting_places(board, stones, player).has(place),
                      is_connected(board, stones | PlaceSet<W>::single(place), player));
          }
        }
      }
    });
  }
}

TEST(Legality, NamesTheFirstDefect) {
  const WideBoard<1> board({4, 4});
  const auto defect = [&](const std::vector<std::string>& v, const std::vector<std::string>& h,
                          Player to_move) {
    return defect_of(board, with_stones(board, v, h, to_move));
  };
  EXPECT_EQ(defect({}, {}, Player::V), "");
  EXPECT_NE(defect({"B1", "C2"}, {"C1", "B2"}, Player::V).find("BC12"), std::string::npos);
  EXPECT_NE(defect({"D2", "C3"}, {"C2", "D3"}, Player::H).find("CD23"), std::string::npos);
  EXPECT_EQ(defect({"B1", "C2", "BC12"}, {"C1", "B2"}, Player::V), "");  // a taken midpoint
  EXPECT_EQ(defect({"A1", "B2"}, {"B1", "A2"}, Player::V), "");          // triangles
  EXPECT_EQ(defect({"A1", "A2", "A3", "A4"}, {}, Player::H), "");        // finished
  EXPECT_NE(defect({"A1", "A2", "A3", "A4"}, {}, Player::V).find("V is to move"),
            std::string::npos);
  EXPECT_NE(defect({}, {"A1", "B1", "C1", "D1"}, Player::H).find("H is to move"),
            std::string::npos);
  // With two crosses, the message names the lower one.
  const WidePosition<1> two =
      with_stones(board, {"B1", "C2", "B3", "C4"}, {"C1", "B2", "C3", "B4"}, Player::V);
  EXPECT_EQ(format_place(board.geometry(), find_cross(board, two)), "BC12");
  EXPECT_EQ(find_cross(board, open_setup(board)), board.place_count());
}

}  // namespace
}  // namespace onyx
