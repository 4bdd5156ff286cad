// Detects the themes of a solution, with the names that puzzle composers use.
//
// All themes but the last are computed from the main line. In this list, "move" is a move of the
// solver on the main line, and "reply" is the opponent's next move.
//
//   capture             a move captures
//   double capture      a move captures in two squares at once
//   sacrifice into a capture
//                       the reply captures the stone of the move
//   midpoint            a move takes a midpoint
//   blocked midpoint    a move or reply completes the pattern of a capture but captures nothing,
//                       because the square's midpoint is taken
//   quiet move          a move neither connects, nor captures, nor threatens to connect at once,
//                       nor stops such a threat
//   switchback          a move returns to a point where the opponent's last move captured a stone
//   ladder              three moves in a row threaten to connect at once on exactly one place, and
//                       the reply takes this place. Each stone is next to the stone of the previous
//                       move or of the previous reply.
//   repetition          the puzzle is a draw study
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

/// Returns the name in the list above.
std::string_view name_of(Theme theme);

template <class Values>
std::optional<typename Values::value_type> named_in(const Values& values, std::string_view name) {
  const auto found =
      std::ranges::find_if(values, [&](auto value) { return name == name_of(value); });
  return found == values.end() ? std::nullopt : std::optional(*found);
}
inline std::optional<Theme> theme_named(std::string_view name) { return named_in(kThemes, name); }

/// Returns the themes of a line of legal moves that the solver begins, in the order of kThemes.
/// Never returns Theme::repetition.
template <int W>
std::vector<Theme> themes_of(const WideBoard<W>& board, const WidePosition<W>& position,
                             const std::vector<Place>& line);

/// Returns the most ladder moves in a row; the theme needs three. `line` is as in themes_of().
template <int W>
int longest_ladder(const WideBoard<W>& board, const WidePosition<W>& position,
                   const std::vector<Place>& line);

}  // namespace onyx
