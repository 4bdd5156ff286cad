// The recursive proof-number search (searcher.h) that each thread runs on its own.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <tuple>

#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/simulation.h"

namespace onyx::proof_number {

/// A successor of a position that is being searched.
template <int W>
struct Child {
  PackedPosition<W> question;
  std::uint64_t hash;
  Numbers numbers;
  std::uint16_t plies;  ///< See Knowledge::plies.
  Place move;
  /// The number of other threads that search below this child. The child's least number is
  /// multiplied by 1 + `others` (virtual loss).
  std::uint8_t others;
  bool is_final;  ///< Decided by its outlook or by a repetition; not looked up in the table.
  bool is_capture;
};

struct Sums {
  Numbers numbers;           ///< The numbers of the parent.
  Number others = 0;         ///< The sum (numbers.h) over all children except the chosen one.
  Number rival = kInfinite;  ///< The least number among these children, with virtual loss.
  std::size_t chosen = 0;    ///< Next child to search; if the parent is solved, a deciding child.
};

template <int W>
Sums sum_up(std::span<const Child<W>> children, bool is_or) {
  ONYX_ASSERT(!children.empty());
  std::uint64_t total = 0;
  Number least = kInfinite;
  std::uint64_t least_seeming = UINT64_MAX;
  std::uint64_t rival = kInfinite;
  Sums sums;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Child<W>& child = children[i];
    const Number mine = least_of(child.numbers, is_or);
    const Number added = summed_in(child.numbers, is_or);
    if (mine == 0) return {numbers_of(0, kInfinite, is_or), 0, kInfinite, i};
    if (added == 0) continue;
    total += added;
    least = std::min(least, mine);
    const std::uint64_t seeming = std::uint64_t{mine} * (1U + child.others);
    if (seeming < least_seeming) {
      rival = least_seeming;
      least_seeming = seeming;
      sums.chosen = i;
    } else {
      rival = std::min(rival, seeming);
    }
  }
  if (total == 0) return {numbers_of(kInfinite, 0, is_or)};
  ONYX_ASSERT(sums.chosen < children.size() && least_seeming < UINT64_MAX);
  const Number sum = capped_sum(total, 0);
  sums.numbers = numbers_of(least, sum, is_or);
  sums.others = sum - std::min(sum, summed_in(children[sums.chosen].numbers, is_or));
  sums.rival = static_cast<Number>(std::min<std::uint64_t>(rival, kInfinite));
  return sums;
}

/// Returns the chosen child's thresholds. `has_tolerance`: use the 1 + epsilon trick (README.md).
inline Numbers thresholds_for(const Numbers& chosen, const Sums& sums, Numbers thresholds,
                              bool is_or, bool has_tolerance) {
  Number least = least_of(thresholds, is_or);
  if (sums.rival < kInfinite) {
    const Number tolerance = has_tolerance ? sums.rival / 4 : 0;
    least = std::min(least, capped_sum(sums.rival, tolerance + 1));
  }
  Number sum = summed_in(thresholds, is_or);
  if (sum < kInfinite) sum -= std::min(sum, sums.others);
  // With several threads, the chosen child may not have the least number. The thresholds must still
  // exceed its numbers, or it would not be searched.
  return numbers_of(std::max(least, least_of(chosen, is_or) + 1),
                    std::max(sum, summed_in(chosen, is_or) + 1), is_or);
}

/// Returns the parent's knowledge, without `work`. Moves without a child lose in `left_out_plies`.
template <int W>
Knowledge knowledge_from(std::span<const Child<W>> children, const Sums& sums, bool is_or,
                         std::uint16_t left_out_plies) {
  ONYX_ASSERT(sums.chosen < children.size());
  if (!sums.numbers.is_solved()) return {sums.numbers, 0, children[sums.chosen].move};
  // The winner prefers short wins and avoids repetitions (plies 0); the loser does the opposite.
  const bool mover_wins = is_or == sums.numbers.is_proved();
  const auto badness = [&](const Child<W>& child) {
    const int plies = child.plies == 0 ? 1 << 16 : child.plies;
    return mover_wins ? plies : -plies;
  };
  const Child<W>* shown = &children[sums.chosen];
  for (const Child<W>& child : children) {
    const bool agrees =
        sums.numbers.is_proved() ? child.numbers.is_proved() : child.numbers.is_disproved();
    if (agrees && badness(child) < badness(*shown)) shown = &child;
  }
  if (shown->plies == 0) return {sums.numbers, 0, shown->move};
  const std::uint16_t plies = one_ply_more(shown->plies);
  return {sums.numbers, mover_wins ? plies : std::max(plies, left_out_plies), shown->move};
}

