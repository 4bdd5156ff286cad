// Tests onyx report: its output, its refusals and, if node and a browser are installed, whether the
// site works.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "core/notation.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Path kTests = ONYX_TEST_DIR;
const Path kBoards = kTests / "../results/repetitions/boards";
const Path kNatural = kTests / "../results/natural";
constexpr const char* kHostileName = "<img src=x onerror=document.title='owned'>&\".cert.json";

/// A site built from the certificates of three boards; one file has a hostile name.
class Report : public testing::Test {
 protected:
  Report() {
    std::filesystem::create_directories(certificates_ + "/deep");
    std::filesystem::copy(kBoards / "12x12.cert.json", certificates_);
    std::filesystem::copy(kBoards / "5x5.cert.json", certificates_ + "/deep");
    std::filesystem::copy(kTests / "certificates/accept/draw-5x4.cert.json",
                          certificates_ + "/" + kHostileName);
  }

  Result report(const Arguments& more = {}) const {
    Arguments arguments = {"report", certificates_, "--out", site_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_onyx(arguments);
  }

  nlohmann::json list() const {
    return nlohmann::json::parse(
        between(read(site_ + "/positions.js"), "const onyxPositions = ", ";\n"));
  }

  nlohmann::json natural_games() const {
    return nlohmann::json::parse(
        between(read(site_ + "/natural-games.js"), "const onyxGames = ", ";\n"));
  }

  /// Returns the site's data for the first certificate of the board. Throws if the board has none.
  nlohmann::json data_of(const std::string& board) const {
    const auto all = nlohmann::json::parse(
        between(read(site_ + "/certificates/0.js"), "Pieces.receive(\"certificates/0\", ", ");\n"));
    for (const nlohmann::json& data : all) {
      if (data.at("record").at("board") == board) return data;
    }
    throw std::runtime_error("no position of " + board);
  }

  static std::string between(const std::string& text, const std::string& begin,
                             const std::string& end) {
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
  }

  const TemporaryFolder folder_;
  const std::string certificates_ = folder_ / "certificates";
  const std::string site_ = folder_ / "site";
};

std::map<std::string, std::string> files_below(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().string().substr(folder.size())] = read(entry);
  }
  return files;
}

std::string in_base64(const std::string& bytes) {
  constexpr const char* kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      group = group << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : kLetters[group >> (18 - 6 * j) & 63];
    }
  }
  return text;
}

