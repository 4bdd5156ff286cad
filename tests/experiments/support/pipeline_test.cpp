// Tests pipelines: their order, and errors in each of the three stages.
#include "experiments/support/pipeline.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace onyx {
namespace {

/// Returns a heap-allocated text; the address sanitizer would miss misuse of a short string.
std::string long_text(int number) { return std::string(1000, 'x') + std::to_string(number); }

TEST(Pipeline, KeepsTheOrder) {
  int taken = 0;
  std::vector<std::string> given;
  run_pipeline<int>(
      3, [&] { return taken < 1000 ? std::optional(taken++) : std::nullopt; }, long_text,
      [&](const std::string& text) { given.push_back(text); });
  ASSERT_EQ(given.size(), 1000U);
  for (int number = 0; number < 1000; ++number) {
    EXPECT_EQ(given[static_cast<std::size_t>(number)], long_text(number));
  }
}

TEST(Pipeline, RethrowsAndPassesOnNothingMore) {
  for (int round = 0; round < 300; ++round) {
    const int bad = 5 + round % 20;
    const auto throw_if = [](bool is_bad) {
      if (is_bad) throw std::runtime_error("bad item");
    };
    int taken = 0;
    std::vector<std::string> given;
    const auto next = [&]() -> std::optional<int> {
      throw_if(round % 3 == 0 && taken == bad);
      return taken++;
    };
    const auto work = [&](int number) {
      throw_if(round % 3 == 1 && number >= bad);
      return long_text(number);
    };
    const auto give = [&](const std::string& text) {
      throw_if(round % 3 == 2 && text == long_text(bad));
      given.push_back(text);
    };
    EXPECT_THROW(run_pipeline<int>(3, next, work, give), std::runtime_error);
    ASSERT_LE(given.size(), static_cast<std::size_t>(bad));
    for (std::size_t number = 0; number < given.size(); ++number) {
      EXPECT_EQ(given[number], long_text(static_cast<int>(number)));
    }
  }
}

}  // namespace
}  // namespace onyx
