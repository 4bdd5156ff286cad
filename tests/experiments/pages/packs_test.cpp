// Tests onyx report on packs of classes, and the patterns that it shows.
#include <algorithm>

#include "core/base/packed_bytes.h"
#include "core/notation.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/pack.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Path kPacks = Path(ONYX_TEST_DIR).parent_path() / "results/records";

/// Returns the JSON argument of `Pieces.receive` in a script of the site.
nlohmann::json piece(const Path& file) {
  const std::string text = read(file);
  const std::size_t begin = text.find('[');
  return nlohmann::json::parse(text.substr(begin, text.rfind(']') + 1 - begin));
}

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(letter));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

SourceFile memory_file(const std::string& bytes) {
  return {bytes.size(), [&](std::uint64_t offset, std::size_t count, char* to) {
            bytes.copy(to, count, offset);
          }};
}

std::string first_certificate(const Path& pack) {
  const std::string bytes = read(pack);
  const SourceFile file = memory_file(bytes);
  return certificates_in_pack(file).at(0).read(file);
}

TEST(PacksOnTheSite, ClassesHaveTheVeryCertificateOfThePack) {
  const TemporaryFolder folder;
  const Path pack = kPacks / "fewest-stones-4x5.pack";
  const Result result = run_onyx({"report", pack.string(), "--out", folder / "site"});
  EXPECT_EQ(result.out, "1 page of 1 pattern written to " + (folder / "site") + "\n") << result;
  const nlohmann::json data = piece(folder / "site/certificates/0.js").at(0);
  const std::string certificate = first_certificate(pack);
  EXPECT_EQ(from_base64(data.at("bytes")), certificate);
  EXPECT_EQ(data.at("position"), compact::position_of(certificate));
  EXPECT_EQ(data.at("line").at("cycle").size(), 8U);
  EXPECT_EQ(data.at("record").at("file"), "fewest-stones-4x5.pack#1");
  EXPECT_EQ(data.at("saved"), "fewest-stones-4x5-1.certz");
  EXPECT_EQ(data.at("check"), "onyx-check fewest-stones-4x5-1.certz");
}

TEST(PacksOnTheSite, ACertificateInJsonIsMadeCompact) {
  const TemporaryFolder folder;
  const Path file = Path(ONYX_TEST_DIR) / "certificates/accept/draw-5x4.cert.json";
  ASSERT_EQ(run_onyx({"report", file.string(), "--out", folder / "site"}).code, 0);
  const nlohmann::json data = piece(folder / "site/certificates/0.js").at(0);
  EXPECT_EQ(data.at("saved"), "draw-5x4.certz");
  write(folder / "saved", from_base64(data.at("bytes")));
  EXPECT_EQ(run_check({folder / "saved"}).out.substr((folder / "saved").size()),
            run_check({file.string()}).out.substr(file.string().size()));
}

TEST(PacksOnTheSite, PatternsKnowEachOtherAndTheirClasses) {
  const TemporaryFolder folder;
  const Result result =
      run_onyx({"report", (kPacks / "fewest-stones-5x5.pack").string(),
                (kPacks / "../repetitions/boards").string(), "--out", folder / "site"});
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json list = piece(folder / "site/pattern-list.js");
  const nlohmann::json views = piece(folder / "site/patterns/0.js");
  ASSERT_EQ(list.size(), 2U);
  ASSERT_EQ(views.size(), 2U);
  Texts named;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::size_t count = 0;
    for (const auto& [board, some] : list[i].at(3).items()) count += some.get<std::size_t>();
    EXPECT_EQ(views[i].at("classes").size(), count);
    // The pattern's example must be among its classes. `named` collects the names of all classes,
    // to be compared with the names in the list of positions.
    bool has_example = false;
    std::size_t least = 0;
    for (const nlohmann::json& one : views[i].at("classes")) {
      has_example = has_example || one.at(2) == list[i].at(2);
      least += one.at(3).get<std::size_t>();
      named.push_back(one.at(0).get<std::string>() + "-" + one.at(1).dump());
    }
    EXPECT_TRUE(has_example) << i;
    EXPECT_EQ(list[i].at(4), least);
    for (const std::size_t inner : views[i].at("contains")) {
      const nlohmann::json& inside = views.at(inner).at("inside");
      EXPECT_NE(std::find(inside.begin(), inside.end(), i), inside.end());
    }
  }
  Texts listed;
  const std::string text = read(folder / "site/positions.js");
  const std::string lines = text.substr(text.find("onyxPositions = ") + 16);
  for (const nlohmann::json& line : nlohmann::json::parse(lines.substr(0, lines.find(";\n")))) {
    const BoardSize size = board_size_of(line.at(2).get<std::string>());
    listed.push_back(format_board_size(size) + "-" + line.at(1).dump());
  }
  std::sort(named.begin(), named.end());
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(named, listed);
  EXPECT_EQ(named.size(), 14U);
}

}  // namespace
}  // namespace onyx::test
