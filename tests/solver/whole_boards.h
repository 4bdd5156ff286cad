// Compares whole boards and single positions with the slow full table of the plain engine.
#pragma once

#include <gtest/gtest.h>

#include "solver/engine/tier_run/whole_board.h"
#include "tests/plain/retrograde.h"
#include "tests/support.h"

namespace onyx::test {

inline CountsBySide counts_of(const plain::Table& table) {
  CountsBySide result;
  for (std::size_t side = 0; side < 2; ++side) {
    const plain::Counts counts = table.counts("VH"[side]);
    result.to_move[side] = {counts.wins, counts.losses, counts.draws, counts.illegal};
  }
  return result;
}

inline std::string text_of(const ValueCounts& counts) {
  return std::to_string(counts.wins) + " wins, " + std::to_string(counts.losses) + " losses, " +
         std::to_string(counts.draws) + " draws, " + std::to_string(counts.illegal) + " illegal";
}

inline void expect_counts(const WholeBoard& found, const CountsBySide& expected) {
  EXPECT_EQ(found.end, End::complete);
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(text_of(found.counts.to_move[side]), text_of(expected.to_move[side])) << "VH"[side];
  }
}

/// Returns nothing for an illegal position.
inline std::optional<Value> value_of(const plain::Entry& entry) {
  switch (entry.value) {
    case plain::Value::kWin:
      return Value::win;
    case plain::Value::kLoss:
      return Value::loss;
    case plain::Value::kDraw:
      return Value::draw;
    case plain::Value::kIllegal:
      break;
  }
  return std::nullopt;
}

/// Compares every position of a tier, and all its symmetric images, with the table.
template <int W>
class TierComparison {
 public:
  TierComparison(const WideBoard<W>& board, const plain::Table& table)
      : board_(board), table_(table), met_(table.slots()) {
    std::uint64_t weight = 1;
    for (int i = 0; i < board.place_count(); ++i, weight *= 3) weights_.push_back(weight);
  }

  void operator()(const SolvedTier<W>& tier) {
    Colouring colouring;
    WidePosition<W> position = tier.fixed;
    compare_from(tier, 0, colouring, position);
  }

  std::uint64_t slots_met() const {
    return static_cast<std::uint64_t>(std::count(met_.begin(), met_.end(), true));
  }
  std::uint64_t wrong() const { return wrong_; }

 private:
  /// Compares all colourings of the cells from `cell` on; the earlier cells stay as they are.
  void compare_from(const SolvedTier<W>& tier, std::size_t cell, Colouring& colouring,
                    WidePosition<W>& position) {
    if (cell == tier.cells.places.size()) {
      for (const Player player : kPlayers) {
        position.to_move = player;
        compare(position, tier.solver.value(colouring, player),
                tier.histogram.empty() ? std::nullopt : tier.solver.outcome(colouring, player));
      }
      return;
    }
    compare_from(tier, cell + 1, colouring, position);
    for (std::size_t player = 0; player < 2; ++player) {
      colouring.stones[player] |= CellSet{1} << cell;
      position.stones[player].add(tier.cells.places[cell]);
      compare_from(tier, cell + 1, colouring, position);
      position.stones[player].remove(tier.cells.places[cell]);
      colouring.stones[player] &= ~(CellSet{1} << cell);
    }
  }

  /// `outcome` is empty if distances are not known.
  void compare(const WidePosition<W>& position, std::optional<Value> value,
               std::optional<Outcome> outcome) {
    for (const Symmetry& symmetry : group_) {
      const WidePosition<W> image = symmetry(position);
      const std::uint64_t slot = slot_of(image);
      met_[slot] = true;
      const plain::Entry entry = table_.entry(slot);
      const bool is_distance_right =
          !outcome || outcome->is_draw() || outcome->distance() == static_cast<int>(entry.distance);
      if (value == value_of(entry) && is_distance_right) continue;
      // Reports only the first failure.
      if (wrong_++ == 0) {
        ADD_FAILURE() << to_reference(board_, image) << " is " << entry << ", not "
                      << (value ? std::to_string(static_cast<int>(*value)) : "illegal");
      }
    }
  }

  /// Returns the number of the position's slot in the table (plain/retrograde.h).
  std::uint64_t slot_of(const WidePosition<W>& position) const {
    std::uint64_t number = 0;
    position.of(Player::V).for_each([&](Place place) { number += weights_[place]; });
    position.of(Player::H).for_each([&](Place place) { number += 2 * weights_[place]; });
    return 2 * number + (position.to_move == Player::H ? 1 : 0);
  }

  const WideBoard<W>& board_;
  const plain::Table& table_;
  const std::vector<Symmetry> group_ = symmetries_of(board_.geometry());
  std::vector<std::uint64_t> weights_;
  std::vector<bool> met_;  ///< Indexed by slot.
  std::uint64_t wrong_ = 0;
};

}  // namespace onyx::test
