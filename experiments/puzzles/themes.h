// Detects what happens in a solution, in the words of problem composers.
//
// All themes but the last are computed from the main line. "Move" means a move of the solver on it,
// and "reply" the opponent's move after it.
//
//   capture             a move captures.
//   double capture      a move captures in two squares at once.
//   sacrifice           (into a capture) the stone of a move is captured by the reply.
//   midpoint            a move takes a midpoint.
//   blocked midpoint    a move, or a reply, completes the pattern of a capture, two stones of each
//                       player on the diagonals of a square, and captures nothing there, because
//                       the square's midpoint is taken.
//   quiet move          a move that is not the last neither captures, nor threatens to connect at
//                       once, nor stops a threat to connect at once.
//   switchback          a move puts a stone back on a point from which the opponent's last move
//                       captured one.
//   ladder              three moves in a row. Each threatens to connect at once on exactly one
//                       place, on which the reply is then played. Each stone is joined to the
//                       previous one or next to the reply to that one.
//   repetition          the puzzle is a draw study.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "experiments/puzzles/puzzle_board.h"

namespace onyx {

enum class Theme : std::uint8_t {
  capture,
  double_capture,
  sacrifice,
  midpoint,
  blocked_midpoint,
  quiet_move,
  switchback,
  ladder,
  repetition,
};
inline constexpr std::array kThemes{Theme::capture,    Theme::double_capture,   Theme::sacrifice,
                                    Theme::midpoint,   Theme::blocked_midpoint, Theme::quiet_move,
                                    Theme::switchback, Theme::ladder,           Theme::repetition};

/// "capture", "double capture" and so on, as above; "sacrifice into a capture" in full.
std::string_view name_of(Theme theme);

/// The one of `values` that name_of() calls `name`, if any.
template <class Values>
std::optional<typename Values::value_type> named_in(const Values& values, std::string_view name) {
  const auto found =
      std::ranges::find_if(values, [&](auto value) { return name == name_of(value); });
  return found == values.end() ? std::nullopt : std::optional(*found);
}
inline std::optional<Theme> theme_named(std::string_view name) { return named_in(kThemes, name); }

/// The themes of a line of legal moves that the solver begins, in the order of kThemes. Never
/// returns Theme::repetition.
template <int W>
std::vector<Theme> themes_of(const WideBoard<W>& board, const WidePosition<W>& position,
                             const std::vector<Place>& line);

/// The most moves in a row that satisfy the condition of a ladder; three make the theme. `line` as
/// for themes_of().
template <int W>
int longest_ladder(const WideBoard<W>& board, const WidePosition<W>& position,
                   const std::vector<Place>& line);

}  // namespace onyx
