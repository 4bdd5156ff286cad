// Tests onyx show, moves, play and perft: exact output, JSON and refusals, compared with strings
// written by hand and with the plain engine.

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

// A position that every command must refuse, and a part of the expected message.
struct Refusal {
  std::string position;
  std::string token;
};

const std::vector<Refusal> kRefusals = {
    {"", "empty"},
    {"4/4/4/4", "three fields"},
    {"4/4/4/4 -", "three fields"},
    {"4/4/4/5 - V", "5"},
    {"4/4/3/4 - V", "3"},
    {"4//4/4 - V", "row"},
    {"4/4/4/X3 - V", "X"},
    {"4/4/4/v2w - V", "w"},
    {"4/4/4/-4 - V", "-4"},
    {"4/4/4/04 - V", "04"},
    {"0/0 - V", "0"},
    {"1/1 - V", "1"},
    {"21/21 - V", "21"},
    {"2 - V", "1 row;"},
    {"2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2 - V", "21"},
    {"99999999999999999999/4 - V", "99999999999999999999"},
    {"4/4/4/4 AB12:V V", "AB12"},
    {"4/4/4/4 DE12:V V", "DE12"},
    {"4/4/4/4 BC1:V V", "BC1"},
    {"4/4/4/4 BC21:V V", "BC21"},
    {"4/4/4/4 A1:V V", "A1"},
    {"4/4/4/4 BC12 V", "BC12"},
    {"4/4/4/4 BC12:X V", "BC12:X"},
    {"4/4/4/4 BC12:V,BC12:H V", "BC12"},
    {"4/4/4/4 BC12:V,,CD23:H V", "''"},
    {"4/4/4/4 - X", "X"},
    {"4/4/4/4 - VV", "VV"},
    {"4/4/1VH1/1HV1 - V", "cross at square BC12"},
    {"V3/V3/V3/V3 - V", "V is to move but is already connected"},
    {"HHHH/4/4/4 - H", "H is to move but is already connected"},
    {"VV/HH - H", "connected"},
    {"open:4", "4"},
    {"open:1x4", "1x4"},
    {"open:4x21", "4x21"},
    {"open:04x4", "04x4"},
    {"open:4x4x4", "4x4x4"},
    {"open:99999999999x4", "99999999999x4"},
    {"standard:5x5", "5x5"},
    {"standard:4x6", "4x6"},
    {"standard:2x2", "2x2"},
    {"closed:4x4", "closed:4x4"},
    {"\xff\x01", "\\xff\\x01"},
};

TEST(PositionCommands, RefuseBadPositionsByName) {
  for (const Refusal& refusal : kRefusals) {
    expect_refused({"moves", refusal.position}, refusal.token);
  }
}

TEST(PositionCommands, AllRefuseTheSame) {
  for (const std::string& position : Texts{"4/4/1VH1/1HV1 - V", "4/4/4/X3 - V"}) {
    const std::string message = run_onyx({"moves", position}).err;
    for (const Arguments& arguments : {Arguments{"show", position},
                                       {"play", position, "A1"},
                                       {"perft", position, "1"},
                                       {"solve", position},
                                       {"proofgame", position, "--setup", "open:4x4"},
                                       {"frame", position, "--board", "5x5", "--out", "c"}}) {
      const Result result = run_onyx(arguments);
      EXPECT_EQ(result.code, 2) << arguments[0] << '\n' << result;
      EXPECT_EQ(result.err, message) << arguments[0];
      EXPECT_EQ(result.out, "") << arguments[0];
    }
  }
}

