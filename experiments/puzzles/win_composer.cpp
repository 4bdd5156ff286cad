// Composes wins, `who` puzzles and `resist` puzzles by hill climbing over economical positions, in
// which every stone matters.
//
// Each number has a wish: a theme that its puzzle should show. By default, most wins also need a
// quiet first move, because in puzzles that begin with a capture, one reply nearly always refutes
// every wrong move. For each number, the composer:
//
//   1. Takes a position from a game of sensible play, or a random crowded position. For rare
//      themes, it plants a pattern (planted.h). The side to move must have exactly one winning
//      first move, and the opponent must not threaten to connect. Removes needless stones.
//   2. Repeatedly changes one to three stones at random, and removes needless stones. Keeps the
//      result if the solution is worth no less and the win is no shorter (up to a length drawn for
//      each number). Puzzles whose wrong moves need several refutations get a bonus.
//   3. Returns the best few puzzles.
//
// With games (ComposeSettings::starts), puzzles are positions of a game, with all their stones;
// positions right after a missed win come first. For `who` puzzles, a quarter of the numbers seek
// lost positions that do not look lost. The other numbers seek won positions, which are rarer.
#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <tuple>

#include "core/base/assert.h"
#include "core/legality.h"
#include "core/wide_line.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/planted.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {
namespace {

constexpr int kRefutationPlies = 24;   ///< Limit, in plies, for refuting a wrong first move.
constexpr int kSources = 40;           ///< Maximum games or random positions per number.
constexpr int kPlantedKernels = 6;     ///< Maximum kernels compared for a planted pattern.
constexpr int kPliesOfLadder = 7;      ///< Three moves, their replies, the connection.
constexpr std::size_t kMostAlike = 3;  ///< Maximum puzzles per number.
constexpr int kWish = 12;              ///< Bonus for showing the desired theme.
constexpr int kSeveralReplies = 16;    ///< Bonus for needing several refutations.
constexpr CrowdSettings kCrowdOfWins{6, 14, 10, 0, 1000};
/// Factor on ComposeSettings::steps while one reply refutes all wrong moves of the last puzzle
/// found, if such puzzles are limited. More steps are faster than a restart from a new position.
constexpr int kMorePatience = 6;
/// The backward scan of a game stops after more than this many positions in a row without a known
/// win for the side to move. In about half of the positions, the losing side is to move.
constexpr int kMostUndecided = 6;
constexpr std::uint64_t kPatience = 16;            ///< Factor on the node limit for final puzzles.
constexpr std::uint64_t kMostEffort = 10'000'000;  ///< Node limit for measuring the effort.

/// Returns how many more stones the opponent needs to connect than `player`.
template <int W>
int lead_of(const WideBoard<W>& board, const WidePosition<W>& position, Player player) {
  const int most = board.place_count();
  return stones_needed(board, position, other(player), most) -
         stones_needed(board, position, player, most);
}

template <int W>
Candidate<W> candidate_lost(const WideBoard<W>& board, BoundedSearch<W>& search,
                            const WidePosition<W>& position, int least, int most) {
  Candidate<W> candidate{.position = position, .kind = PuzzleKind::who};
  if (winning_moves(board, position).any()) return candidate.refused(Reject::over_at_once);
  const std::optional<Outcome> outcome = search.outcome(position, most);
  if (!outcome || outcome->value() != Value::loss) return candidate.refused(Reject::not_decided);
  candidate.plies = outcome->distance();
  if (candidate.plies < least) return candidate.refused(Reject::other_length);
  return candidate;
}

/// Like candidate_lost(), but exactly one first move must hold out for the full distance.
template <int W>
Candidate<W> candidate_resist(const WideBoard<W>& board, BoundedSearch<W>& search,
                              const WidePosition<W>& position, int least, int most) {
  Candidate<W> candidate = candidate_lost(board, search, position, least, most);
  candidate.kind = PuzzleKind::resist;
  if (candidate.reject != Reject::none) return candidate;
  return with_sole_key(board, candidate, [&](const WidePosition<W>& next) -> std::optional<bool> {
    const std::optional<bool> is_sooner = search.wins_within(next, candidate.plies - 3);
    return is_sooner ? std::optional(!*is_sooner) : std::nullopt;
  });
}

template <int W>
Place sensible_move(const WideBoard<W>& board, const WidePosition<W>& position, Random& random) {
  const PlaceSet<W> threats = threats_of(board, position, other(position.to_move));
  PlaceSet<W> moves;
  if (threats.any()) moves = proof_number::parries(board, position, threats);
  if (moves.empty()) moves = placements(board, position);
  constexpr int kTries = 8;
  Place best = moves.lowest();
  int best_worth = INT32_MIN;
  for (int i = 0; i < kTries; ++i) {
    const Place place = random_place(moves, random);
    const WidePosition<W> next = successor(board, position, place);
    const int worth = 4 * lead_of(board, next, position.to_move) +
                      captured_by(board, position, place).count() +
                      static_cast<int>(below(random, 4));
    if (worth > best_worth) std::tie(best_worth, best) = std::pair(worth, place);
  }
  return best;
}

/// Returns the positions of one game from `setup` until a side can connect at once. Both sides take
/// the best of a few random moves, rated by stones needed, captures, and noise. A threatened side
/// considers only moves that stop the threat, if there are any.
template <int W>
std::vector<WidePosition<W>> sensible_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                           Random& random) {
  std::vector<WidePosition<W>> game{setup};
  const auto most = static_cast<std::size_t>(2 * board.place_count());
  while (game.size() < most && winning_moves(board, game.back()).empty()) {
    const Place place = sensible_move(board, game.back(), random);
    game.push_back(successor(board, game.back(), place));
  }
  return game;
}

