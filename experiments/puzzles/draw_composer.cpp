// Composes draw studies: positions with exactly one first move that does not lose.
//
// The search starts from a random crowded position that can reach a draw, or from a repeating
// position of a catalogue (ComposeSettings::starts). It then explores positions that differ in a
// few stones and, with a catalogue, positions a few moves earlier. It keeps the best study: one
// with tempting wrong moves, moves before the cycle, and a long main line without duals. With a
// catalogue, the cycle must have the pattern (shape.h) of the starting position. At the end, the
// composer removes needless stones.
#include <algorithm>
#include <memory>

#include "core/legality.h"
#include "core/notation.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/shape.h"

namespace onyx {
namespace {

constexpr int kCrowdedPositions = 1000;
constexpr CrowdSettings kCrowdOfDraws{3, 5, 10, 14, 22};

int worth_of(const Puzzle& puzzle) {
  const int way = std::min(static_cast<int>(puzzle.cycle_begin), 6);
  return appeal_of(puzzle) + (puzzle.is_pure ? 10 : 0) + 2 * way + std::min(puzzle.plies, 16);
}

/// Takes back a move of the other player that captured nothing: removes one of that player's
/// stones, chosen at random. Returns nothing if that stone cannot have been placed last.
template <int W>
std::optional<WidePosition<W>> position_before(const WideBoard<W>& board,
                                               const WidePosition<W>& position, Random& random) {
  WidePosition<W> before = position;
  before.to_move = other(position.to_move);
  const PlaceSet<W> stones = position.of(before.to_move);
  if (stones.empty()) return std::nullopt;
  const Place last = random_place(stones, random);
  before.of(before.to_move).remove(last);
  const bool leads_here = can_go_on(board, before) && is_placement(board, before, last) &&
                          successor(board, before, last) == position;
  return leads_here ? std::optional(before) : std::nullopt;
}

template <int W>
Candidate<W> candidate_draw(const WideBoard<W>& board, Oracle<W>& oracle,
                            const WidePosition<W>& position) {
  const Candidate<W> candidate{.position = position, .kind = PuzzleKind::draw};
  const std::optional<Outcome> outcome = oracle.outcome(position);
  if (!outcome || !outcome->is_draw()) return candidate.refused(Reject::not_decided);
  return with_sole_key(board, candidate, [&](const WidePosition<W>& next) -> std::optional<bool> {
    const std::optional<Outcome> then = oracle.outcome(next);
    return then ? std::optional(then->is_draw()) : std::nullopt;
  });
}

template <int W>
class DrawComposer {
 public:
  DrawComposer(const WideBoard<W>& board, const ComposeSettings& settings, Interrupt interrupt)
      : board_(board), settings_(settings), interrupt_(interrupt) {}

  Composition compose(std::uint64_t number) {
    result_ = {};
    random_ = random_for(settings_.seed, number);
    wished_cycle_.clear();
    std::optional<Find> best = first_find(number);
    for (int step = 0; best && step < settings_.steps && !interrupt_.has_come(); ++step) {
      const auto position = changed(best->drawn);
      if (!position || winning_moves(board_, *position).any()) continue;
      const auto find = find_from(*position);
      if (find && find->worth >= best->worth) best = find;
    }
    if (best && best->study) finish(*best->study, number);
    result_.is_cut_short = interrupt_.has_come();
    return std::move(result_);
  }

 private:
  struct Find {
    WidePosition<W> drawn{};  ///< The position of the study, or any draw if there is no study.
    std::optional<Candidate<W>> study;
    int worth = -1;
  };

  /// Returns a random neighbour of `drawn`. With a catalogue, half of the results are instead
  /// positions a few moves earlier, which lengthen the line before the cycle.
  std::optional<WidePosition<W>> changed(const WidePosition<W>& drawn) {
    if (settings_.starts.empty() || below(random_, 2) == 0) {
      return random_neighbour(board_, drawn, random_);
    }
    WidePosition<W> position = drawn;
    for (std::uint64_t moves = 1 + below(random_, 3); moves > 0; --moves) {
      const auto before = position_before(board_, position, random_);
      if (!before) return std::nullopt;
      position = *before;
    }
    return position;
  }