TEST(PositionCommands, RefuseLongArguments) {
  const std::string nines(100'000, '9');
  expect_refused({"moves", nines + "/4 - V"}, "999");
  expect_refused({"moves", std::string(100'000, 'V') + " - V"}, "VVV");
  expect_refused({"moves", "open:" + nines}, "999");
  expect_refused({"play", "open:4x4", "A" + nines}, "A999");
  expect_refused({"perft", "open:4x4", nines}, "999");
  EXPECT_LT(run_onyx({"play", "open:4x4", "A" + nines}).err.size(), 1000U);
}

Result run_on_input(const std::string& command, const std::string& input) {
  const TemporaryFolder folder;
  write(folder / "input", input);
  return Process({"/bin/sh", "-c", "exec \"$0\" " + command + " <\"$1\"", ONYX_PROGRAM,
                  folder / "input"})
      .wait();
}

TEST(PositionCommands, ReadOnAfterALineThatIsFarTooLong) {
  for (const std::string& command : Texts{"solve -", "moves -", "show -"}) {
    const Result result =
        run_on_input(command, "3/3/3 - V\n" + std::string(1'100'000, 'V') + "\n2/2 - V\n");
    EXPECT_EQ(result.code, 2) << result;
    const Texts lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), 3U) << result;
    EXPECT_EQ(nlohmann::json::parse(lines[1]).at("error"),
              "the line has more than 1,000,000 bytes");
    EXPECT_EQ(nlohmann::json::parse(lines[2]).at("position"), "2/2 - V");
  }
}

TEST(PositionCommands, ReadOnAfterANameThatIsFarTooLong) {
  const Result result =
      run_on_input("solve -", "2/2 - V\n" + std::string(300, 'x') + ".json\n2/2 - H\n");
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(lines_of(result.out).size(), 3U) << result;
}

TEST(PositionCommands, TakeEveryKindOfLineEnd) {
  const Result result = run_on_input("moves -", "2/2 - V\r2/2 - H\r\n\r\n\nV1/2 - H");
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(lines_of(result.out).size(), 3U) << result;
}

TEST(PositionCommands, NameTheLineThatTheyRefuse) {
  const TemporaryFolder folder;
  for (const std::string& command :
       {"pack - --out " + folder / "p.pack", std::string("proofgame - --setup open:3x3")}) {
    const Result result = run_on_input(command, "# ends\n3/3/3 - V\nfoo\n");
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("line 3: "), std::string::npos) << result;
  }
}

TEST(PositionCommands, ProofGameTakesPastedLines) {
  const Result result =
      run_on_input("proofgame - --setup open:3x3", "> \"B2/1W1/3 \u2013 B\" # pasted\n");
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("position: V2/1H1/3 - V\n"), std::string::npos) << result;
}

TEST(PositionCommands, SayThatAnArgumentIsAFile) {
  const TemporaryFolder folder;
  for (const Arguments& arguments : {Arguments{"play", "none.cert.json"},
                                     {"proofgame", "none.cert.json", "--setup", "open:3x3"},
                                     {"moves", folder.path()}}) {
    expect_refused(arguments, "give a position or a game");
  }
}

// A script that asks for JSON gets an object, however the command ends.
TEST(PositionCommands, AnswerInJsonAfterALimit) {
  const TemporaryFolder folder;
  const std::string proof = ONYX_TEST_DIR "/../results/openings/5x6.certz";
  for (const Arguments& arguments :
       {Arguments{"query", proof, "--line", "--time-limit", "0", "--json"},
        {"pack", "open:8x8", "--out", folder / "p.pack", "--time-limit", "0", "--json"}}) {
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 3) << result;
    EXPECT_EQ(nlohmann::json::parse(result.out).at("answer"), "unknown") << result;
  }
}

// --- show ----------------------------------------------------------------------------------------

TEST(Show, DrawsTheBoardAsTheRulesPageDoes) {
  const Result result = run_onyx({"show", "V2H/1H2/2V1/3V BC12:V,CD23:H H"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "    A   B   C   D\n"
            "  4 V -   -   - H  4\n"
            "    | / |   | / |\n"
            "  3   - H -   -    3\n"
            "    |   | \\ | H |\n"
            "  2   -   - V -    2\n"
            "    | / | V | / |\n"
            "  1   -   -   - V  1\n"
            "    A   B   C   D\n");
}

TEST(Show, DrawsRectanglesAndTheLargestBoard) {
  EXPECT_EQ(run_onyx({"show", "open:3x2"}).out,
            "    A   B   C\n"
            "  2   -   -    2\n"
            "    | / |   |\n"
            "  1   -   -    1\n"
            "    A   B   C\n");
  const Texts lines = lines_of(run_onyx({"show", "open:20x20"}).out);
  ASSERT_EQ(lines.size(), 41U);
  EXPECT_TRUE(lines[1].starts_with(" 20 "));
  EXPECT_TRUE(lines[0].ends_with("S   T"));
}

TEST(Show, AsJson) {
  const Result result = run_onyx({"show", "V3/V3/V3/V3", "-", "h", "--json"});
  EXPECT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("position"), "V3/V3/V3/V3 - H");
  EXPECT_EQ(json.at("board"), "4x4");
  EXPECT_EQ(json.at("to_move"), "H");
  EXPECT_EQ(json.at("finished"), true);
  EXPECT_EQ(json.at("diagram"), run_onyx({"show", "V3/V3/V3/V3 - H"}).out);
}

