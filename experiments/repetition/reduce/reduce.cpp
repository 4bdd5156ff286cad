#include "experiments/repetition/reduce/reduce.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>

#include "core/base/assert.h"
#include "core/legality.h"
#include "core/wide_line.h"
#include "experiments/repetition/find/random_positions.h"
#include "solver/certificate/prove.h"
#include "solver/repetition/draw_search.h"

namespace onyx {
namespace {

template <int W>
class Reducer {
 public:
  Reducer(const WideBoard<W>& board, const ReduceSettings& settings, const Stop& stop,
          const std::function<void(const ReduceTally&)>& after_step)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        settings_(settings),
        stop_(stop),
        after_step_(after_step),
        random_(settings.seed) {}

  Reduction run(const WidePosition<W>& position) {
    ONYX_ASSERT(can_go_on(board_, position));
    const Answer answer = answer_for_given(position);
    result_.end = answer.end;
    result_.reached = answer.reached;
    result_.winner = answer.winner;
    if (result_.end != End::complete || result_.winner) return result_;
    const auto before = measure_root(board_, answer.solved, settings_.yardstick);
    if (!before) return result_;
    result_.before = before->measure;
    best_ = *before;
    const auto near = measure_best(board_, answer.solved, settings_.yardstick);
    const bool is_near_better = near && is_better(near->measure, best_.measure) &&
                                take_as_best({*near, answer.is_explored});
    if (!is_near_better) {
      auto certificate = certify({best_, answer.is_explored});
      if (!certificate) {
        result_.end = End::memory_limit;
        return result_;
      }
      result_.certificate = std::move(*certificate);
    }
    current_ = best_;
    tally_.best = best_.measure;
    while (tally_.steps < settings_.steps && !stop_.met()) {
      step();
      if (after_step_) after_step_(tally_);
    }
    result_.best = best_.measure;
    result_.freedom = best_.freedom;
    return result_;
  }

 private:
  struct Answer {
    End end = End::complete;
    Reached reached;
    std::optional<Player> winner;
    bool is_explored = true;
    /// All reachable states if explored; otherwise the reachable draws, or one cycle of draws.
    SolvedGraph<W> solved;
  };

  struct Find {
    Measured<W> measured;
    bool is_explored;
  };

  bool is_better(int a, int b) const {
    return is_to_grow(settings_.yardstick.goal) ? a > b : a < b;
  }

  /// Whether proof-number search may replace exploration. The search yields an arbitrary cycle, so
  /// the goal must not compare cycles.
  bool is_to_search() const {
    return settings_.max_nodes > 0 && !is_to_grow(settings_.yardstick.goal);
  }

  Answer answer_for_given(const WidePosition<W>& position) const {
    constexpr std::uint64_t kGivenStates = 1'000'000;
    Stop stop = stop_;
    if (is_to_search()) stop.work = kGivenStates;
    Answer answer = explore(position, stop, Threads::all);
    if (answer.end != End::work_limit) return answer;
    // Find all reachable draws, to see whether the position itself is on a cycle.
    DrawsFound<W> found = find_draws(board_, position, kDrawTableBytes, stop_);
    return {found.end, answer.reached, found.winner, false, std::move(found.drawn)};
  }

  Answer answer_for_step(const WidePosition<W>& position) const {
    Stop stop = stop_;
    stop.progress = {};
    stop.work = settings_.max_states;
    Answer answer = explore(position, stop, Threads::one);
    if (answer.end != End::work_limit || !is_to_search()) return answer;
    stop.work = settings_.max_nodes;
    return search_cycle(position, stop);
  }

  /// Explores all reachable states, because a repetition away from the root counts too.
  Answer explore(const WidePosition<W>& position, const Stop& stop, Threads threads) const {
    GraphSolution<W> solution = solve_graph<W>(board_, std::span(&position, 1), stop, threads);
    Answer answer{solution.end, solution.reached, {}, true, std::move(solution.solved)};
    if (answer.end == End::complete) {
      const Value value = answer.solved.outcomes[answer.solved.graph.roots.front()].value();
      if (value == Value::win) answer.winner = position.to_move;
      if (value == Value::loss) answer.winner = other(position.to_move);
    }
    return answer;
  }

  /// Finds the value with one search, and takes the cycle from the strategies of the proof.
  /// find_draws() would need hundreds of searches.
  Answer search_cycle(const WidePosition<W>& position, const Stop& stop) const {
    Answer answer;
    answer.is_explored = false;
    proof_number::ProofTable<W> table(kDrawTableBytes);
    proof_number::Searcher<W> searcher(board_, table);
    auto verdict = proof_number::find_value(searcher, position, stop);
    answer.end = verdict.end;
    if (answer.end != End::complete) return answer;
    if (verdict.is_draw) {
      answer.solved = cycle_alone(position, Proof<W>{.strategies = std::move(verdict.safe)});
    } else {
      answer.winner = verdict.winner;
    }
    return answer;
  }

  SolvedGraph<W> cycle_alone(const WidePosition<W>& position, const Proof<W>& proof) const {
    const DrawnPlay play = drawn_play(board_, position, proof);
    WidePosition<W> now = position_after(board_, position, play.prefix);
    SolvedGraph<W> solved;
    solved.graph.row_begin.push_back(0);
    solved.graph.roots.push_back(0);
    for (const Place move : play.cycle) {
      solved.graph.positions.push_back(pack(now));
      const std::size_t next = solved.graph.positions.size();
      solved.graph.targets.push_back(static_cast<StateId>(next % play.cycle.size()));
      solved.graph.row_begin.push_back(next);
      solved.outcomes.push_back(Outcome());
      now = successor(board_, now, move);
    }
    ONYX_ASSERT(pack(now) == solved.graph.positions[0]);
    return solved;
  }

