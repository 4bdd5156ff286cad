// Builds a strategy with which a player never loses, or proves that none exists.
//
// A set of positions is *closed* if the defender always has a move that stays in the set, all moves
// of the attacker stay in it, and the attacker connects nowhere in it. A closed set proves that the
// attacker does not win, because the defender can stay in it for ever. The set is built from
// disproofs, which may be wrong (searcher.h). If a search then proves that the attacker wins a
// position of the set, the moves that led there are replaced. Each step adds a position or a proof,
// and no proof is dropped. So the construction ends with a closed set, or with a proof that the
// attacker wins from the root.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
class SafeStrategy {
 public:
  SafeStrategy(Searcher<W>& searcher, Player defender, const Stop& stop)
      : searcher_(searcher),
        board_(searcher.board()),
        defender_(defender),
        attacker_(other(defender)),
        stop_(stop) {}

  /// Returns the strategy, or nullopt after a limit, which end() names, or if the attacker wins;
  /// then the win is in the searcher's table.
  std::optional<StrategyMoves<W>> build(const WidePosition<W>& root) {
    ONYX_ASSERT(can_go_on(board_, root) && chosen_.empty());
    const auto is_refuted_at_once = [&] {
      if (root.to_move == defender_ || holds(root)) return false;
      refute(root);
      return true;
    };
    try {
      if (is_refuted_at_once()) return std::nullopt;
      if (root.to_move == attacker_) {
        for_each_successor(board_, root, [&](const auto& next) { arrive(next); });
      } else {
        arrive(root);
      }
      while (!open_.empty()) {
        if (bytes() > stop_.bytes) throw LimitMet{End::memory_limit};
        require_time();
        const WidePosition<W> position = open_.back();
        open_.pop_back();
        const Packed packed = pack(position);
        if (refuted_.contains(packed)) {
          // The position was refuted while it was open; reopen the positions that rely on it.
          chosen_.erase(packed);
        } else {
          if (choose(position)) continue;
          refute(position);
        }
        if (position == root) return std::nullopt;
        reopen_users_of(packed);
        if (is_refuted_at_once()) return std::nullopt;
      }
      // Keep only reachable moves: replaced moves may have made others unreachable.
      StrategyMoves<W> strategy{defender_, {}};
      collect_moves(board_, root, defender_, strategy.moves, [&](const WidePosition<W>& position) {
        require_time();
        return chosen_.at(pack(position));
      });
      return strategy;
    } catch (const LimitMet& limit) {
      end_ = limit.end;
      return std::nullopt;
    }
  }

  End end() const { return end_; }

 private:
  struct LimitMet {
    End end;
  };
  using Packed = PackedPosition<W>;

  /// Whether the attacker wins `position`, whose outlook is `outlook`. Searches if necessary.
  bool is_lost(const WidePosition<W>& position, const Outlook<W>& outlook) {
    auto found = decided_by(outlook, position.to_move, attacker_);
    if (!found) found = searcher_.in_table(position, attacker_);
    if (!found || !found->numbers.is_solved()) {
      const End end = searcher_.search(position, attacker_, stop_);
      if (end != End::complete) throw LimitMet{end};
      found = searcher_.known(position, attacker_);
      // Another thread may have replaced the entry after the search.
      if (!found || !found->numbers.is_solved()) throw LimitMet{End::memory_limit};
    }
    if (found->numbers.is_proved()) refuted_.insert(pack(position));
    return found->numbers.is_proved();
  }

  void refute(const WidePosition<W>& position) {
    refuted_.insert(pack(position));
    chosen_.erase(pack(position));
    Knowledge knowledge{Numbers::proved(), kPliesUnknown, placements(board_, position).lowest(),
                        1 << 10};
    if (position.to_move == attacker_) {
      placements(board_, position).for_each([&](Place place) {
        if (refuted_.contains(pack(successor(board_, position, place)))) knowledge.move = place;
      });
    }
    searcher_.record(position, attacker_, knowledge);
  }

  void reopen_users_of(const Packed& refuted) {
    const auto users = relied_on_by_.find(refuted);
    if (users == relied_on_by_.end()) return;
    for (const Packed& user : users->second) open_.push_back(unpack(user));
    ONYX_ASSERT(reliances_ >= users->second.size());
    reliances_ -= users->second.size();
    relied_on_by_.erase(users);
  }

