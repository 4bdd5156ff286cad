// A strategy with which a player never loses, or the proof that there is none.
//
// Take a set of positions such that each position with the defender to move has a move into the
// set, all moves of the attacker stay in the set, and the attacker never connects in it. Such a set
// *is* the proof that the attacker does not win: the defender stays in it for ever. The set is
// built from disproofs. These may be wrong (searcher.h), which shows when the search is asked about
// a position of the set and proves that the attacker wins it. This proof is recorded for good, and
// the moves that led to the position are taken back. Each step adds either a position to the set or
// a proof, and proofs are never taken back. So the construction ends, with a closed set or with the
// attacker's win from the root.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
class SafeStrategy {
 public:
  enum class Result {
    closed,   ///< The defender does not lose: take() returns the strategy.
    refuted,  ///< The attacker wins; the searcher knows the win.
    limit     ///< The search met a limit: see end().
  };

  SafeStrategy(Searcher<W>& searcher, Player defender, const Stop& stop)
      : searcher_(searcher), defender_(defender), attacker_(other(defender)), stop_(stop) {}

  /// Call once. The root must be legal and not finished.
  Result build(const WidePosition<W>& root);

  StrategyMoves<W> take() { return std::move(strategy_); }
  End end() const { return end_; }

 private:
  using Packed = PackedPosition<W>;

  /// Whether the attacker wins `position`, by known results or by search.
  bool is_lost(const WidePosition<W>& position);
  bool is_lost(const WidePosition<W>& position, const Outlook<W>& outlook);
  void refute(const WidePosition<W>& position);
  void reopen_users_of(const Packed& refuted);
  bool choose(const WidePosition<W>& position);
  std::vector<Place> candidates(const WidePosition<W>& position, const Outlook<W>& outlook) const;
  bool holds(const WidePosition<W>& after);
  void arrive(const WidePosition<W>& position);
  void collect(const WidePosition<W>& root);
  void require_time();
  std::uint64_t bytes() const;

  Searcher<W>& searcher_;
  const Player defender_;
  const Player attacker_;
  const Stop& stop_;
  End end_ = End::complete;

  /// For each position with the defender to move: the chosen move, and the positions whose chosen
  /// moves rely on this position.
  std::unordered_map<Packed, Place, PackedHash<W>> chosen_;
  std::unordered_map<Packed, std::vector<Packed>, PackedHash<W>> relied_on_by_;
  std::uint64_t reliances_ = 0;  ///< The number of positions in relied_on_by_, over all lists.
  std::unordered_set<Packed, PackedHash<W>> refuted_;
  std::vector<WidePosition<W>> open_;
  StrategyMoves<W> strategy_;
};

}  // namespace onyx::proof_number
