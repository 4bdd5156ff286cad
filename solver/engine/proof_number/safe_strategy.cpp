#include "solver/engine/proof_number/safe_strategy.h"

#include <algorithm>

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx::proof_number {
namespace {

/// Thrown when the search meets a limit, and caught in build().
struct LimitMet {};

}  // namespace

template <int W>
typename SafeStrategy<W>::Result SafeStrategy<W>::build(const WidePosition<W>& root) {
  ONYX_ASSERT(can_go_on(searcher_.board(), root) && chosen_.empty());
  try {
    if (root.to_move == attacker_) {
      if (!holds(root)) {
        refute(root);
        return Result::refuted;
      }
      for_each_successor(searcher_.board(), root,
                         [&](const WidePosition<W>& next) { arrive(next); });
    } else {
      arrive(root);
    }
    while (!open_.empty()) {
      if (bytes() > stop_.bytes) {
        end_ = End::memory_limit;
        throw LimitMet{};
      }
      require_time();
      const WidePosition<W> position = open_.back();
      open_.pop_back();
      const Packed packed = pack(position);
      if (refuted_.contains(packed)) {
        // A search for another position has refuted it; its users are not reopened yet.
        chosen_.erase(packed);
      } else {
        if (choose(position)) continue;
        refute(position);
      }
      if (position == root) return Result::refuted;
      reopen_users_of(packed);
      // With the attacker to move at the root, the root itself relies on the positions after all
      // its moves.
      if (root.to_move == attacker_ && !holds(root)) {
        refute(root);
        return Result::refuted;
      }
    }
    collect(root);
  } catch (const LimitMet&) {
    return Result::limit;
  }
  return Result::closed;
}

/// Checks the deadline and the interrupt. A search checks them itself, but known results need none.
template <int W>
void SafeStrategy<W>::require_time() {
  if (const auto met = stop_.met()) {
    end_ = *met;
    throw LimitMet{};
  }
}

template <int W>
bool SafeStrategy<W>::is_lost(const WidePosition<W>& position) {
  if (refuted_.contains(pack(position))) return true;
  return is_lost(position, outlook_of(searcher_.board(), position));
}

/// Takes the outlook as an argument, because computing it costs more than all else except a search.
template <int W>
bool SafeStrategy<W>::is_lost(const WidePosition<W>& position, const Outlook<W>& outlook) {
  auto found = decided_by(outlook, position.to_move, attacker_);
  if (!found) found = searcher_.in_table(position, attacker_);
  if (!found || !found->numbers.is_solved()) {
    end_ = searcher_.search(position, attacker_, stop_);
    if (end_ != End::complete) throw LimitMet{};
    found = searcher_.known(position, attacker_);
    // Another thread may have replaced the entry.
    if (!found || !found->numbers.is_solved()) {
      end_ = End::memory_limit;
      throw LimitMet{};
    }
  }
  if (found->numbers.is_proved()) refuted_.insert(pack(position));
  return found->numbers.is_proved();
}

template <int W>
void SafeStrategy<W>::refute(const WidePosition<W>& position) {
  refuted_.insert(pack(position));
  chosen_.erase(pack(position));
  Knowledge knowledge{Numbers::proved(), kPliesUnknown,
                      placements(searcher_.board(), position).lowest(), 1 << 10};
  if (position.to_move == attacker_) {
    placements(searcher_.board(), position).for_each([&](Place place) {
      if (refuted_.contains(pack(successor(searcher_.board(), position, place)))) {
        knowledge.move = place;
      }
    });
  }
  searcher_.record(position, attacker_, knowledge);
}

/// The positions that rely on a refuted one need other moves.
template <int W>
void SafeStrategy<W>::reopen_users_of(const Packed& refuted) {
  const auto users = relied_on_by_.find(refuted);
  if (users == relied_on_by_.end()) return;
  for (const Packed& user : users->second) open_.push_back(unpack(user));
  ONYX_ASSERT(reliances_ >= users->second.size());
  reliances_ -= users->second.size();
  relied_on_by_.erase(users);
}

/// Finds a move that holds, and opens the positions after the attacker's replies. Returns false if
/// no move holds.
template <int W>
bool SafeStrategy<W>::choose(const WidePosition<W>& position) {
  ONYX_ASSERT(position.to_move == defender_);
  const WideBoard<W>& board = searcher_.board();
  const Outlook<W> outlook = outlook_of(board, position);
  if (outlook.forecast == Outlook<W>::Forecast::win && outlook.plies == 1) {
    chosen_[pack(position)] = outlook.move;
    return true;
  }
  for (const Place place : candidates(position, outlook)) {
    const WidePosition<W> after = successor(board, position, place);
    if (!holds(after)) continue;
    chosen_[pack(position)] = place;
    for_each_successor(board, after, [&](const WidePosition<W>& next) {
      relied_on_by_[pack(next)].push_back(pack(position));
      ++reliances_;
      arrive(next);
    });
    return true;
  }
  return false;
}

/// The defender's moves that may hold, in the order in which to try them: only the winning move, if
/// the outlook has one; else moves already disproved come before moves that need a search. Moves
/// that are not sensible are left out, because they lose (solver/engine/tactics/outlook.h).
template <int W>
std::vector<Place> SafeStrategy<W>::candidates(const WidePosition<W>& position,
                                               const Outlook<W>& outlook) const {
  const WideBoard<W>& board = searcher_.board();
  if (outlook.forecast == Outlook<W>::Forecast::win) return {outlook.move};
  if (outlook.forecast == Outlook<W>::Forecast::loss) return {};
  std::vector<std::pair<int, Place>> ranked;
  bool is_any_disproved = false;
  const auto rank_by = [&](const auto& knowledge_of) {
    ranked.clear();
    outlook.moves.for_each([&](Place place) {
      const std::optional<Knowledge> found = knowledge_of(successor(board, position, place));
      if (found && found->numbers.is_proved()) return;
      const bool is_disproved = found && found->numbers.is_disproved();
      is_any_disproved = is_any_disproved || is_disproved;
      const int rank = !is_disproved ? 1 << 18 : found->plies == 0 ? 1 << 17 : found->plies;
      ranked.emplace_back(rank, place);
    });
  };
  rank_by([&](const WidePosition<W>& after) { return searcher_.in_table(after, attacker_); });
  // The outlooks of all successors take far longer, so they are used only where the table does not
  // help.
  if (!is_any_disproved) {
    rank_by([&](const WidePosition<W>& after) { return searcher_.known(after, attacker_); });
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<Place> places;
  for (const auto& [rank, place] : ranked) places.push_back(place);
  return places;
}

/// Whether no move of the attacker, who is to move, is known or found to win.
template <int W>
bool SafeStrategy<W>::holds(const WidePosition<W>& after) {
  ONYX_ASSERT(after.to_move == attacker_);
  if (refuted_.contains(pack(after))) return false;
  const Outlook<W> outlook = outlook_of(searcher_.board(), after);
  if (is_lost(after, outlook)) return false;
  if (outlook.forecast == Outlook<W>::Forecast::loss) return true;
  bool all_hold = true;
  // Moves that are not sensible lose.
  outlook.moves.for_each([&](Place place) {
    all_hold = all_hold && !is_lost(successor(searcher_.board(), after, place));
  });
  if (!all_hold) refute(after);
  return all_hold;
}

template <int W>
void SafeStrategy<W>::arrive(const WidePosition<W>& position) {
  ONYX_ASSERT(position.to_move == defender_);
  if (!chosen_.contains(pack(position))) open_.push_back(position);
}

/// The approximate memory of the tables, including buckets and the unused capacity of vectors.
template <int W>
std::uint64_t SafeStrategy<W>::bytes() const {
  constexpr std::uint64_t kOfNode = 4 * sizeof(void*);
  return chosen_.size() * (sizeof(Packed) + 8 + kOfNode) +
         relied_on_by_.size() * (sizeof(Packed) + sizeof(std::vector<Packed>) + 2 * kOfNode) +
         reliances_ * sizeof(Packed) * 3 / 2 + refuted_.size() * (sizeof(Packed) + kOfNode) +
         open_.capacity() * sizeof(WidePosition<W>);
}

/// Copies only the chosen moves that play can reach: when a move was taken back, others stayed.
template <int W>
void SafeStrategy<W>::collect(const WidePosition<W>& root) {
  strategy_.owner = defender_;
  collect_moves(searcher_.board(), root, defender_, strategy_.moves,
                [&](const WidePosition<W>& position) {
                  require_time();
                  return chosen_.at(pack(position));
                });
}

#define ONYX_INSTANTIATE(W) template class SafeStrategy<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