  /// Chooses a move that passes holds() and opens all replies; returns false if there is none.
  bool choose(const WidePosition<W>& position) {
    ONYX_ASSERT(position.to_move == defender_);
    const Outlook<W> outlook = outlook_of(board_, position);
    if (outlook.forecast == Forecast::win && outlook.plies == 1) {
      chosen_[pack(position)] = outlook.move;
      return true;
    }
    for (const Place place : candidates(position, outlook)) {
      const WidePosition<W> after = successor(board_, position, place);
      if (!holds(after)) continue;
      chosen_[pack(position)] = place;
      for_each_successor(board_, after, [&](const WidePosition<W>& next) {
        relied_on_by_[pack(next)].push_back(pack(position));
        ++reliances_;
        arrive(next);
      });
      return true;
    }
    return false;
  }

  /// Returns the outlook's winning move, or all moves not known to lose, disproved ones first.
  std::vector<Place> candidates(const WidePosition<W>& position, const Outlook<W>& outlook) const {
    if (outlook.forecast == Forecast::win) return {outlook.move};
    if (outlook.forecast == Forecast::loss) return {};
    std::vector<std::pair<int, Place>> ranked;
    bool is_any_disproved = false;
    const auto rank_by = [&](const auto& knowledge_of) {
      ranked.clear();
      outlook.moves.for_each([&](Place place) {
        const std::optional<Knowledge> found = knowledge_of(successor(board_, position, place));
        if (found && found->numbers.is_proved()) return;
        const bool is_disproved = found && found->numbers.is_disproved();
        is_any_disproved = is_any_disproved || is_disproved;
        const int rank = !is_disproved ? 1 << 18 : found->plies == 0 ? 1 << 17 : found->plies;
        ranked.emplace_back(rank, place);
      });
    };
    rank_by([&](const WidePosition<W>& after) { return searcher_.in_table(after, attacker_); });
    // known() also computes outlooks, which is slow, so try it only if the table has no disproof.
    if (!is_any_disproved) {
      rank_by([&](const WidePosition<W>& after) { return searcher_.known(after, attacker_); });
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<Place> places;
    for (const auto& [rank, place] : ranked) places.push_back(place);
    return places;
  }

  /// Returns false if the attacker, to move in `after`, has a move that is known or found to win.
  bool holds(const WidePosition<W>& after) {
    ONYX_ASSERT(after.to_move == attacker_);
    if (refuted_.contains(pack(after))) return false;
    const Outlook<W> outlook = outlook_of(board_, after);
    if (is_lost(after, outlook)) return false;
    if (outlook.forecast == Forecast::loss) return true;
    bool all_hold = true;
    outlook.moves.for_each([&](Place place) {
      if (!all_hold) return;
      const WidePosition<W> next = successor(board_, after, place);
      all_hold = !refuted_.contains(pack(next)) && !is_lost(next, outlook_of(board_, next));
    });
    if (!all_hold) refute(after);
    return all_hold;
  }

  void arrive(const WidePosition<W>& position) {
    ONYX_ASSERT(position.to_move == defender_);
    if (!chosen_.contains(pack(position))) open_.push_back(position);
  }

  /// Checks the limits in steps that need no search; a search checks them itself.
  void require_time() {
    if (const auto met = stop_.met()) throw LimitMet{*met};
  }

  std::uint64_t bytes() const {
    constexpr std::uint64_t kOfNode = 4 * sizeof(void*);
    return chosen_.size() * (sizeof(Packed) + 8 + kOfNode) +
           relied_on_by_.size() * (sizeof(Packed) + sizeof(std::vector<Packed>) + 2 * kOfNode) +
           reliances_ * sizeof(Packed) * 3 / 2 + refuted_.size() * (sizeof(Packed) + kOfNode) +
           open_.capacity() * sizeof(WidePosition<W>);
  }

  Searcher<W>& searcher_;
  const WideBoard<W>& board_;
  const Player defender_;
  const Player attacker_;
  const Stop& stop_;
  End end_ = End::complete;
  std::unordered_map<Packed, Place, PackedHash<W>> chosen_;
  std::unordered_map<Packed, std::vector<Packed>, PackedHash<W>> relied_on_by_;
  std::uint64_t reliances_ = 0;  ///< Total length of all lists in relied_on_by_.
  std::unordered_set<Packed, PackedHash<W>> refuted_;
  std::vector<WidePosition<W>> open_;
};

}  // namespace onyx::proof_number
