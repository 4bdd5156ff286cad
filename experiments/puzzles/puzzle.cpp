#include "experiments/puzzles/puzzle.h"

#include <fmt/core.h>

#include "experiments/support/output.h"

namespace onyx {
namespace {

constexpr std::array<std::string_view, kLooks.size()> kLookNames{"gives a stone", "quiet", "away",
                                                                 "backwards"};

struct KindWords {
  const char* name;  ///< In files and options.
  const char* one;
  const char* many;
};
constexpr std::array<KindWords, kPuzzleKinds.size()> kKindWords{
    {{"win", "win", "wins"},
     {"draw", "draw study", "draw studies"},
     {"resist", "position to resist in", "positions to resist in"},
     {"who", "question who wins", "questions who wins"}}};

const KindWords& words_for(PuzzleKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view name_of(Look look) { return kLookNames[static_cast<std::size_t>(look)]; }

std::optional<Look> look_named(std::string_view name) {
  for (const Look look : kLooks) {
    if (name == name_of(look)) return look;
  }
  return std::nullopt;
}

const char* name_of(PuzzleKind kind) { return words_for(kind).name; }

std::string counted(std::uint64_t number, PuzzleKind kind) {
  return counted(number, words_for(kind).one, words_for(kind).many);
}

std::string plural_of(PuzzleKind kind) { return words_for(kind).many; }

const char* name_of(Aim aim) {
  constexpr std::array kNames{"win", "draw", "resist"};
  return kNames[static_cast<std::size_t>(aim)];
}

std::string demand_of(const Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who) return "Who wins if V is to move, and who if H is?";
  const char solver = puzzle.position.back();
  if (puzzle.kind == PuzzleKind::draw) {
    return fmt::format("{} to play and draw by repetition", solver);
  }
  if (puzzle.kind == PuzzleKind::resist) {
    return fmt::format("{} to play and hold out for {} plies", solver, puzzle.plies);
  }
  return fmt::format("{} to play and connect in {} plies at the latest", solver, puzzle.plies);
}

BoardSize board_of(const Puzzle& puzzle) { return board_size_of(puzzle.position); }

Aim aim_of(const Puzzle& puzzle) { return aim_of(puzzle.kind, puzzle.plies); }

Player solver_of(const Puzzle& puzzle) {
  return puzzle.position.back() == 'V' ? Player::V : Player::H;
}

Player winner_of(const Puzzle& puzzle) {
  const Player solver = solver_of(puzzle);
  return aim_of(puzzle) == Aim::win ? solver : other(solver);
}

std::optional<Player> winner_of_both(const Puzzle& puzzle) {
  const Player winner = winner_of(puzzle);
  const bool is_same = puzzle.other_side.value().value == name_of(win_of(winner));
  return is_same ? std::optional(winner) : std::nullopt;
}

std::string answer_of(const Puzzle& puzzle) {
  if (const auto winner = winner_of_both(puzzle)) {
    return fmt::format("{} in both cases", letter_of(*winner));
  }
  return aim_of(puzzle) == Aim::win ? "whoever is to move" : "whoever is not to move";
}

}  // namespace onyx
