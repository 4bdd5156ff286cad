#include "solver/proof_number/worker.h"

#include <algorithm>
#include <climits>

namespace onyx::proof_number {
namespace {

Number least_of(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.proof : numbers.disproof;
}
Number sum_of(const Numbers& numbers, bool is_or) {
  return is_or ? numbers.disproof : numbers.proof;
}
Numbers numbers_of(Number least, Number sum, bool is_or) {
  return is_or ? Numbers{least, sum} : Numbers{sum, least};
}

std::uint16_t one_more(std::uint16_t plies) {
  return static_cast<std::uint16_t>(std::min(plies + 1, 65'535));
}

}  // namespace

template <int W>
void Searcher<W>::Worker::run(const std::vector<Position<W>>& roots) {
  if (number_ == 0) look_around();
  while (!shared_.stop_.load(std::memory_order_relaxed) && run_once(roots)) continue;
  shared_.nodes_ += nodes_ - reported_;
}

/// Searches the root that fewest others are at; false if all are solved.
template <int W>
bool Searcher<W>::Worker::run_once(const std::vector<Position<W>>& roots) {
  std::size_t chosen = roots.size();
  int fewest = INT_MAX;
  // Each thread starts looking at another one.
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::size_t root = (i + number_) % roots.size();
    if (shared_.is_solved_[root]) continue;
    if (const auto found = shared_.known(roots[root], attacker_);
        found && found->numbers.is_solved()) {
      shared_.is_solved_[root] = true;
      continue;
    }
    const int others_here = busy(hash_of(pack_question(roots[root], attacker_)));
    if (others_here >= fewest) continue;
    fewest = others_here;
    chosen = root;
  }
  if (chosen == roots.size()) return false;
  const Question question = pack_question(roots[chosen], attacker_);
  const std::uint64_t hash = hash_of(question);
  busy(hash).fetch_add(1, std::memory_order_relaxed);
  const Knowledge found = search(roots[chosen], question, hash, {kInfinite, kInfinite});
  busy(hash).fetch_sub(1, std::memory_order_relaxed);
  if (found.numbers.is_solved()) shared_.is_solved_[chosen] = true;
  return true;
}

template <int W>
Knowledge Searcher<W>::Worker::search(const Position<W>& position, const Question& question,
                                      std::uint64_t hash, Numbers thresholds) {
  const std::uint64_t nodes_before = nodes_;
  const std::size_t depth = path_.size();
  const std::size_t begin = children_.size();
  const bool is_or = position.to_move == attacker_;
  path_.push_back({question, hash});
  count_node();
  add_children(position);
  Sums sums;
  for (;;) {
    sums = sum_up(begin, is_or);
    if (depth == 0) root_ = sums.numbers;
    if (sums.numbers.is_solved() || sums.numbers.proof >= thresholds.proof ||
        sums.numbers.disproof >= thresholds.disproof || must_stop(depth)) {
      break;
    }
    descend(begin + sums.chosen,
            thresholds_for(children_[begin + sums.chosen], sums, thresholds, is_or));
    refresh(begin);
  }
  Knowledge knowledge = knowledge_from(begin, sums, is_or);
  knowledge.work =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - nodes_before, 1 << 30));
  shared_.store(question, hash, knowledge);
  children_.resize(begin);
  path_.pop_back();
  if (unwind_to_ == depth) {
    // Another thread has solved it meanwhile.
    unwind_to_ = SIZE_MAX;
    if (const auto found = shared_.find(question, hash)) return *found;
  }
  return knowledge;
}

/// Searches a child and takes over what came out.
template <int W>
void Searcher<W>::Worker::descend(std::size_t index, Numbers thresholds) {
  const Child child = children_[index];
  captures_ += child.is_capture ? 1 : 0;
  auto& others_here = busy(child.hash);
  if (shared_.threads_ > 1) others_here.fetch_add(1, std::memory_order_relaxed);
  const Knowledge found =
      search(position_of(child.question), child.question, child.hash, thresholds);
  if (shared_.threads_ > 1) others_here.fetch_sub(1, std::memory_order_relaxed);
  captures_ -= child.is_capture ? 1 : 0;
  children_[index].numbers = found.numbers;
  children_[index].plies = found.plies;
}

