#include "experiments/puzzles/composer.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>

#include "core/legality.h"
#include "core/symmetry.h"
#include "core/wide_line.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/oracle.h"
#include "experiments/support/version.h"
#include "solver/proof_games/proof_game_search.h"

namespace onyx {
namespace {

constexpr std::uint64_t kGameStates = 20'000;

/// Returns true if a search proves that no game leads to the position. Stores a game if found.
template <int W>
bool is_game_impossible(const WideBoard<W>& board, Interrupt interrupt, Puzzle& puzzle) {
  const Stop stop{.interrupt = interrupt, .work = kGameStates};
  const WidePosition<W> now = open_setup(board);
  const ProofGameSearch found =
      search_proof_game(board, now, parse_position(board, puzzle.position), stop);
  if (found.game.answer == ProofGameAnswer::found) {
    puzzle.game = Certificate::ProofGame{"open:" + format_board_size(board.size()),
                                         format_moves(board, now, found.game.moves)};
  }
  return found.game.answer == ProofGameAnswer::impossible;
}

/// Wins in 3 plies are exercises, accepted only if they come from games.
constexpr int kLeastPliesOfWin = 5;
constexpr int kLeastPliesFromPlay = 3;
constexpr int kLeastPliesOfResistance = 6;

}  // namespace

std::pair<int, int> plies_of(const ComposeSettings& settings, Aim aim) {
  if (settings.plies > 0) {
    const bool is_one_more = settings.kind == PuzzleKind::who && aim == Aim::resist;
    const int plies = settings.plies + (is_one_more ? 1 : 0);
    return {plies, plies};
  }
  if (aim == Aim::resist) return {kLeastPliesOfResistance, settings.most_plies + 1};
  return {settings.starts.empty() ? kLeastPliesOfWin : kLeastPliesFromPlay, settings.most_plies};
}

std::string describe(const ComposeSettings& settings) {
  const bool is_draw = settings.kind == PuzzleKind::draw;
  std::string kind = plural_of(settings.kind);
  if (!is_draw) {
    const bool is_resistance = settings.kind == PuzzleKind::resist;
    const auto [least, most] = plies_of(settings, is_resistance ? Aim::resist : Aim::win);
    kind += is_resistance ? " for " : " in ";
    if (least < most) kind += fmt::format("{} to ", least);
    kind += fmt::format("{} plies", most);
  }
  std::string shares;
  if (settings.share < 100) shares = fmt::format(" (at most {} % of one)", settings.share);
  std::string more = settings.takes_duals ? "with duals" : "pure";
  if (limits_one_reply(settings)) {
    more += fmt::format(", one reply to all in {} %", settings.one_reply);
  }
  if (settings.per_cycle > 0) more += fmt::format(", {} of a cycle", settings.per_cycle);
  if (!settings.starts.empty()) {
    std::string all;
    for (const std::string& start : settings.starts) all += start + "\n";
    more += fmt::format(", from {} {} (sum {:016x})", settings.starts.size(),
                        is_draw ? "positions" : "games", XXH3_64bits(all.data(), all.size()));
  }
  return fmt::format(
      "{} on {}, at most {} stones, difficulty {}{}, theme {}{}, {}, {} steps, {} nodes, {} states",
      kind, format_board_size(settings.board), settings.most_stones,
      settings.difficulty > 0 ? std::to_string(settings.difficulty) : "any", shares,
      settings.theme ? name_of(*settings.theme) : "any",
      settings.is_theme_of_key ? " of the key" : "", more, settings.steps, settings.nodes,
      settings.states);
}

template <int W>
Candidate<W> economized(const WideBoard<W>& board, const Candidate<W>& candidate, Random& random,
                        const std::type_identity_t<Examine<W>>& examine) {
  Candidate<W> best = candidate;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    std::vector<Place> stones;
    best.position.occupied().for_each([&](Place place) { stones.push_back(place); });
    for (std::size_t i = stones.size(); i > 1; --i) {
      std::swap(stones[i - 1], stones[below(random, i)]);
    }
    for (const Place place : stones) {
      WidePosition<W> without = best.position;
      for (PlaceSet<W>& set : without.stones) set.remove(place);
      if (!can_go_on(board, without)) continue;
      if (!examine(without).has_solution_of(candidate)) continue;
      best.position = without;
      has_changed = true;
    }
  }
  if (has_side_due(best.position) || board.size().width != board.size().height) return best;
  const Symmetry reflection = diagonal_reflection(board.geometry());
  best.key = reflection.image[best.key];
  best.position = reflection(best.position);
  return best;
}

