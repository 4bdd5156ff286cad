#include "experiments/repetition/reduce/reduce.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>

#include "core/legality.h"
#include "core/symmetry.h"
#include "experiments/repetition/find/random_positions.h"

namespace onyx {
namespace {

template <int W>
class Reducer {
 public:
  Reducer(const Board<W>& board, const ReduceSettings& settings, const Stop& stop,
          const std::function<void(const ReduceTally&)>& after_step)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        settings_(settings),
        stop_(stop),
        after_step_(after_step),
        random_(settings.seed) {}

  Reduction<W> run(const Position<W>& position) {
    Reduction<W> result;
    const Solution<W> solution =
        solve<W>(board_, std::span<const Position<W>>(&position, 1), stop_);
    result.end = solution.end;
    result.reached = solution.reached;
    if (solution.end != End::complete) return result;
    result.value = solution.solved.outcomes[solution.solved.graph.roots.front()];
    result.before = measure_root(board_, solution.solved, settings_.yardstick);
    if (!result.before) return result;
    best_ = current_ = *result.before;
    // Another position of the class may be better.
    if (const auto near = measure_best(board_, solution.solved, settings_.yardstick);
        near && is_better(near->measure, best_.measure)) {
      best_ = current_ = *near;
    }
    tally_.best = best_.measure;
    while (tally_.steps < settings_.steps && !is_over()) {
      step();
      if (after_step_) after_step_(tally_);
    }
    result.best = best_;
    result.tally = tally_;
    // Solved again, and to the end this time: it was solved within the limits before.
    const Solution<W> final =
        solve<W>(board_, std::span<const Position<W>>(&best_.position, 1), {}, Threads::one);
    result.certificate = certify_measured(board_, final.solved, best_);
    return result;
  }

 private:
  bool is_over() const { return stop_.met().has_value(); }

  bool is_better(int a, int b) const {
    return is_to_grow(settings_.yardstick.goal) ? a > b : a < b;
  }

  /// By the explorer, for what repeats is looked for in all that is reachable.
  Solution<W> solve_changed(const Position<W>& position) const {
    Stop stop = stop_;
    stop.work = settings_.max_states;
    stop.progress = {};
    return solve<W>(board_, std::span<const Position<W>>(&position, 1), stop, Threads::one);
  }

  void step() {
    ++tally_.steps;
    const auto next = try_position(changed(random_position_of_cycle()));
    // Ridges: rarely, a little worse than the record will do.
    constexpr std::uint64_t kRarely = 20;
    constexpr std::uint64_t kPatience = 1000;
    const bool may_be_worse = below(random_, kRarely) == 0;
    ++steps_since_record_;
    if (next) {
      const int slack = std::max(1, std::abs(best_.measure) / 8);
      const bool is_near = std::abs(next->measure - best_.measure) <= slack;
      if (!is_better(current_.measure, next->measure) || (may_be_worse && is_near)) {
        current_ = *next;
      }
      if (is_better(current_.measure, best_.measure)) {
        best_ = current_;
        tally_.best = best_.measure;
        steps_since_record_ = 0;
      }
    }
    if (steps_since_record_ >= kPatience) {
      current_ = best_;
      steps_since_record_ = 0;
    }
  }

  /// The best of what repeats from there on; nothing if nothing does, or it is not known.
  std::optional<Measured<W>> try_position(const Position<W>& position) {
    if (!is_legal(board_, position) || is_finished(board_, position)) return std::nullopt;
    // Whoever can connect at once has won.
    if (winning_moves(board_, position).any()) return std::nullopt;
    if (!tried_.insert(canonical_form(group_, position)).second) return std::nullopt;
    const Solution<W> solution = solve_changed(position);
    if (solution.end == End::work_limit || solution.end == End::memory_limit) {
      ++tally_.passed_over;
    }
    if (solution.end != End::complete) return std::nullopt;
    ++tally_.solved;
    const auto measured = measure_best(board_, solution.solved, settings_.yardstick);
    tally_.repeating += measured ? 1 : 0;
    return measured;
  }

  /// A change that keeps play repeating may be illegal at one position of the cycle and not at
  /// another.
  Position<W> random_position_of_cycle() {
    Position<W> position = current_.position;
    const std::uint64_t plies = below(random_, current_.cycle.size());
    for (std::size_t i = 0; i < plies; ++i) {
      position = successor(board_, position, current_.cycle[i]);
    }
    return position;
  }

  /// One or two places changed, or some more in the direction of the goal.
  Position<W> changed(Position<W> position) {
    if (below(random_, 2) == 0) {
      change_towards_goal(position);
    } else {
      change_any(position);
    }
    if (below(random_, 2) == 0) change_any(position);
    return position;
  }

  void change_any(Position<W>& position) {
    const auto places = static_cast<std::uint64_t>(board_.place_count());
    set(position, static_cast<Place>(below(random_, places)), below(random_, 3));
  }

  /// Changes one place, or, ever more rarely, 2, 4, ... up to an eighth of those there are: on a
  /// large board single steps would take long.
  void change_towards_goal(Position<W>& position) {
    // What leaves more room is to have fewer stones, what is to have less room is to have more.
    const bool is_to_shrink =
        settings_.yardstick.goal == Goal::empty || settings_.yardstick.goal == Goal::arena;
    const PlaceSet<W> occupied = position.occupied();
    const PlaceSet<W> places =
        is_to_shrink ? (board_.points() | board_.midpoints()) - occupied : occupied;
    constexpr std::uint64_t kNobody = 2;
    int changes = 1;
    while (changes * 16 <= places.count() && below(random_, 2) == 0) changes *= 2;
    for (; changes > 0; --changes) {
      set(position, any_of(places), is_to_shrink ? below(random_, 2) : kNobody);
    }
  }

  Place any_of(PlaceSet<W> places) {
    if (places.empty()) return 0;
    for (std::uint64_t skip = below(random_, static_cast<std::uint64_t>(places.count())); skip > 0;
         --skip) {
      places.pop_lowest();
    }
    return places.lowest();
  }

  /// Colour 0 is V, 1 is H, 2 is nobody.
  static void set(Position<W>& position, Place place, std::uint64_t colour) {
    for (PlaceSet<W>& stones : position.stones) stones.remove(place);
    if (colour < 2) position.stones[colour].add(place);
  }

  const Board<W>& board_;
  const std::vector<Symmetry> group_;
  const ReduceSettings& settings_;
  const Stop& stop_;
  const std::function<void(const ReduceTally&)>& after_step_;
  Random random_;
  Measured<W> current_;
  Measured<W> best_;
  ReduceTally tally_;
  std::uint64_t steps_since_record_ = 0;
  std::set<Position<W>> tried_;  ///< In canonical form.
};

}  // namespace

template <int W>
Reduction<W> reduce(const Board<W>& board, const Position<W>& position,
                    const ReduceSettings& settings, const Stop& stop,
                    const std::function<void(const ReduceTally&)>& after_step) {
  return Reducer<W>(board, settings, stop, after_step).run(position);
}

#define ONYX_INSTANTIATE(W)                                                                \
  template Reduction<W> reduce(const Board<W>&, const Position<W>&, const ReduceSettings&, \
                               const Stop&, const std::function<void(const ReduceTally&)>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
