// Tests that the checker accepts the output of onyx pack, and the catalogue reads it.
#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"

namespace onyx::test {
namespace {

const std::string kNarrow = "VVHH/V1VV/H1H1/1HVH/VH1V - V";

TEST(Packing, IsCheckedAndReadAsFilesAre) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "in");
  ASSERT_EQ(run_onyx({"solve", kDraw, "--certificate", folder / "in/a.cert.json"}).code, 0);
  std::filesystem::create_directories(folder / "packs");
  const std::string pack = folder / "packs/b.pack";
  const Result made = run_onyx({"pack", kNarrow, "--from", folder / "in", "--out", pack});
  ASSERT_EQ(made.code, 0) << made;
  const Result check = run_check({pack});
  EXPECT_EQ(check.out, pack + ": accepted: pack of 2 certificates: 2 draw\n");
  const auto classes = [](const std::string& in) {
    const Result result = run_onyx({"catalogue", "--json", in});
    EXPECT_EQ(result.code, 0) << result;
    return result.json().at("classes");
  };
  nlohmann::json packed = classes(folder / "packs");
  ASSERT_EQ(packed.size(), 2U);
  EXPECT_EQ(packed[0].at("file"), pack + "#2");
  EXPECT_EQ(packed[0].at("position"), kNarrow);
  nlohmann::json file = classes(folder / "in");
  ASSERT_EQ(file.size(), 1U);
  for (nlohmann::json* const one : {&packed[1], &file[0]}) {
    one->erase("file");
    one->erase("pattern");
  }
  EXPECT_EQ(packed[1], file[0]);
  const Result both =
      run_onyx({"catalogue", folder.path().string(), "--pictures", folder / "atlas"});
  EXPECT_EQ(both.out, "2 classes of 2 patterns\n") << both;
}

TEST(Packing, IsDoneForAllOrNone) {
  const TemporaryFolder folder;
  const Result result =
      run_onyx({"pack", kNarrow, "open:6x6", "--out", folder / "a.pack", "--time-limit", "1"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_FALSE(std::filesystem::exists(folder / "a.pack"));
  EXPECT_EQ(run_onyx({"pack", "--out", folder / "a.pack"}).code, 2);
  write(folder / "broken.pack", "OnyxPak2");
  const Result broken = run_onyx({"catalogue", folder.path().string()});
  EXPECT_EQ(broken.code, 2) << broken;
  EXPECT_NE(broken.err.find("broken.pack"), std::string::npos) << broken;
}

}  // namespace
}  // namespace onyx::test