template <int W>
class Searcher<W>::Worker {
 public:
  /// Thread 0 checks the clock and reports progress.
  Worker(Searcher& searcher, Player attacker, const Stop& stop, std::uint64_t most_nodes,
         int number)
      : shared_(searcher),
        attacker_(attacker),
        stop_(stop),
        most_nodes_(most_nodes),
        number_(static_cast<std::size_t>(number)),
        evaluation_(searcher.evaluations_[number_]),
        look_ahead_(searcher.board_, searcher.techniques_),
        simulation_(searcher, look_ahead_, attacker, [this] {
          count_node();
          return shared_.stop_.load(std::memory_order_relaxed) || unwind_to_ != SIZE_MAX;
        }) {}

  void run(const std::vector<WidePosition<W>>& roots) {
    if (number_ == 0) look_around();
    while (!shared_.stop_.load(std::memory_order_relaxed) && run_once(roots)) continue;
    ONYX_ASSERT(path_.empty() && children_.empty() && captures_ == 0);
    shared_.nodes_ += nodes_ - reported_;
  }

 private:
  /// Searches one root for one turn; prefers roots with few other threads, then roots with few
  /// turns. Returns false if all roots are solved.
  bool run_once(const std::vector<WidePosition<W>>& roots) {
    struct Choice {
      int others;
      int turns;  ///< turns that the root has had
      std::uint64_t expanded;
      std::size_t root;
    };
    std::optional<Choice> chosen;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const std::size_t root = (i + number_) % roots.size();
      if (shared_.is_solved_[root]) continue;
      const auto found = shared_.known(roots[root], attacker_);
      if (found && found->numbers.is_solved()) {
        shared_.is_solved_[root] = true;
        continue;
      }
      const std::uint64_t expanded = shared_.expanded_[root];
      const Choice here{busy(hash_of(pack_question(roots[root], attacker_))),
                        static_cast<int>(std::bit_width(expanded / kFirstTurn)), expanded, root};
      if (!chosen || std::tie(here.others, here.turns) < std::tie(chosen->others, chosen->turns)) {
        chosen = here;
      }
    }
    if (!chosen) return false;
    const std::uint64_t left = (kFirstTurn << chosen->turns) - chosen->expanded;
    turn_end_ = roots.size() == 1 ? UINT64_MAX : nodes_ + left;
    const Question question = pack_question(roots[chosen->root], attacker_);
    const std::uint64_t hash = hash_of(question);
    const std::uint64_t before = nodes_;
    busy(hash).fetch_add(1, std::memory_order_relaxed);
    const Knowledge found = search(roots[chosen->root], question, hash, {kInfinite, kInfinite});
    busy(hash).fetch_sub(1, std::memory_order_relaxed);
    shared_.expanded_[chosen->root] += nodes_ - before;
    if (found.numbers.is_solved()) shared_.is_solved_[chosen->root] = true;
    return true;
  }

  Knowledge search(const WidePosition<W>& position, const Question& question, std::uint64_t hash,
                   Numbers thresholds) {
    const std::uint64_t nodes_before = nodes_;
    const std::size_t depth = path_.size();
    const std::size_t begin = children_.size();
    const bool is_or = position.to_move == attacker_;
    const Outlook<W> outlook = look_ahead_.from(position);
    if (const auto decided = decided_by(outlook, position.to_move, attacker_)) {
      // Virtual connections decide the position. The result is not stored, because the moves that a
      // search finds make smaller strategies.
      if (depth == 0) root_ = decided->numbers;
      ++nodes_;
      return *decided;
    }
    path_.push_back({question, hash});
    count_node();
    add_children(position, outlook.moves);
    Sums sums;
    for (;;) {
      sums = sum_up(children_from(begin), is_or);
      if (depth == 0) root_ = sums.numbers;
      if (sums.numbers.is_solved() || sums.numbers.proof >= thresholds.proof ||
          sums.numbers.disproof >= thresholds.disproof || must_stop(depth)) {
        break;
      }
      const std::uint64_t before = nodes_;
      descend(begin + sums.chosen,
              thresholds_for(children_[begin + sums.chosen].numbers, sums, thresholds, is_or,
                             shared_.techniques_.tolerance));
      // A short search hardly ever changes the table entries of other children.
      if (nodes_ - before >= kNodesBeforeRefresh) {
        prefetch(begin);
        refresh(begin);
      }
      const Child<W>& searched = children_[begin + sums.chosen];
      if (shared_.techniques_.simulation && searched.plies > 0 &&
          (is_or ? searched.numbers.is_disproved() : searched.numbers.is_proved())) {
        simulate(position, begin, begin + sums.chosen, nodes_ - before);
      }
    }
    Knowledge knowledge = knowledge_from(children_from(begin), sums, is_or, outlook.plies);
    if (knowledge.is_settled() && shared_.techniques_.evaluation) {
      evaluation_.learn(position, knowledge.numbers.is_proved() ? attacker_ : other(attacker_));
    }
    knowledge.work =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - nodes_before, 1 << 30));
    shared_.store(question, hash, knowledge);
    ONYX_ASSERT(path_.size() == depth + 1);
    children_.resize(begin);
    path_.pop_back();
    if (unwind_to_ == depth) {
      // Another thread has solved this position in the meantime.
      unwind_to_ = SIZE_MAX;
      if (const auto found = shared_.find(question, hash)) return *found;
    }
    return knowledge;
  }

  void descend(std::size_t index, Numbers thresholds) {
    const Child<W> child = children_[index];
    captures_ += child.is_capture ? 1 : 0;
    auto& others_here = busy(child.hash);
    if (shared_.threads_ > 1) others_here.fetch_add(1, std::memory_order_relaxed);
    const Knowledge found =
        search(position_of(child.question), child.question, child.hash, thresholds);
    if (shared_.threads_ > 1) others_here.fetch_sub(1, std::memory_order_relaxed);
    captures_ -= child.is_capture ? 1 : 0;
    ONYX_ASSERT(captures_ >= 0 && index < children_.size());
    children_[index].numbers = found.numbers;
    children_[index].plies = found.plies;
  }

  /// Tries on the unsolved children the play that wins the solved child `model`. The winner is to
  /// move in all children. `work`, the number of nodes that `model` took, limits the effort.
  void simulate(const WidePosition<W>& position, std::size_t begin, std::size_t model,
                std::uint64_t work) {
    // Do not fold these positions, because folding might turn only one of two similar positions.
    const auto after = [&](const Child<W>& child) {
      return successor(shared_.board_, position, child.move);
    };
    const Player winner = other(position.to_move);
    const WidePosition<W> like = after(children_[model]);
    for (std::size_t i = begin; i < children_.size() && !must_stop(path_.size() - 1); ++i) {
      Child<W>& child = children_[i];
      if (child.is_final || child.numbers.is_solved()) continue;
      const std::uint16_t plies = simulation_.plies_of_win(
          after(child), like, winner, kLeastSimulated + kSimulatedPerNode * work);
      if (plies == 0) continue;
      child.numbers = winner == attacker_ ? Numbers::proved() : Numbers::disproved();
      child.plies = plies;
    }
  }

  /// Adds children for the sensible `moves` (outlook.h). look_ahead_ must be set to `position`.
  void add_children(const WidePosition<W>& position, const PlaceSet<W>& moves) {
    const bool is_or = position.to_move == attacker_;
    const std::size_t begin = children_.size();
    const Folding<W>& folding = shared_.folding_;
    const WidePosition<W> turned = folding.turned(position);
    if (shared_.techniques_.evaluation) evaluation_.look_at(position);
    for (const Place place : shared_.order_) {
      if (!moves.has(place)) continue;
      Child<W>& child = children_.emplace_back();
      child.move = place;
      child.is_capture = look_ahead_.captures().has(place);
      const WidePosition<W> next = look_ahead_.successor(place);
      const WidePosition<W> folded =
          child.is_capture ? folding(next) : folding.after(place, next, turned);
      child.question = pack_question(folded, attacker_);
      child.hash = hash_of(child.question);
    }
    prefetch(begin);
    for (std::size_t i = begin; i < children_.size(); ++i) {
      Child<W>& child = children_[i];
      look_at(child, look_ahead_.successor(child.move));
      if (is_or ? child.numbers.is_proved() : child.numbers.is_disproved()) {
        children_.resize(i + 1);
        return;
      }
    }
    // Read the table last, when the prefetched buckets have reached the cache.
    refresh(begin);
  }

  /// Sets the numbers from the path and the outlook, not from the table.
  void look_at(Child<W>& child, const WidePosition<W>& next) const {
    if (repeats(child) || path_.size() >= kLongestPath) {
      child.numbers = Numbers::disproved();
      child.plies = 0;
      child.is_final = true;
      return;
    }
    const Outlook<W> outlook = look_ahead_.after(child.move, next);
    if (const auto decided = decided_by(outlook, next.to_move, attacker_)) {
      child.numbers = decided->numbers;
      child.plies = decided->plies;
      child.is_final = true;
    } else {
      child.numbers = first_numbers(outlook, next.to_move, child.move);
    }
  }

  Numbers first_numbers(const Outlook<W>& outlook, Player mover, Place last_move) const {
    if (!shared_.techniques_.mobility) return {1, 1};
    LogOdds odds = shared_.techniques_.evaluation ? evaluation_.after(last_move) : 0;
    if (mover == Player::H) odds = -odds;
    return shared_.first_numbers_(outlook.moves.count(), odds, mover == attacker_);
  }

  bool repeats(const Child<W>& child) const {
    if (captures_ == 0 && !child.is_capture) return false;
    return std::any_of(path_.begin(), path_.end(), [&](const Step& step) {
      return step.hash == child.hash && step.question == child.question;
    });
  }

  /// Prefetches all entries at once, because each read of a large table waits for memory.
  void prefetch(std::size_t begin) const {
    for (const Child<W>& child : std::span(children_).subspan(begin)) {
      shared_.prefetch(child.question, child.hash);
    }
  }

  /// Updates the children with table results from other paths or other threads.
  void refresh(std::size_t begin) {
    for (std::size_t i = begin; i < children_.size(); ++i) {
      Child<W>& child = children_[i];
      if (child.is_final || (child.numbers.is_solved() && child.plies > 0)) continue;
      if (const auto found = shared_.find(child.question, child.hash)) {
        child.numbers = found->numbers;
        child.plies = found->plies;
      }
    }
  }

  /// Returns the children of the last position on the path, with up-to-date `others`.
  std::span<const Child<W>> children_from(std::size_t begin) {
    if (shared_.threads_ > 1) {
      for (std::size_t i = begin; i < children_.size(); ++i) {
        children_[i].others = busy(children_[i].hash).load(std::memory_order_relaxed);
      }
    }
    return std::span<const Child<W>>(children_).subspan(begin);
  }

  bool must_stop(std::size_t depth) const {
    return shared_.stop_.load(std::memory_order_relaxed) || unwind_to_ <= depth ||
           nodes_ >= turn_end_;
  }

  std::atomic<std::uint8_t>& busy(std::uint64_t hash) const { return (*shared_.busy_)[hash >> 48]; }

  void count_node() {
    if (++nodes_ - reported_ >= kNodesBetweenLooks) look_around();
  }

  /// Checks limits, and whether other threads have solved positions of the path.
  void look_around() {
    shared_.nodes_ += nodes_ - reported_;
    reported_ = nodes_;
    const auto stop = [&](auto& reason, auto why) {
      if (!shared_.stop_.exchange(true)) reason = why;
    };
    if (shared_.nodes() >= most_nodes_) stop(shared_.end_, End::work_limit);
    if (number_ == 0) {
      if (const auto why = stop_.met()) stop(shared_.end_, *why);
      const auto now = Stop::Clock::now();
      if (stop_.progress && now >= next_progress_) {
        shared_.root_numbers_ = root_;
        stop_.progress({0, shared_.nodes(), 0, Reached::Phase::searching});
        next_progress_ = now + kBetweenProgress;
      }
      if (shared_.saves_.is_due(now)) stop(shared_.pause_, Pause::to_save);
    }
    if (!shared_.is_beside_others_) {
      if (shared_.techniques_.restarts &&
          shared_.nodes() + shared_.nodes_of_file_ >= shared_.next_restart_) {
        stop(shared_.pause_, Pause::to_restart);
      }
      if (shared_.table_.wants_to_grow()) stop(shared_.pause_, Pause::to_grow);
    }
    if (shared_.threads_ == 1) return;
    for (std::size_t depth = 0; depth < path_.size(); ++depth) {
      const auto found = shared_.find(path_[depth].question, path_[depth].hash);
      if (found && found->numbers.is_solved()) {
        unwind_to_ = depth;
        return;
      }
    }
  }

  /// A longer path, in positions, counts as a repetition, which can only prevent proofs.
  static constexpr std::size_t kLongestPath = 3000;
  static constexpr std::chrono::milliseconds kBetweenProgress{200};

  Searcher& shared_;
  const Player attacker_;
  const Stop& stop_;
  const std::uint64_t most_nodes_;  ///< All threads stop when the searcher's nodes() reaches this.
  const std::size_t number_;
  PatternEvaluation<W>& evaluation_;

  LookAhead<W> look_ahead_;  ///< Set to the position that is being expanded.
  Simulation<W> simulation_;
  std::vector<Child<W>> children_;  ///< The children of all positions on the path, in path order.
  struct Step {
    Question question;
    std::uint64_t hash;
  };
  std::vector<Step> path_;
  int captures_ = 0;  ///< Captures on the path; without a capture, no position repeats.
  /// The depth of a position on the path that another thread has solved; SIZE_MAX if none.
  std::size_t unwind_to_ = SIZE_MAX;
  std::uint64_t turn_end_ = UINT64_MAX;  ///< When nodes_ reaches this value, the turn ends.
  std::uint64_t nodes_ = 0;              ///< Nodes expanded by this thread.
  std::uint64_t reported_ = 0;           ///< The part of nodes_ already added to shared_.nodes_.
  Numbers root_;
  Stop::Clock::time_point next_progress_ = Stop::Clock::now() + kBetweenProgress;
};

}  // namespace onyx::proof_number
