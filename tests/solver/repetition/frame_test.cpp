// Frames: tests the theorem at the head of frame.h by play and values on the small and the large
// board, and checks that frames have the promised setups and numbers of stones.
#include "solver/repetition/frame.h"

#include <gtest/gtest.h>

#include "solver/proof_games/proof_game.h"
#include "solver/repetition/arena.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::Rng;

const std::vector<BoardSize> kLarge = {{5, 6},  {7, 5},   {6, 6},   {7, 7},   {8, 8},  {6, 11},
                                       {13, 7}, {10, 10}, {12, 12}, {15, 16}, {20, 20}};

/// Returns one of the board's setups, or random stones on points outside the embedded board.
template <int L>
WidePosition<L> random_setup(const WideBoard<L>& board, const Embedding& embedding, Rng& rng) {
  if (test::random_below(rng, 2) == 0) return test::random_of(test::setups_of(board), rng);
  WidePosition<L> setup = test::random_colouring(board, test::random_below(rng, 10), rng);
  for (Player player : test::kPlayers) {
    setup.of(player) -= board.midpoints();
    for (int x = 0; x < embedding.size.width; ++x) {
      for (int y = 0; y < embedding.size.height; ++y) {
        const Place point = board.geometry().point_at(embedding.column + x, embedding.row + y);
        setup.of(player).remove(point);
      }
    }
  }
  setup.to_move = Player::V;
  return setup;
}

/// The lead (V's stones minus H's) that a frame must reach: any number, or the lead in a game.
enum class Lead { any, of_a_game };

template <int S, int L>
PlaceSet<L> image_of_set(const std::vector<Place>& image, const PlaceSet<S>& set) {
  PlaceSet<L> result;
  set.for_each([&](Place place) { result.add(image[place]); });
  return result;
}

/// A position and a frame of it. `image` maps places of `small` to places of `large`.
template <int S, int L>
struct Case {
  const WideBoard<S>& small;
  const WidePosition<S>& position;
  const WideBoard<L>& large;
  Embedding embedding;
  std::vector<Place> image;
  WidePosition<L> setup;
  Framed<L> framed;
};

/// Calls use(case) for random embeddings of random positions that can be framed. Returns the number
/// of calls.
template <class Use>
int for_random_frames(const std::vector<std::string>& positions, int rounds, Lead wanted, Rng& rng,
                      const Use& use) {
  int framed_count = 0;
  for (int round = 0; round < rounds; ++round) {
    test::with_position(test::random_of(positions, rng), [&]<int S>(
                                                             const WideBoard<S>& small,
                                                             const WidePosition<S>& position) {
      with_board(test::random_of(kLarge, rng), [&]<int L>(const WideBoard<L>& large) {
        const std::vector<Embedding> all = embeddings(small.size(), large.size());
        if (all.empty()) return;
        const Embedding embedding = test::random_of(all, rng);
        const WidePosition<L> inner = embed(embedding, small, position, large);
        const WidePosition<L> setup = random_setup(large, embedding, rng);
        std::optional<int> lead = lead_without_captures(setup, inner.to_move);
        if (wanted == Lead::any) {
          const int most = large.place_count() / 3;
          lead = test::random_below(rng, 2 * most) - most;
          if (test::random_below(rng, 4) == 0) lead.reset();
        }
        const auto framed = frame(large, inner, embedding, setup, lead);
        if (!framed) return;
        ++framed_count;
        SCOPED_TRACE(format_position(small, position) + " as " +
                     format_position(large, framed->position));
        use(Case<S, L>{small, position, large, embedding,
                       image_of(embedding, small.geometry(), large.geometry()), setup, *framed});
      });
    });
  }
  return framed_count;
}

std::vector<std::string> positions_of_any_kind(Rng& rng) {
  std::vector<std::string> texts = test::kDraws;
  for (const BoardSize size : {BoardSize{2, 3}, {4, 4}, {5, 4}, {3, 6}, {5, 5}, {6, 6}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int i = 0; i < 10; ++i) {
        const int points = board.geometry().point_count();
        const WidePosition<W> position = test::crowded_position(
            board, 2 + test::random_below(rng, points), test::random_below(rng, 50), false, rng);
        if (!is_finished(board, position)) texts.push_back(format_position(board, position));
      }
    });
  }
  return texts;
}

