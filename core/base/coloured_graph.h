// Graphs with coloured vertices, and their canonical form, which is equal for isomorphic graphs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace onyx {

/// An undirected graph without loops. Vertices are numbered from 0. In each edge the smaller number
/// comes first; edges are sorted and distinct.
struct ColouredGraph {
  using Vertex = std::uint32_t;

  std::vector<std::uint8_t> colours;  ///< Indexed by vertex.
  std::vector<std::pair<Vertex, Vertex>> edges;

  Vertex add_vertex(std::uint8_t colour) {
    colours.push_back(colour);
    return static_cast<Vertex>(colours.size() - 1);
  }

  friend bool operator==(const ColouredGraph&, const ColouredGraph&) = default;
  friend auto operator<=>(const ColouredGraph&, const ColouredGraph&) = default;
};

/// Renumbers the vertices such that two results are equal iff an isomorphism that keeps colours
/// exists between the graphs. The input may list edges in any order, with their ends in any order,
/// and repeatedly. The result has colours in ascending order. Computed by nauty 2.8 (B. McKay and
/// A. Piperno, "Practical Graph Isomorphism, II", 2014); other versions of nauty may choose other
/// representatives. Takes exponential time in the worst case, but is fast for graphs of a thousand
/// vertices that are not built to be hard. Thread-safe.
ColouredGraph canonical_form(const ColouredGraph& graph);

}  // namespace onyx
