// Natural games, compared with a forward search of all play: on small boards, a game is found for
// exactly those positions that k-sighted players reach with the allowed number of mistakes.
#include "solver/proof_games/natural_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "core/wide_line.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/pack.h"
#include "tests/solver/sight/plain_sight.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

constexpr int kNever = 100;

/// Returns, for each position, the fewest mistakes in k-sighted play from the setup to it.
template <int W>
std::map<WidePosition<W>, int> reached_by(const WideBoard<W>& board, const WidePosition<W>& setup,
                                          int k, const std::map<WidePosition<W>, Claim>& values) {
  Sight<W> sight(board, 12);
  std::map<WidePosition<W>, int> fewest{{setup, 0}};
  std::vector<std::vector<WidePosition<W>>> open{{setup}};
  for (std::size_t mistakes = 0; mistakes < open.size(); ++mistakes) {
    while (!open[mistakes].empty()) {
      const WidePosition<W> position = open[mistakes].back();
      open[mistakes].pop_back();
      if (fewest.at(position) < static_cast<int>(mistakes) || is_finished(board, position))
        continue;
      sight.sighted_moves(position, k)->for_each([&](Place move) {
        const WidePosition<W> next = successor(board, position, move);
        const bool is_one = is_mistake(values.at(position), values.at(next), position.to_move);
        const std::size_t level = mistakes + (is_one ? 1 : 0);
        const auto [entry, is_new] = fewest.try_emplace(next, kNever);
        if (entry->second <= static_cast<int>(level)) return;
        entry->second = static_cast<int>(level);
        if (open.size() <= level) open.resize(level + 1);
        open[level].push_back(next);
      });
    }
  }
  return fewest;
}

template <int W>
std::map<WidePosition<W>, Claim> values_of(const WideBoard<W>& board) {
  std::map<WidePosition<W>, Claim> values;
  std::vector<WidePosition<W>> roots;
  test::for_each_legal_position(board, [&](const WidePosition<W>& position) {
    if (is_finished(board, position)) {
      values[position] = win_of(other(position.to_move));
    } else {
      roots.push_back(position);
    }
  });
  const SolvedGraph<W> solved = test::solved_from<W>(board, roots);
  for (StateId state = 0; state < solved.graph.state_count(); ++state) {
    Claim& value = values[solved.graph.position(state)];
    value = win_of(solved.is_safe_for(Player::V, state) ? Player::V : Player::H);
    if (solved.outcomes[state].is_draw()) value = Claim::draw;
  }
  return values;
}

/// Extends `line` by stones of `target`, without captures or mistakes. Keeps the longest line.
template <int W>
void play_into(const WideBoard<W>& board, const WidePosition<W>& target,
               const std::map<WidePosition<W>, Claim>& values, const WidePosition<W>& now,
               std::vector<Place>& line, std::vector<Place>& longest) {
  if (line.size() > longest.size()) longest = line;
  (placements(board, now) & target.of(now.to_move)).for_each([&](Place move) {
    const WidePosition<W> next = successor(board, now, move);
    if (captured_by(board, now, move).any() || is_finished(board, next)) return;
    if (is_mistake(values.at(now), values.at(next), now.to_move)) return;
    line.push_back(move);
    play_into(board, target, values, next, line, longest);
    line.pop_back();
  });
}

struct Tally {
  int found = 0;
  int impossible = 0;
  int with_opening = 0;
};

/// Compares both searches on random positions of a board, for one sight and limit on mistakes.
void compare(BoardSize size, int k, std::optional<int> mistakes, int rounds, Tally& tally,
             test::Rng& rng) {
  with_board(size, [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> setup = open_setup(board);
    const auto values = values_of(board);
    const auto fewest = reached_by(board, setup, k, values);
    std::vector<WidePosition<W>> positions;
    for (const auto& [position, value] : values) positions.push_back(position);
    for (int round = 0; round < rounds; ++round) {
      NaturalGameTask<W> task;
      task.setup = setup;
      task.sight = k;
      task.mistakes = mistakes;
      task.seed = static_cast<std::uint64_t>(round);
      task.value = [&](const ValueQuestion<W>& question) -> std::optional<Claim> {
        const Claim value = values.at(question.position);
        if (question.winner && value != win_of(*question.winner)) return std::nullopt;
        return value;
      };
      if (round % 2 == 1) {
        task.opening = [&](const WidePosition<W>& position, std::size_t) {
          std::vector<Place> line;
          std::vector<Place> longest;
          play_into(board, position, values, setup, line, longest);
          return longest;
        };
      }
      const WidePosition<W> end = test::random_of(positions, rng);
      task.ends = {{end, values.at(end)}};
      const NaturalGame game = find_natural_game(board, task, {});
      const auto reached = fewest.find(end);
      const bool exists = reached != fewest.end() && (!mistakes || reached->second <= *mistakes);
      ASSERT_EQ(game.answer, exists ? ProofGameAnswer::found : ProofGameAnswer::impossible)
          << format_position(board, end) << ", sight " << k;
      ++(exists ? tally.found : tally.impossible);
      tally.with_opening += exists && mistakes && task.opening ? 1 : 0;
      if (!exists) continue;
      const WideLine<W> line = replay(board, setup, format_moves(board, setup, game.moves));
      ASSERT_EQ(line.end(), end);
      Sight<W> sight(board, 12);
      int made = 0;
      for (std::size_t ply = 0; ply < line.moves.size(); ++ply) {
        const WidePosition<W>& before = line.positions[ply];
        ASSERT_EQ(sight.is_sighted(before, line.moves[ply], k), true);
        made += is_mistake(values.at(before), values.at(line.positions[ply + 1]), before.to_move);
      }
      ASSERT_LE(made, mistakes.value_or(kNever));
    }
  });
}