template <int W>
Reject make_puzzle(const WideBoard<W>& board, const ComposeSettings& settings, Oracle<W>& oracle,
                   const Candidate<W>& candidate, Puzzle& puzzle) {
  const WidePosition<W>& position = candidate.position;
  if (position.occupied().count() > settings.most_stones) return Reject::many_stones;
  const Reject flaw = write_solution(board, oracle, candidate, puzzle);
  if (flaw != Reject::none) return flaw;
  // A losing side usually has several equivalent moves later in the line, so allow duals.
  if (!puzzle.is_pure && !settings.takes_duals && aim_of(puzzle) != Aim::resist) {
    return Reject::dual;
  }
  std::vector<Place> line = main_line_of(board, puzzle);
  puzzle.themes = themes_of(board, position, line);
  if (puzzle.kind == PuzzleKind::draw) puzzle.themes.push_back(Theme::repetition);
  if (!settings.theme) return Reject::none;
  std::vector<Theme> themes = puzzle.themes;
  if (settings.is_theme_of_key) {
    line.resize(2);
    themes = themes_of(board, position, line);
  }
  const bool has_theme = std::ranges::find(themes, *settings.theme) != themes.end();
  return has_theme ? Reject::none : Reject::wrong_theme;
}

template <int W>
Reject complete_puzzle(const WideBoard<W>& board, const ComposeSettings& settings,
                       Oracle<W>& oracle, std::uint64_t number, Interrupt interrupt,
                       Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who) {
    puzzle.other_side = other_side_of(board, oracle, parse_position(board, puzzle.position));
    if (!puzzle.other_side) return Reject::other_unknown;
  }
  if (aim_of(puzzle) == Aim::win) {
    puzzle.not_sole_at = not_sole_at(board, oracle, puzzle);
    if (!puzzle.not_sole_at) return Reject::refutation_unknown;
    if (!puzzle.not_sole_at->empty() && !settings.takes_duals) return Reject::dual;
  }
  puzzle.measures = measures_of(board, oracle, puzzle);
  if (!puzzle.measures) return Reject::refutation_unknown;
  puzzle.source.program = fmt::format("onyx {}", kVersion);
  puzzle.source.generator = describe(settings);
  puzzle.source.seed = settings.seed;
  puzzle.source.number = number;
  puzzle.difficulty = difficulty_of(puzzle);
  if (settings.difficulty != 0 && settings.difficulty != puzzle.difficulty) {
    return Reject::wrong_difficulty;
  }
  if (!has_side_due(parse_position(board, puzzle.position))) return Reject::parity;
  if (!puzzle.game && is_game_impossible(board, interrupt, puzzle)) return Reject::no_game;
  puzzle.id = id_of(puzzle);
  return Reject::none;
}

int appeal_of(const Puzzle& puzzle) {
  int appeal = 0;
  for (const Theme theme : puzzle.themes) {
    const bool is_common =
        theme == Theme::capture || theme == Theme::quiet_move || theme == Theme::repetition;
    const bool is_rare = theme != Theme::sacrifice && theme != Theme::switchback;
    appeal += is_common ? 1 : is_rare ? 8 : 3;
  }
  const auto tempting = std::ranges::count_if(puzzle.wrong, &WrongMove::is_tempting);
  return appeal + std::min(2 * static_cast<int>(tempting), 16);
}

std::vector<std::string> keys_of(const Puzzle& puzzle) {
  const PuzzleBoard board(board_of(puzzle));
  const PuzzlePosition position = parse_position(board, puzzle.position);
  const auto key_of = [&, symmetries = symmetries_of(board.geometry())](const auto& with_side) {
    return format_position(board, canonical_form(symmetries, with_side));
  };
  if (puzzle.kind != PuzzleKind::who) return {key_of(position)};
  return {key_of(position), key_of(with_other_to_move(position))};
}

std::string id_of(const Puzzle& puzzle) {
  const std::string key = keys_of(puzzle).front();
  return fmt::format("{}-{}-{:016x}", format_board_size(board_of(puzzle)), name_of(puzzle.kind),
                     XXH3_64bits(key.data(), key.size()));
}

#define ONYX_INSTANTIATE(W)                                                                \
  template Candidate<W> economized(const WideBoard<W>&, const Candidate<W>&, Random&,      \
                                   const std::type_identity_t<Examine<W>>&);               \
  template Reject make_puzzle(const WideBoard<W>&, const ComposeSettings&, Oracle<W>&,     \
                              const Candidate<W>&, Puzzle&);                               \
  template Reject complete_puzzle(const WideBoard<W>&, const ComposeSettings&, Oracle<W>&, \
                                  std::uint64_t, Interrupt, Puzzle&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
