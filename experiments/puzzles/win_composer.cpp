#include "experiments/puzzles/win_composer.h"

#include <algorithm>
#include <functional>
#include <span>

#include "core/wide_line.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/planted.h"

namespace onyx {
namespace {

/// Plies within which every wrong first move must be refuted.
constexpr int kRefutationPlies = 24;
/// Most games or random positions examined per number.
constexpr int kSources = 40;
/// Most economical positions examined per number to find one in which a planted pattern remains.
constexpr int kPlantedKernels = 6;
/// Three moves, their replies, and the one that connects.
constexpr int kPliesOfLadder = 7;
/// Most puzzles per number.
constexpr std::size_t kMostAlike = 3;
/// The worth of showing the theme wished for.
constexpr int kWish = 12;
/// The worth of needing more than one reply to refute all wrong moves.
constexpr int kSeveralReplies = 16;
constexpr CrowdSettings kCrowdOfWins{6, 14, 10, 0, 1000};
/// Factor on the mutations tried while the last puzzle found has one reply that refutes all its
/// wrong moves and few such puzzles are wanted: finding a first puzzle takes much longer.
constexpr int kMorePatience = 6;
/// In a game, the search ends after this many positions in a row without a win. Every other one of
/// them is the loser's.
constexpr int kMostUndecided = 6;
/// Limit for measuring the effort, high enough that the solution decides it and not the limit.
constexpr std::uint64_t kMostEffort = 10'000'000;

template <int W>
bool has_all_stones_of(const WidePosition<W>& position, const WidePosition<W>& part) {
  return position.stones[0].contains(part.stones[0]) && position.stones[1].contains(part.stones[1]);
}

}  // namespace

template <int W>
WinComposer<W>::WinComposer(const WideBoard<W>& board, const ComposeSettings& settings,
                            Interrupt interrupt)
    : board_(board), settings_(settings), interrupt_(interrupt), search_(board) {
  search_.set_interrupt(interrupt);
}

template <int W>
bool WinComposer<W>::is_interrupted() const {
  return interrupt_.has_come();
}

template <int W>
Composition WinComposer<W>::compose(std::uint64_t number) {
  result_ = {};
  random_ = random_for(settings_.seed, number);
  // Clear the table so that results do not depend on earlier numbers.
  search_.clear();
  const bool is_lost = settings_.kind == PuzzleKind::resist ||
                       (settings_.kind == PuzzleKind::who && below(random_, 4) == 0);
  aim_ = is_lost ? Aim::resist : Aim::win;
  const auto [least, most] = plies_of(settings_, aim_);
  const int lengths = (most - least) / 2 + 1;
  most_plies_ = least;
  if (lengths > 1) {
    most_plies_ += 2 * static_cast<int>(below(random_, static_cast<std::uint64_t>(lengths)));
  }
  // (The last theme is excluded; no win shows it.)
  wish_ = settings_.theme.value_or(kThemes[below(random_, kThemes.size() - 1)]);
  // After a quiet move one reply seldom refutes all others; after a capture it usually does. But if
  // a theme is asked for, such as a ladder, the puzzle may have to begin with a threat.
  wishes_quiet_key_ = aim_ == Aim::win && !settings_.theme && limits_one_reply(settings_) &&
                      below(random_, 100) >= static_cast<std::uint64_t>(settings_.one_reply);
  if (wish_ == Theme::ladder && settings_.plies == 0) {
    most_plies_ = std::max(most_plies_, kPliesOfLadder);
  }
  search_.set_node_limit(node_limit());
  if (!settings_.starts.empty()) {
    take_from_game(number);
    result_.is_cut_short = is_interrupted();
    return std::move(result_);
  }
  if (const std::optional<Kernel> kernel = first_kernel()) climb(*kernel, number);
  result_.is_cut_short = is_interrupted();
  return std::move(result_);
}

/// With a planted pattern, prefers a kernel that shows the wish, if the first few include one:
/// usually the pattern does not matter and is removed.
template <int W>
std::optional<typename WinComposer<W>::Kernel> WinComposer<W>::first_kernel() {
  std::optional<Kernel> best;
  int tries = has_pattern(wish_) ? kPlantedKernels : 1;
  for (int source = 0; source < kSources && tries > 0 && !is_interrupted(); ++source) {
    for (const WidePosition<W>& position : sources()) {
      // Its length should already be close to the final one.
      const int least = std::max(plies_of(settings_, aim_).least, most_plies_ - 2);
      const Candidate<W> candidate =
          seeks_lost() ? lost_candidate_near(position) : candidate_at(position, least, most_plies_);
      if (result_.rejects_for(candidate.reject)) continue;
      Kernel kernel = kernel_of(candidate);
      const bool is_wished = kernel.nearness >= kWish;
      if (!best || kernel.nearness > best->nearness) best = std::move(kernel);
      if (is_wished || --tries == 0) return best;
      break;
    }
  }
  return best;
}

/// Tries the position, else positions after a winning move: in imperfect play, few positions are
/// lost in many plies although the loser still looks alive.
template <int W>
Candidate<W> WinComposer<W>::lost_candidate_near(const WidePosition<W>& position) {
  const int least = plies_of(settings_, aim_).least;
  Candidate<W> candidate = candidate_at(position, least, most_plies_);
  if (candidate.reject == Reject::none) return candidate;
  const std::optional<Outcome> outcome = search_.outcome(position, most_plies_ + 1);
  if (!outcome || outcome->value() != Value::win || outcome->distance() <= least) return candidate;
  PlaceSet<W> moves = placements(board_, position);
  while (moves.any()) {
    const WidePosition<W> next = successor(board_, position, moves.pop_lowest());
    if (search_.loses_within(next, outcome->distance() - 1) != true) continue;
    candidate = candidate_at(next, least, most_plies_);
    if (candidate.reject == Reject::none) break;
  }
  return candidate;
}

/// Longer wins need more nodes: the base number for 5 plies, twice that for 7, and so on.
template <int W>
std::uint64_t WinComposer<W>::node_limit() const {
  return settings_.nodes * static_cast<std::uint64_t>(std::max(1, (most_plies_ - 3) / 2));
}

/// A candidate for a win, or resistance, in `least` to `most` plies; nothing longer is searched.
/// A refusal here, before stones are removed, costs little.
template <int W>
Candidate<W> WinComposer<W>::candidate_at(const WidePosition<W>& position, int least, int most) {
  ++result_.candidates;
  Candidate<W> candidate;
  candidate.position = position;
  const Player solver = position.to_move;
  // Nearly all such positions have fewer than kLeastChoices first moves.
  if (threats_of(board_, position, other(solver)).any()) {
    candidate.reject = Reject::forced_key;
    return candidate;
  }
  if (seeks_lost() && !has_hope(board_, position)) {
    candidate.reject = Reject::hopeless;
    return candidate;
  }
  if (aim_ == Aim::win) {
    candidate = candidate_win(board_, search_, position, least, most, kRefutationPlies);
  } else if (seeks_lost()) {
    candidate = candidate_lost(board_, search_, position, least, most);
  } else {
    candidate = candidate_resist(board_, search_, position, least, most);
  }
  candidate.kind = settings_.kind;
  if (candidate.reject != Reject::none || !wishes_quiet_key_) return candidate;
  const WidePosition<W> next = successor(board_, position, candidate.key);
  if (captured_by(board_, position, candidate.key).any() ||
      threats_of(board_, next, solver).any()) {
    candidate.reject = Reject::loud_key;
  }
  return candidate;
}

/// The unplanted sources, with a pattern of the wish planted if it has one.
template <int W>
std::vector<WidePosition<W>> WinComposer<W>::sources() {
  std::vector<WidePosition<W>> positions = unplanted_sources();
  if (!has_pattern(wish_)) return positions;
  std::vector<WidePosition<W>> with_pattern;
  for (const WidePosition<W>& position : positions) {
    if (const auto changed = planted(board_, position, wish_, random_)) {
      with_pattern.push_back(*changed);
    }
  }
  return with_pattern;
}

/// Positions of one game, or one random position.
template <int W>
std::vector<WidePosition<W>> WinComposer<W>::unplanted_sources() {
  std::vector<WidePosition<W>> positions;
  if (below(random_, 3) == 0) {
    const auto position = random_crowded_position(board_, kCrowdOfWins, random_);
    if (position) positions.push_back(*position);
    return positions;
  }
  const std::vector<WidePosition<W>> game = sensible_game(board_, open_setup(board_), random_);
  // The last positions are nearly over; in the first ones no value can be found.
  constexpr std::size_t kNearTheEnd = 10;
  const std::size_t begin = game.size() > kNearTheEnd ? game.size() - kNearTheEnd : 0;
  for (std::size_t i = begin; i + 3 < game.size(); ++i) positions.push_back(game[i]);
  return positions;
}

template <int W>
typename WinComposer<W>::Kernel WinComposer<W>::kernel_of(const Candidate<W>& candidate) {
  Kernel kernel{candidate, 0, 0, false, std::nullopt};
  kernel.candidate.position =
      economized(board_, candidate.position, random_, [&](const WidePosition<W>& position) {
        return candidate_at(position, candidate.plies, candidate.plies).has_solution_of(candidate);
      });
  kernel.candidate.position =
      with_side_due(board_, kernel.candidate.position, kernel.candidate.key);
  SearchOracle<W> oracle(search_, kRefutationPlies);
  Puzzle puzzle;
  const Reject why = make_puzzle(board_, settings_, oracle, kernel.candidate, puzzle);
  kernel.nearness = nearness_to_wish(puzzle);
  kernel.worth = 4 * candidate.plies + appeal_of(puzzle) + kernel.nearness;
  if (result_.rejects_for(why)) return kernel;
  kernel.needs_several_replies = !does_key_refute_all(board_, oracle, puzzle);
  if (kernel.needs_several_replies) kernel.worth += kSeveralReplies;
  kernel.puzzle = std::move(puzzle);
  return kernel;
}

/// Works also for solutions that are rejected as puzzles.
template <int W>
int WinComposer<W>::nearness_to_wish(const Puzzle& puzzle) const {
  if (std::ranges::find(puzzle.themes, wish_) != puzzle.themes.end()) return kWish;
  if (wish_ != Theme::ladder || puzzle.main_line.empty()) return 0;
  constexpr int kRung = kWish / 3;
  const WidePosition<W> position = parse_position(board_, puzzle.position);
  return kRung * longest_ladder(board_, position, main_line_of(board_, puzzle));
}

template <int W>
void WinComposer<W>::climb(Kernel kernel, std::uint64_t number) {
  std::vector<Kernel> found;
  const auto note = [&] {
    if (kernel.puzzle) found.push_back(kernel);
  };
  note();
  const auto most_steps = [&] {
    const bool is_poor = !found.empty() && !found.back().needs_several_replies;
    return is_poor && limits_one_reply(settings_) ? kMorePatience * settings_.steps
                                                  : settings_.steps;
  };
  for (int step = 0; step < most_steps() && !is_interrupted(); ++step) {
    const auto changed = rearranged(board_, kernel.candidate.position, random_);
    if (!changed) continue;
    const Candidate<W> candidate = candidate_at(*changed, kernel.candidate.plies, most_plies_);
    if (result_.rejects_for(candidate.reject)) continue;
    // Stones that were only added would only be removed again.
    if (candidate.has_solution_of(kernel.candidate) &&
        has_all_stones_of(candidate.position, kernel.candidate.position)) {
      continue;
    }
    Kernel next = kernel_of(candidate);
    if (next.candidate.position == kernel.candidate.position) continue;
    // As long as there is no puzzle, accept any change.
    if (!found.empty() && next.worth < kernel.worth) continue;
    kernel = std::move(next);
    note();
  }
  std::ranges::stable_sort(found, std::greater(), &Kernel::worth);
  found.resize(std::min(found.size(), kMostAlike));
  for (const Kernel& one : found) keep(one.candidate, number);
}

template <int W>
void WinComposer<W>::keep(const Candidate<W>& candidate, std::uint64_t number) {
  search_.set_node_limit(kPatience * node_limit());
  Kernel kernel = kernel_of(candidate);
  if (kernel.puzzle) finish(*kernel.puzzle, number);
  search_.set_node_limit(node_limit());
}

/// From the end of the game backwards, to where no win is found any more.
template <int W>
void WinComposer<W>::take_from_game(std::uint64_t number) {
  wishes_quiet_key_ = false;
  const auto [least, most] = plies_of(settings_, Aim::win);
  most_plies_ = most;
  SearchOracle<W> oracle(search_, kRefutationPlies);
  const Record record = parse_record(settings_.starts.at(number));
  const WideLine<W> line = to_wide<W>(replay(record));
  std::vector<Puzzle> found;
  int undecided = 0;
  for (std::size_t plies = line.moves.size() - 1; plies > 0 && !is_interrupted(); --plies) {
    search_.set_node_limit(node_limit());
    const Candidate<W> candidate = candidate_at(line.positions[plies], least, most);
    undecided = candidate.reject == Reject::not_decided ? undecided + 1 : 0;
    if (undecided > kMostUndecided) break;
    if (result_.rejects_for(candidate.reject)) continue;
    search_.set_node_limit(kPatience * node_limit());
    Puzzle puzzle;
    if (result_.rejects_for(make_puzzle(board_, settings_, oracle, candidate, puzzle))) continue;
    puzzle.missed = missed_win(board_, oracle, line.positions[plies - 1]);
    const std::span moves(line.moves);
    puzzle.game = Certificate::ProofGame{record.start,
                                         format_moves(board_, line.start(), moves.first(plies))};
    found.push_back(std::move(puzzle));
  }
  std::ranges::stable_sort(found, std::greater(), [](const Puzzle& puzzle) {
    return std::pair(puzzle.missed.has_value(), 4 * puzzle.plies + appeal_of(puzzle));
  });
  for (Puzzle& puzzle : found) finish(std::move(puzzle), number);
  search_.set_node_limit(node_limit());
}

template <int W>
void WinComposer<W>::finish(Puzzle puzzle, std::uint64_t number) {
  puzzle.source.effort = effort_of(puzzle);
  SearchOracle<W> oracle(search_, kRefutationPlies);
  puzzle.source.engine = oracle.name();
  search_.set_node_limit(kPatience * node_limit());
  const Reject why = complete_puzzle(board_, settings_, oracle, number, interrupt_, puzzle);
  if (!result_.rejects_for(why)) result_.puzzles.push_back(std::move(puzzle));
}

/// Starts from an empty table, so that the effort does not depend on earlier searches.
template <int W>
std::uint64_t WinComposer<W>::effort_of(const Puzzle& puzzle) {
  search_.clear();
  search_.set_node_limit(kMostEffort);
  search_.outcome(parse_position(board_, puzzle.position), puzzle.plies);
  search_.set_node_limit(node_limit());
  return search_.nodes();
}

#define ONYX_INSTANTIATE(W) template class WinComposer<W>;
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
