// The canonical forms of two graphs are equal if and only if the graphs are isomorphic.
#include "core/base/coloured_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace onyx {
namespace {

ColouredGraph renumbered(const ColouredGraph& graph,
                         const std::vector<ColouredGraph::Vertex>& number) {
  ColouredGraph result;
  result.colours.resize(graph.colours.size());
  for (std::size_t v = 0; v < number.size(); ++v) result.colours[number[v]] = graph.colours[v];
  for (const auto& [a, b] : graph.edges) {
    result.edges.push_back(std::minmax(number[a], number[b]));
  }
  std::sort(result.edges.begin(), result.edges.end());
  return result;
}

/// Returns the least renumbering of a graph: a canonical form by definition. Factorial time.
ColouredGraph least_form(const ColouredGraph& graph) {
  std::vector<ColouredGraph::Vertex> number(graph.colours.size());
  std::iota(number.begin(), number.end(), 0U);
  ColouredGraph least = graph;
  do {
    least = std::min(least, renumbered(graph, number));
  } while (std::next_permutation(number.begin(), number.end()));
  return least;
}

TEST(ColouredGraph, FormsAreEqualExactlyForIsomorphicGraphs) {
  // All graphs of four vertices in two colours, and random graphs of six vertices.
  std::mt19937 rng(1);
  std::map<ColouredGraph, std::set<ColouredGraph>> forms;
  const auto add = [&](std::size_t n, unsigned colours, unsigned edges) {
    ColouredGraph graph;
    for (std::size_t v = 0; v < n; ++v) graph.add_vertex(colours >> v & 1U);
    for (unsigned a = 0, bit = 0; a < n; ++a) {
      for (unsigned b = a + 1; b < n; ++b, ++bit) {
        if ((edges >> bit & 1U) != 0) graph.edges.emplace_back(a, b);
      }
    }
    forms[least_form(graph)].insert(canonical_form(graph));
  };
  for (unsigned colours = 0; colours < 16; ++colours) {
    for (unsigned edges = 0; edges < 64; ++edges) add(4, colours, edges);
  }
  for (int i = 0; i < 300; ++i) add(6, rng() & 63U, rng() & 32767U);
  std::set<ColouredGraph> all;
  for (const auto& [least, canonical] : forms) {
    EXPECT_EQ(canonical.size(), 1U);
    EXPECT_TRUE(all.insert(*canonical.begin()).second);
    EXPECT_EQ(least_form(*canonical.begin()), least);
  }
  EXPECT_GT(forms.size(), 300U);
}

TEST(ColouredGraph, EdgesMayComeInAnyOrderAndTwice) {
  const ColouredGraph plain{{0, 1, 0}, {{0, 1}, {1, 2}}};
  const ColouredGraph untidy{{0, 1, 0}, {{2, 1}, {1, 0}, {0, 1}}};
  EXPECT_EQ(canonical_form(plain), canonical_form(untidy));
  EXPECT_EQ(canonical_form({}), ColouredGraph{});
}

}  // namespace
}  // namespace onyx