TEST(Show, GoesRoundTheCycleOfACertificate) {
  const TemporaryFolder folder;
  const std::string file = folder / "draw.cert.json";
  ASSERT_EQ(run_onyx({"solve", kDraw, "--certificate", file}).code, 0);
  const nlohmann::json line = expect_accepted(file).at("line");
  const Result result = run_onyx({"show", file});
  EXPECT_EQ(result.code, 0) << result;
  const nlohmann::json json = run_onyx({"show", file, "--json"}).json();
  EXPECT_EQ(json.at("cycle"), line.at("cycle"));
  std::string position = json.at("position").get<std::string>();
  EXPECT_TRUE(result.out.starts_with(run_onyx({"show", position}).out)) << result;
  EXPECT_NE(result.out.find("\nposition: " + position + "\nclaim: draw"), std::string::npos)
      << result;
  EXPECT_NE(result.out.find("\ncycle: "), std::string::npos) << result;
  for (std::size_t ply = 0; ply < line.at("cycle").size(); ++ply) {
    const std::string move = line.at("cycle")[ply].get<std::string>();
    const std::string head =
        "  " + std::to_string(ply + 1) + ". " + position.back() + " plays " + move;
    position = run_onyx({"play", position, move}).out;
    position.pop_back();  // removes the newline
    EXPECT_EQ(json.at("diagrams")[ply], head + "\n" + run_onyx({"show", position}).out);
    EXPECT_NE(result.out.find(head), std::string::npos) << result;
  }
  EXPECT_EQ(json.at("position"), position);
}

/// Certificates of all kinds, which `show` must tell apart by their content.
class ShowFile : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& name : {json_, compact_}) {
      ASSERT_EQ(run_onyx({"solve", kWon, "--certificate", name}).code, 0);
    }
    ASSERT_EQ(run_onyx({"pack", kDraw, kWon, "--out", pack_}).code, 0);
  }

  /// Copies the file to a name that does not reveal its kind.
  std::string renamed(const std::string& file) const {
    const std::string other = folder_ / "x";
    std::filesystem::copy_file(file, other, std::filesystem::copy_options::overwrite_existing);
    return other;
  }

  const std::string kWon = "V3/4/4/4 - H";
  TemporaryFolder folder_;
  std::string json_ = folder_ / "won.cert.json";
  std::string compact_ = folder_ / "won.certz";
  std::string pack_ = folder_ / "both.pack";
};

TEST_F(ShowFile, DrawsThePositionOfEveryKind) {
  const std::string text =
      run_onyx({"show", kWon}).out + "\nposition: " + kWon + "\nclaim: H wins; H to move\n";
  for (const std::string& file : {json_, compact_, renamed(json_), renamed(compact_)}) {
    const Result result = run_onyx({"show", file});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out, text);
    const nlohmann::json json = run_onyx({"show", "--json", file}).json();
    EXPECT_EQ(json.at("position"), kWon);
    EXPECT_EQ(json.at("claim"), "H wins");
    EXPECT_EQ(json.at("game"), nullptr);
    EXPECT_FALSE(json.contains("cycle"));
    EXPECT_EQ(run_onyx({"show", file, "--svg", folder_ / "a.svg"}).code, 0);
    EXPECT_EQ(run_onyx({"show", kWon, "--svg", folder_ / "b.svg"}).code, 0);
    EXPECT_EQ(read(folder_ / "a.svg"), read(folder_ / "b.svg"));
  }
}

