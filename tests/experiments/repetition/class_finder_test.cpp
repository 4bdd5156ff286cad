// Tests that the search for draws finds only classes that the full exploration also finds.
#include "experiments/repetition/find/class_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/notation.h"
#include "solver/referee/referee.h"
#include "tests/solver/decide/decide_once.h"

namespace onyx::test {
namespace {

/// The search for draws follows only moves that keep the draw, so it may miss classes. But it must
/// find at least one if the position is a draw.
TEST(ClassFinder, FindsBySearchWhatTheExplorerFinds) {
  const WideBoard<1> board({4, 5});
  ClassFinder<1> finder(board);
  const auto none_known = [](const std::string&) { return false; };
  const auto keys = [](const Finding& finding) {
    std::set<std::string> keys;
    for (const Certificate& one : finding.classes) {
      keys.insert(one.position);
      const referee::Verdict verdict = referee::check_certificate(to_json(one));
      EXPECT_TRUE(verdict.accepted) << verdict.text;
    }
    return keys;
  };
  int draws = 0;
  for (const char* const text : {"VVHH/V1VV/H1H1/1HVH/VH1V - V", "VHVH/V1VV/H1H1/1HVH/VV1V - V",
                                 "VV1H/V1VV/1VH1/V2H/V1HV - H", "VVHH/V1VV/H1H1/VHVH/VHHV - V"}) {
    const WidePosition<1> position = parse_position(board, text);
    const Finding explored = finder.find(position, {}, none_known);
    const Finding searched = finder.find_by_numbers(position, {}, none_known);
    EXPECT_EQ(searched.end, End::complete);
    const std::set<std::string> all = keys(explored);
    const std::set<std::string> some = keys(searched);
    EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end())) << text;
    const bool is_draw = decide(board, position).is_draw();
    EXPECT_EQ(some.empty(), !is_draw) << text;
    draws += is_draw ? 1 : 0;
  }
  EXPECT_EQ(draws, 3);
}

}  // namespace
}  // namespace onyx::test
