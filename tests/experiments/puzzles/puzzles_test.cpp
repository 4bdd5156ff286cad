// Tests onyx puzzles: the plain engine finds composed puzzles sound; runs are reproducible; every
// altered claim is refuted; bad input is refused.

#include <functional>
#include <set>

#include "core/notation.h"
#include "experiments/puzzles/puzzle_run.h"
#include "experiments/puzzles/solution.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

using Json = nlohmann::json;

const Path kSample = Path(ONYX_TEST_DIR) / "puzzles/sample.puzzles.jsonl";
constexpr const char* kFile = "4x5-win-seed16-shard0of1.puzzles.jsonl";

std::vector<Json> puzzles_in(const Path& file) {
  std::vector<Json> puzzles;
  for (const std::string& line : lines_of(read(file))) puzzles.push_back(Json::parse(line));
  return puzzles;
}

/// Allows any number of puzzles in which one reply refutes all wrong moves, because with a limit
/// the puzzles would depend on the division into shards.
Arguments compose(const std::string& out, const Arguments& more) {
  return with({"puzzles", "--board", "4x5", "--kind", "win", "--seed", "16", "--steps", "30",
               "--one-reply", "100", "--out", out},
              more);
}

Json verify(const std::string& file, int code) {
  const Result result =
      run_onyx({"--json", "puzzles", "--verify", file, "--verify-states", "100000"});
  EXPECT_EQ(result.code, code) << result;
  return result.code == 2 ? Json() : result.json();
}

// --- Composing -----------------------------------------------------------------------------------

TEST(Puzzles, OfARunHoldAndComeAgain) {
  const TemporaryFolder folder;
  const int numbers = 12;
  const Arguments all{"--numbers", std::to_string(numbers)};
  const Result result = run_onyx(compose(folder / "a", with(all, {"--json", "--threads", "1"})));
  ASSERT_EQ(result.code, 0) << result;
  const std::string file = (folder / "a") + "/" + kFile;
  const std::vector<Json> puzzles = puzzles_in(file);
  ASSERT_GE(puzzles.size(), 2U);
  const Json summary = result.json();
  EXPECT_EQ(summary.at("puzzles"), puzzles.size());
  EXPECT_EQ(summary.at("numbers"), numbers);
  std::uint64_t rejected = 0;
  for (const auto& [reason, count] : summary.at("rejected").items()) {
    rejected += count.get<std::uint64_t>();
  }
  EXPECT_GT(rejected, 100U);
  const Json verified = verify(file, 0);
  EXPECT_EQ(verified.at("confirmed"), puzzles.size());
  EXPECT_GT(verified.at("certificates"), 10 * puzzles.size());

  // Expect the same puzzles from two runs with more threads, from two shards, and with a count.
  const Arguments some{"--numbers", std::to_string(numbers / 2), "--threads", "3"};
  ASSERT_EQ(run_onyx(compose(folder / "b", some)).code, 0);
  ASSERT_EQ(run_onyx(compose(folder / "b", with(all, {"--threads", "3"}))).code, 0);
  EXPECT_EQ(read((folder / "b") + "/" + kFile), read(file));
  std::set<Json> of_shards;
  for (const char* const shard : {"1/2", "2/2"}) {
    const std::string out = folder / "c";
    ASSERT_EQ(run_onyx(compose(out, with(all, {"--shard", shard}))).code, 0);
  }
  for (const std::string& name : names_in(folder / "c")) {
    if (!name.ends_with(".puzzles.jsonl")) continue;
    for (const Json& puzzle : puzzles_in(Path(folder / "c") / name)) of_shards.insert(puzzle);
  }
  for (const Json& puzzle : puzzles) EXPECT_TRUE(of_shards.contains(puzzle)) << puzzle;
  ASSERT_EQ(run_onyx(compose(folder / "d", {"--count", "1"})).code, 0);
  EXPECT_EQ(puzzles_in((folder / "d") + "/" + kFile), std::vector<Json>{puzzles.front()});
}

