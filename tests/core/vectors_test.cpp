// The core, compared with third-party games and move counts (tests/vectors).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support.h"

namespace onyx {
namespace {

std::ifstream open_vectors(const std::string& file) {
  return std::ifstream(std::string(ONYX_TEST_DIR) + "/vectors/" + file);
}

template <int W>
std::vector<std::string> legal_texts(const WideBoard<W>& board, const WidePosition<W>& position) {
  std::vector<std::string> texts;
  legal_moves(board, position).for_each([&](Place place) {
    texts.push_back(format_move(board, position, place));
  });
  std::sort(texts.begin(), texts.end());
  return texts;
}

template <int W>
void expect_game(const WideBoard<W>& board, const nlohmann::json& game) {
  using Texts = std::vector<std::string>;
  WidePosition<W> position =
      game.at("setup") == "standard" ? standard_setup(board) : open_setup(board);
  const Texts moves = game.at("moves");
  std::map<std::size_t, nlohmann::json> checks;
  for (const nlohmann::json& check : game.at("checks")) checks[check.at("ply")] = check;

  for (std::size_t ply = 0; ply <= moves.size(); ++ply) {
    ASSERT_EQ(defect_of(board, position), "") << "ply " << ply;
    if (const auto check = checks.find(ply); check != checks.end()) {
      EXPECT_EQ(test::names_of(board, position.of(Player::V)),
                check->second.at("V").get<test::Names>());
      EXPECT_EQ(test::names_of(board, position.of(Player::H)),
                check->second.at("H").get<test::Names>());
      EXPECT_EQ(legal_texts(board, position), check->second.at("legal").get<Texts>());
      checks.erase(check);
    }
    if (ply == moves.size()) break;
    Place move{};
    ASSERT_NO_THROW(move = parse_move(board, position, moves[ply])) << "ply " << ply;
    EXPECT_EQ(format_move(board, position, move), moves[ply]);
    position = successor(board, position, move);
  }
  EXPECT_TRUE(checks.empty());
  const nlohmann::json& winner = game.at("winner");
  for (const Player player : test::kPlayers) {
    EXPECT_EQ(is_connected(board, position.of(player), player),
              winner == std::string(1, letter_of(player)));
  }
  EXPECT_EQ(is_finished(board, position), !winner.is_null());
}

TEST(Vectors, GamesReplay) {
  std::ifstream file = open_vectors("games.jsonl");
  ASSERT_TRUE(file.is_open());
  int games = 0;
  for (std::string line; std::getline(file, line);) {
    SCOPED_TRACE("line " + std::to_string(++games));
    const nlohmann::json game = nlohmann::json::parse(line);
    const int size = game.at("size");
    with_board({size, size}, [&](const auto& board) { expect_game(board, game); });
  }
  EXPECT_EQ(games, 60);
}

// A random Ludii game. Ludii starts each side's stones on its own edges, unlike the standard
// setup, so the start is given as a position. The number of legal moves at every ply and every
// capture must agree, and nobody may connect before the end.
TEST(Vectors, LudiiGameReplays) {
  std::ifstream file = open_vectors("ludii-game.json");
  ASSERT_TRUE(file.is_open());
  const nlohmann::json game = nlohmann::json::parse(file);
  const auto moves = game.at("moves").get<std::vector<std::string>>();
  const auto counts = game.at("legal_counts").get<std::vector<int>>();
  ASSERT_EQ(moves.size(), 139U);
  ASSERT_EQ(counts.size(), moves.size());
  int captures = 0;
  with_board({12, 12}, [&](const auto& board) {
    auto position = parse_position(board, game.at("start").get<std::string>());
    EXPECT_NE(position, standard_setup(board));
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
      ASSERT_FALSE(is_finished(board, position)) << "ply " << ply;
      EXPECT_EQ(legal_moves(board, position).count(), counts[ply]) << "ply " << ply;
      const Place move = parse_move(board, position, moves[ply]);
      EXPECT_EQ(format_move(board, position, move), moves[ply]) << "ply " << ply;
      captures += captured_by(board, position, move).count() / 2;
      position = successor(board, position, move);
    }
    EXPECT_TRUE(is_finished(board, position));
    EXPECT_EQ(game.at("our_winner"), std::string(1, letter_of(other(position.to_move))));
  });
  EXPECT_EQ(captures, 7);
}

template <int W>
std::uint64_t perft(const WideBoard<W>& board, const WidePosition<W>& position, int depth) {
  if (depth == 0) return 1;
  const PlaceSet<W> moves = legal_moves(board, position);
  if (depth == 1) return static_cast<std::uint64_t>(moves.count());
  std::uint64_t sum = 0;
  moves.for_each(
      [&](Place move) { sum += perft(board, successor(board, position, move), depth - 1); });
  return sum;
}

TEST(Vectors, Perft) {
  std::ifstream file = open_vectors("perft.json");
  ASSERT_TRUE(file.is_open());
  const nlohmann::json boards = nlohmann::json::parse(file);
  EXPECT_EQ(boards.size(), 7U);
  for (const auto& item : boards.items()) {
    const auto counts = item.value().get<std::vector<std::uint64_t>>();
    test::with_position(item.key(), [&](const auto& board, const auto& position) {
      for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_EQ(perft(board, position, static_cast<int>(i) + 1), counts[i])
            << item.key() << " depth " << i + 1;
      }
    });
  }
}

}  // namespace
}  // namespace onyx
