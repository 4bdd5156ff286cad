// Diagrams for print, with numbered moves, in black, white and greys, so that they survive a
// photocopy. V's stones and edges are black; H's are white with a black outline. Squares with a
// midpoint are grey. Captured stones are crossed out; a numbered stone has the cross at its rim.
// Plain SVG without styles, references or clip paths looks the same in all programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

struct PrintedStone {
  Place place = 0;
  Player player = Player::V;
  int number = 0;  ///< The number shown on the stone; 0 for the player's bar instead.
  bool is_captured = false;
};

/// A mark on an empty place: a ring if a move there is allowed, otherwise a cross.
struct PrintedSign {
  Place place = 0;
  bool is_allowed = true;
};

/// At most one stone or sign per place.
struct PrintedDiagram {
  std::vector<PrintedStone> stones;
  std::vector<PrintedSign> signs;
};

PrintedDiagram printed(const WidePosition<2>& position);

/// Returns a self-contained picture, for a file or a page. `title` is plain text.
std::string diagram_svg(const Geometry& geometry, const PrintedDiagram& diagram,
                        std::string_view title);

}  // namespace onyx