TEST_F(ShowFile, SaysTheGame) {
  const Result result = run_onyx(
      {"show", std::string(ONYX_TEST_DIR) + "/certificates/accept/draw-5x5-game.cert.json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("\nclaim: draw; "), std::string::npos) << result;
  EXPECT_NE(result.out.find(" plies from open:5x5\ncycle: "), std::string::npos) << result;
}

TEST_F(ShowFile, DrawsAnyCertificateOfAPack) {
  for (const std::string& file : {pack_, renamed(pack_)}) {
    std::set<std::string> positions;
    for (const char* const number : {"1", "2"}) {
      const Result result = run_onyx({"show", file, "--number", number});
      EXPECT_EQ(result.code, 0) << result;
      EXPECT_NE(result.out.find(std::string("\ncertificate ") + number + " of 2 in the pack\n"),
                std::string::npos)
          << result;
      const nlohmann::json json = run_onyx({"show", "--json", file, "--number", number}).json();
      EXPECT_EQ(json.at("certificates"), 2);
      positions.insert(json.at("position").get<std::string>());
    }
    EXPECT_EQ(positions, (std::set<std::string>{kDraw, kWon}));
    EXPECT_EQ(run_onyx({"show", file}).out, run_onyx({"show", file, "--number", "1"}).out);
    expect_refused({"show", file, "--number", "3"}, "--number takes 1 to 2");
    expect_refused({"show", file, "--number", "0"}, "--number");
  }
  expect_refused({"show", json_, "--number", "1"}, "--number is for packs");
  expect_refused({"show", kWon, "--number", "1"}, "--number is for a pack");
}

TEST_F(ShowFile, NamesWhatItCannotShow) {
  expect_refused({"show", folder_ / "none.certz"}, "none.certz");
  expect_refused({"show", folder_ / "none.pack"}, "none.pack");
  expect_refused({"show", folder_ / "none.cert.json"}, "none.cert.json");
  const std::string file = folder_ / "x";
  write(file, "{}");
  expect_refused({"show", file}, "x' is not a certificate");
  const std::string compact = read(compact_);
  // Truncate the file; then change bytes in the header and in the position.
  for (const std::size_t size : {8U, 100U, 130U}) {
    write(file, compact.substr(0, size));
    expect_refused({"show", file}, "x': ");
  }
  for (const std::size_t at : {9U, 16U, 17U, 60U, 115U, 125U, 130U}) {
    std::string other = compact;
    other[at] = static_cast<char>(other[at] ^ 1);
    write(file, other);
    expect_refused({"show", file}, "x': ");
  }
  std::string pack = read(pack_);
  pack[pack.size() / 2] = static_cast<char>(pack[pack.size() / 2] ^ 1);
  write(file, pack);
  expect_refused({"show", file}, "x': ");
  const std::string table = folder_ / "2x2.table";
  ASSERT_EQ(run_onyx({"strong", "2x2", "--table", table}).code, 0);
  expect_refused({"show", table}, "onyx query");
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Show, WritesAPicture) {
  const TemporaryFolder folder;
  const std::string position = "V2H/1H2/2V1/3V BC12:V,CD23:H H";
  const Result result = run_onyx({"show", position, "--svg", folder / "board.svg"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "");
  const std::string svg = read(folder / "board.svg");
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(occurrences(svg, "<circle"), 7U);
  EXPECT_EQ(occurrences(svg, ">D</text>"), 2U);
  EXPECT_NE(svg.find("<title>" + position + "</title>"), std::string::npos);
  EXPECT_EQ(names_in(folder.path()), Texts{"board.svg"});
  const Result again = run_onyx({"show", "open:20x20", "--json", "--svg", folder / "board.svg"});
  EXPECT_EQ(again.json().at("svg"), folder / "board.svg");
  EXPECT_EQ(occurrences(read(folder / "board.svg"), "<circle"), 0U);
}

// Runs the commands that core/README.md gives for its pictures.
TEST(Show, DrawsTheDiagramsOfTheRules) {
  const std::filesystem::path top = std::filesystem::path(ONYX_TEST_DIR).parent_path();
  const TemporaryFolder folder;
  const std::string page = read(top / "core/README.md");
  const std::regex command("onyx show (\\S+|'[^']+') --svg core/diagrams/(\\S+)");
  Texts drawn;
  for (std::sregex_iterator found(page.begin(), page.end(), command), none; found != none;
       ++found) {
    std::string position = (*found)[1];
    std::erase(position, '\'');
    const std::string name = (*found)[2];
    const Result result = run_onyx({"show", position, "--svg", folder / name});
    ASSERT_EQ(result.code, 0) << result;
    EXPECT_EQ(read(folder / name), read(top / "core/diagrams" / name)) << name;
    EXPECT_NE(page.find("](diagrams/" + name + ")"), std::string::npos) << name;
    drawn.push_back(name);
  }
  std::ranges::sort(drawn);
  EXPECT_EQ(drawn, names_in(top / "core/diagrams"));
}

// The title of each picture is its position, so the picture can be drawn again.
TEST(Show, DrawsThePicturesOfTheResults) {
  const std::filesystem::path results =
      std::filesystem::path(ONYX_TEST_DIR).parent_path() / "results";
  const TemporaryFolder folder;
  int pictures = 0;
  for (const std::string& name : names_in(results)) {
    if (!name.ends_with(".svg")) continue;
    const std::string picture = read(results / name);
    std::smatch title;
    ASSERT_TRUE(std::regex_search(picture, title, std::regex("<title>(.*)</title>"))) << name;
    const Result result = run_onyx({"show", title[1], "--svg", folder / name});
    ASSERT_EQ(result.code, 0) << result;
    EXPECT_EQ(read(folder / name), picture) << name;
    ++pictures;
  }
  EXPECT_GT(pictures, 0);
}

TEST(Show, ShowsWhoWinsAfterEachMove) {
  const TemporaryFolder folder;
  const std::string maps = folder / "maps.json";
  const Result made = run_onyx({"solve", "VH/2 - V", "--map", "--json"});
  ASSERT_EQ(made.code, 0) << made;
  write(maps, made.out);
  const std::string a1_wins = "    A   B\n  2 V - H  2\n    | / |\n  1 v - h  1\n    A   B\n";
  EXPECT_EQ(run_onyx({"show", "VH/2 - V", "--map", maps}).out, a1_wins);

  write(maps, R"({"position": "open:2x2", "map": [
      {"move": "A1", "value": "V wins", "swap": true}, {"move": "B1", "value": "H wins"},
      {"move": "A2", "value": "draw"},
      {"move": "B2", "value": "unknown", "distance_at_most": null, "swap": null}]})");
  const std::string all_signs = "    A   B\n  2 = - ?  2\n    | / |\n  1 v - h  1\n    A   B\n";
  const Result shown = run_onyx({"show", "open:2x2", "--map", maps});
  EXPECT_EQ(shown.out, all_signs) << shown;
  EXPECT_EQ(run_onyx({"show", "open:2x2", "--map", folder.path(), "--json"}).json().at("diagram"),
            all_signs);
  ASSERT_EQ(run_onyx({"show", "open:2x2", "--map", maps, "--svg", folder / "map.svg"}).code, 0);
  const std::string svg = read(folder / "map.svg");
  for (const std::string sign : {"V", "H", "=", "?"}) {
    EXPECT_EQ(occurrences(svg, "\">" + sign + "</text>"), 1U) << sign;
  }

  write(maps, R"({"position": "open:2x2", "map": [
      {"move": "A1", "value": "V wins", "proved": false},
      {"move": "B1", "value": "H wins", "proved": true}]})");
  EXPECT_NE(run_onyx({"show", "open:2x2", "--map", maps}).out.find("1 ? - h  1"),
            std::string::npos);

  expect_refused({"show", "2/2 - H", "--map", maps}, "2/2 - H");
  expect_refused({"show", "2/2 - V", "2/2 - H", "--map", maps}, "--map");
  write(maps, R"({"position": "open:2x2", "map": [{"move": "C1", "value": "V wins"}]})");
  expect_refused({"show", "open:2x2", "--map", maps}, "C1");
}

