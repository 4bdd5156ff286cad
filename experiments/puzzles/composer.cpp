#include "experiments/puzzles/composer.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>

#include "core/legality.h"
#include "core/line.h"
#include "core/symmetry.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/draw_composer.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/win_composer.h"
#include "experiments/support/version.h"
#include "solver/proof_games/proof_game_search.h"

namespace onyx {
namespace {

/// Positions that the search for a proof game may meet.
constexpr std::uint64_t kGameStates = 20'000;

/// Whether none leads there. Writes one if it is found.
bool is_game_impossible(const SmallBoard& board, Interrupt interrupt, Puzzle& puzzle) {
  Stop stop;
  stop.work = kGameStates;
  stop.interrupt = interrupt;
  const SmallPosition now = open_setup(board);
  const ProofGameSearch found =
      search_proof_game(board, now, parse_position(board, puzzle.position), stop);
  if (found.game.answer == ProofGameAnswer::found) {
    puzzle.game = Certificate::ProofGame{"open:" + format_board_size(board.size()),
                                         format_moves(board, now, found.game.moves)};
  }
  return found.game.answer == ProofGameAnswer::impossible;
}

/// Shorter ones are first exercises, or no puzzles at all.
constexpr int kLeastPliesOfWin = 5;
constexpr int kLeastPliesOfResistance = 6;

}  // namespace

PlyRange plies_of(const ComposeSettings& settings, Aim aim) {
  if (settings.plies > 0) {
    const int more = settings.kind == PuzzleKind::who && aim == Aim::resist ? 1 : 0;
    return {settings.plies + more, settings.plies + more};
  }
  if (aim == Aim::resist) return {kLeastPliesOfResistance, settings.most_plies + 1};
  return {kLeastPliesOfWin, settings.most_plies};
}

std::string describe(const ComposeSettings& settings) {
  std::string kind = plural_of(settings.kind);
  if (settings.kind != PuzzleKind::draw) {
    const bool is_resistance = settings.kind == PuzzleKind::resist;
    const auto [least, most] = plies_of(settings, is_resistance ? Aim::resist : Aim::win);
    kind += is_resistance ? " for " : " in ";
    kind +=
        least == most ? fmt::format("{} plies", least) : fmt::format("{} to {} plies", least, most);
  }
  const std::string share =
      settings.share < 100 ? fmt::format(" (at most {} % of one)", settings.share) : "";
  const bool has_one_reply = settings.kind == PuzzleKind::win || settings.kind == PuzzleKind::who;
  const std::string one_reply = has_one_reply && settings.one_reply < 100
                                    ? fmt::format(", one reply to all in {} %", settings.one_reply)
                                    : "";
  std::string cycles;
  if (settings.per_cycle > 0) cycles += fmt::format(", {} of a cycle", settings.per_cycle);
  if (!settings.starts.empty()) {
    std::string all;
    for (const std::string& start : settings.starts) all += start + "\n";
    cycles += fmt::format(", from {} positions (sum {:016x})", settings.starts.size(),
                          XXH3_64bits(all.data(), all.size()));
  }
  return fmt::format(
      "{} on {}, at most {} stones, difficulty {}{}, theme {}, {}{}{}, {} steps, {} nodes, "
      "{} states",
      kind, format_board_size(settings.board), settings.most_stones,
      settings.difficulty > 0 ? std::to_string(settings.difficulty) : "any", share,
      settings.theme ? name_of(*settings.theme) : "any",
      settings.takes_duals ? "with duals" : "pure", one_reply, cycles, settings.steps,
      settings.nodes, settings.states);
}

Reject make_puzzle(const SmallBoard& board, const ComposeSettings& settings, Oracle& oracle,
                   const Candidate& candidate, Puzzle& puzzle) {
  const SmallPosition& position = candidate.position;
  if (position.occupied().count() > settings.most_stones) return Reject::many_stones;
  const Reject flaw = write_solution(board, oracle, candidate, puzzle);
  if (flaw != Reject::none) return flaw;
  // Who is lost anyway has mostly several ways to be so later on.
  if (!puzzle.is_pure && !settings.takes_duals && aim_of(puzzle) != Aim::resist) {
    return Reject::dual;
  }
  puzzle.themes = themes_of(board, position, main_line_of(board, puzzle));
  if (puzzle.kind == PuzzleKind::draw) puzzle.themes.push_back(Theme::repetition);
  if (!settings.theme) return Reject::none;
  const bool has_theme = std::ranges::find(puzzle.themes, *settings.theme) != puzzle.themes.end();
  return has_theme ? Reject::none : Reject::wrong_theme;
}

Reject complete_puzzle(const SmallBoard& board, const ComposeSettings& settings, Oracle& oracle,
                       std::uint64_t number, Interrupt interrupt, Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who) {
    puzzle.other_side = other_side_of(board, oracle, parse_position(board, puzzle.position));
    if (!puzzle.other_side) return Reject::other_unknown;
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
  if (is_game_impossible(board, interrupt, puzzle)) return Reject::no_game;
  puzzle.id = id_of(board, puzzle);
  return Reject::none;
}

int appeal_of(const Puzzle& puzzle) {
  int appeal = 0;
  for (const Theme theme : puzzle.themes) {
    switch (theme) {
      case Theme::capture:
      case Theme::quiet_move:
      case Theme::repetition:
        appeal += 1;
        break;
      case Theme::sacrifice:
      case Theme::switchback:
        appeal += 3;
        break;
      default:
        appeal += 8;
    }
  }
  const auto tempting = std::ranges::count_if(puzzle.wrong, &WrongMove::is_tempting);
  return appeal + std::min(2 * static_cast<int>(tempting), 16);
}

std::vector<std::string> keys_of(const SmallBoard& board, const Puzzle& puzzle) {
  const SmallPosition position = parse_position(board, puzzle.position);
  const auto symmetries = symmetries_of(board.geometry());
  std::vector<std::string> keys{format_position(board, canonical_form(symmetries, position))};
  if (puzzle.kind == PuzzleKind::who) {
    keys.push_back(
        format_position(board, canonical_form(symmetries, with_other_to_move(position))));
  }
  return keys;
}

std::string id_of(const SmallBoard& board, const Puzzle& puzzle) {
  const std::string key = keys_of(board, puzzle).front();
  return fmt::format("{}-{}-{:016x}", format_board_size(board.size()), name_of(puzzle.kind),
                     XXH3_64bits(key.data(), key.size()));
}

Composer::Composer(const SmallBoard& board, const ComposeSettings& settings, Interrupt interrupt)
    : settings_(settings),
      win_(std::make_unique<WinComposer>(board, settings, interrupt)),
      draw_(std::make_unique<DrawComposer>(board, settings, interrupt)) {}
Composer::~Composer() = default;

Composition Composer::compose(std::uint64_t number) {
  return settings_.kind == PuzzleKind::draw ? draw_->compose(number) : win_->compose(number);
}

}  // namespace onyx
