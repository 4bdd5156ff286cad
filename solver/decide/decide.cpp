#include "solver/decide/decide.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "solver/certificate/from_bounded.h"
#include "solver/certificate/from_graph.h"
#include "solver/certificate/from_proof.h"
#include "solver/decide/exact_distance.h"
#include "solver/decide/race.h"
#include "solver/graph/solve.h"
#include "solver/repetition/arena_answer.h"

namespace onyx {
namespace {

/// Then proof numbers look at so many positions, in some hundredths of a second: mostly they
/// suffice. A node has about as many successors as the board has places.
constexpr std::uint64_t kFirstLookedAt = 150'000;
/// Bounded search visits so many nodes in the time in which proof numbers expand one.
constexpr std::uint64_t kBoundedNodesPerNode = 8;
/// With one thread both take turns, ever longer ones. Before turns of so many nodes the explorer
/// has its own, and with several threads it goes as far beside proof numbers.
constexpr std::uint64_t kNodesBeforeExplorer = 300'000;
constexpr std::uint64_t kMostExplored = 5'000'000;
/// From positions with more empty points than this the explorer never finds all in time.
constexpr int kMostEmptyExplored = 20;
/// Bounded search has so many nodes beside proof numbers, for some two seconds: what it decides at
/// all, it mostly has decided by then, and its thread is worth more to them.
constexpr std::uint64_t kBoundedAside = 2'000'000;
/// Up to this many colourings an arena is solved in a second or so.
constexpr double kMostColourings = 1e8;
/// More plies than any win takes.
constexpr int kNoBound = 100'000;
/// For each move of a draw whose value must be known to tell all best moves.
constexpr std::uint64_t kNodesForReply = 100'000;

/// Where no limit is given.
constexpr std::uint64_t kUsualBytes = std::uint64_t{1} << 30;

/// How many states the explorer visits in the time that the tier engine takes for the arena.
template <int W>
std::uint64_t states_worth(const Arena<W>& arena) {
  constexpr double kTimesAsFast = 30;
  constexpr double kAlwaysExplored = 100'000;
  return static_cast<std::uint64_t>(colourings_of(arena) / kTimesAsFast + kAlwaysExplored);
}

/// Of a position with `mover` to move. A draw is what a decision says as it stands.
template <int W>
void set_value(Decision<W>& decision, const Outcome& outcome, Player mover) {
  if (outcome.is_draw()) return;
  decision.distance = outcome.distance();
  decision.claim = win_of(outcome.value() == Value::win ? mover : other(mover));
}

}  // namespace

const char* name_of(Engine engine) {
  switch (engine) {
    case Engine::rules:
      return "rules";
    case Engine::explorer:
      return "explorer";
    case Engine::arena:
      return "arena";
    case Engine::bounded:
      return "bounded search";
    case Engine::proof_numbers:
      break;
  }
  return "proof-number search";
}

/// Memory: half for the table of proof numbers, an eighth at most for that of bounded search, and
/// with it a quarter for the explorer or the arena, whose work is over before the strategies need
/// the rest.
template <int W>
class Decider<W>::Engines {
 public:
  Engines(const Board<W>& board, const DecideOptions& options) : board_(board), options_(options) {}

  Decision<W> decide(const Position<W>& position, const Stop& stop);
  Proof<W> prove(const Position<W>& position, const Decision<W>& decision, const Stop& stop);
  Proof<W> prove_by_bounded_search(const Position<W>& position, const Decision<W>& decision,
                                   const Stop& stop);
  const Board<W>& board() const { return board_; }

 private:
  using Answer = std::optional<Decision<W>>;

  /// What one engine may do now, within the limits of the question.
  struct Task {
    const Position<W>& position;
    const Stop& stop;
  };

  /// `engine`, which looks at no clock for long, is interrupted at the deadline.
  template <class Run>
  Answer until_deadline(const Task& task, const Run& engine) {
    const Alarm alarm(task.stop);
    Stop stop = task.stop;
    stop.interrupt = alarm.interrupt();
    return engine(Task{task.position, stop});
  }
  /// Nothing if it is no engine for this position, or is not allowed enough to tell.
  Answer by_explorer(const Task& task, std::uint64_t states);
  Answer by_arena(const Task& task, const Arena<W>& arena);
  Answer by_explorer_or_arena(const Task& task);
  /// What proof numbers ended with is in numbers_end_.
  Answer by_proof_numbers(const Task& task, std::uint64_t nodes, std::size_t threads);
  Answer by_bounded_search(const Task& task, std::uint64_t nodes);

