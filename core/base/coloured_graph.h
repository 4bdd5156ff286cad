// Graphs with coloured vertices, and their canonical form, which is equal for isomorphic graphs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace onyx {

/// Undirected, without loops. Edges are sorted and distinct, with the smaller vertex first.
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

/// Renumbers the vertices, by colour: two results are equal iff an isomorphism that keeps colours
/// exists. Input edges may be in any order and repeated. Exponential only for graphs built to be
/// hard. Thread-safe. By nauty 2.8 (B. McKay and A. Piperno, "Practical Graph Isomorphism, II",
/// 2014); other versions may choose other representatives.
ColouredGraph canonical_form(const ColouredGraph& graph);

}  // namespace onyx
