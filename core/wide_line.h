// The lines of line.h, for wide positions.
#pragma once

#include "core/line.h"
#include "core/moves.h"
#include "core/notation.h"

namespace onyx {

template <int W>
using WideLine = LineOf<WidePosition<W>>;

template <int W>
WideLine<W> to_wide(const Line& line) {
  WideLine<W> wide{{}, line.moves};
  for (const Position& position : line.positions) wide.positions.push_back(to_wide<W>(position));
  return wide;
}

/// Like replay() in line.h, for wide positions. `words` are MoveWords or strings.
template <int W, class Words>
WideLine<W> replay(const WideBoard<W>& board, const WidePosition<W>& start, const Words& words) {
  return to_wide<W>(replay(to_plain(board, start), words));
}

template <int W>
std::vector<std::string> format_moves(const WideBoard<W>& board, const WidePosition<W>& start,
                                      std::span<const Place> moves) {
  return format_moves(to_plain(board, start), moves);
}

template <int W>
WidePosition<W> position_after(const WideBoard<W>& board, const WidePosition<W>& start,
                               std::span<const Place> moves) {
  WidePosition<W> position = start;
  for (const Place move : moves) {
    ONYX_ASSERT(legal_moves(board, position).has(move));
    position = successor(board, position, move);
  }
  return position;
}

}  // namespace onyx
