// Measures how well a player is connected, as the resistance of an electrical network.
//
// The player's two edges are the poles. Free places conduct, chains have no resistance, and the
// opponent's stones block. So the resistance is small if there are many short paths from edge to
// edge; a distance measures only the shortest path. Two chains (or a chain and an edge) that share
// two free neighbours are nearly joined, because the opponent can take only one of the two; a wire
// in the network joins them. Captures are ignored. The current through a place shows its importance
// to the player. Source: V. Anshelevich, "A hierarchical approach to computer Hex", 2002.
#pragma once

#include <array>
#include <vector>

#include "core/board.h"
#include "core/wide_position.h"

namespace onyx {

template <int W>
struct Current {
  static constexpr std::size_t kPlaces = std::size_t{64} * W;

  /// Capped at kBlocked, the value if there is no path.
  double resistance = 0;
  /// The voltage at each place; the next computation may start from it.
  std::array<float, kPlaces> voltage;
  /// The share of the total current through each free place, from 0 to 1.
  std::array<float, kPlaces> share;
  static constexpr double kBlocked = 20;
};

/// Not thread-safe.
template <int W>
class ResistanceNetwork {
 public:
  explicit ResistanceNetwork(const WideBoard<W>& board) : board_(board) {}

  /// Computes the current of `player`, who must not be connected. Starts from the voltages of
  /// `before`, a similar position's current, if given. O(places), with a fixed number of rounds.
  void compute(const WidePosition<W>& position, Player player, const Current<W>* before,
               Current<W>& current);

 private:
  static constexpr std::size_t kPlaces = Current<W>::kPlaces;
  struct Wire {
    std::uint16_t to;
    float conductance;
  };
  /// A free place, or a chain that touches no edge.
  struct Node {
    std::uint32_t first_wire;
    std::uint32_t end_wire;
    float weight;
    Place place;  ///< For a chain, one of its stones.
  };
  struct Chain {
    PlaceSet<W> stones;
    PlaceSet<W> free;  ///< Free places next to the chain.
    std::uint16_t node;
  };
  void find_chains(const WidePosition<W>& position, Player player);
  void make_nodes(const PlaceSet<W>& passable);
  const WideBoard<W>& board_;
  std::vector<Chain> chains_;  ///< The chains of the two edges come first.
  std::vector<Node> nodes_;
  std::vector<Wire> wires_;
  std::vector<float> voltages_;  ///< One per node, then one per pole.
  std::array<std::uint16_t, kPlaces> node_of_;
};

}  // namespace onyx
