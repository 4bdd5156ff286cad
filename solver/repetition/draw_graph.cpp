#include "solver/repetition/draw_graph.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/base/assert.h"

namespace onyx {
namespace {

std::optional<StateId> number_of_code(const DrawCodes& codes, std::uint64_t code) {
  const auto found = std::lower_bound(codes.begin(), codes.end(), code);
  if (found == codes.end() || *found != code) return std::nullopt;
  return static_cast<StateId>(found - codes.begin());
}

}  // namespace

SolvedGraph<1> draw_graph(const WideBoard<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes) {
  SolvedGraph<1> result;
  StateGraph<1>& graph = result.graph;
  ONYX_ASSERT(std::is_sorted(codes.begin(), codes.end()));
  graph.row_begin.push_back(0);
  for (const std::uint64_t code : codes) {
    const WidePosition<1> position = format.position(tier, code);
    graph.positions.push_back(pack(position));
    (board.points() - position.occupied()).for_each([&](Place place) {
      const auto next = number_of_code(codes, format.code_of(successor(board, position, place)));
      if (next) graph.targets.push_back(*next);
    });
    graph.row_begin.push_back(graph.targets.size());
    result.outcomes.push_back(Outcome());
  }
  return result;
}

std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier) {
  const WidePosition<1> bare = format.position(tier, 0);
  std::vector<Symmetry> within;
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i](bare).stones == bare.stones) within.push_back(group[i]);
  }
  return within;
}

std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes) {
  std::vector<StateId> images;
  images.reserve(codes.size());
  for (const std::uint64_t code : codes) {
    const WidePosition<1> image = symmetry(format.position(tier, code));
    const auto number = number_of_code(codes, format.code_of(image));
    if (!number)
      throw std::invalid_argument("a draw is symmetric to a position that is not a draw");
    images.push_back(*number);
  }
  return images;
}

std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps) {
  std::uint64_t least = 0;  // things that are the first of their orbits
  for (std::size_t i = 0; i < count; ++i) {
    if (std::all_of(maps.begin(), maps.end(), [&](const auto& map) { return map[i] >= i; }))
      ++least;
  }
  return least;
}

}  // namespace onyx
