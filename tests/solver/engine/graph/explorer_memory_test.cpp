// The explorer keeps to its promised memory with millions of states.
#include <gtest/gtest.h>

#include "solver/engine/graph/explorer.h"
#include "tests/support.h"

namespace onyx {
namespace {

TEST(Memory, IsAtMostFortyBytesPerStateAndFourPerEdge) {
  test::with_position("open:3x4", [](const auto& board, const auto& position) {
    const auto roots = std::vector{position};
    const auto exploration = explore(board, std::span(roots), {});
    ASSERT_EQ(exploration.end, End::complete);
    const std::uint64_t states = exploration.graph.state_count();
    const std::uint64_t edges = exploration.graph.edge_count();
    ASSERT_GT(states, 3'000'000U);
    EXPECT_LE(exploration.reached.bytes, 40 * states + 4 * edges);
    // The final graph takes 16 bytes for each position and 8 for each row.
    EXPECT_LE(exploration.graph.bytes(), 24 * (states + 1) + 4 * edges);
    // The reported memory must at least cover positions and edges.
    EXPECT_GE(exploration.reached.bytes, 16 * states + 4 * edges);
  });
}

}  // namespace
}  // namespace onyx