/// Compares the connections on the small board with those on the large board.
template <int S, int L>
void expect_same_connections(const Case<S, L>& c, const WidePosition<S>& small,
                             const WidePosition<L>& large) {
  for (const Player player : test::kPlayers) {
    const Player carried = c.embedding.swaps_colours ? other(player) : player;
    ASSERT_EQ(is_connected(c.large, large.of(carried), carried),
              is_connected(c.small, small.of(player), player));
  }
}

TEST(Frame, IsTheSameGame) {
  Rng rng(1);
  const int count = for_random_frames(
      positions_of_any_kind(rng), 1000, Lead::any, rng, [&]<int S, int L>(const Case<S, L>& c) {
        EXPECT_EQ(defect_of(c.large, c.framed.position), "");
        // Plays at random on both boards at once, sometimes preferring captures.
        WidePosition<S> small = c.position;
        WidePosition<L> large = c.framed.position;
        for (int ply = 0; ply < 40; ++ply) {
          expect_same_connections(c, small, large);
          const PlaceSet<S> moves = legal_moves(c.small, small);
          ASSERT_EQ(legal_moves(c.large, large), (image_of_set<S, L>(c.image, moves)));
          if (moves.empty()) break;
          const Place move = test::random_move(c.small, small, rng);
          ASSERT_EQ(captured_by(c.large, large, c.image[move]),
                    (image_of_set<S, L>(c.image, captured_by(c.small, small, move))));
          small = successor(c.small, small, move);
          large = successor(c.large, large, c.image[move]);
        }
      });
  EXPECT_GT(count, 500);
}

TEST(Frame, HasTheSameArena) {
  Rng rng(2);
  const int count = for_random_frames(
      positions_of_any_kind(rng), 500, Lead::of_a_game, rng,
      [&]<int S, int L>(const Case<S, L>& c) {
        const Arena<S> small = arena_of(c.small, c.position);
        const Arena<L> large = arena_of(c.large, c.framed.position);
        EXPECT_EQ(large.points, (image_of_set<S, L>(c.image, small.points)));
        EXPECT_EQ(large.midpoints, (image_of_set<S, L>(c.image, small.midpoints)));
      });
  EXPECT_GT(count, 200);
}

// Random colourings of the arena cover more connections than random play does.
TEST(Frame, ConnectsTheSameWhateverTheArenaHolds) {
  Rng rng(3);
  const int count = for_random_frames(
      positions_of_any_kind(rng), 500, Lead::any, rng, [&]<int S, int L>(const Case<S, L>& c) {
        const PlaceSet<S> points = arena_of(c.small, c.position).points;
        for (int round = 0; round < 20; ++round) {
          WidePosition<S> small = c.position;
          WidePosition<L> large = c.framed.position;
          points.for_each([&](Place point) {
            const auto stone = static_cast<std::size_t>(test::random_below(rng, 3));
            for (const Player player : test::kPlayers) {
              const Player carried = c.embedding.swaps_colours ? other(player) : player;
              small.of(player).remove(point);
              large.of(carried).remove(c.image[point]);
              if (stone != index_of(player)) continue;
              small.of(player).add(point);
              large.of(carried).add(c.image[point]);
            }
          });
          expect_same_connections(c, small, large);
        }
      });
  EXPECT_GT(count, 200);
}

TEST(Frame, KeepsTheValue) {
  Rng rng(4);
  int compared = 0;
  for_random_frames(positions_of_any_kind(rng), 150, Lead::of_a_game, rng,
                    [&]<int S, int L>(const Case<S, L>& c) {
                      const auto small = test::solved_if_small(c.small, c.position, 2000);
                      const auto large = test::solved_if_small(c.large, c.framed.position, 2000);
                      ASSERT_EQ(small.has_value(), large.has_value());
                      if (!small) return;
                      EXPECT_EQ(small->outcomes[small->graph.roots.front()],
                                large->outcomes[large->graph.roots.front()]);
                      EXPECT_EQ(small->graph.state_count(), large->graph.state_count());
                      ++compared;
                    });
  EXPECT_GT(compared, 40);
}

