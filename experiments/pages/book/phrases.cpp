#include "experiments/pages/book/phrases.h"

#include <fmt/core.h>

#include "core/notation.h"
#include "experiments/support/output.h"

namespace onyx {

std::string_view colour_of(Player player) { return player == Player::V ? "Black" : "White"; }

std::string listed(const std::vector<std::string>& texts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) text += i + 1 == texts.size() ? fmt::format(" {} ", last) : ", ";
    text += texts[i];
  }
  return text;
}

std::string winner_moves(int plies) {
  return counted(static_cast<std::uint64_t>(plies + 1) / 2, "move", "moves");
}

std::string numbered_move(std::size_t number, std::string_view move) {
  return fmt::format("{}{}{}", number, kJoin, move);
}

std::string told_win(Player winner, int plies) {
  return fmt::format("{} wins in {}", colour_of(winner), winner_moves(plies));
}

std::string named_moves(std::vector<std::string> moves, std::string_view last) {
  if (moves.size() > kMostNamed) {
    const std::size_t shown = kMostNamed / 2;
    moves[shown] = fmt::format("{} others", moves.size() - shown);
    moves.resize(shown + 1);
  }
  return listed(moves, last);
}

std::string named_places(const PuzzleBoard& board, const PuzzleSet& set, std::string_view last) {
  std::vector<std::string> names;
  set.for_each([&](Place place) { names.push_back(format_place(board.geometry(), place)); });
  return named_moves(names, last);
}

std::string numbered(const std::vector<std::string>& moves) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text += (i > 0 ? " " : "") + numbered_move(i + 1, moves[i]);
  }
  return text;
}

}  // namespace onyx