TEST(NaturalGame, FindsExactlyWhatForwardPlayReaches) {
  test::Rng rng(91);
  Tally tally;
  for (const int k : {1, 3, 5}) {
    compare({3, 3}, k, std::nullopt, 60, tally, rng);
    for (const int mistakes : {0, 1, 2}) compare({3, 3}, k, mistakes, 40, tally, rng);
  }
  EXPECT_GT(tally.found, 50);
  EXPECT_GT(tally.impossible, 50);
  EXPECT_GT(tally.with_opening, 10);
}

/// Returns a task whose possible ends are the known draws of the board.
template <int W>
NaturalGameTask<W> draws_of(const WideBoard<W>& board, int k) {
  NaturalGameTask<W> task;
  task.setup = open_setup(board);
  task.sight = k;
  for (const std::string& text : test::kDraws) {
    if (board_size_of(text) == board.size()) task.ends.push_back({parse_position(board, text)});
  }
  return task;
}

TEST(NaturalGame, TheSameSeedGivesTheSameGame) {
  const WideBoard<1> board({4, 5});
  auto task = draws_of(board, 3);
  ASSERT_FALSE(task.ends.empty());
  const NaturalGame first = find_natural_game(board, task, {});
  ASSERT_EQ(first.answer, ProofGameAnswer::found);
  EXPECT_EQ(find_natural_game(board, task, {}).moves, first.moves);
  task.seed = 2;
  EXPECT_NE(find_natural_game(board, task, {}).moves, first.moves);
}

std::vector<std::string> positions_of_pack(const std::string& name) {
  std::ifstream stream(std::string(ONYX_TEST_DIR) + "/../results/repetitions/" + name);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const SourceFile file{bytes.size(), [&](std::uint64_t offset, std::size_t count, char* to) {
                          bytes.copy(to, count, offset);
                        }};
  std::vector<std::string> positions;
  for (const PackedCertificate& packed : certificates_in_pack(file)) {
    positions.push_back(compact::position_of(packed.read(file)));
  }
  return positions;
}

TEST(NaturalGame, GamesIntoDrawsHaveSightByThePlainDefinition) {
  const WideBoard<1> board({4, 5});
  const auto draws = positions_of_pack("4x5.pack");
  ASSERT_GT(draws.size(), 1000U);
  const int wanted = std::getenv("ONYX_ALL_GAMES") != nullptr ? 50 : 5;
  test::Rng rng(17);
  int found = 0;
  for (int i = 0; i < wanted; ++i) {
    NaturalGameTask<1> task;
    task.setup = open_setup(board);
    task.sight = 3;
    task.seed = static_cast<std::uint64_t>(i);
    task.ends = {{parse_position(board, test::random_of(draws, rng))}};
    Stop stop;
    stop.work = 20'000;
    const NaturalGame game = find_natural_game(board, task, stop);
    if (game.answer != ProofGameAnswer::found) continue;
    ++found;
    WidePosition<1> position = task.setup;
    for (const Place move : game.moves) {
      const plain::Position plain = test::to_reference(board, position);
      const std::string text = format_move(board, position, move);
      const auto moves = plain::legal_moves(plain);
      const auto same = std::find_if(moves.begin(), moves.end(), [&](const plain::Move& other) {
        return format_move(board, position, parse_move(board, position, other.text())) == text;
      });
      ASSERT_NE(same, moves.end()) << plain << ' ' << text;
      EXPECT_TRUE(test::PlainSight::is_sighted(plain, *same, 3)) << plain << ' ' << text;
      position = successor(board, position, move);
    }
    EXPECT_EQ(position, task.ends.front().position);
  }
  EXPECT_GE(found, wanted / 4);  // other games are impossible or take longer
  RecordProperty("found", found);
}

TEST(NaturalGame, SeveralThreadsFindGamesToo) {
  const WideBoard<1> board({4, 5});
  auto task = draws_of(board, 3);
  task.threads = 3;
  const NaturalGame game = find_natural_game(board, task, {});
  ASSERT_EQ(game.answer, ProofGameAnswer::found);
  EXPECT_EQ(position_after(board, task.setup, game.moves), task.ends[game.end_index].position);
}

TEST(NaturalGame, ALimitOrAnOpenQuestionProvesNothing) {
  const WideBoard<1> board({4, 5});
  auto task = draws_of(board, 13);
  Stop stop;
  stop.work = 3;
  NaturalGame game = find_natural_game(board, task, stop);
  EXPECT_EQ(game.answer, ProofGameAnswer::unknown);
  task = draws_of(board, 9);
  task.mistakes = 0;
  task.value = [](const ValueQuestion<1>&) { return std::nullopt; };
  game = find_natural_game(board, task, {});
  EXPECT_EQ(game.answer, ProofGameAnswer::unknown);
  EXPECT_GT(game.unanswered, 0U);
}

}  // namespace
}  // namespace onyx
