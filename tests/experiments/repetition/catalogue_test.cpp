// Tests onyx catalogue: its facts about a class, compared with the plain engine; equal classes,
// files that are not certificates, and the files that it writes.

#include <map>
#include <set>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"

namespace onyx::test {
namespace {

/// What the catalogue must say about the class of a position.
struct PlainClass {
  std::size_t size = 0;
  std::size_t cycle = 0;
  int freedom = 0;
};

PlainClass plain_class(const std::string& text) {
  const plain::Position start = plain::from_text(text);
  const auto entries = plain::solve_from(start, 100'000);
  std::map<plain::Position, std::vector<plain::Position>> drawn;
  for (const auto& [position, entry] : entries) {
    if (entry.value != plain::Value::kDraw) continue;
    for (const plain::Move& move : plain::legal_moves(position)) {
      const plain::Position next = plain::play(position, move);
      if (entries.at(next).value == plain::Value::kDraw) drawn[position].push_back(next);
    }
  }
  // The distance in plies from a position to each position that it reaches through draws.
  const auto distances = [&](const plain::Position& from) {
    std::map<plain::Position, std::size_t> plies{{from, 0}};
    std::vector<plain::Position> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const plain::Position here = queue[i];
      for (const plain::Position& next : drawn[here]) {
        if (plies.emplace(next, plies.at(here) + 1).second) queue.push_back(next);
      }
    }
    return plies;
  };
  PlainClass result;
  result.cycle = SIZE_MAX;
  std::map<plain::Position, std::map<plain::Position, std::size_t>> from;
  for (const auto& [position, plies] : distances(start)) {
    const auto back = distances(position);
    if (back.contains(start)) from[position] = back;
  }
  result.size = from.size();
  for (const auto& [position, plies] : from) {
    for (const plain::Position& next : drawn[position]) {
      const auto rest = from.find(next);
      if (rest == from.end() || !rest->second.contains(position)) continue;
      result.cycle = std::min(result.cycle, rest->second.at(position) + 1);
    }
  }
  // The freedom is the minimum over all closed walks of this length.
  int least = INT_MAX;
  for (const auto& [position, plies] : from) {
    std::map<plain::Position, int> walks{{position, 0}};
    for (std::size_t ply = 0; ply < result.cycle; ++ply) {
      std::map<plain::Position, int> longer;
      for (const auto& [here, freedom] : walks) {
        const int others = static_cast<int>(drawn[here].size()) - 1;
        for (const plain::Position& next : drawn[here]) {
          const auto [entry, is_new] = longer.emplace(next, freedom + others);
          if (!is_new) entry->second = std::min(entry->second, freedom + others);
        }
      }
      walks = longer;
    }
    if (walks.contains(position)) least = std::min(least, walks.at(position));
  }
  result.freedom = least;
  return result;
}

class CatalogueTest : public testing::Test {
 protected:
  void certify(const std::string& position, const std::string& file) {
    std::filesystem::create_directories(Path(folder_ / file).parent_path());
    ASSERT_EQ(run_onyx({"solve", position, "--certificate", folder_ / file}).code, 0);
  }
  nlohmann::json catalogue(const Arguments& more = {}) {
    Arguments arguments = {"catalogue", "--json", folder_.path().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << result;
    return result.json();
  }

  TemporaryFolder folder_;
};

TEST_F(CatalogueTest, ClassFactsAgreeWithThePlainEngine) {
  const Path published = Path(ONYX_TEST_DIR).parent_path() / "results/repetitions/small";
  int known = 0;
  for (const std::string& name : names_in(published)) {
    if (!name.starts_with("4x5") && !name.starts_with("5x5")) continue;
    // The plain engine is slow, so use only certificates with few positions.
    const auto certificate = nlohmann::json::parse(read(published / name));
    if (certificate.at("strategies").at("V").size() > 60) continue;
    std::filesystem::copy(published / name, folder_ / name);
    if (++known == 4) break;
  }
  const nlohmann::json json = catalogue();
  EXPECT_EQ(json.at("classes").size(), 4U);
  for (const nlohmann::json& record : json.at("classes")) {
    const PlainClass expected = plain_class(record.at("position"));
    EXPECT_EQ(record.at("class_size"), expected.size) << record;
    EXPECT_EQ(record.at("cycle"), expected.cycle) << record;
    EXPECT_EQ(record.at("freedom"), expected.freedom) << record;
    EXPECT_EQ(record.at("only_moves"), expected.freedom == 0) << record;
  }
}

TEST_F(CatalogueTest, DescribesPositions) {
  certify(kDraw, "draw.cert.json");
  const nlohmann::json json = catalogue();
  ASSERT_EQ(json.at("classes").size(), 1U);
  const nlohmann::json& record = json.at("classes")[0];
  EXPECT_EQ(record.at("file"), folder_ / "draw.cert.json");
  EXPECT_EQ(record.at("board"), "5x5");
  EXPECT_EQ(record.at("position"), kDraw);
  EXPECT_EQ(record.at("stones"), (nlohmann::json{{"V", 12}, {"H", 10}, {"midpoints", 0}}));
  EXPECT_EQ(record.at("empty"), 3);
  EXPECT_EQ(record.at("arena"), (nlohmann::json{{"points", 10}, {"midpoints", 3}}));
  EXPECT_EQ(record.at("cycle"), 8);
  EXPECT_EQ(record.at("squares").size(), 2U);
  EXPECT_EQ(record.at("double_captures"), 0);
  // V's lead in stones is even, but H is to move, so no game that V begins leads here.
  EXPECT_EQ(record.at("suits_v_first"), false);
  EXPECT_EQ(record.at("game"), nullptr);
  EXPECT_EQ(record.at("pattern"), 1);
  EXPECT_EQ(json.at("patterns"), 1);
}

TEST_F(CatalogueTest, CountsAClassOnce) {
  // Certify a position, a later position on its cycle, and its reflection, in nested folders.
  certify(kDraw, "a.cert.json");
  const nlohmann::json line = nlohmann::json::parse(read(folder_ / "a.cert.json")).at("line");
  const std::string later =
      run_onyx({"play", kDraw, line.at("cycle").at(0).get<std::string>()}).out;
  certify(later.substr(0, later.find('\n')), "b/b.cert.json");
  certify(plain::to_text(plain::reflected(plain::from_text(kDraw))), "b/c/c.cert.json");
  // The frame gives a class of a larger board, which has the same pattern.
  ASSERT_EQ(run_onyx({"frame", kDraw, "--board", "7x7", "--out", folder_ / "d.cert.json"}).code, 0);
  const nlohmann::json json = catalogue();
  ASSERT_EQ(json.at("classes").size(), 2U);
  EXPECT_EQ(json.at("classes")[0].at("file"), folder_ / "a.cert.json");
  EXPECT_EQ(json.at("classes")[1].at("board"), "7x7");
  EXPECT_EQ(json.at("repeated"), 2);
  EXPECT_EQ(json.at("patterns"), 1);
}

TEST_F(CatalogueTest, FollowsThePrefixToTheCycle) {
  // This draw is one ply before the cycle.
  const std::string before = "H1HHH/HVHVV/V1V1V/VV1VV/HHHVH - V";
  certify(before, "a.cert.json");
  const auto line = nlohmann::json::parse(read(folder_ / "a.cert.json")).at("line");
  ASSERT_EQ(line.at("prefix"), nlohmann::json{"B5"});
  const nlohmann::json json = catalogue();
  ASSERT_EQ(json.at("classes").size(), 1U);
  EXPECT_EQ(json.at("classes")[0].at("position"), kDraw);
  EXPECT_EQ(json.at("classes")[0].at("cycle"), 8);
}

TEST_F(CatalogueTest, LeavesOutInvalidCertificates) {
  certify(kDraw, "good.cert.json");
  certify("open:2x2", "win.cert.json");
  std::string wrong = read(folder_ / "good.cert.json");
  wrong.replace(wrong.find("B3*"), 3, "D3*");
  write(folder_ / "wrong.cert.json", wrong);
  write(folder_ / "cut.cert.json", wrong.substr(0, 100));
  write(folder_ / "other.json", "not looked at");
  const Result result = run_onyx({"catalogue", "--json", folder_.path().string()});
  EXPECT_EQ(result.code, 1) << result;
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("classes").size(), 1U);
  ASSERT_EQ(json.at("refused").size(), 3U);
  for (const char* name : {"win", "wrong", "cut"}) {
    EXPECT_NE(result.err.find(name), std::string::npos) << result;
  }
  const Result limit = run_onyx({"catalogue", (folder_ / ""), "--max-states", "10"});
  EXPECT_EQ(limit.code, 3) << limit;
}

TEST_F(CatalogueTest, PassesOverADamagedPack) {
  certify(kDraw, "a.cert.json");
  const std::string pack = folder_ / "packs/good.pack";
  std::filesystem::create_directory(folder_ / "packs");
  ASSERT_EQ(run_onyx({"pack", "VVHH/V1VV/H1H1/1HVH/VH1V - V", "--out", pack}).code, 0);
  const std::string content = read(pack);
  write(folder_ / "packs/cut.pack", content.substr(0, content.size() / 2));
  write(folder_ / "packs/other.pack", "not a pack");
  const TemporaryFolder out;
  for (const char* const command : {"catalogue", "report"}) {
    const Result result =
        run_onyx({command, folder_.path().string(), "--json", "--out", out / command});
    EXPECT_EQ(result.code, 2) << result;
    const nlohmann::json refused = result.json().at("refused");
    EXPECT_EQ(refused.size(), 2U) << result;
    for (const char* const name : {"cut.pack' left out: ", "other.pack' left out: "}) {
      EXPECT_NE(result.err.find(name), std::string::npos) << result;
    }
  }
  const Result result = run_onyx({"catalogue", folder_.path().string()});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.out.find("2 classes of 2 patterns"), std::string::npos) << result;
}

TEST_F(CatalogueTest, WritesLinesAndATable) {
  certify(kDraw, "in/a.cert.json");
  certify("VVHH/V1VV/H1H1/1HVH/VH1V - V", "in/b.cert.json");
  const std::string out = folder_ / "out";
  const Result result = run_onyx({"catalogue", folder_ / "in", "--out", out});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "2 classes of 2 patterns\n");
  EXPECT_EQ(names_in(out), (Texts{"catalogue.jsonl", "catalogue.txt"}));
  const Texts lines = lines_of(read(out + "/catalogue.jsonl"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(lines[0]).at("board"), "4x5");
  EXPECT_EQ(nlohmann::json::parse(lines[1]).at("position"), kDraw);
  const Texts table = lines_of(read(out + "/catalogue.txt"));
  EXPECT_TRUE(table.at(0).starts_with("board")) << table.at(0);
  ASSERT_EQ(run_onyx({"--threads", "1", "catalogue", folder_ / "in", "--out", out + "1"}).code, 0);
  EXPECT_EQ(read(out + "1/catalogue.jsonl"), read(out + "/catalogue.jsonl"));
}

TEST_F(CatalogueTest, RefusesBadInput) {
  for (const Arguments& wrong :
       std::vector<Arguments>{{}, {folder_ / "none"}, {folder_.path().string()}, {"/dev/null"}}) {
    Arguments arguments = {"catalogue"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
}  // namespace onyx::test
