// A diagram for print: a position with numbered moves, in black, white and one light grey, as
// printed in magazines.
//
// V's stones and V's edges (bottom and top) are black; H's stones and H's edges (the sides) are
// white with a black outline. So the diagram survives a photocopy. The squares whose midpoints can
// be taken are grey. A stone captured during the moves is crossed out; a numbered one has the cross
// at its rim. Only plain SVG is used, without styles, references or clip paths, so that all
// programs that read SVG show the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

struct PrintedStone {
  Place place = 0;
  Player player = Player::V;
  int number = 0;  ///< 0: none; the stone bears its player's bar instead.
  bool is_captured = false;
};

/// A sign on an empty place: a ring if it is allowed, otherwise a cross.
struct PrintedSign {
  Place place = 0;
  bool is_allowed = true;
};

/// At most one stone or sign per place.
struct PrintedDiagram {
  std::vector<PrintedStone> stones;
  std::vector<PrintedSign> signs;
};

/// The stones of the position, without numbers.
PrintedDiagram printed(const WidePosition<2>& position);

/// A self-contained picture, usable as a file or as part of a page. `title` is plain text.
std::string diagram_svg(const Geometry& geometry, const PrintedDiagram& diagram,
                        std::string_view title);

}  // namespace onyx
