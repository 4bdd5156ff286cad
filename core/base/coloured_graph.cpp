#include "core/base/coloured_graph.h"

#include <nauty/nauty.h>

#include <algorithm>
#include <numeric>

#include "core/base/assert.h"

namespace onyx {

ColouredGraph canonical_form(const ColouredGraph& graph) {
  const std::size_t n = graph.colours.size();
  if (n == 0) return graph;
  // nauty expects the adjacency matrix as rows of bits, and the vertices sorted by colour.
  const auto words = static_cast<std::size_t>(SETWORDSNEEDED(static_cast<int>(n)));
  std::vector<::graph> rows(n * words);
  for (const auto& [a, b] : graph.edges) {
    ONYX_ASSERT(a < n && b < n && a != b);
    ADDELEMENT(&rows[a * words], b);
    ADDELEMENT(&rows[b * words], a);
  }
  const auto colour = [&](int vertex) { return graph.colours[static_cast<std::size_t>(vertex)]; };
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return colour(a) < colour(b); });
  std::vector<int> goes_on(n);  // 0 if order[i] is the last vertex of its colour, otherwise 1
  for (std::size_t i = 0; i + 1 < n; ++i) {
    goes_on[i] = colour(order[i]) == colour(order[i + 1]) ? 1 : 0;
  }
  std::vector<int> orbits(n);
  std::vector<::graph> unused(rows.size());  // nauty writes its canonical graph here
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  statsblk statistics;
  densenauty(rows.data(), order.data(), goes_on.data(), orbits.data(), &options, &statistics,
             static_cast<int>(words), static_cast<int>(n), unused.data());

  ColouredGraph canonical;
  std::vector<ColouredGraph::Vertex> number(n);
  for (const int vertex : order) {
    const auto old = static_cast<std::size_t>(vertex);
    number[old] = canonical.add_vertex(graph.colours[old]);
  }
  for (const auto& [a, b] : graph.edges) {
    canonical.edges.push_back(std::minmax(number[a], number[b]));
  }
  std::sort(canonical.edges.begin(), canonical.edges.end());
  canonical.edges.erase(std::unique(canonical.edges.begin(), canonical.edges.end()),
                        canonical.edges.end());
  ONYX_ASSERT(std::is_sorted(canonical.colours.begin(), canonical.colours.end()));
  return canonical;
}

}  // namespace onyx
