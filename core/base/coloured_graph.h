// Graphs with coloured vertices, and a form of them that is the same for all that are isomorphic.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace onyx {

/// Undirected, without loops. Vertices are numbered from 0; of an edge the smaller number comes
/// first, and edges are sorted and differ.
struct ColouredGraph {
  using Vertex = std::uint32_t;

  std::vector<std::uint8_t> colours;  ///< By vertex.
  std::vector<std::pair<Vertex, Vertex>> edges;

  Vertex add_vertex(std::uint8_t colour) {
    colours.push_back(colour);
    return static_cast<Vertex>(colours.size() - 1);
  }

  friend bool operator==(const ColouredGraph&, const ColouredGraph&) = default;
  friend auto operator<=>(const ColouredGraph&, const ColouredGraph&) = default;
};

/// The same graph with its vertices renumbered, so that two results are equal iff there is an
/// isomorphism that keeps colours. Edges may be given in any order, ends too, and repeatedly.
/// Colours come in ascending order. By nauty 2.8 (B. McKay and A. Piperno, "Practical Graph
/// Isomorphism, II", 2014); other versions of nauty may choose other representatives. Exponential
/// in the worst case, fast for graphs of a thousand vertices that do not set out to be hard.
/// Thread-safe.
ColouredGraph canonical_form(const ColouredGraph& graph);

}  // namespace onyx
