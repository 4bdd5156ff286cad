#include "solver/play/resistance.h"

#include <algorithm>
#include <cmath>

#include "core/base/assert.h"
#include "core/moves.h"

namespace onyx {
namespace {

constexpr float kPlaceToPlace = 1;
constexpr float kPlaceToChain = 2;
/// Conductance between chains that share two free neighbours.
constexpr float kLink = 6;
constexpr float kOverrelaxation = 1.5F;
constexpr int kRoundsAfterSimilar = 8;
constexpr int kRoundsFromNothing = 40;

}  // namespace

template <int W>
void ResistanceNetwork<W>::find_chains(const WidePosition<W>& position, Player player) {
  const PlaceSet<W>& own = position.of(player);
  chains_.clear();
  PlaceSet<W> rest = own;
  const auto add = [&](const PlaceSet<W>& from) {
    const PlaceSet<W> around = halo(board_, own, from);
    chains_.push_back({around & own, around, 0});
    rest -= chains_.back().stones;
  };
  add(board_.start_edge(player));
  add(board_.goal_edge(player));
  while (rest.any()) add(PlaceSet<W>::single(rest.lowest()));
}

template <int W>
void ResistanceNetwork<W>::make_nodes(const PlaceSet<W>& passable) {
  nodes_.clear();
  wires_.clear();
  const auto places = static_cast<std::size_t>(passable.count());
  const std::size_t poles = places + chains_.size() - 2;
  std::uint16_t next = 0;
  passable.for_each([&](Place place) { node_of_[place] = next++; });
  for (std::size_t i = 0; i < chains_.size(); ++i) {
    chains_[i].free &= passable;
    chains_[i].node = static_cast<std::uint16_t>(i < 2 ? poles + i : places + i - 2);
  }
  const auto begin = [&](Place place) {
    nodes_.push_back({static_cast<std::uint32_t>(wires_.size()), 0, 0, place});
  };
  const auto end = [&] {
    nodes_.back().end_wire = static_cast<std::uint32_t>(wires_.size());
    float sum = 0;
    for (std::size_t i = nodes_.back().first_wire; i < wires_.size(); ++i) {
      sum += wires_[i].conductance;
    }
    nodes_.back().weight = sum > 0 ? 1 / sum : 0;
  };
  passable.for_each([&](Place place) {
    begin(place);
    (board_.neighbours(place) & passable).for_each([&](Place neighbour) {
      wires_.push_back({node_of_[neighbour], kPlaceToPlace});
    });
    for (const Chain& chain : chains_) {
      if (chain.free.has(place)) wires_.push_back({chain.node, kPlaceToChain});
    }
    end();
  });
  for (std::size_t i = 2; i < chains_.size(); ++i) {
    begin(chains_[i].stones.lowest());
    chains_[i].free.for_each([&](Place place) {
      wires_.push_back({node_of_[place], kPlaceToChain});
    });
    for (const Chain& chain : chains_) {
      if (chain.node != chains_[i].node && (chain.free & chains_[i].free).has_two()) {
        wires_.push_back({chain.node, kLink});
      }
    }
    end();
  }
}

template <int W>
void ResistanceNetwork<W>::compute(const WidePosition<W>& position, Player player,
                                   const Current<W>* before, Current<W>& current) {
  ONYX_ASSERT(!is_connected(board_, position.of(player), player));
  find_chains(position, player);
  make_nodes(placements(board_, position));
  const BoardSize size = board_.size();
  const float length =
      static_cast<float>(2 * (player == Player::V ? size.height - 1 : size.width - 1));
  voltages_.resize(nodes_.size() + 2);
  voltages_[nodes_.size()] = 0;
  voltages_[nodes_.size() + 1] = 1;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const HalfSteps at = board_.geometry().half_steps_to(nodes_[i].place);
    voltages_[i] = before != nullptr
                       ? before->voltage[nodes_[i].place]
                       : static_cast<float>(player == Player::V ? at.y : at.x) / length;
  }
  const auto relax = [&](std::size_t i) {
    const Node& node = nodes_[i];
    float sum = 0;
    for (std::uint32_t wire = node.first_wire; wire < node.end_wire; ++wire) {
      sum += wires_[wire].conductance * voltages_[wires_[wire].to];
    }
    voltages_[i] += kOverrelaxation * (sum * node.weight - voltages_[i]);
  };
  for (int round = before != nullptr ? kRoundsAfterSimilar : kRoundsFromNothing; round > 0;
       --round) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) relax(i);
    for (std::size_t i = nodes_.size(); i-- > 0;) relax(i);
  }

  // The currents at the two poles differ, because the voltages are approximate.
  double at_start = 0;
  double at_goal = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    float through = 0;
    for (std::uint32_t wire = node.first_wire; wire < node.end_wire; ++wire) {
      const auto [to, conductance] = wires_[wire];
      const float flow = conductance * std::abs(voltages_[to] - voltages_[i]);
      through += flow;
      if (to == nodes_.size()) at_start += static_cast<double>(flow);
      if (to == nodes_.size() + 1) at_goal += static_cast<double>(flow);
    }
    current.share[node.place] = through / 2;
  }
  if ((chains_[0].free & chains_[1].free).has_two()) {
    at_start += static_cast<double>(kLink);
    at_goal += static_cast<double>(kLink);
  }
  const double total = std::min(at_start, at_goal);
  current.resistance = std::min(Current<W>::kBlocked, total > 0 ? 1 / total : 1e9);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    current.voltage[nodes_[i].place] = voltages_[i];
    current.share[nodes_[i].place] *= static_cast<float>(current.resistance);
  }
  for (const Chain& chain : chains_) {
    chain.stones.for_each([&](Place place) { current.voltage[place] = voltages_[chain.node]; });
  }
  // These places do not conduct now, but may in a later position that reuses the voltages.
  (position.of(other(player)) | (board_.midpoints() - placements(board_, position)))
      .for_each([&](Place place) {
        current.voltage[place] = 0.5F;
        current.share[place] = 0;
      });
}

#define ONYX_INSTANTIATE(W) template class ResistanceNetwork<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
