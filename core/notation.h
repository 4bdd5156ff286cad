// The text functions of position.h, for wide positions.
#pragma once

#include <string>
#include <string_view>

#include "core/moves.h"

namespace onyx {

template <int W>
Place parse_move(const WideBoard<W>& board, const WidePosition<W>& position,
                 std::string_view text) {
  return parse_move(to_plain(board, position), text);
}
template <int W>
std::string format_move(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  return format_move(to_plain(board, position), place);
}

/// Throws InputError, also if the position has another board size.
template <int W>
WidePosition<W> parse_position(const WideBoard<W>& board, std::string_view text) {
  return to_wide<W>(parse_position(Board(board.size()), text));
}
template <int W>
std::string format_position(const WideBoard<W>& board, const WidePosition<W>& position) {
  return format_position(to_plain(board, position));
}

}  // namespace onyx
