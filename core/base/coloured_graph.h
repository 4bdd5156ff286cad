// Graphs with coloured vertices, and their canonical form, which is equal for isomorphic graphs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace onyx {

/// An undirected graph without loops.
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

/// Returns the graph with its vertices renumbered in order of colour, and its edges sorted and
/// distinct, each with the smaller vertex first. Two results are equal iff a colour-preserving
/// isomorphism exists. Takes exponential time only for specially constructed graphs. Thread-safe.
/// Uses nauty 2.8 (B. McKay and A. Piperno, "Practical Graph Isomorphism, II", 2014); other
/// versions may choose another numbering.
ColouredGraph canonical_form(const ColouredGraph& graph);

}  // namespace onyx