  Decision<W> decide_by(Engine engine, const Task& task);
  Decision<W> decide_by_all(const Task& task);
  Decision<W> decide_in_turn(const Task& task);
  Decision<W> decide_side_by_side(const Task& task);
  void complete(const Task& task, Decision<W>& decision);
  void complete_draw(const Task& task, Decision<W>& decision);

  bool has_proof_numbers() const { return bytes_ >= kLeastProofNumberBytes; }
  bool may_be_explored(const Position<W>& position) const {
    return (board_.points() - position.occupied()).count() <= kMostEmptyExplored;
  }
  Stop with_bytes(Stop stop, std::uint64_t bytes) const {
    stop.bytes = bytes;
    return stop;
  }
  std::uint64_t first_nodes() const {
    return kFirstLookedAt / static_cast<std::uint64_t>(board_.place_count());
  }
  std::uint64_t bounded_bytes() const { return std::min(bytes_ / 8, kExactDistanceBytes); }
  std::uint64_t explorer_bytes() const { return bytes_ / 4 - bounded_bytes(); }
  proof_number::Searcher<W>& searcher(std::size_t threads);
  BoundedSearch<W>& bounded();
  static End end_now(const Stop& stop) { return stop.met().value_or(End::memory_limit); }
  Decision<W> unknown(const Task& task) const {
    Decision<W> decision;
    decision.end = end_now(task.stop);
    return decision;
  }