  std::optional<Find> first_find(std::uint64_t number) {
    if (!settings_.starts.empty()) {
      const std::string& text = settings_.starts[number % settings_.starts.size()];
      const WidePosition<W> start = parse_position(board_, text);
      wished_cycle_ = arena_pattern(text);
      if (auto find = find_from(start)) return find;
      return Find{start, std::nullopt, -1};
    }
    std::optional<Find> find;
    for (int i = 0; i < kCrowdedPositions && !find && !interrupt_.has_come(); ++i) {
      const auto position = random_crowded_position(board_, kCrowdOfDraws, random_);
      if (position && is_promising(board_, *position, kCrowdOfDraws)) find = find_from(*position);
    }
    return find;
  }

  std::unique_ptr<ExplorerOracle<W>> explored(const WidePosition<W>& position) const {
    auto oracle =
        std::make_unique<ExplorerOracle<W>>(board_, position, settings_.states, interrupt_);
    return oracle->end() == End::complete ? std::move(oracle) : nullptr;
  }

  /// Returns the best reachable study with the required cycle, otherwise any reachable draw.
  std::optional<Find> find_from(const WidePosition<W>& position) {
    ++result_.candidates;
    const auto oracle = explored(position);
    if (!oracle) {
      result_.rejects_for(Reject::not_decided);
      return std::nullopt;
    }
    std::optional<Find> best;
    Reject why = Reject::not_decided;
    const SolvedGraph<W>& solved = oracle->solved();
    for (StateId state = 0; state < solved.graph.state_count(); ++state) {
      if (!solved.outcomes[state].is_draw()) continue;
      const WidePosition<W> drawn = solved.graph.position(state);
      if (!best) best = Find{drawn, std::nullopt, -1};
      const Candidate<W> candidate = candidate_draw(board_, *oracle, drawn);
      Puzzle puzzle;
      const Reject flaw = candidate.reject != Reject::none
                              ? candidate.reject
                              : make_puzzle(board_, settings_, *oracle, candidate, puzzle);
      if (flaw != Reject::none) {
        why = flaw;
      } else if (const int worth = worth_of(puzzle); worth > best->worth) {
        if (!wished_cycle_.empty() && pattern_of_cycle(puzzle) != wished_cycle_) continue;
        best = Find{drawn, candidate, worth};
      }
    }
    if (!best || !best->study) result_.rejects_for(why);
    return best;
  }

  void finish(const Candidate<W>& candidate, std::uint64_t number) {
    const Candidate<W> economical =
        economized(board_, candidate, random_, [&](const WidePosition<W>& position) {
          const auto oracle = explored(position);
          return oracle ? candidate_draw(board_, *oracle, position)
                        : Candidate<W>().refused(Reject::not_decided);
        });
    const auto oracle = explored(economical.position);
    if (!oracle) return;
    Puzzle puzzle;
    if (result_.rejects_for(make_puzzle(board_, settings_, *oracle, economical, puzzle))) return;
    puzzle.source.engine = oracle->name();
    puzzle.source.effort = oracle->states();
    const Reject why = complete_puzzle(board_, settings_, *oracle, number, interrupt_, puzzle);
    if (!result_.rejects_for(why)) result_.puzzles.push_back(std::move(puzzle));
  }

  const WideBoard<W> board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  Random random_;
  std::string wished_cycle_;  ///< Pattern that the cycle must have; "" for any.
  Composition result_;
};

}  // namespace

Compose draw_composer(const ComposeSettings& settings, Interrupt interrupt) {
  return with_puzzle_board(settings.board, [&]<int W>(const WideBoard<W>& board) -> Compose {
    return [composer = std::make_shared<DrawComposer<W>>(board, settings, interrupt)](
               std::uint64_t number) { return composer->compose(number); };
  });
}

}  // namespace onyx