/// Returns the empty places at most two steps from `place`; if there are none, all empty places.
template <int W>
PlaceSet<W> room_near(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  const PlaceSet<W> room = (board.points() | board.midpoints()) - position.occupied();
  PlaceSet<W> near = board.neighbours(place);
  PlaceSet<W>(near).for_each([&](Place next) { near |= board.neighbours(next); });
  return (near & room).any() ? near & room : room;
}

template <int W>
void change(const WideBoard<W>& board, WidePosition<W>& position, Random& random) {
  const PlaceSet<W> stones = position.occupied();
  if (stones.empty()) return;
  const Place place = random_place(stones, random);
  const Player owner = position.of(Player::V).has(place) ? Player::V : Player::H;
  const PlaceSet<W> room = room_near(board, position, place);
  const std::uint64_t what = below(random, 5);
  // 0, 1: move; 2: remove; 3: recolour; 4: add a stone nearby.
  if (what < 4) position.of(owner).remove(place);
  if (what < 2 && room.any()) position.of(owner).add(random_place(room, random));
  if (what == 3) position.of(other(owner)).add(place);
  if (what == 4 && room.any()) position.of(random_player(random)).add(random_place(room, random));
}

/// Returns the position after one to three random changes; nothing if it is illegal or finished.
template <int W>
std::optional<WidePosition<W>> rearranged(const WideBoard<W>& board,
                                          const WidePosition<W>& position, Random& random) {
  WidePosition<W> changed = position;
  for (std::uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    change(board, changed, random);
  }
  return can_go_on(board, changed) ? std::optional(changed) : std::nullopt;
}

template <int W>
class WinComposer {
 public:
  WinComposer(const WideBoard<W>& board, const ComposeSettings& settings, Interrupt interrupt)
      : board_(board), settings_(settings), interrupt_(interrupt), search_(board) {
    search_.set_interrupt(interrupt);
  }

  Composition compose(std::uint64_t number) {
    result_ = {};
    random_ = random_for(settings_.seed, number);
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
    // Omit the last theme, repetition, which no win shows.
    static_assert(kThemes.back() == Theme::repetition, "no win shows it");
    wish_ = settings_.theme.value_or(kThemes[below(random_, kThemes.size() - 1)]);
    // A puzzle with a required theme, such as a ladder, may have to begin with a threat.
    wishes_quiet_key_ = aim_ == Aim::win && !settings_.theme && limits_one_reply(settings_) &&
                        below(random_, 100) >= static_cast<std::uint64_t>(settings_.one_reply);
    if (wish_ == Theme::ladder && settings_.plies == 0) {
      most_plies_ = std::max(most_plies_, kPliesOfLadder);
    }
    search_.set_node_limit(node_limit());
    if (!settings_.starts.empty()) {
      take_from_game(number);
    } else if (const std::optional<Kernel> kernel = first_kernel()) {
      climb(*kernel, number);
    }
    result_.is_cut_short = interrupt_.has_come();
    return std::move(result_);
  }