  const Board<W>& board_;
  const DecideOptions options_;
  std::uint64_t bytes_ = 0;  ///< For everything.
  std::unique_ptr<proof_number::ProofTable<W>> table_;
  std::unique_ptr<proof_number::Searcher<W>> searcher_;
  std::size_t searcher_threads_ = 0;
  End numbers_end_ = End::complete;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

template <int W>
proof_number::Searcher<W>& Decider<W>::Engines::searcher(std::size_t threads) {
  if (!table_) table_ = std::make_unique<proof_number::ProofTable<W>>(bytes_ / 2);
  if (!searcher_ || searcher_threads_ != threads) {
    searcher_ =
        std::make_unique<proof_number::Searcher<W>>(board_, *table_, static_cast<int>(threads));
    searcher_threads_ = threads;
  }
  return *searcher_;
}

template <int W>
BoundedSearch<W>& Decider<W>::Engines::bounded() {
  if (!bounded_) {
    bounded_ = std::make_unique<BoundedSearch<W>>(board_, table_bits_for<W>(bounded_bytes()),
                                                  BoundedSearch<W>::Looks::ahead);
  }
  return *bounded_;
}

template <int W>
typename Decider<W>::Engines::Answer Decider<W>::Engines::by_explorer(const Task& task,
                                                                      std::uint64_t states) {
  Stop stop = with_bytes(task.stop, options_.only ? bytes_ : explorer_bytes());
  stop.work = states;
  const std::vector<Position<W>> roots{task.position};
  Solution<W> solution = solve<W>(
      board_, roots, stop, options_.only && options_.threads > 1 ? Threads::all : Threads::one);
  if (solution.end != End::complete) return std::nullopt;
  Decision<W> decision;
  decision.engine = Engine::explorer;
  decision.states = solution.reached.known;
  decision.solved = std::make_shared<const SolvedGraph<W>>(std::move(solution.solved));
  const StateId root = decision.solved->graph.roots.front();
  set_value(decision, decision.solved->outcomes[root], task.position.to_move);
  decision.best_moves = best_moves(board_, *decision.solved, root);
  return decision;
}

template <int W>
typename Decider<W>::Engines::Answer Decider<W>::Engines::by_arena(const Task& task,
                                                                   const Arena<W>& arena) {
  const auto found =
      solve_in_arena(board_, task.position, arena, task.stop.interrupt, Threads::one);
  if (!found) return std::nullopt;
  Decision<W> decision;
  decision.engine = Engine::arena;
  decision.states = found->colourings;
  decision.best_moves = found->best_moves;
  set_value(decision, found->outcome, task.position.to_move);
  return decision;
}

template <int W>
typename Decider<W>::Engines::Answer Decider<W>::Engines::by_explorer_or_arena(const Task& task) {
  const Arena<W> arena = arena_of(board_, task.position);
  const bool has_arena = !options_.with_certificates && colourings_of(arena) <= kMostColourings &&
                         arena_bytes(arena) <= static_cast<double>(explorer_bytes());
  if (!has_arena && !may_be_explored(task.position)) return std::nullopt;
  auto found =
      by_explorer(task, has_arena ? std::min(states_worth(arena), kMostExplored) : kMostExplored);
  if (found || !has_arena) return found;
  return by_arena(task, arena);
}

template <int W>
typename Decider<W>::Engines::Answer Decider<W>::Engines::by_proof_numbers(const Task& task,
                                                                           std::uint64_t nodes,
                                                                           std::size_t threads) {
  if (!has_proof_numbers()) return std::nullopt;
  proof_number::Searcher<W>& search = searcher(threads);
  const std::uint64_t before = search.nodes();
  Stop stop = with_bytes(task.stop, bytes_ / 4);
  stop.work = nodes;
  proof_number::Verdict<W> verdict = find_value(search, task.position, stop);
  numbers_end_ = verdict.end;
  if (verdict.end != End::complete) return std::nullopt;
  Decision<W> decision;
  decision.engine = Engine::proof_numbers;
  decision.states = search.nodes() - before;
  decision.claim = claim_of(verdict);
  decision.all_best_moves = false;
  if (!verdict.is_draw && verdict.plies < proof_number::kPliesUnknown) {
    decision.distance_at_most = verdict.plies;
  }
  if (verdict.is_draw || verdict.winner == task.position.to_move) {
    decision.best_moves = {verdict.move};
  }
  decision.verdict = std::make_shared<const proof_number::Verdict<W>>(std::move(verdict));
  return decision;
}

/// Ever more plies, as long as that many nodes suffice: never an answer for a draw.
template <int W>
typename Decider<W>::Engines::Answer Decider<W>::Engines::by_bounded_search(const Task& task,
                                                                            std::uint64_t nodes) {
  BoundedSearch<W>& search = bounded();
  const std::uint64_t before = search.nodes();
  search.set_interrupt(task.stop.interrupt);
  search.set_deadline(task.stop.deadline);
  search.set_node_limit(nodes);
  const auto outcome = search.outcome(task.position, BoundedSearch<W>::kMostPlies - 1);
  if (!outcome) return std::nullopt;
  Decision<W> decision;
  decision.engine = Engine::bounded;
  set_value(decision, *outcome, task.position.to_move);
  decision.all_best_moves = false;
  if (outcome->value() == Value::win) {
    PlaceSet<W> moves = legal_moves(board_, task.position);
    while (moves.any() && decision.best_moves.empty()) {
      const Place move = moves.pop_lowest();
      const Position<W> next = successor(board_, task.position, move);
      const bool is_quickest = is_finished(board_, next) ||
                               search.loses_within(next, decision.distance - 1).value_or(false);
      if (is_quickest) decision.best_moves = {move};
    }
  }
  decision.states = search.nodes() - before;
  return decision;
}

/// What proof numbers and bounded search leave open, if it can be had cheaply.
template <int W>
void Decider<W>::Engines::complete(const Task& task, Decision<W>& decision) {
  if (!decision.is_decided() || decision.all_best_moves || options_.nodes_for_distance == 0) return;
  if (decision.is_draw()) return complete_draw(task, decision);
  const bool mover_wins = decision.claim == win_of(task.position.to_move);
  const int at_most = decision.distance >= 0           ? decision.distance
                      : decision.distance_at_most >= 0 ? decision.distance_at_most
                                                       : kNoBound;
  Stop stop = task.stop;
  stop.work = options_.nodes_for_distance;
  const auto exact = exact_distance(bounded(), task.position, mover_wins, at_most, stop);
  if (!exact) return;
  decision.distance = exact->plies;
  decision.distance_at_most = -1;
  if (!exact->all_best_moves) return;
  decision.best_moves = exact->best_moves;
  decision.all_best_moves = true;
}

/// A move keeps a draw iff the position after it is one.
template <int W>
void Decider<W>::Engines::complete_draw(const Task& task, Decision<W>& decision) {
  std::vector<Place> keeping;
  bool is_known = true;
  placements(board_, task.position).for_each([&](Place place) {
    if (!is_known) return;
    const Position<W> next = successor(board_, task.position, place);
    Stop stop = with_bytes(task.stop, bytes_ / 4);
    stop.work = kNodesForReply;
    const auto verdict = find_value(*searcher_, next, stop);
    is_known = verdict.end == End::complete;
    if (is_known && verdict.is_draw) keeping.push_back(place);
  });
  if (!is_known) return;
  decision.best_moves = keeping;
  decision.all_best_moves = true;
}

template <int W>
Decision<W> Decider<W>::Engines::decide_by(Engine engine, const Task& task) {
  Answer found;
  switch (engine) {
    case Engine::rules:
      break;
    case Engine::explorer:
      found = until_deadline(task, [&](const Task& now) { return by_explorer(now, UINT64_MAX); });
      break;
    case Engine::arena:
      found = until_deadline(
          task, [&](const Task& now) { return by_arena(now, arena_of(board_, now.position)); });
      break;
    case Engine::bounded:
      found = by_bounded_search(task, UINT64_MAX);
      break;
    case Engine::proof_numbers:
      found = by_proof_numbers(task, UINT64_MAX, options_.threads);
  }
  return found ? std::move(*found) : unknown(task);
}

template <int W>
Decision<W> Decider<W>::Engines::decide_by_all(const Task& task) {
  if (auto found = by_explorer(task, options_.first_states)) return std::move(*found);
  if (auto found = by_proof_numbers(task, first_nodes(), 1)) return std::move(*found);
  return options_.threads > 1 && has_proof_numbers() ? decide_side_by_side(task)
                                                     : decide_in_turn(task);
}

template <int W>
Decision<W> Decider<W>::Engines::decide_in_turn(const Task& task) {
  bool is_explored = false;
  for (std::uint64_t nodes = first_nodes(); numbers_end_ != End::memory_limit; nodes *= 2) {
    if (auto found = by_bounded_search(task, kBoundedNodesPerNode * nodes)) {
      return std::move(*found);
    }
    if (!is_explored && (nodes > kNodesBeforeExplorer || !has_proof_numbers())) {
      is_explored = true;
      const auto explore = [&](const Task& now) { return by_explorer_or_arena(now); };
      if (auto found = until_deadline(task, explore)) return std::move(*found);
    }
    if (task.stop.met() || !has_proof_numbers()) break;
    if (auto found = by_proof_numbers(task, nodes, 1)) return std::move(*found);
  }
  return unknown(task);
}

template <int W>
Decision<W> Decider<W>::Engines::decide_side_by_side(const Task& task) {
  constexpr std::size_t kExplorer = 0;
  constexpr std::size_t kBounded = 1;
  constexpr std::size_t kNumbers = 2;
  Race<Decision<W>> race(3);
  const auto stop_of = [&](std::size_t engine) {
    Stop stop = task.stop;
    stop.interrupt = race.interrupt(engine);
    // One of them tells how far it is.
    if (engine != kNumbers) stop.progress = nullptr;
    return stop;
  };
  const Stop of_explorer = stop_of(kExplorer);
  const Stop of_bounded = stop_of(kBounded);
  const Stop of_numbers = stop_of(kNumbers);
  // When both of the one thread give up, proof numbers begin again with it as well, and with all
  // that they know. When these give up, for want of memory, the explorer may go on, for it may end
  // without; bounded search ends too.
  race.start(
      [this, &task, of_explorer, of_bounded] {
        auto found = by_explorer_or_arena({task.position, of_explorer});
        return found ? found : by_bounded_search({task.position, of_bounded}, kBoundedAside);
      },
      [&] { race.stop(kNumbers); });
  race.start(
      [this, &task, of_numbers]() -> Answer {
        try {
          return by_proof_numbers({task.position, of_numbers}, UINT64_MAX, options_.threads - 1);
        } catch (const proof_number::TableTooSmall&) {
          return std::nullopt;
        }
      },
      [&] { race.stop(kBounded); });
  if (auto first = race.wait(task.stop)) return std::move(*first);
  if (task.stop.met() || numbers_end_ == End::memory_limit) return unknown(task);
  if (auto found = by_proof_numbers(task, UINT64_MAX, options_.threads)) return std::move(*found);
  return unknown(task);
}

template <int W>
Decision<W> Decider<W>::Engines::decide(const Position<W>& position, const Stop& stop) {
  Decision<W> decision;
  if (is_finished(board_, position)) {
    decision.claim = win_of(other(position.to_move));
    decision.distance = 0;
    return decision;
  }
  bytes_ = stop.bytes < UINT64_MAX ? stop.bytes : kUsualBytes;
  numbers_end_ = End::complete;
  const Task task{position, stop};
  try {
    decision = options_.only ? decide_by(*options_.only, task) : decide_by_all(task);
    complete(task, decision);
  } catch (const proof_number::TableTooSmall&) {
    if (decision.engine == Engine::rules) decision.end = End::memory_limit;
  } catch (const std::bad_alloc&) {
    if (decision.engine == Engine::rules) decision.end = End::memory_limit;
  }
  return decision;
}

template <int W>
Proof<W> Decider<W>::Engines::prove_by_bounded_search(const Position<W>& position,
                                                      const Decision<W>& decision,
                                                      const Stop& stop) {
  BoundedSearch<W>& search = bounded();
  search.set_interrupt(stop.interrupt);
  search.set_deadline(stop.deadline);
  search.set_node_limit(UINT64_MAX);
  auto proof = proof_from(search, position, decision.distance, bytes_ / 4);
  if (proof) return std::move(*proof);
  Proof<W> none;
  none.end = end_now(stop);
  return none;
}

template <int W>
Proof<W> Decider<W>::Engines::prove(const Position<W>& position, const Decision<W>& decision,
                                    const Stop& stop) {
  if (!decision.is_decided()) throw std::invalid_argument("only what is decided has a proof");
  Proof<W> proof;
  if (decision.engine == Engine::rules) {
    proof.strategies.emplace_back().owner = other(position.to_move);
    return proof;
  }
  if (decision.solved) {
    return proof_from(board_, *decision.solved, decision.solved->graph.roots.front());
  }
  if (decision.engine == Engine::bounded) return prove_by_bounded_search(position, decision, stop);
  try {
    proof_number::Searcher<W>& search = searcher(options_.threads);
    const auto verdict = decision.verdict
                             ? *decision.verdict
                             : find_value(search, position, with_bytes(stop, bytes_ / 4));
    proof.end = verdict.end;
    if (verdict.end != End::complete) return proof;
    // The search is over: what the table did not need is the strategy's.
    return proof_number::prove(search, position, verdict,
                               with_bytes(stop, bytes_ - std::min(bytes_, table_->bytes())));
  } catch (const proof_number::TableTooSmall&) {
    proof.end = End::memory_limit;
  } catch (const std::bad_alloc&) {
    proof.end = End::memory_limit;
  }
  return proof;
}

template <int W>
Decider<W>::Decider(const Board<W>& board, const DecideOptions& options)
    : engines_(std::make_unique<Engines>(board, options)) {}
template <int W>
Decider<W>::~Decider() = default;
template <int W>
Decider<W>::Decider(Decider&&) noexcept = default;

template <int W>
Decision<W> Decider<W>::decide(const Position<W>& position, const Stop& stop) {
  return engines_->decide(position, stop);
}

template <int W>
Proof<W> Decider<W>::prove(const Position<W>& position, const Decision<W>& decision,
                           const Stop& stop) {
  return engines_->prove(position, decision, stop);
}

template <int W>
std::optional<Certificate> Decider<W>::certify(const Position<W>& position,
                                               const Decision<W>& decision, const Stop& stop) {
  const Proof<W> proof = prove(position, decision, stop);
  if (proof.end != End::complete) return std::nullopt;
  return certificate_of(engines_->board(), position, decision.claim, proof);
}

template <int W>
Decision<W> decide(const Board<W>& board, const Position<W>& position, const DecideOptions& options,
                   const Stop& stop) {
  return Decider<W>(board, options).decide(position, stop);
}

#define ONYX_INSTANTIATE(W)                                                              \
  template class Decider<W>;                                                             \
  template Decision<W> decide(const Board<W>&, const Position<W>&, const DecideOptions&, \
                              const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
