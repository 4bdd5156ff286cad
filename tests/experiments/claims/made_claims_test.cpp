// Compares onyx judge and onyx analyse with the plain engine on generated claims. The environment
// variable ONYX_MADE_CLAIMS sets their number; the default is 40.
#include "tests/experiments/claims/made_claims.h"

#include <cstdlib>

#include "tests/experiments/program.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

const std::string kFramed = (Path(ONYX_TEST_DIR) / "../results/repetitions/boards").string();

std::size_t claims_to_make() {
  const char* const wish = std::getenv("ONYX_MADE_CLAIMS");
  return wish == nullptr ? 40 : std::stoul(wish);
}

void expect_right_game(const nlohmann::json& answer, const MadeClaim& claim) {
  ASSERT_TRUE(answer.contains("error_ply"));
  if (!claim.position) {
    for (const char* key : {"position", "from_ply", "to_ply", "error_ply"}) {
      EXPECT_TRUE(answer.at(key).is_null()) << key;
    }
    return;
  }
  EXPECT_EQ(answer.at("position"), *claim.position);
  EXPECT_EQ(answer.at("from_ply"), claim.from_ply);
  EXPECT_EQ(answer.at("to_ply"), claim.to_ply);
  if (claim.error_ply) {
    EXPECT_EQ(answer.at("error_ply"), *claim.error_ply);
  } else {
    EXPECT_TRUE(answer.at("error_ply").is_null());
  }
}

/// The certificate must be for a position of the cycle, with its correct value.
void expect_right_certificate(const nlohmann::json& certificate, const MadeClaim& claim) {
  if (claim.cycle.empty()) return;
  const auto position = certificate.at("position").get<std::string>();
  const auto found = std::find_if(claim.cycle.begin(), claim.cycle.end(),
                                  [&](const auto& entry) { return entry.first == position; });
  ASSERT_NE(found, claim.cycle.end()) << position;
  EXPECT_EQ(certificate.at("claim"), found->second);
  EXPECT_EQ(claim.answer == "confirmed", found->second == "draw");
}

TEST(MadeClaims, AreAnsweredRightAndTheAnswersProved) {
  const std::vector<MadeClaim> claims = make_claims(1, claims_to_make(), kFramed);
  const TemporaryFolder folder;
  std::string text = "\xef\xbb\xbf";
  for (const MadeClaim& claim : claims) text += claim.text + "\n";
  write(folder / "claims", text);
  const Result result = run_onyx({"--json", "judge", folder / "claims", "--out", folder / "out"});
  ASSERT_EQ(result.code, 2) << result;  // some are malformed
  const nlohmann::json answers = result.json();
  ASSERT_EQ(answers.size(), claims.size());
  Arguments files;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const MadeClaim& claim = claims[i];
    const nlohmann::json& answer = answers[i];
    SCOPED_TRACE(claim.text + "\n" + answer.dump());
    EXPECT_EQ(answer.at("line"), i + 1);
    ASSERT_EQ(answer.at("answer"), claim.answer);
    if (claim.answer == "malformed") {
      const auto reason = answer.at("reason").get<std::string>();
      EXPECT_TRUE(reason.starts_with("ply " + std::to_string(claim.spoilt_ply) + ": ")) << reason;
      continue;
    }
    EXPECT_EQ(answer.contains("error_ply"), claim.is_game);
    if (claim.is_game) expect_right_game(answer, claim);
    ASSERT_TRUE(answer.contains("certificate"));
    files.push_back(answer.at("certificate").get<std::string>());
    expect_right_certificate(nlohmann::json::parse(read(files.back())), claim);
  }
  const Result checked = run_check(files);
  EXPECT_EQ(checked.code, 0) << checked;
}

TEST(MadeClaims, AreTheSameForTheSameSeed) {
  const auto first = make_claims(7, 10, kFramed);
  const auto second = make_claims(7, 10, kFramed);
  std::set<std::string> answers;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].text, second[i].text);
    answers.insert(first[i].answer);
  }
  EXPECT_EQ(answers, (std::set<std::string>{"confirmed", "malformed", "refuted"}));
}

}  // namespace
}  // namespace onyx::test
