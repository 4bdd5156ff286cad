// onyx report: what it writes, what it refuses, and, where there are node and a browser, whether
// the site works.
#include <cstdlib>
#include <map>

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Path kTests = ONYX_TEST_DIR;
const Path kBoards = kTests / "../results/repetitions/boards";
constexpr const char* kHostileName = "<img src=x onerror=document.title='owned'>&\".cert.json";

/// Certificates of three boards, one of them under a hostile name.
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

  Path page_of(const std::string& board) const {
    for (const std::string& name : names_in(site_ + "/positions")) {
      if (name.starts_with(board + "-")) return Path(site_) / "positions" / name;
    }
    throw std::runtime_error("no page of " + board);
  }

  const TemporaryFolder folder_;
  const std::string certificates_ = folder_ / "certificates";
  const std::string site_ = folder_ / "site";
};

/// What stands between two texts.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

nlohmann::json data_of(const Path& page) {
  return nlohmann::json::parse(
      between(read(page), "<script type=\"application/json\" id=\"data\">", "</script>"));
}

std::map<std::string, std::string> files_below(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().string().substr(folder.size())] = read(entry);
  }
  return files;
}

TEST_F(Report, WritesAListAndAPageForEachClass) {
  const Result result = report();
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "3 pages of 2 patterns written to " + site_ + "\n");
  EXPECT_EQ(names_in(site_), (Texts{"board.js", "boards", "facts.js", "index.html", "index.js",
                                    "position.js", "positions", "positions.js", "rules.js",
                                    "strategy.js", "style.css", "words.js"}));
  EXPECT_EQ(names_in(site_ + "/boards"), (Texts{"12x12.js", "5x4.js", "5x5.js"}));
  EXPECT_EQ(names_in(site_ + "/positions").size(), 3U);

  const auto list = nlohmann::json::parse(
      between(read(site_ + "/positions.js"), "const onyxPositions = ", ";\n"));
  ASSERT_EQ(list.size(), 3U);
  for (const nlohmann::json& line : list) {
    const Path page = Path(site_) / "positions" / (line.at("name").get<std::string>() + ".html");
    EXPECT_EQ(data_of(page).at("record").at("board"), line.at("board"));
  }
}

TEST_F(Report, APageHoldsItsCertificate) {
  ASSERT_EQ(report().code, 0);
  const nlohmann::json data = data_of(page_of("12x12"));
  const auto certificate = nlohmann::json::parse(read(kBoards / "12x12.cert.json"));
  for (const char* const key : {"position", "strategies", "line", "game"}) {
    EXPECT_EQ(data.at(key), certificate.at(key)) << key;
  }
  EXPECT_EQ(data.at("record").at("cycle"), 8);
  EXPECT_EQ(data_of(page_of("5x4")).at("game"), nullptr);
  EXPECT_NE(read(page_of("12x12")).find("<title>Onyx: 12x12, H to move</title>"),
            std::string::npos);
  EXPECT_NE(read(page_of("12x12")).find("../boards/12x12.js"), std::string::npos);
}

TEST_F(Report, APageGetsTheGameThatTheCatalogueFound) {
  const Path file = certificates_ + "/deep/5x5.cert.json";
  auto certificate = nlohmann::json::parse(read(file));
  certificate.erase("game");
  write(file, certificate.dump());
  ASSERT_EQ(report().code, 0);
  const nlohmann::json game = data_of(page_of("5x5")).at("game");
  Arguments play = {"play", game.at("setup")};
  for (const nlohmann::json& move : game.at("moves")) play.push_back(move);
  EXPECT_EQ(run_onyx(play).out, certificate.at("position").get<std::string>() + "\n");
}

