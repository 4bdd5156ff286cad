// CertificateStrategy on published certificates, tested with the plain rules: the strategy plays
// against random moves, and has exactly the positions reachable under it.
#include "solver/known/certificate_strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include "solver/certificate/pack.h"
#include "solver/referee/referee.h"
#include "tests/plain/rules.h"

namespace onyx {
namespace {

const std::filesystem::path kResults =
    std::filesystem::path(ONYX_TEST_DIR).parent_path() / "results";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Returns every `step`-th file of a folder, in order of name.
std::vector<std::filesystem::path> some_of(const std::filesystem::path& folder, std::size_t step) {
  std::set<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(kResults / folder)) {
    if (entry.is_regular_file()) all.insert(entry.path());
  }
  std::vector<std::filesystem::path> some;
  std::size_t number = 0;
  for (const auto& path : all) {
    if (number++ % step == 0) some.push_back(path);
  }
  return some;
}

/// Returns JSON certificates of draws, compact certificates of wins, and certificates from packs.
std::vector<std::string> forty_certificates() {
  std::vector<std::string> contents;
  const auto add = [&](const std::vector<std::filesystem::path>& files, std::size_t most) {
    for (std::size_t i = 0; i < std::min(most, files.size()); ++i) {
      contents.push_back(content_of(files[i]));
    }
  };
  add(some_of("repetitions/small", 150), 10);
  add(some_of("repetitions/boards", 4), 4);
  add(some_of("openings/certificates/3x4", 3), 4);
  add(some_of("openings/certificates/4x4", 3), 5);
  add(some_of("openings/certificates/standard-4x4", 4), 3);
  add(some_of("openings/certificates/4x5", 6), 4);
  add(some_of("openings/certificates/2x8", 5), 3);
  add({kResults / "openings/5x5/B2.certz", kResults / "openings/frontier/2x14.certz"}, 2);
  for (const char* const name : {"records/fewest-stones-6x6.pack", "repetitions/4x5.pack"}) {
    const std::string bytes = content_of(kResults / name);
    const SourceFile file = source_of_bytes(bytes);
    const auto packed = certificates_in_pack(file);
    for (std::size_t i = 0; i < packed.size() && contents.size() < 40; i += 300) {
      contents.push_back(packed[i].read(file));
    }
  }
  return contents;
}

std::set<std::string> moves_of_position(const plain::Position& position) {
  std::set<std::string> moves;
  for (const plain::Move& move : plain::legal_moves(position)) moves.insert(move.text());
  return moves;
}

/// Plays the strategy of `owner` against random moves, for at most `most_plies` plies.
void play_game(const CertificateStrategy& strategy, plain::Position position, char owner,
               std::size_t most_plies, plain::Rng& rng) {
  const bool wins = strategy.claim() != Claim::draw;
  std::set<plain::Position> met;
  std::size_t plies = 0;
  for (; !plain::game_over(position) && plies < most_plies; ++plies) {
    const std::string text = plain::to_text(position);
    const auto answer = strategy.at(text);
    ASSERT_TRUE(answer) << text;
    const std::set<std::string> legal = moves_of_position(position);
    if (wins) {
      ASSERT_TRUE(met.insert(position).second) << text;
      ASSERT_EQ(answer->owner, owner) << text;
    }
    if (position.side == owner) {
      ASSERT_TRUE(legal.contains(answer->move)) << text << ": " << answer->move;
      position = plain::play(position, answer->move);
      continue;
    }
    if (answer->owner == owner) {
      std::set<std::string> answered;
      for (const auto& reply : answer->replies) answered.insert(reply.move);
      ASSERT_EQ(answered, legal) << text;
    }
    const auto moves = plain::legal_moves(position);
    position = plain::play(
        position,
        moves[static_cast<std::size_t>(plain::random_below(rng, static_cast<int>(moves.size())))]);
    ASSERT_FALSE(plain::connected(position, plain::opponent(owner))) << text;
  }
  if (wins) {
    EXPECT_TRUE(plain::connected(position, owner)) << plain::to_text(position);
    const auto last = strategy.at(plain::to_text(position));
    EXPECT_TRUE(last && last->is_finished && last->move.empty());
  }
}

TEST(CertificateStrategy, WinsOrIsNeverBeatenInTwoThousandGames) {
  const std::vector<std::string> certificates = forty_certificates();
  ASSERT_EQ(certificates.size(), 40U);
  plain::Rng rng(58);
  for (const std::string& bytes : certificates) {
    CertificateStrategy strategy(bytes);
    const plain::Position start = plain::from_text(strategy.position());
    std::size_t most = 60;
    if (strategy.claim() != Claim::draw) {
      most = strategy.longest_line({}).value().moves.size();
    }
    for (int game = 0; game < 50 && !testing::Test::HasFailure(); ++game) {
      char owner = strategy.claim() == Claim::v_wins ? 'V' : 'H';
      if (strategy.claim() == Claim::draw && game % 2 == 0) owner = 'V';
      plain::Position from = start;
      if (game % 5 == 1 && start.width % 2 == 0 && start.height % 2 == 0)
        from = plain::turned(from);
      if (game % 5 == 2 && start.width == start.height) {
        from = plain::reflected(from);
        owner = plain::opponent(owner);
      }
      play_game(strategy, from, owner, most, rng);
    }
  }
}

/// Returns all positions reachable when `owner` follows the winning strategy, by the plain rules.
std::set<plain::Position> reached_by(const CertificateStrategy& strategy, char owner) {
  std::set<plain::Position> reached;
  std::vector<plain::Position> open = {plain::from_text(strategy.position())};
  while (!open.empty()) {
    const plain::Position position = open.back();
    open.pop_back();
    if (!reached.insert(position).second || plain::game_over(position)) continue;
    if (position.side == owner) {
      const auto answer = strategy.at(plain::to_text(position));
      EXPECT_TRUE(answer) << position;
      if (answer) open.push_back(plain::play(position, answer->move));
    } else {
      for (const auto& move : plain::legal_moves(position)) {
        open.push_back(plain::play(position, move));
      }
    }
  }
  return reached;
}

TEST(CertificateStrategy, ReachesExactlyWhatPlayReaches) {
  plain::Rng rng(7);
  for (const char* const name : {"2x5/A3", "3x4/B2", "4x4/B2"}) {  // 3x4 and 2x5 have no symmetry
    const std::string bytes =
        content_of(kResults / "openings/certificates" / (std::string(name) + ".certz"));
    const CertificateStrategy strategy(bytes);
    const char owner = strategy.claim() == Claim::v_wins ? 'V' : 'H';
    const std::set<plain::Position> reached = reached_by(strategy, owner);
    const plain::Position start = plain::from_text(strategy.position());
    const bool turns = start.width % 2 == 0 && start.height % 2 == 0;
    const bool reflects = start.width == start.height;
    const auto is_reached = [&](const plain::Position& position) {
      return reached.contains(position) || (turns && reached.contains(plain::turned(position))) ||
             (reflects && (reached.contains(plain::reflected(position)) ||
                           (turns && reached.contains(plain::turned(plain::reflected(position))))));
    };
    int yes = 0;
    int no = 0;
    const auto compare = [&](const plain::Position& position) {
      const bool expected = is_reached(position);
      ++(expected ? yes : no);
      const std::string text = plain::to_text(position);
      EXPECT_EQ(strategy.at(text).has_value(), expected) << name << ": " << text;
      EXPECT_TRUE(!expected || may_reach(strategy.position(), text)) << text;
    };
    for (int i = 0; i < 2000; ++i) compare(plain::random_play_position(start, 14, rng));
    std::vector<plain::Position> some(reached.begin(), reached.end());
    plain::shuffle(some, rng);
    some.resize(std::min<std::size_t>(some.size(), 1000));
    for (const plain::Position& position : some) {
      compare(position);
      // Most of these successors are not reached.
      const auto moves = plain::legal_moves(position);
      if (!moves.empty()) compare(plain::play(position, moves.back()));
    }
    EXPECT_GT(yes, 100) << name;
    EXPECT_GT(no, 100) << name;
  }
}

TEST(CertificateStrategy, LongestLineIsThePlayOfGreatestLength) {
  for (const char* const name : {"2x5/A3", "3x4/B2"}) {
    const std::string bytes =
        content_of(kResults / "openings/certificates" / (std::string(name) + ".certz"));
    CertificateStrategy strategy(bytes);
    const char owner = strategy.claim() == Claim::v_wins ? 'V' : 'H';
    std::map<plain::Position, std::size_t> lengths;
    const std::function<std::size_t(const plain::Position&)> longest =
        [&](const plain::Position& position) -> std::size_t {
      if (plain::game_over(position)) return 0;
      if (const auto known = lengths.find(position); known != lengths.end()) return known->second;
      std::size_t most = 0;
      if (position.side == owner) {
        const auto answer = strategy.at(plain::to_text(position));
        most = longest(plain::play(position, answer.value().move));
      } else {
        for (const auto& move : plain::legal_moves(position)) {
          most = std::max(most, longest(plain::play(position, move)));
        }
      }
      return lengths[position] = most + 1;
    };
    plain::Position position = plain::from_text(strategy.position());
    const std::size_t expected = longest(position);
    const auto line = strategy.longest_line({});
    ASSERT_TRUE(line);
    EXPECT_EQ(line->moves.size(), expected) << name;
    for (const std::string& move : line->moves) position = plain::play(position, move);
    EXPECT_TRUE(plain::connected(position, owner)) << name;
  }
}

TEST(CertificateStrategy, ValuesFollowFromBothStrategiesOfADraw) {
  const std::string bytes = content_of(kResults / "repetitions/boards/5x5.cert.json");
  CertificateStrategy strategy(bytes);
  ASSERT_EQ(strategy.claim(), Claim::draw);
  plain::Position position = plain::from_text(strategy.position());
  const auto line = strategy.longest_line({});
  ASSERT_TRUE(line && !line->cycle.empty());
  EXPECT_EQ(strategy.value_of(strategy.position()), Claim::draw);
  for (const std::string& move : line->cycle) {
    position = plain::play(position, move);
    EXPECT_EQ(strategy.value_of(plain::to_text(position)), Claim::draw) << position;
  }
  EXPECT_FALSE(strategy.value_of("5/5/5/5/5 - V"));
}

TEST(CertificateStrategy, EndsReadingWhenItIsStopped) {
  const std::string bytes = content_of(kResults / "openings/standard-6x6.certz");
  EXPECT_GT(CertificateStrategy(bytes).entries(), 4096U);
  Stop stop;
  stop.deadline = Stop::Clock::now();
  EXPECT_THROW(CertificateStrategy(bytes, stop), referee::Interrupted);
}

}  // namespace
}  // namespace onyx
