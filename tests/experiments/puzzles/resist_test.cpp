// Tests puzzles whose solver must delay a loss: the plain engine checks them, altered claims are
// refuted, and the book prints them.
#include <functional>

#include "core/notation.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"

namespace onyx::test {
namespace {

const Path kToResist = Path(ONYX_TEST_DIR) / "puzzles/resist.puzzles.jsonl";
const Path kPublished =
    Path(ONYX_TEST_DIR).parent_path() / "results/puzzles/5x5-resist-seed1-shard0of1.puzzles.jsonl";
constexpr const char* kComposedToResist = "4x5-resist-seed1-shard0of1.puzzles.jsonl";

TEST(Resist, EveryMoveButOneLosesSooner) {
  const Puzzle puzzle = read_puzzles(kToResist).back();
  ASSERT_EQ(puzzle.plies, 6);
  const plain::Position root = plain::from_text(puzzle.position);
  EXPECT_EQ(puzzle.wrong.size() + 1, plain::legal_moves(root).size());
  for (const WrongMove& wrong : puzzle.wrong) {
    const plain::Position after = plain::play(root, wrong.move);
    EXPECT_LE(wrong.plies, puzzle.plies - 3);
    EXPECT_TRUE(plain::connects_within(after, wrong.plies)) << wrong.move;
    if (wrong.plies > 1) {
      EXPECT_FALSE(plain::connects_within(after, wrong.plies - 2)) << wrong.move;
    }
  }
  EXPECT_FALSE(plain::connects_within(plain::play(root, puzzle.solution.move), puzzle.plies - 3));
}

TEST(Resist, EndsWithTheLastMoveThatAloneHoldsOutLongest) {
  std::vector<Puzzle> puzzles = read_puzzles(kToResist);
  std::ranges::move(read_puzzles(kPublished), std::back_inserter(puzzles));
  int cut = 0;
  for (const Puzzle& puzzle : puzzles) {
    if (puzzle.plies > 6) continue;  // too long for the plain engine
    plain::Position position = plain::from_text(puzzle.position);
    int plies = puzzle.plies;
    for (std::size_t i = 0; i + 1 < puzzle.main_line.size(); ++i, --plies) {
      position = plain::play(position, puzzle.main_line[i]);
    }
    const auto count_lasting = [&] {
      int lasting = 0;
      for (const plain::Move& move : plain::legal_moves(position)) {
        lasting += !plain::connects_within(plain::play(position, move), plies - 3);
      }
      return lasting;
    };
    EXPECT_EQ(count_lasting(), 1) << puzzle.id;
    EXPECT_EQ(puzzle.main_line.size() % 2, 1U);
    // On the main line the opponent leaves as few good moves as possible. Look at all replies that
    // win fastest.
    position = plain::play(position, puzzle.main_line.back());
    plies -= 2;
    if (plies <= 2) continue;
    const plain::Position before_reply = position;
    for (const plain::Move& reply : plain::legal_moves(before_reply)) {
      position = plain::play(before_reply, reply);
      const auto loses_in_time = [&](const plain::Move& move) {
        return plain::connects_within(plain::play(position, move), plies - 1);
      };
      const bool wins_soonest = !plain::connected(position, before_reply.side) &&
                                std::ranges::all_of(plain::legal_moves(position), loses_in_time);
      if (!wins_soonest) continue;
      ++cut;
      EXPECT_NE(count_lasting(), 1) << puzzle.id << ' ' << reply.text();
    }
  }
  EXPECT_GT(cut, 0);
}

using ResistChange = std::function<void(nlohmann::json&)>;

TEST(Resist, RefutedWhereAnyClaimIsChanged) {
  const TemporaryFolder folder;
  const Result whole = run_onyx({"puzzles", "--json", "--verify", kToResist.string()});
  ASSERT_EQ(whole.code, 0) << whole;
  EXPECT_EQ(whole.json().at("confirmed"), 2);
  const std::string line = lines_of(read(kToResist)).back();
  const std::pair<const char*, ResistChange> changes[] = {
      {"another first move",
       [](nlohmann::json& p) { p["solution"]["move"] = p["wrong"][0]["move"]; }},
      {"plies", [](nlohmann::json& p) { p["plies"] = 8; }},
      {"kind", [](nlohmann::json& p) { p["kind"] = "win"; }},
      {"a reply left out",
       [](nlohmann::json& p) { p["solution"]["next"] = nlohmann::json::array(); }},
      {"a defence left out", [](nlohmann::json& p) { p["solution"]["next"][0].erase("next"); }},
      {"plies of a wrong move", [](nlohmann::json& p) { p["wrong"][0]["plies"] = 5; }},
      {"main line", [](nlohmann::json& p) { p["main_line"].push_back("A1"); }},
      {"refutations", [](nlohmann::json& p) { p["measures"]["refutations"] = 7; }},
  };
  for (const auto& [what, change] : changes) {
    nlohmann::json changed = nlohmann::json::parse(line);
    change(changed);
    write(folder / "changed.puzzles.jsonl", changed.dump() + "\n");
    const Result result = run_onyx({"puzzles", "--verify", folder / "changed.puzzles.jsonl"});
    EXPECT_EQ(result.code, 1) << what << '\n' << result;
  }
}

TEST(Resist, ComposedOnesAreConfirmed) {
  const TemporaryFolder folder;
  const auto compose = [&](const char* name, const char* threads) {
    return run_onyx({"puzzles", "--board", "4x5", "--kind", "resist", "--plies", "6", "--seed", "1",
                     "--numbers", "5", "--steps", "10", "--threads", threads, "--out",
                     folder / name});
  };
  const Result result = compose("a", "1");
  ASSERT_EQ(result.code, 0) << result;
  const std::string file = (folder / "a") + "/" + kComposedToResist;
  const std::vector<Puzzle> puzzles = read_puzzles(file);
  ASSERT_GE(puzzles.size(), 1U);
  for (const Puzzle& puzzle : puzzles) {
    EXPECT_EQ(puzzle.kind, PuzzleKind::resist);
    EXPECT_EQ(puzzle.plies, 6);
  }
  const Result verified = run_onyx({"puzzles", "--verify", file, "--verify-states", "100000"});
  EXPECT_EQ(verified.code, 0) << verified;
  ASSERT_EQ(compose("b", "3").code, 0);
  EXPECT_EQ(read((folder / "b") + "/" + kComposedToResist), read(file));
}

TEST(Resist, HasItsOwnWords) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "source");
  std::filesystem::copy(kToResist, folder / "source/a.puzzles.jsonl");
  const Result result = run_onyx({"book", folder / "source", "--out", folder / "book", "--csv"});
  ASSERT_EQ(result.code, 0) << result;
  const std::string html = read(folder / "book/book.html");
  for (const char* const words :
       {"Hold out longest", "to play and hold out longest: Black needs 3 moves to win",
        "connects next, whatever", "2 to hold out longest"}) {
    EXPECT_NE(html.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(demand_of(read_puzzles(kToResist).front()), "H to play and hold out for 12 plies");
}

TEST(Resist, TakesEvenPlies) {
  const TemporaryFolder folder;
  for (const char* const plies : {"7", "2"}) {
    expect_refused(
        {"puzzles", "--board", "5x5", "--kind", "resist", "--plies", plies, "--out", folder / "a"},
        "--plies");
  }
}

}  // namespace
}  // namespace onyx::test