TEST(Show, DrawsTheSquareGridIfAsked) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_onyx({"show", "open:4x4", "--svg", folder / "tiling.svg"}).code, 0);
  ASSERT_EQ(run_onyx({"show", "open:4x4", "--grid", "--svg", folder / "grid.svg"}).code, 0);
  const std::string from_a1_to_b1 = "M60.0 240.0L120.0 240.0";
  EXPECT_NE(read(folder / "grid.svg").find(from_a1_to_b1), std::string::npos);
  EXPECT_EQ(read(folder / "tiling.svg").find(from_a1_to_b1), std::string::npos);
  expect_refused({"show", "open:4x4", "--grid"}, "--svg");
}

TEST(Show, RefusesToWriteWhereItCannot) {
  const TemporaryFolder folder;
  for (const std::string& target : Texts{folder / "missing/board.svg", folder.path().string(),
                                         std::string("/proc/board.svg")}) {
    expect_refused({"show", "open:4x4", "--svg", target}, target);
  }
  expect_refused({"show", "open:4x4", "--svg"}, "--svg");
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Show, WritesToADeviceAsItIs) {
  // Use a link, because a faulty program would replace the machine's device.
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full");
  expect_refused({"show", "open:4x4", "--svg", folder / "full"}, folder / "full");
  std::filesystem::create_symlink("/dev/null", folder / "null");
  const Result result = run_onyx({"show", "open:4x4", "--svg", folder / "null"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_TRUE(std::filesystem::is_character_file(folder / "null"));
  EXPECT_EQ(names_in(folder.path()), (Texts{"full", "null"}));
}

TEST(Show, WritesThroughALink) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_symlink("real/board.svg", folder / "link.svg");
  for (int i = 0; i < 2; ++i) {  // first creates the target, then replaces it
    const Result result = run_onyx({"show", "open:4x4", "--svg", folder / "link.svg"});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.svg"));
    EXPECT_TRUE(read(folder / "real/board.svg").ends_with("</svg>\n"));
    EXPECT_EQ(names_in(folder / "real"), Texts{"board.svg"});
  }
}

// --- moves ---------------------------------------------------------------------------------------

TEST(Moves, ComeByRowPointsFirst) {
  const Result result = run_onyx({"moves", "open:3x3"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "A1\nB1\nC1\nA2\nB2\nC2\nA3\nB3\nC3\nBC12\nAB23\n");
}

TEST(Moves, BearTheirMarks) {
  EXPECT_EQ(run_onyx({"moves", "VHVH/H1HH/V1VV/HVHH/VVH1 - H"}).out, "D1\nB3*\nB4\n");
  const std::string out = run_onyx({"moves", "VHVH/H1HH/2VV/HVHH/VVH1 - V"}).out;
  EXPECT_EQ(out, "D1\nA3\nB3\nB4*\n");
}

TEST(Moves, NoneWhenTheGameIsOver) {
  const Result result = run_onyx({"moves", "V3/V3/V3/V3 - H"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(run_onyx({"--json", "moves", "V3/V3/V3/V3 - H"}).json().at("moves"),
            nlohmann::json::array());
}

TEST(Moves, AsJson) {
  const nlohmann::json json = run_onyx({"moves", "open:2x2", "--json"}).json();
  EXPECT_EQ(json, (nlohmann::json{{"position", "2/2 - V"}, {"moves", {"A1", "B1", "A2", "B2"}}}));
}

TEST(Moves, AgreeWithThePlainEngine) {
  plain::Rng rng(7);
  for (const auto& [width, height] :
       {std::pair{2, 2}, {2, 20}, {20, 2}, {3, 3}, {5, 4}, {4, 5}, {6, 6}, {13, 7}, {20, 20}}) {
    for (int i = 0; i < 8; i += one_in(4)) {
      plain::Crowding crowding;
      crowding.max_empty = width * height / 2;
      crowding.midpoint_percent = 30;
      crowding.allow_finished = true;
      const plain::Position position = plain::random_crowded_position(width, height, rng, crowding);
      const std::string text = plain::to_text(position);
      std::string expected;
      for (const plain::Move& move : plain::legal_moves(position)) expected += move.text() + '\n';
      EXPECT_EQ(run_onyx({"moves", text}).out, expected) << text;
      EXPECT_EQ(run_onyx({"play", text}).out, text + '\n');
    }
  }
}

// --- play ----------------------------------------------------------------------------------------

struct Played {
  Arguments game;
  std::string position;
};

TEST(Play, PrintsThePositionAfterTheMoves) {
  const std::string capture = "4/4/1H2/1VH1 - V";
  for (const auto& [game, position] : std::vector<Played>{
           {{"open:4x4"}, "4/4/4/4 - V"},
           {{" OPEN:4X4 "}, "4/4/4/4 - V"},
           {{"4/4/4/4", "-", "v"}, "4/4/4/4 - V"},
           {{"4/4/4/4", "CD23:h,bc12:V", "h"}, "4/4/4/4 BC12:V,CD23:H H"},
           {{"standard:12x12 CD67 EF89 F5"},
            "5HH5/12/12/12/12/V10V/V10V/5V6/12/12/12/5HH5 CD67:V,EF89:H H"},
           {{"standard:12x12", "CD67 EF89", "F5"},
            "5HH5/12/12/12/12/V10V/V10V/5V6/12/12/12/5HH5 CD67:V,EF89:H H"},
           {{"open:4x4", "d4"}, "3V/4/4/4 - H"},
           {{capture, "C2"}, "4/4/2V1/1V2 - H"},
           {{capture, "C2*"}, "4/4/2V1/1V2 - H"},
           {{capture, "c2x"}, "4/4/2V1/1V2 - H"},
           {{"VHVH/H1HH/2VV/HVHH/VVH1 - V", "A3", "B3*", "b4xx"}, "V1VH/1V1H/2VV/H1HH/VVH1 - H"},
           {{"open:20x20", "t20", "S20", "st1819"},
            "18HV/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 ST1819:V H"},
       }) {
    Arguments arguments{"play"};
    arguments.insert(arguments.end(), game.begin(), game.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out, position + "\n") << joined(game, " ");
    EXPECT_EQ(result.err, "");
  }
}

TEST(Play, ReadsMidpointsInEveryForm) {
  for (const std::string& move : Texts{"BC34", "bc34", "{BC-34}", "{bc-34}", "b3/c4", "B3/C4"}) {
    EXPECT_EQ(run_onyx({"play", "open:4x4", move}).out, "4/4/4/4 BC34:V H\n") << move;
  }
  for (const std::string& move : Texts{"BC910", "{BC-910}", "b9/c10"}) {
    EXPECT_NE(run_onyx({"play", "open:12x12", move}).out.find(" BC910:V H\n"), std::string::npos);
  }
  for (const std::string& move : Texts{"CD1011", "cd1011", "{CD-1011}", "c10/d11"}) {
    EXPECT_NE(run_onyx({"play", "open:12x12", move}).out.find(" CD1011:V H\n"), std::string::npos);
  }
}

TEST(Play, RefusesIllegalMovesByName) {
  const std::string capture = "4/4/1H2/1VH1 - V";
  struct Case {
    std::string position;
    std::string move;
    std::string token;
  };
  for (const auto& [position, move, token] : std::vector<Case>{
           {"open:4x4", "A0", "A0"},
           {"open:4x4", "A5", "A5"},
           {"open:4x4", "E1", "E1"},
           {"open:4x4", "A01", "A01"},
           {"open:4x4", "A", "'A'"},
           {"open:4x4", "1", "'1'"},
           {"open:4x4", "A1B", "A1B"},
           {"open:4x4", "pass", "pass"},
           {"open:4x4", "AB12", "AB12"},
           {"open:4x4", "BC43", "BC43"},
           {"open:4x4", "CB34", "CB34"},
           {"open:4x4", "BC345", "BC345"},
           {"open:4x4", "b4/c3", "b4/c3"},
           {"open:4x4", "c4/b3", "c4/b3"},
           {"open:4x4", "%%", "%%"},
           {"open:4x4", "A1*", "A1*"},
           {"open:4x4", "BC12x", "BC12x"},
           {capture, "C2**", "C2**"},
           {capture, "B1", "B1 is occupied"},
           {capture, "BC12", "BC12"},
           {"V3/V3/V3/V3 - H", "D1", "the game is over"},
       }) {
    expect_refused({"play", position, move}, token);
    expect_refused({"play", position, move}, "ply 1");
  }
  expect_refused({"play", "open:4x4", "A1", "B1", "A1"}, "ply 3");
  expect_refused({"play", "open:4x4", "{BC-34"}, "'{BC-34' has no end");
  expect_refused({"play", "open:4x4", "--", "-A1"}, "-A1");
  expect_refused({"play"}, "POSITION");
}

TEST(Play, AsJson) {
  const nlohmann::json json = run_onyx({"play", "4/4/1H2/1VH1 - V", "c2", "a1", "--json"}).json();
  EXPECT_EQ(json,
            (nlohmann::json{
                {"position", "4/4/2V1/HV2 - V"}, {"moves", {"C2*", "A1"}}, {"finished", false}}));
  EXPECT_EQ(run_onyx({"--json", "play", "2/2 - V", "A1", "B1", "A2"}).json().at("finished"), true);
}

TEST(Play, FollowsThePlainEngineThroughRandomGames) {
  plain::Rng rng(11);
  for (const auto& [width, height] :
       {std::pair{2, 2}, {3, 7}, {4, 4}, {5, 5}, {6, 6}, {9, 4}, {20, 20}}) {
    plain::Position position = plain::open_setup(width, height);
    Arguments arguments{"play", "open:" + std::to_string(width) + "x" + std::to_string(height)};
    for (int ply = 0; ply < 300; ++ply) {
      const std::vector<plain::Move> moves = plain::legal_moves(position);
      if (moves.empty()) break;
      const auto choice = plain::random_below(rng, static_cast<int>(moves.size()));
      const plain::Move& move = moves[static_cast<std::size_t>(choice)];
      position = plain::play(position, move);
      arguments.push_back(move.text());
    }
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << joined(arguments, " ") << result;
    EXPECT_EQ(result.out, plain::to_text(position) + '\n') << joined(arguments, " ");
  }
}

// --- perft ---------------------------------------------------------------------------------------

TEST(Perft, MatchesTheVectors) {
  const Path vectors = Path(ONYX_TEST_DIR) / "vectors" / "perft.json";
  const nlohmann::json all = nlohmann::json::parse(read(vectors));
  for (const auto& [setup, counts] : all.items()) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Result result = run_onyx({"perft", setup, std::to_string(i + 1)});
      EXPECT_EQ(result.code, 0) << result;
      EXPECT_EQ(result.out, counts[i].dump() + '\n') << setup << " to depth " << i + 1;
    }
  }
}

TEST(Perft, FinishedGamesHaveNoMoves) {
  EXPECT_EQ(run_onyx({"perft", "V3/V3/V3/V3 - H", "0"}).out, "1\n");
  EXPECT_EQ(run_onyx({"perft", "V3/V3/V3/V3 - H", "1"}).out, "0\n");
  EXPECT_EQ(run_onyx({"perft", "open:2x2", "0"}).out, "1\n");
  for (const int depth : {1, 2, 3, 4, 5, 1000}) {
    EXPECT_EQ(run_onyx({"perft", "open:2x2", std::to_string(depth)}).out,
              std::to_string(plain::perft(plain::open_setup(2, 2), std::min(depth, 6))) + '\n');
  }
}

TEST(Perft, TakesThePositionQuotedOrNot) {
  EXPECT_EQ(run_onyx({"perft", "2/2 - V", "2"}).out, "12\n");
  EXPECT_EQ(run_onyx({"perft", "2/2", "-", "V", "2"}).out, "12\n");
  EXPECT_EQ(run_onyx({"perft", "2/2 - V 2"}).out, "12\n");
}

TEST(Perft, AsJson) {
  const nlohmann::json json = run_onyx({"perft", "open:20x20", "2", "--json"}).json();
  EXPECT_EQ(keys_of(json), (Texts{"depth", "position", "seconds", "sequences"}));
  EXPECT_EQ(json.at("depth"), 2);
  EXPECT_EQ(json.at("sequences"), 335'100);
}

TEST(Perft, RefusesBadDepths) {
  for (const std::string& depth :
       Texts{"-1", "+1", "1.5", "x", "1e3", "0x2", "99999999999999999999"}) {
    expect_refused({"perft", "open:2x2", depth}, depth);
  }
  expect_refused({"perft", "open:2x2"}, "depth");
  expect_refused({"perft", "open:2x2", "1", "1"}, "depth");
  expect_refused({"perft"}, "POSITION");
}

TEST(Perft, EndsCleanlyWhenInterrupted) { expect_clean_interrupt({"perft", "open:12x12", "40"}); }

}  // namespace
}  // namespace onyx::test
