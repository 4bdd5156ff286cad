// The board as text, in the form of core/README.md.
#pragma once

#include <string>

#include "core/wide_position.h"

namespace onyx {

/// Lines of text, each with a newline at its end: the column letters; the rows from the top, with
/// their numbers and the lines of the board between them; the column letters again. Stones are V
/// and H; midpoint stones appear inside their square.
template <int W>
std::string diagram(const WideBoard<W>& board, const WidePosition<W>& position);

}  // namespace onyx
