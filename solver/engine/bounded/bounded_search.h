// Decides exactly whether a player wins within n plies, without exploring all reachable positions.
//
// A depth-first search decides whether the side to move (n odd) or the opponent (n even) can force
// a connection within n plies. Because n is finite, the answer does not depend on the path, even if
// play repeats positions. So a transposition table can store answers. Its keys are whole positions,
// so no answer relies on a hash.
//
// Techniques, all of them exact:
//   must-play   if the opponent threatens to connect, search only the moves that stop the threats
//               (`parries` in solver/engine/tactics/outlook.h).
//   distance    a lower bound on the stones that a player still needs to join the edges; with fewer
//               turns left, the player cannot win in time. An opposing stone that might be captured
//               counts as one stone, because the player must take its place afterwards. An opposing
//               stone that can never be captured blocks the path.
//   ways        a player who needs a stone in every remaining turn must play on a shortest path.
//   outlook     finds wins in 3 plies and losses in 4 without search (optional; for large boards).
//   ordering    the table's move first, then the order of the history heuristic.
//
// Sources: must-play from R. Hayward et al., "Solving 7x7 Hex with Domination, Fill-in, and Virtual
// Connections", 2005; history heuristic from J. Schaeffer, "The History Heuristic and Alpha-Beta
// Search Enhancements in Practice", 1989; two-level replacement from D. Breuker, J. Uiterwijk and
// H. van den Herik, "Replacement Schemes for Transposition Tables", 1994.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/base/assert.h"
#include "core/base/stop.h"
#include "core/legality.h"
#include "core/moves.h"
#include "core/packed_position.h"
#include "solver/engine/graph/values.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {

/// Returns a lower bound on the stones that `player` needs to connect, but at most `most` + 1.
template <int W>
int stones_needed(const WideBoard<W>& board, const WidePosition<W>& position, Player player,
                  int most);

/// Not thread-safe. Earlier queries may change the node count of an answer, but never the answer.
template <int W>
class BoundedSearch {
 public:
  enum class Looks { at_threats, ahead };  ///< `ahead` uses outlooks and ways.

  /// The table has 2^table_bits entries. `board` must outlive the search.
  explicit BoundedSearch(const WideBoard<W>& board, unsigned table_bits = 16,
                         Looks looks = Looks::at_threats);

  void clear() {
    std::fill(table_.begin(), table_.end(), Entry{});
    history_ = {};
    nodes_ = 0;
  }

  /// A query that needs more than `nodes` nodes returns nullopt.
  void set_node_limit(std::uint64_t nodes) { node_limit_ = nodes; }
  /// After an interrupt, a query returns nullopt.
  void set_interrupt(Interrupt interrupt) { stop_.interrupt = interrupt; }
  /// Sets the node limit, and takes the interrupt and the deadline from `stop`.
  void set_limits(const Stop& stop, std::uint64_t nodes = UINT64_MAX) {
    stop_.interrupt = stop.interrupt;
    stop_.deadline = stop.deadline;
    node_limit_ = nodes;
  }

  const WideBoard<W>& board() const { return board_; }
  /// Returns the number of nodes visited since clear().
  std::uint64_t nodes() const { return nodes_; }

  /// Whether the side to move can connect within `plies` (odd, < kMostPlies); nullopt at a limit.
  std::optional<bool> wins_within(const WidePosition<W>& position, int plies) {
    ONYX_ASSERT(plies % 2 == 1);
    return ask(position, plies);
  }
  std::optional<bool> loses_within(const WidePosition<W>& position, int plies) {
    ONYX_ASSERT(plies % 2 == 0);
    return ask(position, plies);
  }

  static constexpr int kMostPlies = 60;

  /// Returns the value and distance; nullopt if undecided within `plies` or a limit is met.
  std::optional<Outcome> outcome(const WidePosition<W>& position, int plies);

 private:
  static constexpr std::size_t kPlaces = std::size_t{64} * W;
  struct OutOfNodes {};
  using Outlook = proof_number::Outlook<W>;
  using SmallPlace = std::conditional_t<W <= 4, std::uint8_t, Place>;
  /// Index 0 of each array is for wins of the side to move, index 1 for wins of the opponent. The
  /// player can win within `wins` plies, but not within `not_within` plies.
  struct Entry {
    PackedPosition<W> key{};
    std::array<std::uint8_t, 2> wins{kNever, kNever};
    std::array<std::uint8_t, 2> not_within{0, 0};
    std::array<SmallPlace, 2> move{kNoMove, kNoMove};
    std::uint8_t depth = 0;  ///< Maximum plies of all queries; 0 if the entry is empty.
  };
  static constexpr std::uint8_t kNever = 255;
  static constexpr SmallPlace kNoMove = std::numeric_limits<SmallPlace>::max();

  /// Returns the answer if it needs no search; else sets `candidates`, the moves to search.
  std::optional<bool> seen(const WidePosition<W>& position, int plies,
                           PlaceSet<W>& candidates) const;
  std::optional<bool> ask(const WidePosition<W>& position, int plies) {
    ONYX_ASSERT(can_go_on(board_, position) && plies < kMostPlies);
    limit_ = nodes_ + std::min(node_limit_, UINT64_MAX - nodes_);
    try {
      return is_decided(position, plies);
    } catch (const OutOfNodes&) {
      return std::nullopt;
    }
  }

  /// Whether the player who makes the last of `plies` moves can connect within `plies`.
  bool is_decided(const WidePosition<W>& position, int plies);
  /// Writes the candidates to `moves`, most promising first, and returns their number.
  int order(PlaceSet<W> candidates, Player mover, SmallPlace first,
            std::array<Place, kPlaces>& moves) const;

  Entry* find(const PackedPosition<W>& key) {
    Entry* const bucket = &table_[bucket_of(key)];
    if (bucket[0].depth != 0 && bucket[0].key == key) return &bucket[0];
    if (bucket[1].depth != 0 && bucket[1].key == key) return &bucket[1];
    return nullptr;
  }

  std::size_t bucket_of(const PackedPosition<W>& key) const {
    std::uint64_t hash = 0;
    if constexpr (W == 1) {
      // The hash must be the same on all machines.
      hash = key.words[0] * 0x9e3779b97f4a7c15ULL ^ (key.words[1] + (key.words[0] >> 29));
      hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ULL;
    } else {
      hash = hash_of(key);
    }
    return static_cast<std::size_t>(hash >> (64 - table_bits_)) & ~std::size_t{1};
  }

  void store(const PackedPosition<W>& key, std::size_t index, int plies, bool does_win, Place move);
  void count_node() {
    constexpr std::uint64_t kLookEvery = 1024;
    if (++nodes_ > limit_) throw OutOfNodes();
    if (nodes_ % kLookEvery == 0 && stop_.met()) throw OutOfNodes();
  }

  const WideBoard<W>& board_;
  std::vector<Entry> table_;  ///< Buckets of two entries: a deep one and a recent one.
  unsigned table_bits_;
  Looks looks_;
  std::array<std::array<std::uint32_t, kPlaces>, 2> history_{};
  std::uint64_t node_limit_ = UINT64_MAX;
  std::uint64_t limit_ = UINT64_MAX;  ///< Limit on nodes_ for the current query.
  std::uint64_t nodes_ = 0;
  Stop stop_;  ///< Only its interrupt and deadline are set.
};

}  // namespace onyx