// On these boards a place set has two words, so this tests the code compiled for that width.
TEST(Puzzles, OfLargeBoardsHold) {
  const TemporaryFolder folder;
  Texts boards{"7x7"};
  if (!kIsSanitized) boards.push_back("8x8");
  for (const std::string& board : boards) {
    const Result result = run_onyx({"puzzles", "--board", board, "--kind", "resist", "--count", "1",
                                    "--steps", "10", "--one-reply", "100", "--out", folder / "a"});
    ASSERT_EQ(result.code, 0) << result;
    const std::string file = (folder / "a") + "/" + board + "-resist-seed1-shard0of1.puzzles.jsonl";
    ASSERT_EQ(puzzles_in(file).size(), 1U);
    EXPECT_EQ(puzzles_in(file).front().at("board"), board);
    EXPECT_EQ(verify(file, 0).at("confirmed"), 1);
  }
}

TEST(Puzzles, OfBothKindsAreComposedByOneCommand) {
  const TemporaryFolder folder;
  const auto run = [&](const char* name, const Arguments& more) {
    Arguments arguments = {"puzzles", "--json", "--board", "4x5",         "--seed",    "2",
                           "--steps", "10",     "--out",   folder / name, "--numbers", "4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << result;
    return result.json();
  };
  const Json both = run("both", {"--count", "9", "--share", "40"});
  const Json wins = run("one", {"--count", "8", "--kind", "win", "--share", "40"});
  const Json draws = run("one", {"--count", "1", "--kind", "draw"});
  EXPECT_GT(both.at("puzzles"), 0);
  for (const char* const sum : {"puzzles", "candidates"}) {
    EXPECT_EQ(both.at(sum), wins.at(sum).get<int>() + draws.at(sum).get<int>()) << sum;
  }
  const Texts names = names_in(folder / "both");
  EXPECT_EQ(names.size(), 4U);
  EXPECT_EQ(names, names_in(folder / "one"));
  for (const std::string& name : names) {
    EXPECT_EQ(read((folder / "both") + "/" + name), read((folder / "one") + "/" + name)) << name;
  }
}

// The content of a file, not its name, determines its kind.
TEST(Puzzles, RefuseCertificatesAsKnown) {
  const TemporaryFolder folder;
  const Path results = Path(ONYX_TEST_DIR) / "../results";
  const Path certificates = results / "boards/4x5.certificates";
  const std::string one = folder / "one.puzzles.jsonl";
  std::filesystem::copy(certificates / names_in(certificates).front(), one);
  for (const Path& known : {Path(one), certificates, results / "natural/12x12-sight-9/end.pack",
                            results / "natural/4x5-one-mistake/setup.certz"}) {
    expect_refused(compose(folder / "out", {"--known", known.string()}),
                   "'" + known.string() + "' has certificates");
  }
  std::filesystem::copy(kSample, folder / "sample.certz");
  EXPECT_EQ(
      run_onyx(compose(folder / "out", {"--numbers", "1", "--known", folder / "sample.certz"}))
          .code,
      0);
}

TEST(Puzzles, OfKnownFilesAreNotWrittenAgain) {
  const TemporaryFolder folder;
  const Arguments numbers{"--numbers", "5"};
  ASSERT_EQ(run_onyx(compose(folder / "a", numbers)).code, 0);
  const std::string first = (folder / "a") + "/" + kFile;
  ASSERT_GE(puzzles_in(first).size(), 1U);
  expect_refused(compose(folder / "c", {"--known", folder.path().string()}), "directory");
  const Arguments known = with(numbers, {"--json", "--known", first});
  const Result again = run_onyx(compose(folder / "b", known));
  ASSERT_EQ(again.code, 0) << again;
  EXPECT_GE(again.json().at("rejected").at("known position"), puzzles_in(first).size());
  std::set<Json> ids;
  for (const Json& puzzle : puzzles_in(first)) ids.insert(puzzle.at("id"));
  // A number whose best puzzle is known may yield its next best puzzle; only repeats are wrong.
  for (const Json& puzzle : puzzles_in((folder / "b") + "/" + kFile)) {
    EXPECT_FALSE(ids.contains(puzzle.at("id"))) << puzzle;
  }
  expect_refused(compose(folder / "b", numbers), "other settings");
}

TEST(Puzzles, OfOneReplyToAllAreTakenUpToAShareAtEachStep) {
  ComposeSettings settings;
  settings.one_reply = 33;
  PuzzleTally tally;
  std::vector<int> taken;  // 1 if one reply may refute all wrong moves
  for (int i = 0; i < 12; ++i) {
    const bool is_full = has_enough_one_reply(settings, tally);
    taken.push_back(is_full ? 0 : 1);
    ++tally.puzzles;
    tally.one_reply += is_full ? 0 : 1;
  }
  EXPECT_EQ(taken, (std::vector<int>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}));
  settings.kind = PuzzleKind::draw;
  EXPECT_FALSE(has_enough_one_reply(settings, tally));
  settings.kind = PuzzleKind::win;
  settings.one_reply = 100;
  EXPECT_FALSE(has_enough_one_reply(settings, tally));
}

