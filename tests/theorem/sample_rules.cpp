// Prints what the program's rules say about random positions, to compare with the rules in Coq:
//
//   sample_rules POSITIONS SEED
//
// It prints one line per position, with fields separated by tabs: the position; the connected
// player ("V", "H" or "-"); and for each legal move the move, "=", and the position after it.
#include <cstdio>
#include <cstdlib>

#include "tests/support.h"

namespace onyx {
namespace {

constexpr std::array<BoardSize, 8> kSizes = {
    {{2, 2}, {3, 5}, {4, 4}, {5, 4}, {6, 6}, {9, 2}, {8, 11}, {12, 12}}};

/// Returns in turn a position of a random game, a crowded position, or a legal position of random
/// stones.
template <int W>
WidePosition<W> random_position(const WideBoard<W>& board, int i, test::Rng& rng) {
  if (i % 3 == 0) {
    return test::random_of(test::random_game(board, test::random_of(test::setups_of(board), rng),
                                             5 * board.place_count(), rng),
                           rng);
  }
  if (i % 3 == 1) {
    return test::crowded_position(board, test::random_below(rng, 9),
                                  10 * test::random_below(rng, 5), i % 2 == 0, rng);
  }
  for (;;) {
    const auto position = test::random_colouring(board, 30 + 10 * test::random_below(rng, 6), rng);
    if (is_legal(board, position)) return position;
  }
}

template <int W>
void print(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto connected = [&](Player player) {
    return is_connected(board, position.of(player), player);
  };
  const char* const who = connected(Player::V) ? "V" : connected(Player::H) ? "H" : "-";
  std::printf("%s\t%s", format_position(board, position).c_str(), who);
  legal_moves(board, position).for_each([&](Place move) {
    std::printf("\t%s=%s", format_move(board, position, move).c_str(),
                format_position(board, successor(board, position, move)).c_str());
  });
  std::printf("\n");
}

}  // namespace
}  // namespace onyx

int main(int argc, char** argv) {
  const int positions = argc == 3 ? std::atoi(argv[1]) : 0;
  if (positions <= 0) {
    std::fputs("usage: sample_rules POSITIONS SEED\n", stderr);
    return 2;
  }
  onyx::test::Rng rng(static_cast<unsigned>(std::atoi(argv[2])));
  for (int i = 0; i < positions; ++i) {
    const auto size = onyx::kSizes[static_cast<std::size_t>(i) % onyx::kSizes.size()];
    onyx::with_board(size, [&](const auto& board) {
      onyx::print(board, onyx::random_position(board, i / 8, rng));
    });
  }
}
