// The judge of compact certificates: what it accepts, and why that implies the claim.
//
// A strategy of X gives a move in each reachable position with X to move, except where X wins
// within three plies; the checker finds such wins itself (short_win.h). X never loses, because:
//   - Its moves are legal, in positions that are legal and unfinished.
//   - After each move, X is connected; or the opponent has replies, none of them connects, and
//     after each of them X has a move again or wins within three plies.
//   - X also has a move or such a win in the claimed position or, if the opponent is to move there,
//     after each reply.
// "X wins": in addition, all play under the strategy ends, so X connects.
// "draw": V and H both have such a strategy, so neither can force a win.
//
// A file holds only moves. The checker walks through all play, depth first, and reads the next move
// at each new position; so no position is missing or left over. Under a winning strategy, no play
// may repeat a position. Then all play ends: there are finitely many positions. The checker keeps
// positions in memory and compares them whole, so correctness does not depend on a hash.
#include <deque>

#include "solver/referee/compact_moves.h"
#include "solver/referee/judges.h"

namespace onyx::referee {
namespace compact {
namespace {

template <int N>
Stones<N> read_position(const File& file, const Header& header, const Board<N>& board) {
  const std::size_t words = words_of(board);
  const std::string bytes = bytes_at(file, kHeaderBytes, 16 * words);
  if (XXH64(bytes.data(), bytes.size(), 0) != header.position_sum) {
    reject("the position is damaged: its checksum is wrong");
  }
  Stones<N> stones;
  for (std::size_t i = 0; i < 2 * words; ++i) {
    stones.of[i / words].words[i % words] = number_at<std::uint64_t>(&bytes[8 * i]);
  }
  const auto& [v, h] = stones.of;
  if (v.both(h).any() || v.with(h).without(board.all).any()) {
    reject("position: stones where they cannot be");
  }
  if (board.has_cross(stones)) reject("position: there is a cross");
  if (board.connected(stones, header.side)) {
    reject("position: the side to move is already connected");
  }
  return stones;
}

// Returns the blocks of V's strategy, then of H's. Nothing may follow them in the file.
template <int N>
std::array<std::vector<Block>, 2> read_all_heads(const File& file, const Watch& watch,
                                                 const Header& header, const Board<N>& board) {
  std::uint64_t offset = kHeaderBytes + 16 * words_of(board);
  std::array<std::vector<Block>, 2> blocks;
  for (const std::size_t owner : {std::size_t{0}, std::size_t{1}}) {
    blocks[owner] = read_heads(file, header.blocks[owner], offset, watch);
    std::uint64_t moves = 0;
    for (const Block& block : blocks[owner]) moves += block.moves;
    if (moves != header.moves[owner]) reject("the number of entries differs from the header");
  }
  if (offset != file.bytes) reject("the file has data after its blocks");
  return blocks;
}

// Checks the strategies that the claim needs. `owners` holds the letters of their players.
template <int N>
void check_strategies(Claim<N>& claim, const std::string& owners,
                      const std::array<std::vector<Block>, 2>& blocks) {
  std::deque<MovesCheck<N>> checks;
  for (const char owner : owners) checks.emplace_back(claim, owner, blocks[index_of(owner)]);
  for (const char owner : owners) {
    try {
      checks.front().check();
    } catch (const Rejected& rejected) {
      reject(std::string("strategy ") + owner + ": " + rejected.reason);
    }
    checks.pop_front();
  }
}

template <int N>
Verdict check(const File& file, const Watch& watch, const Header& header, FollowedGame* game) {
  const bool must_end = header.claim != 'D';
  Claim<N> claim{file, watch, Board<N>(header.width, header.height), {}, header.side, must_end};
  claim.start = read_position(file, header, claim.board);
  Verdict verdict =
      accepted(header.claim == 'D' ? "draw" : std::string(1, header.claim) + " wins", header.width,
               header.height, print(claim.board, claim.start, header.side));
  if (game != nullptr && verdict.position == game->setup) {
    claim.answers.emplace(claim.board, claim.start, *game);
  }
  const auto blocks = read_all_heads(file, watch, header, claim.board);
  const char last = opponent_of(header.side);
  const bool is_over = claim.board.connected(claim.start, last);
  if (is_over && header.claim != last) reject("the game is over, with another result");
  std::string owners;
  for (const char owner : {'V', 'H'}) {
    const std::vector<Block>& own = blocks[index_of(owner)];
    const bool is_needed = !is_over && (header.claim == owner || header.claim == 'D');
    if (!is_needed && !own.empty())
      reject(std::string("a strategy that the claim does not need, of ") + owner);
    if (is_needed) owners += owner;
  }
  check_strategies(claim, owners, blocks);
  return verdict;
}

}  // namespace
}  // namespace compact

Verdict check_compact(const File& file, const Watch& watch, FollowedGame* game) {
  return verdict_from([&] {
    const compact::Header header = compact::read_header(file);
    const std::size_t places =
        header.width * header.height + (header.width - 1) * (header.height - 1) / 2;
    if (places <= 64) return compact::check<1>(file, watch, header, game);
    if (places <= 128) return compact::check<2>(file, watch, header, game);
    return compact::check<10>(file, watch, header, game);
  });
}

}  // namespace onyx::referee