TEST(Puzzles, OfARunWithASharedKindGoOnToMore) {
  if (kIsSanitized) GTEST_SKIP() << "takes a minute with sanitizers";
  const TemporaryFolder folder;
  const auto compose_some = [&](const char* out, const char* count) {
    // Use few mutations; with more, one reply would rarely refute all wrong moves.
    return run_onyx({"puzzles", "--json", "--board", "4x4", "--kind", "win", "--seed", "4",
                     "--steps", "4", "--count", count, "--out", folder / out});
  };
  const Result few = compose_some("a", "2");
  ASSERT_EQ(few.code, 0) << few;
  ASSERT_EQ(few.json().at("puzzles"), 2);
  const Result more = compose_some("a", "6");
  ASSERT_EQ(more.code, 0) << more;
  EXPECT_EQ(more.json().at("puzzles"), 6);
  EXPECT_GT(more.json().at("rejected").at("one reply refutes all, and enough are such"), 0);
  ASSERT_EQ(compose_some("b", "6").code, 0);
  const std::string file = "/4x4-win-seed4-shard0of1.puzzles.jsonl";
  EXPECT_EQ(read((folder / "a") + file), read((folder / "b") + file));
  std::size_t one_reply = 0;
  std::size_t count = 0;
  for (const Json& puzzle : puzzles_in((folder / "a") + file)) {
    ++count;
    one_reply += puzzle.at("measures").at("refutations") == 1 ? 1 : 0;
    EXPECT_LE(one_reply, count * 33 / 100 + 1);
  }
}

TEST(Puzzles, ThatAreNotFoundAreAccountedFor) {
  const TemporaryFolder folder;
  const Arguments theme{"--theme", "ladder", "--numbers", "2", "--json"};
  const Result result = run_onyx(compose(folder / "a", theme));
  ASSERT_EQ(result.code, 0) << result;
  const Json missing = result.json().at("not_found").at(0);
  EXPECT_EQ(missing.at("wish"), "wins with the theme ladder");
  EXPECT_EQ(missing.at("ended"), "numbers");
  EXPECT_EQ(missing.at("wanted"), 10);
  EXPECT_EQ(missing.at("found"), result.json().at("puzzles"));
  EXPECT_GT(missing.at("candidates"), 0);
  EXPECT_FALSE(missing.at("most_failed_on").empty());
  for (const auto& [reason, count] : missing.at("most_failed_on").items()) {
    EXPECT_EQ(result.json().at("rejected").at(reason), count);
  }
}

TEST(Puzzles, EndInTime) {
  const TemporaryFolder folder;
  const Arguments now{"--count", "1000", "--time-limit", "0.3", "--json"};
  const Result result = run_onyx(compose(folder / "a", now));
  ASSERT_EQ(result.code, 3) << result;
  EXPECT_EQ(result.json().at("not_found").at(0).at("ended"), "time limit");
  EXPECT_EQ(result.json().at("interrupted"), false);
  const std::uint64_t done = result.json().at("numbers");
  const Arguments more{"--count", "1000", "--numbers", std::to_string(done + 1), "--json"};
  const Result rest = run_onyx(compose(folder / "a", more));
  ASSERT_EQ(rest.code, 0) << rest;
  EXPECT_EQ(rest.json().at("numbers"), done + 1);
  ASSERT_EQ(run_onyx(compose(folder / "b", more)).code, 0);
  EXPECT_EQ(read((folder / "a") + "/" + kFile), read((folder / "b") + "/" + kFile));
}

// --- The sample, checked by other means ----------------------------------------------------------

using Entries = std::map<plain::Position, plain::Entry>;

