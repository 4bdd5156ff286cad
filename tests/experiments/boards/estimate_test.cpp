// onyx estimate: the probabilities of its samples, and what it prints of 4x5, where the number is
// known.
#include "experiments/boards/estimate/estimate.h"

#include <atomic>
#include <cmath>
#include <map>

#include "core/legality.h"
#include "core/notation.h"
#include "experiments/boards/estimate/proposal.h"
#include "solver/certificate/certificate.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Path kResults = Path(ONYX_TEST_DIR).parent_path() / "results";

/// All colourings of a small board.
std::vector<Position<1>> colourings_of(const Board<1>& board) {
  std::vector<Position<1>> all{Position<1>{}};
  for (Place place = 0; place < board.place_count(); ++place) {
    const std::size_t before = all.size();
    for (std::size_t i = 0; i < before; ++i) {
      for (std::size_t colour = 0; colour < 2; ++colour) {
        all.push_back(all[i]);
        all.back().stones[colour].add(place);
      }
    }
  }
  return all;
}

TEST(Proposal, DrawsEachColouringAsOftenAsItSays) {
  const Board<1> board({2, 3});
  const Proposal<1> proposal(
      board, {parse_position(board, "V1/2/1H - V"), parse_position(board, "V1/2/1H - H"),
              parse_position(board, "2/VH/2 AB23:V H")});
  EXPECT_EQ(proposal.known(), 2U);
  double sum = 0;
  const auto all = colourings_of(board);
  for (const Position<1>& position : all) sum += proposal.probability(position);
  EXPECT_EQ(all.size(), 2187U);
  EXPECT_NEAR(sum, 1, 1e-12);

  constexpr int kSamples = 200'000;
  std::map<Position<1>, int> drawn;
  for (std::uint64_t n = 0; n < kSamples; ++n) {
    Random random = random_for(1, n);
    ++drawn[proposal.draw(random)];
  }
  // Pearson's statistic of n kinds has the mean n - 1 and the deviation sqrt(2 n).
  double statistic = 0;
  for (const Position<1>& position : all) {
    const double expected = kSamples * proposal.probability(position);
    statistic += std::pow(drawn[position] - expected, 2) / expected;
  }
  EXPECT_NEAR(statistic, 2186, 5 * std::sqrt(2.0 * 2187));
}

TEST(Proposal, WeightsMakeUpForWhereItLooks) {
  const Board<1> board({2, 3});
  const Proposal<1> proposal(board, {parse_position(board, "V1/2/1H - V")});
  double legal = 0;
  for (const Position<1>& position : colourings_of(board)) legal += is_legal(board, position);
  Sums sums;
  constexpr std::uint64_t kSamples = 100'000;
  for (std::uint64_t n = 0; n < kSamples; ++n) {
    Random random = random_for(2, n);
    const Position<1> position = proposal.draw(random);
    sums.add(is_legal(board, position) ? 1 / proposal.probability(position) : 0);
  }
  EXPECT_NEAR(sums.mean(kSamples), legal, 4 * sums.standard_error(kSamples));
  EXPECT_LT(sums.standard_error(kSamples), legal / 20);
}

/// Of the collection of small boards one certificate in sixteen.
class EstimateTest : public testing::Test {
 protected:
  EstimateTest() {
    std::filesystem::create_directory(near_);
    for (const auto& entry : std::filesystem::directory_iterator(kResults / "repetitions/small")) {
      const std::string name = entry.path().filename().string();
      if (name.find("-0") != std::string::npos) std::filesystem::copy(entry.path(), near_);
    }
  }

  nlohmann::json estimate(const std::string& out, const Arguments& more) {
    const Result result = run_onyx(with({"estimate", "4x5", "--json", "--near", near_, "--out",
                                         folder_ / out, "--max-states", "20000"},
                                        more));
    EXPECT_EQ(result.code, 0) << result;
    return result.json();
  }

  const TemporaryFolder folder_;
  const std::string near_ = folder_ / "near";
};

TEST_F(EstimateTest, ShardsJoinToTheSame) {
  nlohmann::json whole = estimate("whole", {"--samples", "100", "--seed", "5"});
  estimate("parts", {"--samples", "100", "--seed", "5", "--shard", "1/2"});
  // In pieces: a run goes on where the one before stopped.
  estimate("parts", {"--samples", "30", "--seed", "5", "--shard", "2/2"});
  nlohmann::json parts = estimate("parts", {"--samples", "100", "--seed", "5", "--shard", "2/2"});
  EXPECT_EQ(whole.at("samples"), 100);
  EXPECT_GT(whole.at("hits"), 0);
  for (const char* key : {"samples", "hits", "given_up", "explored", "known"}) {
    EXPECT_EQ(parts.at(key), whole.at(key)) << key;
  }
  for (const char* key : {"estimate", "standard_error", "undecided"}) {
    const double expected = whole.at(key);
    EXPECT_NEAR(parts.at(key), expected, 1e-9 * std::fabs(expected)) << key;
  }
  // Other settings are another estimate.
  const Result other = run_onyx({"estimate", "4x5", "--near", near_, "--samples", "100", "--seed",
                                 "5", "--shard", "1/2", "--out", folder_ / "parts"});
  EXPECT_EQ(other.code, 2) << other;
}

// As where a node was cut off, whose task was started elsewhere and has ended there.
TEST_F(EstimateTest, NeverTakesBackWhatAnotherRunHasDone) {
  const Path certificate = Path(near_) / "4x5-01412650ef14697f.cert.json";
  const std::vector<std::string> known = {parse_certificate(read(certificate)).position};
  EstimateSettings settings;
  settings.board = {4, 5};
  settings.samples = 40;
  settings.max_states = 1000;
  run_estimate(settings, known, {}, folder_ / "ended");
  const std::string name = "estimate-4x5-seed1-shard0of1.json";

  std::atomic<bool> is_ended{false};
  EstimateLimits limits;
  limits.stop.interrupt = Interrupt(&is_ended);
  limits.progress = [&](const EstimateTally& tally) {
    if (tally.samples > 1) return;
    std::filesystem::copy_file(Path(folder_ / "ended") / name, Path(folder_ / "late") / name,
                               std::filesystem::copy_options::overwrite_existing);
    is_ended = true;
  };
  const Estimate late = run_estimate(settings, known, limits, folder_ / "late");
  EXPECT_EQ(late.end, End::interrupted);
  EXPECT_LT(late.shard.samples, 40U);
  EXPECT_EQ(late.joined.samples, 40U);
  EXPECT_EQ(read(Path(folder_ / "late") / name), read(Path(folder_ / "ended") / name));
}

TEST_F(EstimateTest, NeedsSomethingKnown) {
  const Result result =
      run_onyx({"estimate", "4x7", "--near", near_, "--samples", "10", "--out", folder_ / "out"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("4x7"), std::string::npos) << result;
}

}  // namespace
}  // namespace onyx::test