  /// Solves the position again, without limits, because the first solution stayed within the
  /// limits. Returns nothing if memory runs out.
  std::optional<Certificate> certify(const Find& find) const {
    const WidePosition<W>& position = find.measured.position;
    if (!find.is_explored) {
      return proof_number::certify_draw(board_, position, kDrawTableBytes, Stop{});
    }
    const Answer own = explore(position, Stop{}, Threads::one);
    return certify_measured(board_, own.solved, find.measured);
  }

  /// Records `find` as the best. Returns false if no certificate has a cycle through its position.
  bool take_as_best(const Find& find) {
    auto certificate = certify(find);
    if (!certificate || !certificate->line->prefix.empty()) return false;
    best_ = find.measured;
    result_.certificate = std::move(*certificate);
    tally_.best = best_.measure;
    steps_since_record_ = 0;
    return true;
  }

  void step() {
    ++tally_.steps;
    const auto next = try_position(changed(random_position_of_cycle()));
    // Sometimes accept a slightly worse position, to escape a local optimum.
    constexpr std::uint64_t kRarely = 20;
    constexpr std::uint64_t kPatience = 1000;
    const bool may_be_worse = below(random_, kRarely) == 0;
    ++steps_since_record_;
    if (next) {
      const int slack = std::max(1, std::abs(best_.measure) / 8);
      const int measure = next->measured.measure;
      const bool is_near = std::abs(measure - best_.measure) <= slack;
      if (!is_better(current_.measure, measure) || (may_be_worse && is_near)) {
        current_ = next->measured;
      }
      if (is_better(measure, best_.measure)) take_as_best(*next);
    }
    if (steps_since_record_ >= kPatience) {
      current_ = best_;
      steps_since_record_ = 0;
    }
  }

  std::optional<Find> try_position(const WidePosition<W>& position) {
    // Skip a position in which the side to move can connect at once, because it is won.
    if (!can_go_on(board_, position) || winning_moves(board_, position).any() ||
        !tried_.insert(canonical_form(group_, position)).second) {
      return std::nullopt;
    }
    const Answer answer = answer_for_step(position);
    if (answer.end == End::work_limit || answer.end == End::memory_limit) ++tally_.passed_over;
    if (answer.end != End::complete) return std::nullopt;
    ++tally_.solved;
    auto measured = measure_best(board_, answer.solved, settings_.yardstick);
    if (!measured) return std::nullopt;
    ++tally_.repeating;
    // Proof-number search finds only the moves of the cycle, so the freedom is unknown.
    if (!answer.is_explored) measured->freedom.reset();
    return Find{std::move(*measured), answer.is_explored};
  }

  WidePosition<W> random_position_of_cycle() {
    const std::uint64_t plies = below(random_, current_.cycle.size());
    return position_after(board_, current_.position, std::span(current_.cycle).first(plies));
  }

  WidePosition<W> changed(WidePosition<W> position) {
    if (below(random_, 2) == 0) {
      change_towards_goal(position);
    } else {
      change_any(position);
    }
    if (below(random_, 2) == 0) change_any(position);
    return position;
  }

  void change_any(WidePosition<W>& position) {
    const std::uint64_t colour = below(random_, 3);
    const auto places = static_cast<std::uint64_t>(board_.place_count());
    set_colour(position, static_cast<Place>(below(random_, places)), colour);
  }

  /// Changes 1, 2, 4... places, each step with probability 1/2, up to an eighth of all places.
  void change_towards_goal(WidePosition<W>& position) {
    const bool is_to_fill =
        settings_.yardstick.goal == Goal::empty || settings_.yardstick.goal == Goal::arena;
    const PlaceSet<W> occupied = position.occupied();
    const PlaceSet<W> places =
        is_to_fill ? (board_.points() | board_.midpoints()) - occupied : occupied;
    int changes = 1;
    while (changes * 16 <= places.count() && below(random_, 2) == 0) changes *= 2;
    for (; changes > 0; --changes) {
      const std::uint64_t colour = is_to_fill ? below(random_, 2) : 2;
      set_colour(position, places.any() ? random_place(places, random_) : Place{0}, colour);
    }
  }

  const WideBoard<W>& board_;
  const std::vector<Symmetry> group_;
  const ReduceSettings& settings_;
  const Stop& stop_;
  const std::function<void(const ReduceTally&)>& after_step_;
  Random random_;
  Measured<W> current_;
  Measured<W> best_;
  Reduction result_;
  ReduceTally& tally_ = result_.tally;
  std::uint64_t steps_since_record_ = 0;
  std::set<WidePosition<W>> tried_;  ///< Canonical forms of the positions tried.
};

}  // namespace

Reduction reduce(const Position& position, const ReduceSettings& settings, const Stop& stop,
                 const std::function<void(const ReduceTally&)>& after_step) {
  return with_wide(position, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& wide) {
    return Reducer<W>(board, settings, stop, after_step).run(wide);
  });
}

}  // namespace onyx
