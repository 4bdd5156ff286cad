// Tests onyx judge: answers to fifty claims, confirmed by the plain engine; certificates for the
// answers; limits and interrupts.

#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

const Path kClaims = Path(ONYX_TEST_DIR) / "experiments" / "commands" / "claims.txt";

struct Claim {
  int line = 0;  // counted from 1
  std::string text;
  std::string answer;  // as given in the claims file
};

std::vector<Claim> read_claims(const Path& file) {
  std::vector<Claim> claims;
  std::string answer;
  int number = 0;
  for (const std::string& line : lines_of(read(file))) {
    ++number;
    if (line.starts_with("#= ")) {
      std::istringstream(line.substr(3)) >> answer;
    } else if (!line.empty() && !line.starts_with('#')) {
      claims.push_back({number, line, answer});
      answer = "the file does not say";
    }
  }
  return claims;
}

// --- The second opinion --------------------------------------------------------------------------

std::string upper(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return text;
}

Texts words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

// Reads a position or setup with the plain engine. Throws for any other text.
plain::Position plain_position(const std::string& text) {
  const Texts words = words_of(text);
  if (words.size() != 1) return plain::from_text(upper(joined(words, " ")));
  const std::string& setup = words.front();
  const std::size_t colon = setup.find(':');
  const std::size_t cross = setup.find('x');
  const std::string kind = setup.substr(0, colon);
  const int width = std::stoi(setup.substr(colon + 1));
  const int height = std::stoi(setup.substr(cross + 1));
  if (kind == "open") return plain::open_setup(width, height);
  if (kind == "standard" && width == height) return plain::standard_setup(width);
  throw std::invalid_argument("neither a position nor a setup");
}

// Finds a move, in any form except a midpoint with a slash. Throws for an illegal move.
plain::Move plain_move(const plain::Position& position, std::string text) {
  text = upper(text);
  const std::size_t marks = std::min(text.find_first_of("*X", 1), text.size());
  for (const plain::Move& move : plain::legal_moves(position)) {
    if (move.place != text.substr(0, marks)) continue;
    if (marks < text.size() && text.size() - marks != static_cast<std::size_t>(move.pairs)) break;
    return move;
  }
  throw std::invalid_argument("illegal move");
}

struct Opinion {
  std::string answer = "malformed";
  std::vector<plain::Position> play;
  Texts moves;
  bool has_moves = false;
  bool returns = false;  // to the first position
  // The plies at which the first repeated position occurs and recurs; both are 0 if none repeats.
  std::size_t from = 0;
  std::size_t to = 0;

  bool is_game() const { return has_moves && !returns; }
};

