// onyx report: classes in packs, and the patterns.
#include <algorithm>

#include "core/base/packed_bytes.h"
#include "core/notation.h"
#include "experiments/pages/site/strategy_code.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/pack.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Path kPacks = Path(ONYX_TEST_DIR).parent_path() / "results/records";

/// The argument that a script of the site passes to `Pieces.receive`.
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

/// The first certificate of a pack.
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
  EXPECT_EQ(from_base64(data.at("compact")), certificate);
  EXPECT_EQ(data.at("position"), compact::position_of(certificate));
  EXPECT_EQ(data.at("line").at("cycle").size(), 8U);
  EXPECT_EQ(data.at("record").at("file"), "fewest-stones-4x5.pack#1");
  EXPECT_EQ(data.at("saved"), "fewest-stones-4x5-1.certz");
  EXPECT_EQ(data.at("check"), "onyx-check fewest-stones-4x5-1.certz");
}

TEST(PacksOnTheSite, StrategiesInBriefComeBackAsTheyWere) {
  const std::string certificate = first_certificate(kPacks / "fewest-stones-5x5.pack");
  const WideBoard<1> board({5, 5});
  const WidePosition<1> start = parse_position(board, compact::position_of(certificate));
  for (const Player owner : {Player::V, Player::H}) {
    StrategyTexts texts;
    compact::read_strategies<1>(
        board, memory_file(certificate), [&](const WidePosition<1>& position, Place move) {
          if (position.to_move != owner) return;
          texts[format_position(board, position)] = format_move(board, position, move);
        });
    ASSERT_GT(texts.size(), 100U);
    const std::string code =
        encode_strategy(to_plain(board, start), owner, texts, StrategyExtent::brief);
    EXPECT_EQ(decode_strategy(to_plain(board, start), owner, code, StrategyExtent::brief), texts);
    // Short wins are omitted, so this is not a complete strategy.
    EXPECT_THROW(encode_strategy(to_plain(board, start), owner, texts), InputError);
  }
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
    for (const auto& [board, some] : list[i].at(2).items()) count += some.get<std::size_t>();
    EXPECT_EQ(views[i].at("classes").size(), count);
    // The smallest class of the pattern is listed, and the site has all classes under these names.
    bool has_example = false;
    std::size_t least = 0;
    for (const nlohmann::json& one : views[i].at("classes")) {
      has_example = has_example || one.at(1) == list[i].at(1);
      least += one.at(2).get<std::size_t>();
      named.push_back(one.at(0));
    }
    EXPECT_TRUE(has_example) << i;
    EXPECT_EQ(list[i].at(3), least);
    for (const std::size_t inner : views[i].at("contains")) {
      const nlohmann::json& inside = views.at(inner).at("inside");
      EXPECT_NE(std::find(inside.begin(), inside.end(), i), inside.end());
    }
  }
  const std::string text = read(folder / "site/positions.js");
  for (const std::string& name : named) {
    EXPECT_NE(text.find("[\"" + name.substr(name.find('-') + 1) + "\""), std::string::npos) << name;
  }
  EXPECT_EQ(named.size(), 14U);
}

}  // namespace
}  // namespace onyx::test
