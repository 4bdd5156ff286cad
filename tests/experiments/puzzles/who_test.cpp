// Tests puzzles that ask who wins, with either side to move: the plain engine checks them, altered
// claims are refuted, and the book prints them.
#include <functional>

#include "core/notation.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/puzzle_json.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"

namespace onyx::test {
namespace {

/// Two puzzles. The side to move wins in the first and loses in the second.
const Path kWho = Path(ONYX_TEST_DIR) / "puzzles/who.puzzles.jsonl";
constexpr const char* kComposedWho = "4x4-who-seed1-shard0of1.puzzles.jsonl";

/// Whether the winner needs exactly `plies` plies. If the number is odd, the winner is to move.
bool takes(const plain::Position& position, int plies) {
  if (plies % 2 == 1) {
    return plain::connects_within(position, plies) &&
           (plies == 1 || !plain::connects_within(position, plies - 2));
  }
  bool is_longest = false;
  for (const plain::Move& move : plain::legal_moves(position)) {
    const plain::Position next = plain::play(position, move);
    if (plain::connected(next, position.side) || !plain::connects_within(next, plies - 1))
      return false;
    is_longest = is_longest || plies == 2 || !plain::connects_within(next, plies - 3);
  }
  return is_longest;
}

std::string turned(std::string position) {
  position.back() = position.back() == 'V' ? 'H' : 'V';
  return position;
}

TEST(Who, AnswersHoldByThePlainEngine) {
  const std::vector<Puzzle> puzzles = read_puzzles(kWho);
  ASSERT_EQ(puzzles.size(), 2U);
  EXPECT_EQ(aim_of(puzzles[0]), Aim::win);
  EXPECT_EQ(aim_of(puzzles[1]), Aim::resist);
  for (const Puzzle& puzzle : puzzles) {
    EXPECT_TRUE(takes(plain::from_text(puzzle.position), puzzle.plies)) << puzzle.id;
    const OtherSide& other = puzzle.other_side.value();
    const plain::Position position = plain::from_text(turned(puzzle.position));
    EXPECT_TRUE(takes(position, other.plies)) << puzzle.id;
    const bool is_movers = other.plies % 2 == 1;
    const char winner = is_movers == (turned(puzzle.position).back() == 'V') ? 'V' : 'H';
    EXPECT_EQ(other.value, std::string(1, winner) + " wins");
    plain::Position end = position;
    for (const std::string& move : other.main_line) end = plain::play(end, move);
    EXPECT_EQ(other.main_line.size(), static_cast<std::size_t>(other.plies));
    EXPECT_TRUE(plain::connected(end, winner)) << puzzle.id;
  }
}

TEST(Who, AnswersAreNamed) {
  Puzzle puzzle = read_puzzles(kWho).front();
  const char solver = puzzle.position.back();
  const char* const theirs = solver == 'V' ? "H wins" : "V wins";
  const char* const his = solver == 'V' ? "V wins" : "H wins";
  const auto colour = [](char player) { return std::string(player == 'V' ? "Black" : "White"); };
  puzzle.other_side->value = theirs;
  EXPECT_EQ(result_in_words(puzzle), "Whoever is to move wins");
  puzzle.other_side->value = his;
  EXPECT_EQ(result_in_words(puzzle), colour(solver) + " wins in both cases");
  ++puzzle.plies;
  EXPECT_EQ(result_in_words(puzzle), "Whoever is not to move wins");
  puzzle.other_side->value = theirs;
  EXPECT_EQ(result_in_words(puzzle), colour(theirs[0]) + " wins in both cases");
}

TEST(Who, IsKnownWithEitherSideToMove) {
  Puzzle puzzle = read_puzzles(kWho).front();
  const std::vector<std::string> keys = keys_of(puzzle);
  ASSERT_EQ(keys.size(), 2U);
  puzzle.position = turned(puzzle.position);
  EXPECT_EQ(keys_of(puzzle), std::vector({keys[1], keys[0]}));
  puzzle.kind = PuzzleKind::win;
  EXPECT_EQ(keys_of(puzzle), std::vector{keys[1]});
}

using WhoChange = std::function<void(nlohmann::json&)>;

TEST(Who, RefutedWhereAnyClaimIsChanged) {
  const TemporaryFolder folder;
  const Result whole =
      run_onyx({"puzzles", "--json", "--verify", kWho.string(), "--verify-states", "100000"});
  ASSERT_EQ(whole.code, 0) << whole;
  EXPECT_EQ(whole.json().at("confirmed"), 2);
  const auto flip = [](nlohmann::json& value) { value = value == "V wins" ? "H wins" : "V wins"; };
  struct Case {
    const char* what;
    WhoChange change;
    int code;
  };
  const Case cases[] = {
      {"who wins with the other side to move",
       [&](nlohmann::json& p) { flip(p["other_side"]["value"]); }, 1},
      {"plies of the other side",
       [](nlohmann::json& p) {
         p["other_side"]["plies"] = p["other_side"]["plies"].get<int>() + 2;
       },
       1},
      {"a move of the other side's line",
       [](nlohmann::json& p) { p["other_side"]["main_line"].erase(1); }, 1},
      {"plies", [](nlohmann::json& p) { p["plies"] = p["plies"].get<int>() + 2; }, 1},
      {"both answers",
       [&](nlohmann::json& p) {
         p["plies"] = p["plies"].get<int>() + 1;
         flip(p["value"]);
       },
       1},
      {"a wrong move", [](nlohmann::json& p) { p["wrong"].erase(0); }, 1},
      {"who wins, against the plies", [&](nlohmann::json& p) { flip(p["value"]); }, 2},
      {"no other side", [](nlohmann::json& p) { p.erase("other_side"); }, 2},
      {"nobody wins", [](nlohmann::json& p) { p["other_side"]["value"] = "draw"; }, 2},
  };
  for (const std::string& line : lines_of(read(kWho))) {
    for (const auto& [what, change, code] : cases) {
      nlohmann::json changed = nlohmann::json::parse(line);
      change(changed);
      write(folder / "changed.puzzles.jsonl", changed.dump() + "\n");
      const Result result = run_onyx(
          {"puzzles", "--verify", folder / "changed.puzzles.jsonl", "--verify-states", "100000"});
      EXPECT_EQ(result.code, code) << what << '\n' << result;
    }
  }
}

TEST(Who, ComposedOnesAreConfirmed) {
  const TemporaryFolder folder;
  const auto compose = [&](const char* name, const char* threads) {
    return run_onyx({"puzzles", "--board", "4x4", "--kind", "who", "--plies", "5", "--seed", "1",
                     "--numbers", "80", "--steps", "10", "--one-reply", "100", "--threads", threads,
                     "--out", folder / name});
  };
  const Result result = compose("a", "1");
  ASSERT_EQ(result.code, 0) << result;
  const std::string file = (folder / "a") + "/" + kComposedWho;
  std::map<int, int> of_plies;
  for (const Puzzle& puzzle : read_puzzles(file)) {
    EXPECT_EQ(puzzle.kind, PuzzleKind::who);
    EXPECT_TRUE(puzzle.other_side);
    ++of_plies[puzzle.plies];
  }
  EXPECT_GE(of_plies[5], 1);
  EXPECT_GE(of_plies[6], 1);
  EXPECT_EQ(of_plies.size(), 2U);
  const Result verified = run_onyx({"puzzles", "--verify", file, "--verify-states", "100000"});
  EXPECT_EQ(verified.code, 0) << verified;
  ASSERT_EQ(compose("b", "3").code, 0);
  EXPECT_EQ(read((folder / "b") + "/" + kComposedWho), read(file));
}

TEST(Who, HasItsOwnWords) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "source");
  std::filesystem::copy(kWho, folder / "source/a.puzzles.jsonl");
  const Result result = run_onyx({"book", folder / "source", "--out", folder / "book", "--csv"});
  ASSERT_EQ(result.code, 0) << result;
  const std::string html = read(folder / "book/book.html");
  for (const char* const words :
       {"Who wins?", "Who wins if Black is to play, and who if White is?", "2 that ask who wins",
        "Whoever is to move wins", "wins in both cases", "With Black to move", "With White to move",
        "Now White connects next, whatever Black plays."}) {
    EXPECT_NE(html.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(demand_of(read_puzzles(kWho).front()), "Who wins if V is to move, and who if H is?");
}

TEST(Who, TakesOddPlies) {
  const TemporaryFolder folder;
  expect_refused(
      {"puzzles", "--board", "5x5", "--kind", "who", "--plies", "6", "--out", folder / "a"},
      "--plies");
}

}  // namespace
}  // namespace onyx::test
