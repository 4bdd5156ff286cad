// Tests onyx catalogue --pictures: which classes contain others, and the files that it writes.
#include "experiments/repetition/describe/atlas.h"

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"

namespace onyx::test {
namespace {

TEST(Containment, NeedsTheSideAndEachStone) {
  // A 2x3 board has no symmetries, so only equal stones count.
  const std::vector<CyclePositions> cycles{{"V1/1H/2 - V", "V1/1V/2 - H"},
                                           {"V1/2/2 - V"},
                                           {"V1/2/2 - H", "1V/2/2 - V"},
                                           {"H1/1H/2 - V"}};
  const auto contained = contained_cycles(cycles);
  EXPECT_EQ(contained[0], (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(contained[1], std::vector<std::size_t>{});
  EXPECT_EQ(contained[2], std::vector<std::size_t>{});
  EXPECT_EQ(contained[3], std::vector<std::size_t>{});
}

TEST(Containment, IsUpToSymmetry) {
  // The symmetries of 2x2 are the half turn and reflections that swap the colours.
  const auto contained =
      contained_cycles({{"VH/2 - V"}, {"2/1V - V"}, {"2/1H - H"}, {"2/1H - V"}, {"2/1V - H"}});
  EXPECT_EQ(contained[0], (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(contained[3], std::vector<std::size_t>{4});
}

TEST(Atlas, ShowsPatternsAndContainment) {
  const TemporaryFolder folder;
  const auto certify = [&](const std::string& position, const std::string& file) {
    ASSERT_EQ(run_onyx({"solve", position, "--certificate", folder / file}).code, 0);
  };
  std::filesystem::create_directories(folder / "in");
  certify(kDraw, "in/a.cert.json");
  certify("2V1/V1VV/H1H1/1HVH/V1HV - V", "in/b.cert.json");
  certify("2V1/V1VV/H1H1/1HVH/V1HV AB45:V V", "in/c.cert.json");
  ASSERT_EQ(run_onyx({"frame", kDraw, "--board", "7x7", "--out", folder / "in/d.cert.json"}).code,
            0);
  const Result result = run_onyx({"catalogue", folder / "in", "--pictures", folder / "out"});
  ASSERT_EQ(result.code, 0) << result;
  const auto json = nlohmann::json::parse(read(folder / "out/atlas.json"));
  ASSERT_EQ(json.at("classes").size(), 4U);
  // The classes are sorted by board, then by file: b, c, a, d.
  EXPECT_EQ(json.at("classes")[0].at("least"), true);
  EXPECT_EQ(json.at("classes")[1].at("least"), false);
  EXPECT_EQ(json.at("classes")[1].at("contains"),
            nlohmann::json::array({json.at("classes")[0].at("position")}));
  EXPECT_EQ(json.at("classes")[2].at("pattern"), json.at("classes")[3].at("pattern"));
  EXPECT_EQ(json.at("classes")[2].at("why_no_game"), "parity");
  EXPECT_EQ(json.at("boards")[0].at("board"), "4x5");
  EXPECT_EQ(json.at("boards")[0].at("classes"), 2);
  EXPECT_EQ(json.at("boards")[0].at("least_classes"), 1);
  EXPECT_EQ(json.at("boards")[0].at("patterns_on_no_smaller_board"), 2);
  // The midpoint AB45 belongs to the arena of b. In c it has a stone, so c has another pattern.
  const auto pattern = [&](std::size_t of) {
    for (const auto& one : json.at("patterns")) {
      if (one.at("name") == json.at("classes")[of].at("pattern")) return one;
    }
    return nlohmann::json();
  };
  EXPECT_EQ(pattern(1).at("contains"), nlohmann::json::array({pattern(0).at("name")}));
  EXPECT_EQ(pattern(1).at("least_classes"), 0);
  EXPECT_EQ(pattern(0).at("contains"), nlohmann::json::array());
  EXPECT_EQ(pattern(0).at("least_classes"), 1);
  const std::string page = read(folder / "out/atlas.md");
  for (const auto& pattern : json.at("patterns")) {
    const std::string picture = pattern.at("picture");
    EXPECT_NE(read(folder / ("out/" + picture)).find("<svg"), std::string::npos);
    EXPECT_NE(page.find(picture), std::string::npos);
  }
}

}  // namespace
}  // namespace onyx::test
