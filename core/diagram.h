// The board as text, as core/README.md has it.
#pragma once

#include <functional>
#include <string>

#include "core/position.h"

namespace onyx {

/// Lines of text, each ending in a newline: column letters, then rows from the top with their
/// numbers, the lines of the board between them, stones as V and H (midpoint stones inside their
/// square), column letters again.
template <int W>
std::string diagram(const Board<W>& board, const Position<W>& position);

/// The same with any sign on each place, a blank for none.
std::string diagram(const Geometry& geometry, const std::function<char(Place)>& sign_on);

}  // namespace onyx
