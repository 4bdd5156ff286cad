// How well a player is connected so far, as the resistance of an electric network.
//
// The player's two edges are the poles. A free place conducts, a chain of the player's stones has
// no resistance, and the opponent's stones block. So the resistance is small if there are many
// short ways from edge to edge, unlike a distance, which uses only the shortest. Two chains (or a
// chain and an edge) that share two free neighbours are nearly joined, because the player takes one
// if the opponent takes the other; the network has a wire between them. Captures are ignored.
//
// The current through a place tells how important the place is to the player. Source: V.
// Anshelevich, "A hierarchical approach to computer Hex", 2002.
#pragma once

#include <array>
#include <vector>

#include "core/board.h"
#include "core/wide_position.h"

namespace onyx {

template <int W>
struct Current {
  static constexpr std::size_t kPlaces = std::size_t{64} * W;

  /// At unit voltage; kBlocked if there is no way from edge to edge.
  double resistance = 0;
  /// By place: the voltage, from which the next computation may start.
  std::array<float, kPlaces> voltage;
  /// By free place: the part of the current that flows through it, from 0 to 1.
  std::array<float, kPlaces> share;

  static constexpr double kBlocked = 20;
};

/// Not thread-safe.
template <int W>
class ResistanceNetwork {
 public:
  /// The board must outlive this.
  explicit ResistanceNetwork(const WideBoard<W>& board) : board_(board) {}

  /// Computes the current of a player who is not connected. Starts from the voltages of `before`,
  /// of a similar position, if given. O(places), approximately: the number of rounds is fixed.
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
    float weight;  ///< 1 / sum of conductances.
    Place place;   ///< The place, or a stone of the chain.
  };
  struct Chain {
    PlaceSet<W> stones;
    PlaceSet<W> free;  ///< Free places next to it.
    std::uint16_t node;
  };

  void find_chains(const WidePosition<W>& position, Player player);
  void make_nodes(const PlaceSet<W>& passable);

  const WideBoard<W>& board_;
  std::vector<Chain> chains_;  ///< The two edges first.
  std::vector<Node> nodes_;
  std::vector<Wire> wires_;
  std::vector<float> voltages_;  ///< By node; the last two are the poles.
  std::array<std::uint16_t, kPlaces> node_of_;
};

}  // namespace onyx