// Finds answers with the plain engine alone.
class Referee {
 public:
  plain::Entry entry_of(const plain::Position& position) {
    for (const auto& table : tables_) {
      if (const auto found = table.find(position); found != table.end()) return found->second;
    }
    tables_.push_back(plain::solve_from(position, 30'000));
    return tables_.back().at(position);
  }
  bool is_draw(const plain::Position& position) {
    return entry_of(position).value == plain::Value::kDraw;
  }
  // Returns "draw", "V wins" or "H wins".
  std::string value_of(const plain::Position& position) {
    const plain::Entry entry = entry_of(position);
    if (entry.value == plain::Value::kDraw) return "draw";
    const bool mover_wins = entry.value == plain::Value::kWin;
    return std::string(1, mover_wins ? position.side : plain::opponent(position.side)) + " wins";
  }

  Opinion judge(const std::string& claim) {
    const std::size_t semicolon = claim.find(';');
    Opinion opinion;
    try {
      opinion.play.push_back(plain_position(claim.substr(0, semicolon)));
      opinion.has_moves = semicolon != std::string::npos;
      if (opinion.has_moves) {
        for (const std::string& word : words_of(claim.substr(semicolon + 1))) {
          const plain::Move move = plain_move(opinion.play.back(), word);
          opinion.moves.push_back(move.text());
          opinion.play.push_back(plain::play(opinion.play.back(), move));
        }
        opinion.returns = opinion.play.size() > 1 && opinion.play.back() == opinion.play.front();
      }
    } catch (const std::invalid_argument&) {
      return opinion;
    }
    if (opinion.returns) opinion.to = opinion.moves.size();
    for (std::size_t to = 1; to < opinion.play.size() && opinion.to == 0; ++to) {
      const auto found = std::find(opinion.play.begin(), opinion.play.end(), opinion.play[to]);
      opinion.from = static_cast<std::size_t>(found - opinion.play.begin());
      if (opinion.from < to) opinion.to = to;
    }
    bool holds = !opinion.has_moves || opinion.to > 0;
    for (std::size_t ply = opinion.from; ply <= opinion.to && holds; ++ply) {
      holds = is_draw(opinion.play[ply]);
    }
    opinion.answer = holds ? "confirmed" : "refuted";
    return opinion;
  }

 private:
  std::vector<std::map<plain::Position, plain::Entry>> tables_;
};

// --- The certificate that comes with an answer ---------------------------------------------------

void expect_fitting_certificate(const Path& file, const Opinion& opinion, Referee& referee) {
  const nlohmann::json certificate = expect_accepted(file);
  const std::string claim = certificate.at("claim").get<std::string>();
  const std::string text = certificate.at("position").get<std::string>();
  const plain::Position position = plain::from_text(text);  // throws unless it is in canonical form
  EXPECT_EQ(claim, referee.value_of(position)) << text;
  if (opinion.answer == "confirmed") {
    EXPECT_EQ(claim, "draw");
    EXPECT_EQ(position, opinion.play[opinion.from]);
    const bool is_simple =
        std::set(opinion.play.begin(), opinion.play.end()).size() == opinion.moves.size();
    if (opinion.returns && is_simple) {
      EXPECT_EQ(certificate.at("line").at("prefix"), nlohmann::json::array());
      EXPECT_EQ(certificate.at("line").at("cycle"), nlohmann::json(opinion.moves));
    }
  } else if (opinion.returns) {
    // The certificate must show that a position of the play is won and therefore not drawn.
    EXPECT_NE(claim, "draw");
    EXPECT_EQ(std::count(opinion.play.begin() + 1, opinion.play.end(), position), 1) << text;
  } else {
    const bool is_known = position == opinion.play.front() || position == opinion.play.back();
    EXPECT_TRUE(is_known) << text;
    if (!opinion.has_moves) {
      EXPECT_NE(claim, "draw");
    }
  }
}

TEST(Judge, AnswersFiftyClaimsAndProvesTheAnswers) {
  const std::vector<Claim> claims = read_claims(kClaims);
  ASSERT_EQ(claims.size(), 50U);
  const TemporaryFolder folder;
  const Result result = run_onyx({"--json", "judge", kClaims.string(), "--out", folder / "out"});
  ASSERT_EQ(result.code, 2) << result;  // some are malformed
  const nlohmann::json answers = result.json();
  ASSERT_EQ(answers.size(), claims.size());
  Referee referee;
  std::size_t certificates = 0;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Claim& claim = claims[i];
    SCOPED_TRACE("line " + std::to_string(claim.line) + ": " + claim.text);
    const nlohmann::json& answer = answers[i];
    EXPECT_EQ(answer.at("line"), claim.line);
    EXPECT_EQ(answer.at("answer"), claim.answer);
    EXPECT_NE(answer.at("reason"), "");
    const bool has_certificate = !answer.at("certificate").is_null();
    EXPECT_EQ(has_certificate, claim.answer != "malformed");
    if (has_certificate) ++certificates;
    if (i % one_in(3U) != 0) continue;  // the plain engine is slow
    const Opinion opinion = referee.judge(claim.text);
    EXPECT_EQ(claim.answer, opinion.answer) << "the file is wrong";
    if (!has_certificate) continue;
    const Texts keys = {"answer", "certificate", "line", "reason"};
    const Texts keys_of_game = {"answer",   "certificate", "error_ply", "from_ply", "line",
                                "position", "reason",      "summary",   "to_ply"};
    EXPECT_EQ(keys_of(answer), opinion.is_game() ? keys_of_game : keys);
    expect_fitting_certificate(answer.at("certificate").get<std::string>(), opinion, referee);
  }
  EXPECT_EQ(names_in(folder / "out").size(), certificates);
}

// --- Forms and exit codes ------------------------------------------------------------------------

Result judge(const TemporaryFolder& folder, const std::string& claims,
             const Arguments& options = {}) {
  write(folder / "claims", claims);
  Arguments arguments = {"judge", folder / "claims"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run_onyx(arguments);
}

TEST(Judge, PrintsALineAClaim) {
  const TemporaryFolder folder;
  const Result result =
      judge(folder, std::string("# a comment\n\n") + kDraw + "\r\n \t\n  open:2x2\nwhat?\n");
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(result.err, "");
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 3U) << result;
  EXPECT_TRUE(lines[0].starts_with("3: confirmed: ")) << result;
  EXPECT_TRUE(lines[1].starts_with("5: refuted: ")) << result;
  EXPECT_TRUE(lines[2].starts_with("6: malformed: ")) << result;
  EXPECT_NE(lines[2].find("what?"), std::string::npos) << result;
}

TEST(Judge, ACycleIsAsLongAsOneRound) {
  const TemporaryFolder folder;
  std::string rounds = kDraw + " ;";
  for (int i = 0; i < 3; ++i) rounds += " B3 B4 C2 C3 D3 D2 C4 C3";
  const Result result = judge(folder, rounds + "\n", {"--out", folder / "out"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_TRUE(result.out.starts_with("1: confirmed: a forced cycle of 8 plies (written 3 times)"))
      << result;
  const nlohmann::json certificate = expect_accepted(folder / "out/line-1.cert.json");
  EXPECT_EQ(certificate.at("line").at("cycle").size(), 8U);
}

TEST(Judge, SaysOfWhichPositionTheValueIs) {
  const TemporaryFolder folder;
  EXPECT_EQ(judge(folder, kDraw + " ; B3*\n").out,
            "1: refuted: no position occurs twice in 1 ply; the first position is a draw\n");
  EXPECT_EQ(judge(folder, "open:2x2 ; A1\n").out,
            "1: refuted: no position occurs twice in 1 ply; in the last position V wins in 2 "
            "plies\n");
}

TEST(Judge, CountsOnePlyAsOne) {
  const TemporaryFolder folder;
  EXPECT_EQ(judge(folder, "2/V1 - V\n").out, "1: refuted: V wins in 1 ply\n");
  EXPECT_EQ(judge(folder, "2/V1 - H\n").out, "1: refuted: V wins in 2 plies\n");
}

TEST(Judge, NamesTheBetterMove) {
  // V plays B2, but C2 connects at once: it joins the stones on C1 and C3.
  const TemporaryFolder folder;
  const Result result =
      judge(folder, "1HV/H2/V1V - V ; B2 B1 A3* C2* C1 A2 B2* B3*\n", {"--out", folder / "out"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_NE(result.out.find("V wins"), std::string::npos) << result;
  const nlohmann::json certificate = expect_accepted(folder / "out/line-1.cert.json");
  const std::string better =
      certificate.at("strategies").at("V").at("1HV/H2/V1V - V").get<std::string>();
  EXPECT_TRUE(plain::connected(plain::play(plain::from_text("1HV/H2/V1V - V"), better), 'V'));
  EXPECT_NE(result.out.find(better), std::string::npos) << result;
}

TEST(Judge, ExitCodeSumsUpTheAnswers) {
  const TemporaryFolder folder;
  const std::string draw = kDraw + "\n";
  EXPECT_EQ(judge(folder, draw).code, 0);
  EXPECT_EQ(judge(folder, draw + "open:2x2\n").code, 1);
  EXPECT_EQ(judge(folder, draw + "open:2x2\nx\n").code, 2);
  EXPECT_EQ(judge(folder, draw + "open:2x2\nopen:6x6\n", {"--memory-limit", "1M"}).code, 3);
}

TEST(Judge, AFileWithoutClaimsIsRefused) {
  const TemporaryFolder folder;
  for (const std::string text : {"", "\n", "# nothing\n", "\xef\xbb\xbf"}) {
    write(folder / "claims", text);
    expect_refused({"judge", folder / "claims"}, " has no claims; write one on each line");
  }
  EXPECT_EQ(run_onyx({"judge", "-"}).code, 2);  // in tests, standard input is empty
}

TEST(Judge, SeveralFilesAreToldApart) {
  const TemporaryFolder folder;
  write(folder / "a", kDraw + "\n");
  write(folder / "b", "\nopen:2x2\n");
  const Result result = run_onyx({"judge", folder / "a", folder / "b", "--out", folder / "out"});
  EXPECT_EQ(result.code, 1) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with(folder / "a" + ":1: confirmed: ")) << result;
  EXPECT_TRUE(lines[1].starts_with(folder / "b" + ":2: refuted: ")) << result;
  EXPECT_EQ(names_in(folder / "out"),
            (Texts{"file-1-line-1.cert.json", "file-2-line-2.cert.json"}));
}

TEST(Judge, ChecksMovesBeforeItLooksForValues) {
  // The values of these setups are unknown, so only a check before the search can answer.
  const TemporaryFolder folder;
  const Result result = judge(folder, "standard:12x12 ; 1. C3 C3\nopen:20x20 ; A1*\n");
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_TRUE(result.out.starts_with("1: malformed: ply 2: ")) << result;
  EXPECT_NE(result.out.find("\n2: malformed: ply 1: "), std::string::npos) << result;
}

TEST(Judge, TotalTimeIsSharedOut) {
  const TemporaryFolder folder;
  std::string claims;
  for (int i = 0; i < 2; ++i) claims += "open:6x6\n" + kDraw + "\n";
  // Sanitized programs are slow, so they need more time for the draws.
  const Result result = judge(folder, claims, {"--total-time", kIsSanitized ? "6" : "3", "--json"});
  EXPECT_EQ(result.code, 3) << result;
  const nlohmann::json answers = result.json();
  ASSERT_EQ(answers.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(answers[i].at("answer"), i % 2 == 0 ? "unknown" : "confirmed") << i;
  }
}

TEST(Judge, NamesThePlyThatGivesUpTheDraw) {
  const TemporaryFolder folder;
  const Result result =
      judge(folder, kDraw + " ; B3 C3 C2 B4 D3 C3 D2 D1 C4 E2 E1 D2 B3\n", {"--json"});
  EXPECT_EQ(result.code, 1) << result;
  const nlohmann::json answer = result.json().at(0);
  EXPECT_EQ(answer.at("from_ply"), 0);
  EXPECT_EQ(answer.at("to_ply"), 12);
  EXPECT_EQ(answer.at("error_ply"), 2);
  EXPECT_EQ(answer.at("position"), kDraw);
}

// The game begins one ply after kDraw and returns to it with four mistakes, two by each player.
// Then it follows a forced cycle. H misses a win in one ply.
TEST(Judge, TellsHowTheGameWasPlayedThatLeadsThere) {
  const TemporaryFolder folder;
  const std::string start = plain::to_text(plain::play(plain::from_text(kDraw), "B3*"));
  const std::string game = start + " ; C3 C2 B4 D3 C3 D2 D1 C4 E2 E1 D2 B3 B4 C2 C3 D3 D2 C4 C3\n";
  const nlohmann::json answer = judge(folder, game, {"--json", "--mistakes"}).json().at(0);
  EXPECT_EQ(answer.at("answer"), "confirmed") << answer;
  EXPECT_EQ(answer.at("from_ply"), 11) << answer;
  const nlohmann::json& summary = answer.at("summary");
  EXPECT_EQ(summary.at("mistakes"), (nlohmann::json{{"V", 2}, {"H", 2}}));
  EXPECT_EQ(summary.at("mistake_plies"), (nlohmann::json{{"V", {1, 5}}, {"H", {2, 10}}}));
  EXPECT_EQ(summary.at("sight"), 0);
  EXPECT_EQ(summary.at("unknown"), 0);
  const Result text = judge(folder, game, {"--mistakes"});
  EXPECT_NE(text.out.find("; the game that leads there has 4 mistakes (V 2, H 2) and sight 0\n"),
            std::string::npos)
      << text;
}

TEST(Judge, AByteOrderMarkIsNoPartOfAClaim) {
  const TemporaryFolder folder;
  write(folder / "claims", "\xef\xbb\xbf" + kDraw + "\n");
  const Result result = run_onyx({"judge", folder / "claims"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_TRUE(result.out.starts_with("1: confirmed")) << result;
}

TEST(Judge, SaysWhichCertificatesAreOfAnEarlierRun) {
  const TemporaryFolder folder;
  write(folder / "claims", kDraw + "\n");
  ASSERT_EQ(run_onyx({"judge", folder / "claims", "--out", folder / "out"}).code, 0);
  write(folder / "claims", "not a claim\n");
  const Result result = run_onyx({"judge", folder / "claims", "--out", folder / "out"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("line-1.cert.json' is from an earlier run"), std::string::npos)
      << result;
}

TEST(Judge, UnknownUnderLimits) {
  const TemporaryFolder folder;
  for (const Arguments& limit :
       {Arguments{"--memory-limit", "1M"}, Arguments{"--time-limit", "0"}}) {
    Arguments options = {"--json", "--out", folder / "out"};
    options.insert(options.end(), limit.begin(), limit.end());
    const Result result = judge(folder, "open:6x6\n", options);
    EXPECT_EQ(result.code, 3) << result;
    const nlohmann::json answers = result.json();
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].at("answer"), "unknown");
    EXPECT_NE(answers[0].at("reason"), "");
    EXPECT_TRUE(answers[0].at("certificate").is_null());
  }
}

TEST(Judge, UnknownCycleIsProvedToBeACycle) {
  const TemporaryFolder folder;
  const std::string position =
      "19H/20/20/20/20/20/20/20/20/10V1V7/10HV8/10H1V7/20/20/20/20/20/20/20/V19 BC910:H,ST1819:V H";
  const Result result = judge(folder, position + " ; L11* L10 L9 K11* M10* M9 K10 L10*\n",
                              {"--json", "--memory-limit", "1M", "--out", folder / "out"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_EQ(result.json().at(0).at("answer"), "unknown");
  const nlohmann::json certificate =
      expect_accepted(result.json().at(0).at("certificate").get<std::string>());
  EXPECT_EQ(certificate.at("claim"), "cycle");
  EXPECT_EQ(certificate.at("position"), position);
}

TEST(Judge, RefutesAPlayThatDoesNotReturnOnAnyBoard) {
  const TemporaryFolder folder;
  const Result result = judge(folder, "open:12x12 ; A1 B1\n", {"--memory-limit", "1M"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_TRUE(result.out.starts_with("1: refuted: ")) << result;
}

TEST(Judge, ACycleWithoutMovesIsMalformed) {
  const TemporaryFolder folder;
  const Result result = judge(folder, kDraw + " ;\n");
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_TRUE(result.out.starts_with("1: malformed: ")) << result;
}

TEST(Judge, SurvivesAnyBytes) {
  const TemporaryFolder folder;
  plain::Rng rng(1);
  std::string noise;
  for (int i = 0; i < 20'000; ++i) noise += static_cast<char>(plain::random_below(rng, 256));
  const Result result = judge(folder,
                              noise + "\n" + std::string(1'000'000, 'V') + "\nopen:2x2 ;" +
                                  std::string(100'000, ';') + "\n" + std::string(1, '\0'),
                              {"--json"});
  EXPECT_EQ(result.code, 2) << result.signal;
  for (const nlohmann::json& answer : result.json()) EXPECT_EQ(answer.at("answer"), "malformed");
}

TEST(Judge, RefusesWhatItCannotReadOrWrite) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  expect_refused({"judge", folder / "missing"}, "missing");
  expect_refused({"judge", folder.path().string()}, folder.path().string());
  expect_refused({"judge", folder / "claims", "--out", folder / "claims"}, "claims");
  expect_refused({"judge", folder / "claims", "--out", "/proc/nowhere"}, "/proc/nowhere");
  expect_refused({"judge"}, "FILE");
}

TEST(Judge, StopsWhenNobodyCanReadItsAnswers) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\nopen:2x2\nopen:2x2\n");
  const Result result =
      run_onyx({"judge", folder / "claims", "--out", folder / "out"}, {"/dev/full", ""});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(lines_of(result.err).size(), 1U) << result;
  EXPECT_EQ(names_in(folder / "out"), Texts{"line-1.cert.json"});
}

TEST(Judge, AnInterruptKeepsTheAnswersSoFar) {
  const TemporaryFolder folder;
  write(folder / "claims", std::string("open:2x2\n") + kDraw + "\nopen:6x6\nopen:3x3\n");
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string out = folder / ("out" + std::to_string(signal));
    Process process(
        onyx_command({"judge", folder / "claims", "--memory-limit", "2G", "--out", out}));
    while (process.is_running() && !std::filesystem::exists(Path(out) / "line-2.cert.json")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    process.send(signal);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
    EXPECT_EQ(names_in(out), (Texts{"line-1.cert.json", "line-2.cert.json"}));
    expect_accepted(Path(out) / "line-1.cert.json");
    expect_accepted(Path(out) / "line-2.cert.json");
    EXPECT_EQ(result.out.find("4: "), std::string::npos) << result;
  }
}

}  // namespace
}  // namespace onyx::test
