#include "experiments/pages/book/rules_diagrams.h"

#include "core/notation.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {
namespace {

std::string shown_position(std::string_view position, std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  return diagram_svg(board.geometry(), printed(board, parse_position(board, position)), title);
}

/// The position with a sign on every empty midpoint: whether it can be taken.
std::string midpoints_marked(std::string_view position, std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  PrintedDiagram diagram = printed(board, start);
  const PuzzleSet free = placements(board, start);
  (board.midpoints() - start.occupied()).for_each([&](Place midpoint) {
    diagram.signs.push_back(
        {midpoint, free.has(midpoint) ? PrintedSign::Kind::allowed : PrintedSign::Kind::forbidden});
  });
  return diagram_svg(board.geometry(), diagram, title);
}

/// The position with the move as a numbered stone and the stones that it captures crossed.
std::string before_capture(std::string_view position, std::string_view move,
                           std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  const Place place = parse_move(board, start, move);
  PrintedDiagram diagram = printed(board, start);
  const PuzzleSet captured = captured_by(board, start, place);
  for (PrintedStone& stone : diagram.stones) stone.is_captured = captured.has(stone.place);
  diagram.stones.push_back({place, start.to_move, 1, false});
  return diagram_svg(board.geometry(), diagram, title);
}

std::string after_capture(std::string_view position, std::string_view move,
                          std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  return diagram_svg(board.geometry(),
                     printed(board, successor(board, start, parse_move(board, start, move))),
                     title);
}

}  // namespace

std::vector<std::pair<std::string_view, std::string>> rules_diagrams() {
  // The two captures are from core/README.md, "Capture".
  constexpr std::string_view kPair = "6/H5/VHV3/1V1V2/2VH2/6 - V";
  constexpr std::string_view kTwoPairs = "6/H5/VHV3/1V1V2/2VH2/6 - H";
  constexpr std::string_view kChain = "6/5H/3VH1/2V3/4V1/3V2 EF45:H V";
  return {
      {"@RULE_LINES@", shown_position("open:6x6", "The empty board")},
      {"@RULE_JOINED@", shown_position(kChain, "Stones that are joined, and two that are not")},
      {"@RULE_MIDPOINTS@",
       midpoints_marked("6/4H1/6/2V3/6/6 - V", "Midpoints that can and cannot be taken")},
      {"@RULE_PAIR@", before_capture(kPair, "B5*", "The capture of a pair")},
      {"@RULE_PAIR_AFTER@", after_capture(kPair, "B5*", "After the capture")},
      {"@RULE_TWO@", before_capture(kTwoPairs, "C3**", "The capture of two pairs")},
      {"@RULE_TWO_AFTER@", after_capture(kTwoPairs, "C3**", "After the capture of two pairs")},
  };
}

}  // namespace onyx
