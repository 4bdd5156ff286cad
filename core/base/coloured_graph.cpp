#include "core/base/coloured_graph.h"

#include <nauty/nauty.h>

#include <algorithm>
#include <numeric>

#include "core/base/assert.h"

namespace onyx {
namespace {

/// A graph in nauty's form: an adjacency matrix as rows of bits, and the vertices ordered by
/// colour. `goes_on[i]` is 0 if order[i] is the last vertex of its colour, else 1.
struct NautyGraph {
  std::size_t words = 0;  ///< Words in a row.
  std::vector<::graph> rows;
  std::vector<int> order;
  std::vector<int> goes_on;
};

NautyGraph nauty_graph(const ColouredGraph& from) {
  const std::size_t n = from.colours.size();
  NautyGraph to;
  to.words = static_cast<std::size_t>(SETWORDSNEEDED(static_cast<int>(n)));
  to.rows.resize(n * to.words);
  for (const auto& [a, b] : from.edges) {
    ONYX_ASSERT(a < n && b < n && a != b);
    ADDELEMENT(&to.rows[a * to.words], b);
    ADDELEMENT(&to.rows[b * to.words], a);
  }
  const auto colour = [&](int vertex) { return from.colours[static_cast<std::size_t>(vertex)]; };
  to.order.resize(n);
  std::iota(to.order.begin(), to.order.end(), 0);
  std::stable_sort(to.order.begin(), to.order.end(),
                   [&](int a, int b) { return colour(a) < colour(b); });
  to.goes_on.assign(n, 0);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    to.goes_on[i] = colour(to.order[i]) == colour(to.order[i + 1]) ? 1 : 0;
  }
  return to;
}

}  // namespace

ColouredGraph canonical_form(const ColouredGraph& graph) {
  const std::size_t n = graph.colours.size();
  if (n == 0) return graph;
  NautyGraph input = nauty_graph(graph);
  std::vector<int> orbits(n);
  std::vector<::graph> unused(input.rows.size());  // nauty's own copy of the canonical graph
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  statsblk statistics;
  densenauty(input.rows.data(), input.order.data(), input.goes_on.data(), orbits.data(), &options,
             &statistics, static_cast<int>(input.words), static_cast<int>(n), unused.data());

  // Now order[i] is the vertex that becomes number i.
  ColouredGraph canonical;
  std::vector<ColouredGraph::Vertex> number(n);
  for (const int vertex : input.order) {
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