void expect_sound_draw(const Json& puzzle, const Entries& entries, const plain::Position& root) {
  EXPECT_EQ(entries.at(root).value, plain::Value::kDraw);
  std::map<std::string, Json> wrong;
  for (const Json& move : puzzle.at("wrong")) wrong[move.at("move")] = move;
  int keys = 0;
  for (const plain::Move& move : plain::legal_moves(root)) {
    const plain::Entry after = entries.at(plain::play(root, move));
    if (!wrong.contains(move.text())) {
      ++keys;
      EXPECT_EQ(puzzle.at("solution").at("move"), move.text());
      EXPECT_EQ(after.value, plain::Value::kDraw);
      continue;
    }
    EXPECT_EQ(after.value, plain::Value::kWin) << move.text();
    EXPECT_EQ(after.distance, wrong.at(move.text()).at("plies")) << move.text();
  }
  EXPECT_EQ(keys, 1);
}

TEST(Puzzles, DrawStudiesAreSoundByThePlainEngine) {
  int studies = 0;
  for (const Json& puzzle : puzzles_in(kSample)) {
    if (puzzle.at("kind") != "draw") continue;
    ++studies;
    const plain::Position root = plain::from_text(puzzle.at("position").get<std::string>());
    expect_sound_draw(puzzle, plain::solve_from(root, 100'000), root);
    // The main line repeats a position only at its end, where it closes its cycle.
    std::vector<plain::Position> line{root};
    for (const Json& move : puzzle.at("main_line")) {
      line.push_back(plain::play(line.back(), move.get<std::string>()));
    }
    EXPECT_EQ(line.back(), line.at(puzzle.at("cycle_begin").get<std::size_t>()));
    line.pop_back();
    EXPECT_EQ(std::set(line.begin(), line.end()).size(), line.size());
  }
  EXPECT_EQ(studies, 2);
}

TEST(Puzzles, MainLinesAndGamesReplay) {
  for (const Json& puzzle : puzzles_in(kSample)) {
    const plain::Position root = plain::from_text(puzzle.at("position").get<std::string>());
    if (puzzle.at("kind") == "win") {
      plain::Position end = root;
      for (const Json& move : puzzle.at("main_line")) {
        end = plain::play(end, move.get<std::string>());
      }
      EXPECT_TRUE(plain::connected(end, root.side));
      EXPECT_EQ(puzzle.at("main_line").size(), puzzle.at("plies"));
    }
    plain::Position game = plain::open_setup(root.width, root.height);
    if (!puzzle.contains("game")) continue;
    for (const Json& move : puzzle.at("game").at("moves")) {
      game = plain::play(game, move.get<std::string>());
    }
    EXPECT_EQ(game, root);
  }
}

TEST(Puzzles, LoseTheirSolutionWithAnyStoneLess) {
  constexpr int kRefutation = 24;
  int stones = 0;
  for (const Json& puzzle : puzzles_in(kSample)) {
    if (puzzle.at("kind") != "win") continue;
    const PuzzleBoard board({6, 6});
    const PuzzlePosition position = parse_position(board, puzzle.at("position").get<std::string>());
    const int plies = puzzle.at("plies");
    BoundedSearch<2> search(board);
    search.set_node_limit(16 * 1'500);
    const auto candidate_at = [&](const PuzzlePosition& at) {
      return candidate_win(board, search, at, 3, plies, kRefutation);
    };
    const Candidate whole = candidate_at(position);
    ASSERT_EQ(whole.reject, Reject::none);
    ASSERT_EQ(puzzle.at("solution").at("move"), format_move(board, position, whole.key));
    position.occupied().for_each([&](Place place) {
      PuzzlePosition without = position;
      for (PuzzleSet& set : without.stones) set.remove(place);
      ++stones;
      EXPECT_FALSE(candidate_at(without).has_solution_of(whole))
          << format_place(board.geometry(), place);
    });
  }
  EXPECT_GT(stones, 20);
}

// --- Verifying -----------------------------------------------------------------------------------

struct Change {
  const char* what;
  std::size_t puzzle;  ///< Index in the sample.
  std::function<void(Json&)> make;
};

const std::vector<Change> kChanges = {
    {"value of a wrong move", 2, [](Json& p) { p["wrong"][0]["value"] = "draw"; }},
    {"plies of a wrong move", 2, [](Json& p) { p["wrong"][0]["plies"] = 33; }},
    {"reply to a wrong move", 2, [](Json& p) { p["wrong"][0]["reply"] = "F6"; }},
    {"a wrong move left out", 2, [](Json& p) { p["wrong"].erase(0); }},
    {"temptation", 2, [](Json& p) { p["wrong"][0]["tempting"] = !p["wrong"][0]["tempting"]; }},
    {"plies", 2, [](Json& p) { p["plies"] = 7; }},
    {"stones", 2, [](Json& p) { p["stones"] = 10; }},
    {"purity", 2, [](Json& p) { p["pure"] = false; }},
    {"difficulty", 2, [](Json& p) { p["difficulty"] = 5; }},
    {"refutations", 2, [](Json& p) { p["measures"]["refutations"] = 9; }},
    {"the opponent's best point", 2,
     [](Json& p) {
       Json& is_best = p["measures"]["his_best_point"];
       is_best = !is_best.get<bool>();
     }},
    {"long refutations", 2, [](Json& p) { p["measures"]["long_refutations"] = 40; }},
    {"what catches the eye", 2, [](Json& p) { p["measures"]["before_key"] = 40; }},
    {"how the key looks", 2, [](Json& p) { p["measures"]["looks"] = Json::array({"away"}); }},
    {"measures", 2, [](Json& p) { p.erase("measures"); }},
    {"themes", 2, [](Json& p) { p["themes"].push_back("ladder"); }},
    {"id", 2, [](Json& p) { p["id"] = "6x6-win-0000000000000000"; }},
    {"another first move", 2, [](Json& p) { p["solution"]["move"] = p["wrong"][0]["move"]; }},
    {"a defence left out", 2, [](Json& p) { p["solution"]["next"].erase(0); }},
    {"an illegal first move", 2, [](Json& p) { p["solution"]["move"] = "A1****"; }},
    {"main line", 2, [](Json& p) { p["main_line"].erase(4); }},
    {"game", 2, [](Json& p) { p["game"]["moves"].erase(0); }},
    {"side to move", 2,
     [](Json& p) {
       std::string text = p["position"];
       text.back() = text.back() == 'V' ? 'H' : 'V';
       p["position"] = text;
     }},
    {"kind", 0, [](Json& p) { p["kind"] = "win"; }},
    {"beginning of the cycle", 0, [](Json& p) { p["cycle_begin"] = 1; }},
    {"an end that repeats", 1, [](Json& p) { p["main_line"].erase(0); }},
};

TEST(Puzzles, RefutedWhereAnyClaimIsChanged) {
  const std::vector<Json> sample = puzzles_in(kSample);
  EXPECT_EQ(verify(kSample.string(), 0).at("confirmed"), sample.size());
  const TemporaryFolder folder;
  for (const Change& change : kChanges) {
    Json changed = sample.at(change.puzzle);
    change.make(changed);
    write(folder / "changed.puzzles.jsonl", changed.dump() + "\n");
    const Json verified = verify(folder / "changed.puzzles.jsonl", 1);
    EXPECT_EQ(verified.at("refuted"), 1) << change.what;
  }
  write(folder / "twice.puzzles.jsonl", sample[2].dump() + "\n" + sample[2].dump() + "\n");
  EXPECT_EQ(verify(folder / "twice.puzzles.jsonl", 1).at("refuted"), 1);
}

TEST(Puzzles, GiveCertificatesThatTheRefereeAccepts) {
  const TemporaryFolder folder;
  write(folder / "one.puzzles.jsonl", puzzles_in(kSample).at(0).dump() + "\n");
  const Result result = run_onyx({"puzzles", "--verify", folder / "one.puzzles.jsonl",
                                  "--certificates", folder / "certificates"});
  ASSERT_EQ(result.code, 0) << result;
  const Texts names = names_in(folder / "certificates");
  EXPECT_EQ(names.size(), 2 + puzzles_in(kSample).at(0).at("wrong").size());
  std::map<std::string, int> claims;
  for (const std::string& name : names) {
    ++claims[expect_accepted(Path(folder / "certificates") / name).at("claim")];
  }
  EXPECT_EQ(claims["draw"], 2);
}

// --- What is refused -----------------------------------------------------------------------------

TEST(Puzzles, RefuseBadOptions) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  expect_refused({"puzzles"}, "--board");
  expect_refused({"puzzles", "--board", "6x6"}, "--out");
  expect_refused({"puzzles", "--board", "10x10", "--out", out}, "127 places");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--kind", "loss"},
                 "win, draw, resist, who");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--plies", "6"}, "odd");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--kind", "draw", "--plies", "7"},
                 "--plies");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--theme", "zugzwang"}, "zugzwang");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--theme", "repetition"}, "draw");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--kind", "win", "--draws", "1"},
                 "--draws");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--draws", "11"}, "--count");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--shard", "3/2"}, "--shard");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--one-reply", "101"}, "--one-reply");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--time-limit", "x"}, "--time-limit");
  expect_refused({"puzzles", "--verify", folder / "missing"}, "missing");
  expect_refused({"puzzles", "--verify", kSample.string(), "--out", out}, "--verify");
  expect_refused({"puzzles", "--board", "6x6", "--out", out, "--certificates", out}, "--verify");
}