TEST(Frame, KeepsTheSetupAndHasTheNumbersOfStonesOfAGame) {
  Rng rng(5);
  int games = 0;
  const int count = for_random_frames(
      positions_of_any_kind(rng), 500, Lead::of_a_game, rng,
      [&]<int S, int L>(const Case<S, L>& c) {
        const WidePosition<L>& position = c.framed.position;
        for (const Player player : test::kPlayers) {
          EXPECT_TRUE(position.of(player).contains(c.setup.of(player)));
        }
        EXPECT_EQ(position.of(Player::V).count() - position.of(Player::H).count(),
                  lead_without_captures(c.setup, position.to_move));
        // The numbers of added stones are correct, and only one player got stones on midpoints.
        const int stones = c.position.occupied().count();
        const auto [v, h] = c.framed.points;
        const auto [v_midpoints, h_midpoints] = c.framed.midpoints;
        EXPECT_EQ(v + h + v_midpoints + h_midpoints + stones, position.occupied().count());
        EXPECT_EQ(v + h, point_count(c.large.size()) - point_count(c.small.size()));
        EXPECT_TRUE(v_midpoints == 0 || h_midpoints == 0);
        const ProofGame game = find_proof_game(c.large, c.setup, position, 10'000);
        if (game.answer != ProofGameAnswer::found) return;
        WidePosition<L> reached = c.setup;
        for (const Place move : game.moves) reached = successor(c.large, reached, move);
        EXPECT_EQ(reached, position);
        ++games;
      });
  EXPECT_GT(count, 200);
  EXPECT_GT(games, count / 2);
}

TEST(Frame, ARepeatingPositionFitsInTheMiddleOfAStandardBoard) {
  for (const int side : {12, 16, 20}) {
    for (const std::string& text : test::kDraws) {
      test::with_position(text, [&]<int S>(const WideBoard<S>& small,
                                           const WidePosition<S>& position) {
        with_board({side, side}, [&]<int L>(const WideBoard<L>& large) {
          const WidePosition<L> setup = standard_setup(large);
          const Embedding embedding = embeddings(small.size(), large.size()).front();
          const WidePosition<L> inner = embed(embedding, small, position, large);
          const int lead = lead_without_captures(setup, inner.to_move);
          const auto framed = frame(large, inner, embedding, setup, lead);
          ASSERT_TRUE(framed) << text << " in " << side;
          EXPECT_LE(framed->midpoints[0] + framed->midpoints[1], 1);
          EXPECT_EQ(find_proof_game(large, setup, framed->position).answer, ProofGameAnswer::found);
        });
      });
    }
  }
}

TEST(Frame, OfTheSameSizeChangesNothing) {
  for (const std::string& text : test::kDraws) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const Embedding embedding{board.size()};
          const auto framed = frame(board, position, embedding, open_setup(board), std::nullopt);
          ASSERT_TRUE(framed);
          EXPECT_EQ(framed->position, position);
          const int lead = position.of(Player::V).count() - position.of(Player::H).count();
          EXPECT_TRUE(frame(board, position, embedding, open_setup(board), lead));
          EXPECT_FALSE(frame(board, position, embedding, open_setup(board), lead + 1));
        });
  }
}

TEST(Frame, IsRefusedWhereItCannotBe) {
  test::with_position(test::kDraws[0],
                      [&]<int S>(const WideBoard<S>& small, const WidePosition<S>& p) {
                        with_board({8, 8}, [&]<int L>(const WideBoard<L>& large) {
                          const Embedding embedding{{5, 5}, 2, 2};
                          const WidePosition<L> inner = embed(embedding, small, p, large);
                          EXPECT_TRUE(frame(large, inner, embedding, open_setup(large), 1));
                          // The frame would need the places of setup stones at the top and right.
                          EXPECT_FALSE(frame(large, inner, embedding, standard_setup(large), 1));
                          // The frame has 39 points and 17 midpoints, too few for a lead of 99.
                          EXPECT_FALSE(frame(large, inner, embedding, open_setup(large), 99));
                          EXPECT_FALSE(frame(large, inner, embedding, open_setup(large), -99));
                        });
                      });
}

TEST(Frame, IsRefusedWhereTheSetupMakesACrossWithTheRing) {
  test::with_position(test::kDraws[0], [&]<int S>(const WideBoard<S>& small,
                                                  const WidePosition<S>& p) {
    with_board({10, 10}, [&]<int L>(const WideBoard<L>& large) {
      const Embedding embedding{{5, 5}, 2, 2};
      const WidePosition<L> inner = embed(embedding, small, p, large);
      // The frame's stone on G8 makes a cross with three stones of the setup, in square GH89.
      const WidePosition<L> setup = parse_position(large, "10/6HV2/7H2/10/10/10/10/10/10/10 - V");
      EXPECT_FALSE(frame(large, inner, embedding, setup, std::nullopt));
      const WidePosition<L> half = parse_position(large, "10/6HV2/10/10/10/10/10/10/10/10 - V");
      EXPECT_TRUE(frame(large, inner, embedding, half, std::nullopt));
    });
  });
}

}  // namespace
}  // namespace onyx
