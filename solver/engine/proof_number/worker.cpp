#include "solver/engine/proof_number/worker.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace onyx::proof_number {
template <int W>
void Searcher<W>::Worker::run(const std::vector<WidePosition<W>>& roots) {
  if (number_ == 0) look_around();
  while (!shared_.stop_.load(std::memory_order_relaxed) && run_once(roots)) continue;
  shared_.nodes_ += nodes_ - reported_;
}

/// Searches an unsolved root: one with the fewest other threads, and among these the one that has
/// had the fewest turns. Returns false if all roots are solved.
template <int W>
bool Searcher<W>::Worker::run_once(const std::vector<WidePosition<W>>& roots) {
  struct Choice {
    int others;
    int turns;  ///< turns that the root has had
    std::uint64_t expanded;
    std::size_t root;
  };
  std::optional<Choice> chosen;
  // Each thread starts at a different root.
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::size_t root = (i + number_) % roots.size();
    if (shared_.is_solved_[root]) continue;
    if (const auto found = shared_.known(roots[root], attacker_);
        found && found->numbers.is_solved()) {
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

template <int W>
Knowledge Searcher<W>::Worker::search(const WidePosition<W>& position, const Question& question,
                                      std::uint64_t hash, Numbers thresholds) {
  const std::uint64_t nodes_before = nodes_;
  const std::size_t depth = path_.size();
  const std::size_t begin = children_.size();
  const bool is_or = position.to_move == attacker_;
  const Outlook<W> outlook = look_ahead_.from(position);
  if (const auto decided = decided_by(outlook, position.to_move, attacker_)) {
    // Decided by virtual connections, which the parent did not look for. The result is not stored,
    // because it is found again as fast, and a strategy is smaller if its moves were searched.
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
    descend(begin + sums.chosen, thresholds_for(children_[begin + sums.chosen].numbers, sums,
                                                thresholds, is_or, shared_.techniques_.tolerance));
    // A short search hardly ever changes what the table has about the other children.
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
  children_.resize(begin);
  path_.pop_back();
  if (unwind_to_ == depth) {
    // Another thread has solved this position meanwhile.
    unwind_to_ = SIZE_MAX;
    if (const auto found = shared_.find(question, hash)) return *found;
  }
  return knowledge;
}

/// Searches a child and copies the result to it.
template <int W>
void Searcher<W>::Worker::descend(std::size_t index, Numbers thresholds) {
  const Child<W> child = children_[index];
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

/// Tries the play that wins after the solved child `model` on the other children. In each child the
/// winner is to move. Searching a child anew may cost as much as the model did; a simulation that
/// costs a multiple of that has left the model's play and is given up.
template <int W>
void Searcher<W>::Worker::simulate(const WidePosition<W>& position, std::size_t begin,
                                   std::size_t model, std::uint64_t work) {
  // The positions must not be folded, because folding might turn only one of two similar ones.
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

template <int W>
void Searcher<W>::Worker::add_children(const WidePosition<W>& position, const PlaceSet<W>& moves) {
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
    // A child solved in the mover's favour solves the position.
    if (is_or ? child.numbers.is_proved() : child.numbers.is_disproved()) {
      children_.resize(i + 1);
      return;
    }
  }
  // The table is read last, when its buckets have reached the cache.
  refresh(begin);
}

/// Sets what is known about a child without the table.
template <int W>
void Searcher<W>::Worker::look_at(Child<W>& child, const WidePosition<W>& next) const {
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

template <int W>
Numbers Searcher<W>::Worker::first_numbers(const Outlook<W>& outlook, Player mover,
                                           Place last_move) const {
  if (!shared_.techniques_.mobility) return {1, 1};
  LogOdds odds = shared_.techniques_.evaluation ? evaluation_.after(last_move) : 0;
  if (mover == Player::H) odds = -odds;
  return shared_.first_numbers_(outlook.moves.count(), odds, mover == attacker_);
}

template <int W>
bool Searcher<W>::Worker::repeats(const Child<W>& child) const {
  if (captures_ == 0 && !child.is_capture) return false;
  return std::any_of(path_.begin(), path_.end(), [&](const Step& step) {
    return step.hash == child.hash && step.question == child.question;
  });
}

/// Returns the children of the last position on the path, with up-to-date numbers of threads below.
template <int W>
std::span<const Child<W>> Searcher<W>::Worker::children_from(std::size_t begin) {
  if (shared_.threads_ > 1) {
    for (std::size_t i = begin; i < children_.size(); ++i) {
      children_[i].others = busy(children_[i].hash).load(std::memory_order_relaxed);
    }
  }
  return std::span<const Child<W>>(children_).subspan(begin);
}

/// Brings the table's buckets of the children into the cache, all at once: in a table of gigabytes,
/// the translation of an address takes as long as the read, and the waits would otherwise add up.
template <int W>
void Searcher<W>::Worker::prefetch(std::size_t begin) const {
  for (const Child<W>& child : std::span(children_).subspan(begin)) {
    shared_.prefetch(child.question, child.hash);
  }
}

/// Copies to the children what the table has learnt about them from other paths or other threads.
template <int W>
void Searcher<W>::Worker::refresh(std::size_t begin) {
  for (std::size_t i = begin; i < children_.size(); ++i) {
    Child<W>& child = children_[i];
    if (child.is_final || (child.numbers.is_solved() && child.plies > 0)) continue;
    if (const auto found = shared_.find(child.question, child.hash)) {
      child.numbers = found->numbers;
      child.plies = found->plies;
    }
  }
}

template <int W>
bool Searcher<W>::Worker::must_stop(std::size_t depth) const {
  return shared_.stop_.load(std::memory_order_relaxed) || unwind_to_ <= depth ||
         nodes_ >= turn_end_;
}

template <int W>
void Searcher<W>::Worker::count_node() {
  ++nodes_;
  if (nodes_ - reported_ >= kNodesBetweenLooks) look_around();
}

/// Does what need not be done at every node: checks limits, and whether other threads have solved
/// positions of the path.
template <int W>
void Searcher<W>::Worker::look_around() {
  shared_.nodes_ += nodes_ - reported_;
  reported_ = nodes_;
  const auto stop = [&](End why) {
    if (!shared_.stop_.exchange(true)) shared_.end_ = why;
  };
  const auto pause = [&](Pause why) {
    if (!shared_.stop_.exchange(true)) shared_.pause_ = why;
  };
  if (shared_.nodes() >= most_nodes_) stop(End::work_limit);
  if (number_ == 0) {
    if (const auto why = stop_.met()) stop(*why);
    const auto now = Stop::Clock::now();
    if (stop_.progress && now >= next_progress_) {
      shared_.root_numbers_ = root_;
      stop_.progress({0, shared_.nodes(), 0, Reached::Phase::searching});
      next_progress_ = now + kBetweenProgress;
    }
    if (shared_.saves_.is_due(now)) pause(Pause::to_save);
  }
  if (!shared_.is_beside_others_) {
    if (shared_.techniques_.restarts &&
        shared_.nodes() + shared_.nodes_of_file_ >= shared_.next_restart_) {
      pause(Pause::to_restart);
    }
    if (shared_.table_.wants_to_grow()) pause(Pause::to_grow);
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

#define ONYX_INSTANTIATE(W) template class Searcher<W>::Worker;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