TEST(Puzzles, RefuseFilesThatAreNone) {
  const TemporaryFolder folder;
  const std::string file = folder / "bad.puzzles.jsonl";
  const Json good = puzzles_in(kSample).at(0);
  const auto refuse = [&](const std::string& line, const std::string& token) {
    write(file, good.dump() + "\n" + line + "\n");
    expect_refused({"puzzles", "--verify", file}, token);
    expect_refused({"puzzles", "--verify", file}, "line 2");
  };
  refuse("{", "JSON");
  refuse("[]", "object");
  refuse("{}", "format");
  for (const auto& [key, value] : good.items()) {
    if (key == "board" || key == "demand" || key == "game" || key == "measures")
      continue;  // optional, or tested elsewhere
    Json without = good;
    without.erase(key);
    refuse(without.dump(), key);
    Json other = good;
    other[key] = Json::array({1.5});
    refuse(other.dump(), "not a puzzle");
  }
  const auto refuse_move = [&](const char* where, const std::string& move) {
    Json changed = good;
    changed[Json::json_pointer(where)] = move;
    refuse(changed.dump(), "line 2");
  };
  for (const char* const where :
       {"/main_line/0", "/solution/move", "/solution/next/0/move", "/solution/next/0/next/0/also",
        "/wrong/0/move", "/wrong/0/reply"}) {
    for (const char* const move : {"", "Z9", "a1", "A1x", "A1*****", "A1*<b>", "A1\n", "\x1b[2J"}) {
      refuse_move(where, move);
    }
  }
  Json large = good;
  large["position"] = "open:20x20";
  refuse(large.dump(), "127 places");
}