 private:
  /// A candidate without needless stones, and its puzzle, if any.
  struct Kernel {
    Candidate<W> candidate;
    int worth = 0;
    int nearness = 0;                    ///< nearness_to_wish(), a part of `worth`.
    bool needs_several_replies = false;  ///< No single reply refutes all wrong moves.
    std::optional<Puzzle> puzzle;
  };

  bool seeks_lost() const { return settings_.kind == PuzzleKind::who && aim_ == Aim::resist; }

  /// Returns the kernel to climb from. For a planted pattern, compares several kernels and prefers
  /// a kernel that shows the theme, because most patterns turn out needless and are removed.
  std::optional<Kernel> first_kernel() {
    std::optional<Kernel> best;
    int tries = has_pattern(wish_) ? kPlantedKernels : 1;
    for (int source = 0; source < kSources && tries > 0 && !interrupt_.has_come(); ++source) {
      for (const WidePosition<W>& position : sources()) {
        const int least = std::max(plies_of(settings_, aim_).first, most_plies_ - 2);
        const Candidate<W> candidate = seeks_lost() ? lost_candidate_near(position)
                                                    : candidate_at(position, least, most_plies_);
        if (result_.rejects_for(candidate.reject)) continue;
        Kernel kernel = kernel_of(candidate);
        if (!best || kernel.nearness > best->nearness) best = std::move(kernel);
        if (best->nearness >= kWish) return best;
        --tries;
        break;
      }
    }
    return best;
  }

  /// Tries the position, then the positions after its winning moves: games alone seldom contain a
  /// position that takes many plies to lose and does not look lost.
  Candidate<W> lost_candidate_near(const WidePosition<W>& position) {
    const int least = plies_of(settings_, aim_).first;
    Candidate<W> candidate = candidate_at(position, least, most_plies_);
    if (candidate.reject == Reject::none) return candidate;
    const std::optional<Outcome> outcome = search_.outcome(position, most_plies_ + 1);
    const bool is_won = outcome && outcome->value() == Value::win;
    if (!is_won || outcome->distance() <= least) return candidate;
    PlaceSet<W> moves = placements(board_, position);
    while (moves.any()) {
      const WidePosition<W> next = successor(board_, position, moves.pop_lowest());
      if (search_.loses_within(next, outcome->distance() - 1) != true) continue;
      candidate = candidate_at(next, least, most_plies_);
      if (candidate.reject == Reject::none) break;
    }
    return candidate;
  }

  /// ComposeSettings::nodes for wins in 5 plies, twice as many for 7, three times for 9, and so on.
  std::uint64_t node_limit() const {
    return settings_.nodes * static_cast<std::uint64_t>(std::max(1, (most_plies_ - 3) / 2));
  }

  Candidate<W> candidate_at(const WidePosition<W>& position, int least, int most) {
    ++result_.candidates;
    Candidate<W> candidate{.position = position};
    const Player solver = position.to_move;
    // Under a threat, fewer than kLeastChoices first moves usually avoid losing at once.
    if (threats_of(board_, position, other(solver)).any()) {
      return candidate.refused(Reject::forced_key);
    }
    // A loss is a surprise only if the solver seems no farther from connecting than the opponent.
    const bool is_hopeless = seeks_lost() && lead_of(board_, position, solver) < 0;
    if (is_hopeless) return candidate.refused(Reject::hopeless);
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
    const bool is_loud = captured_by(board_, position, candidate.key).any() ||
                         threats_of(board_, next, solver).any();
    return is_loud ? candidate.refused(Reject::loud_key) : candidate;
  }

  std::vector<WidePosition<W>> sources() {
    std::vector<WidePosition<W>> positions;
    for (const WidePosition<W>& position : unplanted_sources()) {
      const auto changed = planted(board_, position, wish_, random_);
      if (changed) positions.push_back(*changed);
    }
    return positions;
  }

  std::vector<WidePosition<W>> unplanted_sources() {
    std::vector<WidePosition<W>> positions;
    if (below(random_, 3) == 0) {
      const auto position = random_crowded_position(board_, kCrowdOfWins, random_);
      if (position) positions.push_back(*position);
      return positions;
    }
    const std::vector<WidePosition<W>> game = sensible_game(board_, open_setup(board_), random_);
    // Take late positions, but not the last three, which are too easy.
    constexpr std::size_t kNearTheEnd = 10;
    const std::size_t begin = game.size() > kNearTheEnd ? game.size() - kNearTheEnd : 0;
    for (std::size_t i = begin; i + 3 < game.size(); ++i) positions.push_back(game[i]);
    return positions;
  }