TEST_F(Report, NamesOfFilesStayTexts) {
  ASSERT_EQ(report().code, 0);
  for (const auto& [name, content] : files_below(site_)) {
    EXPECT_EQ(content.find("<img"), std::string::npos) << name;
  }
  const auto file = data_of(page_of("5x4")).at("record").at("file").get<std::string>();
  EXPECT_TRUE(file.ends_with(kHostileName)) << file;
  // As seen from the site, wherever that is; and the command is one that a shell takes.
  EXPECT_TRUE(file.starts_with("../")) << file;
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(site_) / file)) << file;
  for (const auto& [name, content] : files_below(site_)) {
    EXPECT_EQ(content.find(folder_.path().string()), std::string::npos) << name;
  }
  const Result echo =
      Process({"/bin/bash", "-c",
               "printf '%s|' " + data_of(page_of("5x4")).at("check").get<std::string>()})
          .wait();
  EXPECT_EQ(echo.out, "onyx-check|" + file + "|") << echo;
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
  EXPECT_EQ(lines_of(result.err).size(), 2U) << result;
  EXPECT_NE(result.err.find("cut.cert.json' left out"), std::string::npos) << result;
  EXPECT_NE(result.err.find("win-open-3x3.cert.json' left out"), std::string::npos) << result;
}

TEST_F(Report, LeavesOutWhatIsTooLarge) {
  const Result result = report({"--max-states", "1"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_TRUE(result.out.starts_with("0 pages")) << result;
  EXPECT_EQ(read(site_ + "/positions.js"), "const onyxPositions = [\n\n];\n");
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

// --- In node and in a browser --------------------------------------------------------------------

/// Ends a test for want of a program. That is a failure where CI is set, for there tests/run has
/// installed it: a test that is always skipped would be missed by nobody.
#define END_FOR_WANT_OF(what)                                                   \
  if (const char* const ci = std::getenv("CI"); ci != nullptr && *ci != '\0') { \
    FAIL() << (what) << ", and CI is set";                                      \
  }                                                                             \
  GTEST_SKIP() << (what)

/// The program of one of the names, or "".
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

TEST_F(Report, TheRulesOfTheSiteAgreeWithTheVectors) {
  const std::string node = program_of({"node", "nodejs"});
  if (node.empty()) {
    END_FOR_WANT_OF("there is no node");
  }
  ASSERT_EQ(report().code, 0);
  const Result result = Process({node, (kTests / "experiments/pages/site/rules_check.js").string(),
                                 site_ + "/rules.js", (kTests / "vectors/games.jsonl").string()})
                            .wait();
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "212 positions agree\n") << result;
}

/// Opens the page with scripts added at its end, which add lines "PASS ..." and "FAIL ...".
class ReportInABrowser : public Report {
 protected:
  void SetUp() override {
    browser_ = program_of({"chromium", "chromium-browser", "google-chrome"});
    if (browser_.empty()) {
      END_FOR_WANT_OF("there is no Chromium");
    }
    ASSERT_EQ(report().code, 0);
  }

  void expect_passes(const Path& page, const Texts& scripts, std::size_t passes) {
    std::string html = read(page);
    std::string more;
    for (const std::string& script : scripts) more += "<script>" + script + "</script>\n";
    html.insert(html.rfind("</body>"), more);
    const Path changed = page.parent_path() / "changed.html";
    write(changed, html);
    const Result result =
        Process({browser_, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--disable-dev-shm-usage", "--user-data-dir=" + folder_ / "browser", "--dump-dom",
                 "file://" + changed.string()})
            .wait();
    if (result.out.find("<html") == std::string::npos) {
      END_FOR_WANT_OF(browser_ + " does not start") << "\n" << result;
    }
    std::size_t passed = 0;
    for (const std::string& line : lines_of(result.out)) {
      for (std::size_t at = 0; (at = line.find("<p>FAIL", at)) != std::string::npos; ++at) {
        ADD_FAILURE() << line.substr(at, 300);
      }
      for (std::size_t at = 0; (at = line.find("<p>PASS", at)) != std::string::npos; ++at) ++passed;
    }
    EXPECT_EQ(passed, passes) << result.err;
  }

  static std::string script(const std::string& name) {
    return read(kTests / "experiments/pages/site" / name);
  }

  std::string browser_;
};

TEST_F(ReportInABrowser, APositionCanBePlayedThrough) {
  const std::string vectors =
      "const vectors = " + nlohmann::json(lines_of(read(kTests / "vectors/games.jsonl"))).dump() +
      ";";
  expect_passes(
      page_of("12x12"),
      {vectors, script("rules_check.js"), script("verdict.js"), script("position_check.js")}, 13);
}

TEST_F(ReportInABrowser, TheListCanBeFilteredAndSorted) {
  expect_passes(Path(site_) / "index.html", {script("verdict.js"), script("index_check.js")}, 3);
}

}  // namespace
}  // namespace onyx::test