TEST_F(Report, WritesAListPagesAndCertificates) {
  write(folder_ / "program.js", "const compiled = 1;\n");
  write(folder_ / "onyx-rules.js", "const rules = 1;\n");
  const Result result = report({"--program", folder_ / "program.js"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "3 pages of 2 patterns written to " + site_ + "\n");
  for (const char* const page : {"index.html", "how-to-play.html", "about.html", "game.html",
                                 "repetitions.html", "atlas.html", "position.html", "play.html",
                                 "puzzles.html", "openings.html", "check.html"}) {
    const std::string html = read(Path(site_) / page);
    EXPECT_LT(html.size(), 100'000U) << page;
    EXPECT_EQ(html.find('@'), std::string::npos) << page;
    for (std::size_t at = 0; (at = html.find("<script src=\"", at)) != std::string::npos; ++at) {
      const std::string script = between(html.substr(at), "\"", "\"");
      EXPECT_TRUE(std::filesystem::exists(Path(site_) / script)) << page << ": " << script;
    }
  }
  EXPECT_NE(read(site_ + "/index.html").find("\"og:image\" content=\"preview.png\""),
            std::string::npos);
  EXPECT_EQ(read(site_ + "/preview.png"),
            read(kTests / "../experiments/pages/site/files/preview.png"));
  EXPECT_EQ(read(site_ + "/onyx-pages.js"), "const compiled = 1;\n");
  EXPECT_EQ(read(site_ + "/onyx-rules.js"), "const rules = 1;\n");
  EXPECT_EQ(list().size(), 3U);
}

TEST_F(Report, CertificatesAreKeptWholeOrCompact) {
  ASSERT_EQ(report().code, 0);
  const nlohmann::json data = data_of("12x12");
  const auto certificate = nlohmann::json::parse(read(kBoards / "12x12.cert.json"));
  for (const char* const key : {"position", "line", "game"}) {
    EXPECT_EQ(data.at(key), certificate.at(key)) << key;
  }
  EXPECT_EQ(data.at("bytes"), in_base64(read(kBoards / "12x12.cert.json")));
  EXPECT_EQ(data.at("saved"), "12x12.cert.json");
  EXPECT_EQ(data.at("record").at("cycle"), 8);
  EXPECT_EQ(data_of("5x4").at("game"), nullptr);
}

TEST_F(Report, NumbersStay) {
  ASSERT_EQ(report().code, 0);
  const Texts names = lines_of(read(site_ + "/numbers.txt"));
  ASSERT_EQ(names.size(), 5U);  // three positions, two patterns
  for (const nlohmann::json& line : list()) EXPECT_EQ(line.at(1), 1);
  const auto own = std::find_if(names.begin(), names.end(),
                                [](const std::string& name) { return name.starts_with("5x5-"); });
  ASSERT_NE(own, names.end());
  write(certificates_ + "/numbers.txt", "5x5-0\n5x5-1\n" + *own + "\n5x5-2\n");
  ASSERT_EQ(report().code, 0);
  for (const nlohmann::json& line : list()) {
    EXPECT_EQ(line.at(1), "5x5-" + line.at(0).get<std::string>() == *own ? 3 : 1) << line;
  }
  EXPECT_TRUE(read(site_ + "/numbers.txt").starts_with("5x5-0\n5x5-1\n" + *own + "\n5x5-2\n"));
}

TEST_F(Report, SaysWhatItIsWithout) {
  const Result result = report({"--program", folder_ / "missing.js"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("missing.js"), std::string::npos) << result;
}

TEST_F(Report, TakesPuzzlesAndOpeningsAlong) {
  write(folder_ / "maps.jsonl",
        R"({"position": "open:2x2", "map": [{"move": "A1", "value": "V wins", "distance": 3}, )"
        R"({"move": "B2", "value": "unknown", "distance_at_most": null, "swap": null}]})"
        "\n");
  ASSERT_EQ(
      report({"--puzzles", (kTests / "puzzles").string(), "--openings", folder_ / "maps.jsonl"})
          .code,
      0);
  const auto listed = nlohmann::json::parse(
      between(read(site_ + "/puzzle-list.js"), "const onyxPuzzles = ", ";\n"));
  const auto puzzles = nlohmann::json::parse(
      between(read(site_ + "/puzzles/0.js"), "Pieces.receive(\"puzzles/0\", ", ");\n"));
  std::size_t lines = 0;
  for (const char* const file : {"puzzles/resist.puzzles.jsonl", "puzzles/sample.puzzles.jsonl",
                                 "puzzles/who.puzzles.jsonl"}) {
    lines += lines_of(read(kTests / file)).size();
  }
  ASSERT_EQ(listed.size(), lines);
  ASSERT_LE(lines, 32U);  // so that one file holds all of them
  ASSERT_EQ(puzzles.size(), lines);
  for (std::size_t i = 0; i < lines; ++i) {
    EXPECT_EQ(puzzles[i].at("id"), listed[i][0]);
    EXPECT_EQ(listed[i].at(5), i + 1);  // the puzzle's number
  }
  const auto openings = nlohmann::json::parse(
      between(read(site_ + "/opening-data.js"), "const onyxOpenings = ", ";\n"));
  ASSERT_EQ(openings.size(), 1U);
  EXPECT_EQ(openings[0].at("setup"), "open:2x2");
  EXPECT_EQ(openings[0].at("map")[0].at("distance"), 3);
  EXPECT_TRUE(openings[0].at("map")[0].at("certificate").is_null());
  EXPECT_FALSE(openings[0].at("map")[0].contains("piece"));
  EXPECT_EQ(openings[0].at("map")[1].at("value"), "unknown");
  write(folder_ / "maps.jsonl", R"({"position": "open:2x2", "map": [{"move": "Z9"}]})");
  expect_refused({"report", certificates_, "--out", site_, "--openings", folder_ / "maps.jsonl"},
                 "maps.jsonl");
  write(folder_ / "maps.jsonl",
        "{}\n"
        R"({"position": "open:2x2", "map": [{"move": "A1", "value": "<img>"}]})");
  expect_refused({"report", certificates_, "--out", site_, "--openings", folder_ / "maps.jsonl"},
                 "maps.jsonl', line 2: move 'A1': the value is '<img>'");
}

TEST_F(Report, OffersTheBookAndAllPuzzlesAsFiles) {
  const std::string puzzles = folder_ / "puzzles";
  std::filesystem::copy(kTests / "puzzles", puzzles);
  const auto expect_links = [&](bool to_puzzles, bool to_book) {
    for (const char* const page : {"/puzzles.html", "/about.html"}) {
      const std::string html = read(site_ + page);
      EXPECT_EQ(html.find("href=\"all.puzzles.jsonl\"") != html.npos, to_puzzles) << page;
      EXPECT_EQ(html.find("href=\"volume.pdf\"") != html.npos, to_book) << page;
    }
  };
  ASSERT_EQ(report().code, 0);
  expect_links(false, false);
  ASSERT_EQ(report({"--puzzles", puzzles}).code, 0);
  expect_links(true, false);
  EXPECT_EQ(read(site_ + "/all.puzzles.jsonl"), read(puzzles + "/resist.puzzles.jsonl") +
                                                    read(puzzles + "/sample.puzzles.jsonl") +
                                                    read(puzzles + "/who.puzzles.jsonl"));
  write(puzzles + "/volume.pdf", "%PDF\n");
  ASSERT_EQ(report({"--puzzles", puzzles}).code, 0);
  expect_links(true, true);
  EXPECT_EQ(read(site_ + "/volume.pdf"), "%PDF\n");
}

TEST_F(Report, TakesSmallProofsOfOpeningsAlong) {
  const Path proof = kTests / "../results/openings/certificates/2x2/A1.certz";
  std::filesystem::create_directories(folder_ / "maps/deep");
  std::filesystem::copy(proof, folder_ / "maps/deep/A1.certz");
  write(folder_ / "maps/deep/large.certz", std::string(80'001, 'x'));
  write(folder_ / "maps/maps.jsonl",
        R"({"position": "open:2x2", "map": [)"
        R"({"move": "A1", "value": "V wins", "certificate": "deep/A1.certz"}, )"
        R"({"move": "A2", "value": "H wins", "certificate": "deep/large.certz"}, )"
        R"({"move": "B1", "value": "H wins", "certificate": "deep/missing.certz"}, )"
        R"({"move": "B2", "value": "V wins", "certificate": "deep/A1.certz"}]})"
        "\n");
  for (const char* const given : {"maps", "maps/maps.jsonl"}) {
    std::filesystem::remove_all(site_);
    ASSERT_EQ(report({"--openings", folder_ / given}).code, 0);
    const auto openings = nlohmann::json::parse(
        between(read(site_ + "/opening-data.js"), "const onyxOpenings = ", ";\n"));
    const nlohmann::json& map = openings.at(0).at("map");
    EXPECT_EQ(map[0].at("piece"), 0);
    EXPECT_FALSE(map[1].contains("piece") || map[2].contains("piece")) << map;
    EXPECT_EQ(map[3].at("piece"), 0);
    EXPECT_EQ(read(site_ + "/proofs/0.js"),
              "Pieces.receive(\"proofs/0\", [\n\"" + in_base64(read(proof)) + "\"\n]);\n");
  }
}

TEST_F(Report, TakesGamesThatTheRefereeAccepts) {
  ASSERT_EQ(report().code, 0);
  EXPECT_EQ(natural_games(), nlohmann::json::array());
  std::filesystem::create_directories(folder_ / "games");
  std::filesystem::copy(kNatural / "4x5-one-mistake", folder_ / "games/4x5");
  ASSERT_EQ(report({"--games", folder_ / "games"}).code, 0);
  ASSERT_EQ(natural_games().size(), 1U);
  const nlohmann::json game = natural_games()[0];
  EXPECT_EQ(game.at("name"), "4x5");
  EXPECT_EQ(game.at("setup"), "open:4x5");
  EXPECT_EQ(game.at("winner"), "H");
  EXPECT_EQ(game.at("mistake"), game.at("moves").size());
  EXPECT_EQ(game.at("sight"), 9);
  EXPECT_EQ(game.at("cycle").size(), 8U);
  const std::string file = folder_ / "games/4x5/game.game.json";
  nlohmann::json forged = nlohmann::json::parse(read(file));
  forged["mistake"] = 10;
  write(file, forged.dump());
  expect_refused({"report", certificates_, "--out", site_, "--games", folder_ / "games"},
                 "game.game.json");
}

TEST_F(Report, APageGetsTheGameThatTheCatalogueFound) {
  const Path file = certificates_ + "/deep/5x5.cert.json";
  auto certificate = nlohmann::json::parse(read(file));
  certificate.erase("game");
  write(file, certificate.dump());
  ASSERT_EQ(report().code, 0);
  const nlohmann::json game = data_of("5x5").at("game");
  Arguments play = {"play", game.at("setup")};
  for (const nlohmann::json& move : game.at("moves")) play.push_back(move);
  EXPECT_EQ(run_onyx(play).out, certificate.at("position").get<std::string>() + "\n");
}

TEST_F(Report, NamesOfFilesStayTexts) {
  ASSERT_EQ(report().code, 0);
  for (const auto& [name, content] : files_below(site_)) {
    EXPECT_EQ(content.find("<img src=x"), std::string::npos) << name;
  }
  const auto file = data_of("5x4").at("record").at("file").get<std::string>();
  EXPECT_EQ(file, kHostileName);
  // A shell must parse the command into exactly these words.
  const Result echo =
      Process({"/bin/bash", "-c", "printf '%s|' " + data_of("5x4").at("check").get<std::string>()})
          .wait();
  EXPECT_EQ(echo.out, "onyx-check|" + data_of("5x4").at("saved").get<std::string>() + "|") << echo;
}

TEST_F(Report, ShowsNoPathOfThisMachine) {
  std::filesystem::create_directories(certificates_ + "/deep/packs");
  std::filesystem::copy(kTests / "../results/records/fewest-stones-4x5.pack",
                        certificates_ + "/deep/packs");
  write(folder_ / "maps.jsonl",
        R"({"position": "open:2x2", "map": [)"
        R"({"move": "A1", "value": "V wins", "certificate": "2x2/A1.certz"}, )"
        R"({"move": "A2", "value": "H wins", "certificate": "../secret/2x2/A2.certz"}, )"
        R"({"move": "B1", "value": "H wins", "certificate": "/secret/2x2/B1.certz"}]})"
        "\n");
  ASSERT_EQ(report({"--openings", folder_ / "maps.jsonl"}).code, 0);
  const auto openings = nlohmann::json::parse(
      between(read(site_ + "/opening-data.js"), "const onyxOpenings = ", ";\n"));
  Texts proofs;
  for (const nlohmann::json& item : openings[0].at("map")) proofs.push_back(item.at("certificate"));
  EXPECT_EQ(proofs, (Texts{"2x2/A1.certz", "A2.certz", "B1.certz"}));
  // Name the input in several ways: absolute, from another folder, with dots and slashes, as one
  // file.
  const std::string name = folder_.path().filename();
  for (const Texts& inputs :
       std::vector<Texts>{{certificates_},
                          {certificates_ + "/deep/..//"},
                          {"../" + name + "/./certificates"},
                          {".//certificates/"},
                          {certificates_ + "/deep/5x5.cert.json", certificates_ + "/deep/packs"}}) {
    std::filesystem::remove_all(site_);
    Arguments arguments = {ONYX_PROGRAM, "report", "--out", "site"};
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    const Result result = Process(arguments, {"", "", folder_.path().string()}).wait();
    ASSERT_EQ(result.code, 0) << result;
    for (const auto& [file, content] : files_below(site_)) {
      for (const std::string& word : {name, folder_.path().string(), std::string("\"../"),
                                      std::string("certificates/deep")}) {
        EXPECT_EQ(content.find(word), std::string::npos)
            << inputs[0] << ", " << file << ": " << word;
      }
    }
    const bool is_whole = inputs.size() == 1;
    EXPECT_EQ(data_of("5x5").at("record").at("file"),
              is_whole ? "deep/5x5.cert.json" : "5x5.cert.json");
    EXPECT_EQ(data_of("4x5").at("record").at("file"),
              std::string(is_whole ? "deep/packs/" : "") + "fewest-stones-4x5.pack#1");
    EXPECT_EQ(data_of("4x5").at("check"), "onyx-check fewest-stones-4x5-1.certz");
  }
}

TEST_F(Report, IsTheSameForAnyNumberOfThreadsAndEachTime) {
  ASSERT_EQ(report({"--threads", "1"}).code, 0);
  const auto first = files_below(site_);
  ASSERT_EQ(report({"--threads", "3"}).code, 0);
  EXPECT_EQ(files_below(site_), first);
}

TEST_F(Report, SumsUpAsJson) {
  const nlohmann::json json = report({"--json"}).json();
  EXPECT_EQ(keys_of(json), (Texts{"folder", "pages", "patterns", "refused", "repeated"}));
  EXPECT_EQ(json.at("pages"), 3);
  EXPECT_EQ(json.at("folder"), site_);
}

TEST_F(Report, LeavesOutWhatProvesNoDraw) {
  std::filesystem::copy(kTests / "certificates/accept/win-open-3x3.cert.json", certificates_);
  write(certificates_ + "/cut.cert.json", "{\"format\": \"onyx-");
  const Result result = report();
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_TRUE(result.out.starts_with("3 pages")) << result;
  EXPECT_NE(result.err.find("cut.cert.json' left out"), std::string::npos) << result;
  EXPECT_NE(result.err.find("win-open-3x3.cert.json' left out"), std::string::npos) << result;
}

TEST_F(Report, LeavesOutWhatIsTooLarge) {
  const Result result = report({"--max-states", "1"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_TRUE(result.out.starts_with("0 pages")) << result;
  EXPECT_EQ(list().size(), 0U);
}

TEST_F(Report, RefusesBadInput) {
  expect_refused({"report", certificates_}, "--out");
  expect_refused({"report", "--out", site_}, "DIR");
  expect_refused({"report", folder_ / "missing", "--out", site_}, "missing");
  std::filesystem::create_directory(folder_ / "empty");
  expect_refused({"report", folder_ / "empty", "--out", site_}, "*.cert.json");
  expect_refused({"report", certificates_, "--out", ""}, "--out");
  expect_refused({"report", certificates_, "--out", "/proc/site"}, "/proc/site");
  write(folder_ / "file", "");
  expect_refused({"report", certificates_, "--out", folder_ / "file"}, "file");
  EXPECT_FALSE(std::filesystem::exists(site_));
}

// --- In a browser --------------------------------------------------------------------------------

// Sanitized builds skip these tests, because they do not build the WebAssembly.
#ifndef ONYX_SANITIZED

/// Skips a test if a program is missing, but fails it if CI is set: there `tests/run --all`
/// installs the program, and nobody would notice a test that is always skipped.
#define END_FOR_WANT_OF(what)                                                   \
  if (const char* const ci = std::getenv("CI"); ci != nullptr && *ci != '\0') { \
    FAIL() << (what) << ", and CI is set";                                      \
  }                                                                             \
  GTEST_SKIP() << (what)

std::string program_of(const Texts& names) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const std::string& name : names) {
      const std::string program = (Path(folder) / name).string();
      if (::access(program.c_str(), X_OK) == 0) return program;
    }
  }
  return "";
}

std::size_t share(std::size_t some, std::size_t all) {
  return std::getenv("ONYX_ALL_IN_BROWSER") != nullptr ? all : some;
}

/// Returns `count` of the lines, evenly spread.
Texts spread(const Texts& lines, std::size_t count) {
  Texts chosen;
  for (std::size_t i = 0; i < std::min(count, lines.size()); ++i) {
    chosen.push_back(lines[i * lines.size() / std::min(count, lines.size())]);
  }
  return chosen;
}

/// Opens pages in a browser and runs scripts in them that print PASS and FAIL.
class ReportInABrowser : public Report {
 protected:
  void SetUp() override {
    node_ = program_of({"node", "nodejs"});
    browser_ = program_of({"chromium", "chromium-browser", "google-chrome"});
    if (node_.empty() || browser_.empty()) {
      END_FOR_WANT_OF("there is no node, or no Chromium");
    }
    if (!std::filesystem::exists(Path(ONYX_PROGRAM).parent_path() / "onyx-pages.js")) {
      END_FOR_WANT_OF("experiments/pages/wasm/build has not been run");
    }
    std::filesystem::copy(kTests / "../results/records/fewest-stones-6x6.pack", certificates_);
    const Path puzzles = share(0, 1) == 0 ? kTests / "puzzles" : kTests / "../results/puzzles";
    const Result made = report({"--puzzles", puzzles.string(), "--openings",
                                (kTests / "../results/openings/maps.jsonl").string(),
                                (kTests / "../results/openings/standard-6x6.json").string(),
                                "--games", (kNatural / "4x5-one-mistake").string(),
                                (kNatural / "6x6-standard-one-mistake").string()});
    ASSERT_EQ(made.code, 0) << made;
  }

  /// The script can use `given` as a constant of that name.
  void expect_passes(const std::string& page, const std::string& script, std::size_t passes,
                     const nlohmann::json& given = nullptr, bool is_broken = false) {
    const std::string file = folder_ / script;
    write(file, "const given = " + given.dump() + ";\n" +
                    read(kTests / "experiments/pages/site" / script));
    Arguments drive = {node_,     (kTests / "experiments/pages/site/drive.js").string(),
                       browser_,  "file://" + site_ + "/" + page,
                       "--width", "390"};
    if (is_broken) drive.push_back("--broken");
    drive.push_back(file);
    expect_passes(drive, passes);
  }

  void expect_passes(const Arguments& drive, std::size_t passes) {
    const Result result = Process(drive).wait();
    if (result.code == 3) {
      END_FOR_WANT_OF(browser_ + " does not start") << "\n" << result;
    }
    std::size_t passed = 0;
    for (const std::string& line : lines_of(result.out)) {
      if (line.starts_with("FAIL")) ADD_FAILURE() << line;
      passed += line.starts_with("PASS") ? 1 : 0;
    }
    EXPECT_EQ(passed, passes) << result;
  }

  std::string address_of(const std::string& board) const {
    for (const nlohmann::json& line : list()) {
      const std::string position = line.at(2);
      if (format_board_size(board_size_of(position)) == board) {
        return "position.html#at=" + board + "-" + std::to_string(line.at(1).get<int>());
      }
    }
    throw std::runtime_error("no position of " + board);
  }

  std::string node_;
  std::string browser_;
};

TEST_F(ReportInABrowser, VisitorsFindTheirWay) {
  const nlohmann::json bytes = data_of("12x12").at("bytes");
  const std::map<std::string, std::size_t> tasks = {
      {"index.html", 1}, {"play.html", 6},         {"puzzles.html", 2}, {"openings.html", 1},
      {"game.html", 1},  {address_of("12x12"), 1}, {"check.html", 1}};
  for (const auto& [page, count] : tasks) expect_passes(page, "visitor_check.js", count, bytes);
}

TEST_F(ReportInABrowser, VisitorsFindTheirWayInFirefox) {
  browser_ = program_of({"firefox-esr", "firefox"});
  if (browser_.empty()) GTEST_SKIP() << "there is no Firefox";
  expect_passes("play.html", "visitor_check.js", 6);
}

TEST_F(ReportInABrowser, WorksOfflineAfterTheFirstVisit) {
  const std::string script = (kTests / "experiments/pages/site/offline.js").string();
  expect_passes({node_, script, browser_, site_}, 5);
}

TEST_F(ReportInABrowser, APositionCanBePlayedThrough) {
  expect_passes(address_of("12x12"), "position_check.js", 9);
  expect_passes("position.html#at=12x12-0", "no_position_check.js", 1);
}

const Texts kGarbage = {"%", "%E0%A4%A", "=&=&&", "at", "%00=%FF", "<b>&'\"", "a=b#c?d"};

/// Returns pairs of an address and the message expected on the page: none for the malformed
/// addresses in kGarbage; for the addresses in `odd`, the message given there.
nlohmann::json addresses(const std::map<std::string, std::string>& odd) {
  nlohmann::json given = nlohmann::json::array();
  for (const std::string& fragment : kGarbage) given.push_back({fragment, ""});
  for (const auto& [fragment, words] : odd) given.push_back({fragment, words});
  return given;
}

TEST_F(ReportInABrowser, EveryAddressIsAnswered) {
  const std::string noise(3000, 'x');
  expect_passes("openings.html#at=open:3x3&moves=B2+B2+A1", "address_check.js", 1,
                addresses({{"at=open:3x3&moves=Z9", "ply 1: "},
                           {"at=open:3x3&moves=B2+A1+B2", "ply 3: move 'B2': B2 is occupied"},
                           {"at=open:3x3&moves=%FF%E0%A4%A", "ply 1: "},
                           {"at=open:9x9&moves=A1", "no openings of “open:9x9”"},
                           {"at=%E0%A4%A", "no openings of "},
                           {"at=" + noise, "no openings of “xxxx"}}));
  expect_passes("play.html#record=nonsense", "address_check.js", 1,
                addresses({{"record=open:5x5+B2+Z9", "ply 2: "},
                           {"record=4/4/4/4+-+V+A1+A1&ply=7", "ply 2: "},
                           {"record=open:99x99", "99"},
                           {"record=%E0%A4%A", "Not all of the address can be shown"},
                           {"record=" + noise, "Not all of the address can be shown"},
                           {"record=open:4x4+A1&ply=1.5", ""},
                           {"record=open:4x4+A1&ply=NaN", ""},
                           {"record=open:4x4+A1&ply=-1", ""}}));
  expect_passes("atlas.html#at=" + noise, "address_check.js", 1,
                addresses({{"board=9x9", "No pattern is found by board “9x9”"},
                           {"where=nowhere", "No pattern is found by where “nowhere”"},
                           {"where=%FF", "No pattern is found by where "}}));
  expect_passes("repetitions.html#only=%E0%A4%A", "address_check.js", 1,
                addresses({{"only=nothing", "“nothing” only"}}));
}

TEST_F(ReportInABrowser, AnOddAddressOpensThePage) {
  const auto says = [](const std::string& words, bool board) {
    return nlohmann::json{{"says", words}, {"board", board}};
  };
  const std::string script = "opened_check.js";
  expect_passes("openings.html#at=open:3x3&moves=Z9", script, 1, says("ply 1: ", true));
  expect_passes("play.html#record=open:5x5+B2+Z9", script, 1, says("ply 2: ", true));
  expect_passes("puzzles.html#at=" + std::string(3000, 'x'), script, 1,
                says("is not in this collection. Begin with the first", false));
  expect_passes("check.html#at=%E0%A4%A", script, 1, says("Check a certificate", false));
  const std::string position = address_of("5x5");
  expect_passes(position + "&mode=nothing&ply=1.5", script, 1, says("called “nothing”", false));
  expect_passes(position + "&ply=1.5", script, 1, says("no move “1.5”", false));
  expect_passes("position.html#at=%E0%A4%A", script, 1, says("names no position", false));
}

TEST_F(ReportInABrowser, WhatIsMissingIsNamed) {
  const auto says = [](const std::string& words) {
    return nlohmann::json{{"says", words}, {"board", false}};
  };
  const std::string script = "opened_check.js";
  const std::string position = address_of("5x5");
  const std::string pattern =
      between(read(site_ + "/pattern-list.js"), "onyxPatternList = [\n[\"", "\"");
  write(site_ + "/certificates/0.js", "Pieces.receive(\"certificates/0\", []);\n");
  write(site_ + "/patterns/0.js", "const cut = 0;\n");
  std::filesystem::remove(site_ + "/puzzles/0.js");
  expect_passes(position, script, 1, says("certificates/0.js is damaged"));
  expect_passes("puzzles.html", script, 1, says("puzzles/0.js is missing"));
  expect_passes("atlas.html#at=" + pattern, script, 1, says("patterns/0.js is damaged"));
  std::filesystem::remove(site_ + "/opening-data.js");
  expect_passes("openings.html", script, 1, says("opening-data.js is missing"), true);
}

TEST_F(ReportInABrowser, AClassOfAPackCanBePlayedAndChecked) {
  expect_passes(address_of("6x6"), "packed_check.js", 4);
}

TEST_F(ReportInABrowser, PatternsLeadToTheirPositions) {
  expect_passes("atlas.html", "atlas_check.js", 3);
}

TEST_F(ReportInABrowser, TheStartPageShowsACaptureAndTheWays) {
  expect_passes("index.html", "start_check.js", 3);
}

TEST_F(ReportInABrowser, TheListCanBeFilteredAndSearched) {
  expect_passes("repetitions.html", "repetitions_check.js", 6);
}

nlohmann::json games(std::size_t count) {
  nlohmann::json games = nlohmann::json::array();
  for (const std::string& line : spread(lines_of(read(kTests / "vectors/games.jsonl")), count)) {
    games.push_back(nlohmann::json::parse(line));
  }
  return games;
}

/// Returns setups, draws and puzzles on boards of at least 3x3, and positions one ply before the
/// end of a won game.
Texts held_positions() {
  Texts positions = {"open:3x3", "open:3x4", "standard:4x4"};
  Texts large;
  for (const std::string& line : lines_of(read(kTests / "../results/catalogue/catalogue.jsonl"))) {
    const auto position = nlohmann::json::parse(line).at("position").get<std::string>();
    const BoardSize size = board_size_of(position);
    if (size.width >= 7 && size.width <= 12) large.push_back(position);
  }
  for (const std::string& position : spread(large, share(2, 100))) positions.push_back(position);
  for (const char* const file : {"../results/catalogue/catalogue.jsonl",
                                 "../results/puzzles/6x6-win-seed1-shard0of1.puzzles.jsonl",
                                 "../results/puzzles/5x5-win-seed1-shard0of1.puzzles.jsonl"}) {
    for (const std::string& line : spread(lines_of(read(kTests / file)), share(4, 50))) {
      positions.push_back(nlohmann::json::parse(line).at("position"));
    }
  }
  for (const nlohmann::json& game : games(share(4, 60))) {
    if (game.at("winner").is_null()) continue;
    const auto size = game.at("size").dump();
    Arguments play = {"play", game.at("setup").get<std::string>() + ":" + size + "x" + size};
    for (const nlohmann::json& move : game.at("moves")) play.push_back(move);
    play.pop_back();
    positions.push_back(lines_of(run_onyx(play).out).at(0));
  }
  return positions;
}

/// Returns the answers of onyx solve, with one thread, to held_positions().
nlohmann::json native_answers() {
  const Texts positions = held_positions();
  Arguments arguments = {"--threads", "1", "solve", "--json"};
  arguments.insert(arguments.end(), positions.begin(), positions.end());
  nlohmann::json answers = nlohmann::json::array();
  for (const std::string& line : lines_of(run_onyx(arguments).out)) {
    answers.push_back(nlohmann::json::parse(line));
  }
  return answers;
}

TEST_F(ReportInABrowser, ThePlayerKnowsTheRulesAndTheSolver) {
  nlohmann::json given;
  given["answers"] = native_answers();
  EXPECT_GE(given["answers"].size(), share(15, 200));
  given["games"] = games(share(4, 60));
  const auto certificate = nlohmann::json::parse(read(kBoards / "5x5.cert.json"));
  std::string record = certificate.at("position");
  for (const nlohmann::json& move : certificate.at("line").at("cycle")) {
    record += " " + move.get<std::string>();
  }
  given["repeating"] = record;
  expect_passes("play.html", "play_check.js", 16, given);
}

/// Returns the name and the bytes of each file, and the verdict of onyx-check.
nlohmann::json judged(const Texts& files) {
  nlohmann::json given = nlohmann::json::array();
  for (const std::string& path : files) {
    const std::string name = Path(path).filename();
    const std::string line = lines_of(run_check({path}).out).at(0);
    given.push_back({name, in_base64(read(path)), name + line.substr(line.find(": "))});
  }
  return given;
}

TEST_F(ReportInABrowser, TheRefereeSaysWhatOnyxCheckSays) {
  Texts files;
  for (const char* const folder :
       {"certificates/accept", "certificates/fail", "../results/repetitions/small"}) {
    Texts paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kTests / folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (std::string& path : spread(paths, share(6, 200))) files.push_back(std::move(path));
  }
  expect_passes("check.html", "check_check.js", 1, judged(files));
}

TEST_F(ReportInABrowser, TheRefereeJudgesLargeFilesToo) {
  if (read(site_ + "/onyx-rules.js").find("onyxJudgesAllKinds = true") == std::string::npos) {
    END_FOR_WANT_OF("the source of zstd");
  }
  const Path openings = kTests / "../results/openings";
  const std::string table = folder_ / "3x3.table";
  ASSERT_EQ(run_onyx({"strong", "3x3", "--table", table}).code, 0);
  Texts files = {openings / "certificates/4x4/B2.certz", openings / "certificates/7x3/D2.certz",
                 openings / "5x5.certz", table};
  for (const std::string& path : Texts(files)) {
    std::string bytes = read(path);
    for (const std::size_t at : {std::size_t{17}, bytes.size() / 2, bytes.size() - 1}) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ 1);
      files.push_back(folder_ / ("spoiled-" + std::to_string(files.size())));
      write(files.back(), other);
    }
    files.push_back(folder_ / ("cut-" + std::to_string(files.size())));
    write(files.back(), bytes.substr(0, bytes.size() - 3));
  }
  expect_passes("check.html", "check_check.js", 1, judged(files));
}

TEST_F(ReportInABrowser, PuzzlesAreSolvedAndFailed) {
  expect_passes("puzzles.html", "puzzles_check.js", 8, share(3, 10));
}

TEST_F(ReportInABrowser, GamesWithOneMistakeAreSteppedThrough) {
  expect_passes("game.html", "game_check.js", 2, natural_games());
}

TEST_F(ReportInABrowser, OpeningsAreFollowed) {
  expect_passes("openings.html", "openings_check.js", 5);
}

/// Returns a line of play of at most six plies that begins with `first`: the winner follows the
/// certificate, the loser plays at random. Includes onyx query's answer at the end of the line.
nlohmann::json line_through(const std::string& certificate, const std::string& setup,
                            const std::string& first, std::mt19937& random) {
  nlohmann::json line = {{"setup", setup}, {"moves", {first}}};
  const std::size_t plies = 1 + random() % 6;
  while (true) {
    Arguments query = {"query", certificate, setup, "--json"};
    for (const nlohmann::json& move : line["moves"]) query[2] += " " + move.get<std::string>();
    const Result result = run_onyx(query);
    EXPECT_EQ(result.code, 0) << result;
    line["answer"] = nlohmann::json::parse(result.out).at(0);
    const nlohmann::json& answer = line["answer"];
    const bool is_over = !answer.contains("move") && !answer.contains("replies");
    if (is_over || line["moves"].size() >= plies) return line;
    if (answer.contains("move")) {
      line["moves"].push_back(answer["move"]);
    } else {
      line["moves"].push_back(answer["replies"][random() % answer["replies"].size()]["reply"]);
    }
  }
}

TEST_F(ReportInABrowser, OpeningsSayWhatQuerySays) {
  const auto openings = nlohmann::json::parse(
      between(read(site_ + "/opening-data.js"), "const onyxOpenings = ", ";\n"));
  std::vector<std::pair<std::string, nlohmann::json>> proofs;
  for (const nlohmann::json& opening : openings) {
    for (const nlohmann::json& item : opening.at("map")) {
      if (item.contains("piece")) proofs.emplace_back(opening.at("setup"), item);
    }
  }
  constexpr std::size_t kLines = 100;
  ASSERT_GT(proofs.size(), kLines);
  std::mt19937 random(58);
  nlohmann::json lines;
  std::size_t with_move = 0;
  std::size_t with_replies = 0;
  for (std::size_t i = 0; i < kLines; ++i) {
    const auto& [setup, item] = proofs[i * proofs.size() / kLines];
    const std::string certificate = item.at("certificate");
    lines.push_back(line_through((kTests / "../results/openings" / certificate).string(), setup,
                                 item.at("move"), random));
    with_move += lines.back()["answer"].contains("move") ? 1 : 0;
    with_replies += lines.back()["answer"].contains("replies") ? 1 : 0;
  }
  EXPECT_GT(with_move, kLines / 5);
  EXPECT_GT(with_replies, kLines / 5);
  expect_passes("openings.html", "opening_lines_check.js", 1, lines);
}

#endif  // ONYX_SANITIZED

}  // namespace
}  // namespace onyx::test
