// Wins within a number of plies: an exact answer without looking at everything reachable.
//
// "The side to move connects within n plies" and "it cannot keep the other from connecting within n
// plies" are told by a depth-first search over moves and replies. Both speak of finitely many
// plies, so they do not depend on how a position came about, however captures make play repeat: no
// history has to be thought of, and what is known of a position may be kept in a table. The table
// keeps whole positions, so the answers rest on no hash.
//
// What spares work, each of it exact:
//   must-play   where the opponent would connect by his next move, only the moves that stop him
//               (`parries` in solver/tactics/outlook.h): a stone on that one place, or a capture.
//   distance    stones that a player still has to place, at least, on any way from edge to edge.
//               Who needs more than his remaining turns is cut off. Captures are thought of: an
//               opponent's stone that could ever be captured costs one stone like an empty place,
//               because its place must be taken after all; one that no capture can reach, a stone
//               on a midpoint or one whose squares all have a stone on theirs, ends the way.
//   ways        who needs just his remaining turns must use each on a way that short: of the others
//               no stone shortens it.
//   outlook     wins in 3 and losses in 4 that are seen without search, and the moves that lead to
//               them (solver/tactics/outlook.h); if asked for: it pays where the board is large.
//   ordering    the move that worked before in the position (table), then in others (history).
//
// Sources: must-play from R. Hayward et al., "Solving 7x7 Hex with Domination, Fill-in, and Virtual
// Connections", 2005; history heuristic from J. Schaeffer, "The History Heuristic and Alpha-Beta
// Search Enhancements in Practice", 1989; two-level replacement from D. Breuker, J. Uiterwijk and
// H. van den Herik, "Replacement Schemes for Transposition Tables", 1994.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/base/stop.h"
#include "core/moves.h"
#include "core/packed_position.h"
#include "solver/graph/values.h"
#include "solver/tactics/outlook.h"

namespace onyx {

/// The least number of stones that `player` still has to place to connect, in any play: 0 if he is
/// connected, more than `most` is answered by most + 1.
template <int W>
int stones_needed(const Board<W>& board, const Position<W>& position, Player player, int most);

/// For one thread. What it was asked before makes later answers come sooner, never others; so a
/// node limit may be met sooner or later. After clear() everything, effort included, is as if new.
template <int W>
class BoundedSearch {
 public:
  enum class Looks { at_threats, ahead };  ///< Ahead: with outlooks, and ways.

  /// The table has 2^table_bits entries of 8 bytes more than a packed position; `board` must
  /// outlive it.
  explicit BoundedSearch(const Board<W>& board, unsigned table_bits = 16,
                         Looks looks = Looks::at_threats);

  void clear();

  /// Nodes that each question below may visit; the answer is nothing if that is too few.
  void set_node_limit(std::uint64_t nodes) { node_limit_ = nodes; }
  /// Ends a question, without an answer, when it has come,
  void set_interrupt(Interrupt interrupt) { interrupt_ = interrupt; }
  /// or this is past.
  void set_deadline(std::optional<Stop::Clock::time_point> deadline) { deadline_ = deadline; }

  const Board<W>& board() const { return board_; }
  /// Visited since clear().
  std::uint64_t nodes() const { return nodes_; }

  /// Whether the side to move connects within `plies`, an odd number below kMostPlies.
  std::optional<bool> wins_within(const Position<W>& position, int plies);
  /// Whether the side to move is lost within `plies`, an even number below kMostPlies.
  std::optional<bool> loses_within(const Position<W>& position, int plies);

  static constexpr int kMostPlies = 60;

  /// The exact value and distance, if the game is decided within `plies`; nothing otherwise, or if
  /// the nodes do not suffice. Asks both questions with ever more plies.
  std::optional<Outcome> outcome(const Position<W>& position, int plies);

 private:
  static constexpr std::size_t kPlaces = std::size_t{64} * W;
  struct OutOfNodes {};
  using Outlook = proof_number::Outlook<W>;
  /// As small as a place of the board can be kept.
  using SmallPlace = std::conditional_t<W <= 4, std::uint8_t, Place>;
  /// What is known of a position: by who is asked about, the side to move (0) or the other (1), the
  /// least number of plies within which he is known to win, the greatest within which he is known
  /// not to, and a move that showed the one or the other.
  struct Entry {
    PackedPosition<W> key{};
    std::array<std::uint8_t, 2> wins{kNever, kNever};
    std::array<std::uint8_t, 2> not_within{0, 0};
    std::array<SmallPlace, 2> move{kNoMove, kNoMove};
    std::uint8_t depth = 0;  ///< Of the deepest question answered: what it is worth to keep.
  };
  static constexpr std::uint8_t kNever = 255;
  static constexpr SmallPlace kNoMove = std::numeric_limits<SmallPlace>::max();

  /// What is seen without search: the answer to a question about the side to move, or else the
  /// moves that are worth looking at, in `candidates`.
  std::optional<bool> seen(const Position<W>& position, bool is_win, int plies,
                           PlaceSet<W>& candidates) const;
  bool win(const Position<W>& position, int plies);
  bool lose(const Position<W>& position, int plies);
  /// The candidates, those that promise most first.
  int order(PlaceSet<W> candidates, Player mover, SmallPlace first,
            std::array<Place, kPlaces>& moves) const;

  /// Has the memory of the key's bucket brought near, while something else is looked at.
  void fetch(const PackedPosition<W>& key) const;
  Entry* find(const PackedPosition<W>& key);
  std::size_t bucket_of(const PackedPosition<W>& key) const;
  void store(const PackedPosition<W>& key, int who, int plies, bool does_win, Place move);
  void count_node();

  const Board<W>& board_;
  std::vector<Entry> table_;  ///< Buckets of two: the deeper one, and the latest.
  unsigned table_bits_;
  Looks looks_;
  std::array<std::array<std::uint32_t, kPlaces>, 2> history_{};
  std::uint64_t node_limit_ = UINT64_MAX;
  std::uint64_t limit_ = UINT64_MAX;  ///< For the question that is being answered.
  std::uint64_t nodes_ = 0;
  Interrupt interrupt_;
  std::optional<Stop::Clock::time_point> deadline_;
};

}  // namespace onyx