  Kernel kernel_of(const Candidate<W>& candidate) {
    Kernel kernel;
    kernel.candidate = economized(board_, candidate, random_, [&](const WidePosition<W>& position) {
      return candidate_at(position, candidate.plies, candidate.plies);
    });
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

  int nearness_to_wish(const Puzzle& puzzle) const {
    if (puzzle.has(wish_)) return kWish;
    if (wish_ != Theme::ladder || puzzle.main_line.empty()) return 0;
    constexpr int kRung = kWish / 3;
    const WidePosition<W> position = parse_position(board_, puzzle.position);
    return kRung * longest_ladder(board_, position, main_line_of(board_, puzzle));
  }

  void climb(Kernel kernel, std::uint64_t number) {
    std::vector<Kernel> found;
    if (kernel.puzzle) found.push_back(kernel);
    const auto most_steps = [&] {
      const bool is_poor = !found.empty() && !found.back().needs_several_replies;
      return is_poor && limits_one_reply(settings_) ? kMorePatience * settings_.steps
                                                    : settings_.steps;
    };
    for (int step = 0; step < most_steps() && !interrupt_.has_come(); ++step) {
      const auto changed = rearranged(board_, kernel.candidate.position, random_);
      if (!changed) continue;
      const Candidate<W> candidate = candidate_at(*changed, kernel.candidate.plies, most_plies_);
      if (result_.rejects_for(candidate.reject)) continue;
      // If the change only adds stones and keeps the solution, the stones would be removed again.
      const bool only_adds =
          std::ranges::equal(candidate.position.stones, kernel.candidate.position.stones,
                             [](PlaceSet<W> all, PlaceSet<W> part) { return all.contains(part); });
      if (only_adds && candidate.has_solution_of(kernel.candidate)) continue;
      Kernel next = kernel_of(candidate);
      if (next.candidate.position == kernel.candidate.position) continue;
      if (!found.empty() && next.worth < kernel.worth) continue;
      kernel = std::move(next);
      if (kernel.puzzle) found.push_back(kernel);
    }
    std::ranges::stable_sort(found, std::greater(), &Kernel::worth);
    found.resize(std::min(found.size(), kMostAlike));
    for (const Kernel& one : found) {
      search_.set_node_limit(kPatience * node_limit());
      const Kernel again = kernel_of(one.candidate);
      if (again.puzzle) finish(*again.puzzle, number);
    }
  }

  void take_from_game(std::uint64_t number) {
    wishes_quiet_key_ = false;
    const auto [least, most] = plies_of(settings_, Aim::win);
    most_plies_ = most;
    SearchOracle<W> oracle(search_, kRefutationPlies);
    const Record record = parse_record(settings_.starts.at(number));
    const WideLine<W> line = to_wide<W>(replay(record));
    ONYX_ASSERT(!line.moves.empty());
    std::vector<Puzzle> found;
    int undecided = 0;
    for (std::size_t plies = line.moves.size() - 1; plies > 0 && !interrupt_.has_come(); --plies) {
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
  }

  void finish(Puzzle puzzle, std::uint64_t number) {
    search_.clear();
    search_.set_node_limit(kMostEffort);
    search_.outcome(parse_position(board_, puzzle.position), puzzle.plies);
    puzzle.source.effort = search_.nodes();
    SearchOracle<W> oracle(search_, kRefutationPlies);
    puzzle.source.engine = oracle.name();
    search_.set_node_limit(kPatience * node_limit());
    const Reject why = complete_puzzle(board_, settings_, oracle, number, interrupt_, puzzle);
    if (!result_.rejects_for(why)) result_.puzzles.push_back(std::move(puzzle));
  }

  const WideBoard<W> board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  BoundedSearch<W> search_;
  Random random_;
  int most_plies_ = 0;  ///< Longest win for the current number.
  Aim aim_ = Aim::win;
  Theme wish_ = Theme::repetition;
  bool wishes_quiet_key_ = false;
  Composition result_;
};

}  // namespace

Compose win_composer(const ComposeSettings& settings, Interrupt interrupt) {
  ONYX_ASSERT(settings.kind != PuzzleKind::draw);
  return with_puzzle_board(settings.board, [&]<int W>(const WideBoard<W>& board) -> Compose {
    return [composer = std::make_shared<WinComposer<W>>(board, settings, interrupt)](
               std::uint64_t number) { return composer->compose(number); };
  });
}

}  // namespace onyx