// Reasons for rejection are stored by name, so that programs with more or fewer reasons read the
// counts correctly.
TEST(Puzzles, KeepCountsByTheNamesOfReasons) {
  const TemporaryFolder folder;
  const Result result = run_onyx(compose(folder / "a", {"--numbers", "1", "--json"}));
  ASSERT_EQ(result.code, 0) << result;
  const Path checkpoint = folder / "a/4x5-win-seed16-shard0of1.json";
  Json json = Json::parse(read(checkpoint));
  EXPECT_EQ(json.at("rejects"), result.json().at("rejected"));
  // Write reasons in another order, and leave out some, as an earlier version would.
  json["rejects"] = {{"parity", 3}, {"known position", 2}};
  write(checkpoint, json.dump());
  const auto counts_now = [&] {
    return run_onyx(compose(folder / "a", {"--numbers", "1", "--json"})).json().at("rejected");
  };
  const Json counts = counts_now();
  EXPECT_EQ(counts.at("parity"), 3);
  EXPECT_EQ(counts.at("known position"), 2);
  EXPECT_EQ(counts.at("too many defences"), 0);
  for (const Json& rejects : {Json{{"no such reason", 1}}, Json{{"parity", -1}}, Json(3)}) {
    json["rejects"] = rejects;
    write(checkpoint, json.dump());
    expect_refused(compose(folder / "a", {"--numbers", "1"}), "damaged");
  }
}

TEST(Puzzles, RefuseAFolderOfAnotherRun) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_onyx(compose(folder / "a", {"--numbers", "1"})).code, 0);
  expect_refused(compose(folder / "a", {"--numbers", "1", "--plies", "5"}), "other settings");
  write((folder / "a") + "/4x5-win-seed16-shard0of1.json", "{}");
  expect_refused(compose(folder / "a", {"--numbers", "1"}), "damaged");
}

}  // namespace
}  // namespace onyx::test