template <int W>
void Searcher<W>::Worker::add_children(const Position<W>& position) {
  const bool is_or = position.to_move == attacker_;
  const std::size_t begin = children_.size();
  const Outlook<W> outlook = outlook_of(shared_.board_, position, shared_.techniques_);
  for (const Place place : shared_.order_) {
    if (outlook.moves.has(place)) children_.push_back(child_of(position, place));
  }
  for (std::size_t i = begin; i < children_.size(); ++i) {
    Child& child = children_[i];
    if (repeats(child) || path_.size() >= kLongestPath) {
      child.numbers = Numbers::disproved();
      child.plies = 0;
      child.is_final = true;
    } else if (const auto found = shared_.find(child.question, child.hash)) {
      child.numbers = found->numbers;
      child.plies = found->plies;
    } else {
      const Position<W> next = position_of(child.question);
      const Outlook<W> ahead = outlook_of(shared_.board_, next, shared_.techniques_);
      if (const auto decided = decided_by(ahead, next.to_move, attacker_)) {
        child.numbers = decided->numbers;
        child.plies = decided->plies;
        child.is_final = true;
      } else {
        child.numbers = first_numbers(ahead, next.to_move);
      }
    }
    // One such child solves the position.
    if (is_or ? child.numbers.is_proved() : child.numbers.is_disproved()) break;
  }
}

template <int W>
typename Searcher<W>::Worker::Child Searcher<W>::Worker::child_of(const Position<W>& position,
                                                                  Place place) {
  const PlaceSet<W> captured = captured_by(shared_.board_, position, place);
  Position<W> next = position;
  next.of(other(position.to_move)) -= captured;
  next.of(position.to_move).add(place);
  next.to_move = other(position.to_move);
  Child child{};
  child.question = pack_question(shared_.folding_(next), attacker_);
  child.hash = hash_of(child.question);
  child.move = place;
  child.is_capture = captured.any();
  shared_.table_.prefetch(child.hash);
  return child;
}

template <int W>
Numbers Searcher<W>::Worker::first_numbers(const Outlook<W>& outlook, Player mover) const {
  if (!shared_.techniques_.mobility) return {1, 1};
  return numbers_of(1, static_cast<Number>(outlook.moves.count()), mover == attacker_);
}

template <int W>
bool Searcher<W>::Worker::repeats(const Child& child) const {
  if (captures_ == 0 && !child.is_capture) return false;
  return std::any_of(path_.begin(), path_.end(), [&](const Step& step) {
    return step.hash == child.hash && step.question == child.question;
  });
}

/// Takes over what was found out about the children meanwhile, on other paths or by other threads.
template <int W>
void Searcher<W>::Worker::refresh(std::size_t begin) {
  for (std::size_t i = begin; i < children_.size(); ++i) {
    Child& child = children_[i];
    if (child.is_final || (child.numbers.is_solved() && child.plies > 0)) continue;
    if (const auto found = shared_.find(child.question, child.hash)) {
      child.numbers = found->numbers;
      child.plies = found->plies;
    }
  }
}

template <int W>
typename Searcher<W>::Worker::Sums Searcher<W>::Worker::sum_up(std::size_t begin,
                                                               bool is_or) const {
  std::uint64_t total = 0;
  Number least = kInfinite;
  std::uint64_t least_seeming = UINT64_MAX;
  std::uint64_t rival = kInfinite;
  Sums sums;
  for (std::size_t i = begin; i < children_.size(); ++i) {
    const Child& child = children_[i];
    const Number mine = least_of(child.numbers, is_or);
    const Number added = sum_of(child.numbers, is_or);
    if (mine == 0) {
      sums.numbers = numbers_of(0, kInfinite, is_or);
      sums.chosen = i - begin;
      return sums;
    }
    if (added == 0) continue;
    total += added;
    least = std::min(least, mine);
    std::uint64_t seeming = mine;
    if (shared_.threads_ > 1) {
      seeming *= std::uint64_t{1} + busy(child.hash).load(std::memory_order_relaxed);
    }
    if (seeming < least_seeming) {
      rival = least_seeming;
      least_seeming = seeming;
      sums.chosen = i - begin;
    } else {
      rival = std::min(rival, seeming);
    }
  }
  if (total == 0) {
    sums.numbers = numbers_of(kInfinite, 0, is_or);
    return sums;
  }
  const Number sum = capped_sum(total, 0);
  sums.numbers = numbers_of(least, sum, is_or);
  sums.others = sum - std::min(sum, sum_of(children_[begin + sums.chosen].numbers, is_or));
  sums.rival = static_cast<Number>(std::min<std::uint64_t>(rival, kInfinite));
  return sums;
}

template <int W>
Numbers Searcher<W>::Worker::thresholds_for(const Child& child, const Sums& sums,
                                            Numbers thresholds, bool is_or) const {
  Number least = least_of(thresholds, is_or);
  if (sums.rival < kInfinite) {
    const Number tolerance = shared_.techniques_.tolerance ? sums.rival / 4 : 0;
    least = std::min(least, capped_sum(sums.rival, tolerance + 1));
  }
  Number sum = sum_of(thresholds, is_or);
  if (sum < kInfinite) sum -= std::min(sum, sums.others);
  // With several threads the child chosen may not be the least, and must be searched all the same.
  return numbers_of(std::max(least, least_of(child.numbers, is_or) + 1),
                    std::max(sum, sum_of(child.numbers, is_or) + 1), is_or);
}

template <int W>
Knowledge Searcher<W>::Worker::knowledge_from(std::size_t begin, const Sums& sums,
                                              bool is_or) const {
  Knowledge knowledge;
  knowledge.numbers = sums.numbers;
  knowledge.move = children_[begin + sums.chosen].move;
  if (!sums.numbers.is_solved()) return knowledge;
  // The winner hurries, the loser delays. A repetition has no plies: the winner avoids it, the
  // loser seeks it.
  const bool mover_wins = is_or == sums.numbers.is_proved();
  const auto badness = [&](const Child& child) {
    const int plies = child.plies == 0 ? 1 << 16 : child.plies;
    return mover_wins ? plies : -plies;
  };
  const Child* shown = &children_[begin + sums.chosen];
  for (std::size_t i = begin; i < children_.size(); ++i) {
    const Child& child = children_[i];
    const bool agrees =
        sums.numbers.is_proved() ? child.numbers.is_proved() : child.numbers.is_disproved();
    if (agrees && badness(child) < badness(*shown)) shown = &child;
  }
  knowledge.plies = shown->plies == 0 ? std::uint16_t{0} : one_more(shown->plies);
  knowledge.move = shown->move;
  return knowledge;
}

template <int W>
bool Searcher<W>::Worker::must_stop(std::size_t depth) const {
  return shared_.stop_.load(std::memory_order_relaxed) || unwind_to_ <= depth;
}

template <int W>
void Searcher<W>::Worker::count_node() {
  ++nodes_;
  if (nodes_ - reported_ >= kNodesBetweenLooks) look_around();
}

/// What need not be looked at for each position: limits, and what other threads have solved.
template <int W>
void Searcher<W>::Worker::look_around() {
  shared_.nodes_ += nodes_ - reported_;
  reported_ = nodes_;
  const auto stop = [&](SearchEnd why) {
    if (!shared_.stop_.exchange(true)) shared_.end_ = why;
  };
  if (shared_.nodes() >= most_nodes_) stop(SearchEnd::nodes);
  if (number_ == 0) {
    if (limits_.interrupt != nullptr && *limits_.interrupt) stop(SearchEnd::interrupted);
    const auto now = std::chrono::steady_clock::now();
    if (limits_.deadline && now >= *limits_.deadline) stop(SearchEnd::time_limit);
    if (limits_.progress && now >= next_progress_) {
      limits_.progress({root_, shared_.nodes()});
      next_progress_ = now + std::chrono::milliseconds(200);
    }
  }
  if (shared_.table_.wants_to_grow() && !shared_.stop_.exchange(true)) shared_.grow_ = true;
  if (shared_.threads_ == 1) return;
  for (std::size_t depth = 0; depth < path_.size(); ++depth) {
    const auto found = shared_.find(path_[depth].question, path_[depth].hash);
    if (found && found->numbers.is_solved()) {
      unwind_to_ = depth;
      return;
    }
  }
}

#define ONYX_INSTANTIATE(W) template class Searcher<W>::Worker;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
