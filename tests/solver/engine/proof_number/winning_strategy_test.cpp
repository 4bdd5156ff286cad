// Winning strategies from tables whose moves all win, but may lead back to the same positions.
#include "solver/engine/proof_number/winning_strategy.h"

#include <gtest/gtest.h>

#include "tests/solver/engine/proof_number/expect_whole.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

/// Returns the index of the successor that gives the slowest win; nothing if no successor wins.
template <int W>
std::optional<std::size_t> latest_win(const SolvedGraph<W>& solved, StateId state) {
  const auto successors = solved.graph.successors(state);
  std::optional<std::size_t> latest;
  for (std::size_t k = 0; k < successors.size(); ++k) {
    const Outcome outcome = solved.outcomes[successors[k]];
    if (outcome.is_draw() || outcome.value() != Value::loss) continue;
    if (!latest || outcome.distance() > solved.outcomes[successors[*latest]].distance()) latest = k;
  }
  return latest;
}

/// For each position that `winner` wins, records the slowest winning move.
template <int W>
void record_latest_wins(Searcher<W>& searcher, const SolvedGraph<W>& solved, Player winner) {
  const Numbers numbers = winner == Player::V ? Numbers::proved() : Numbers::disproved();
  for (StateId state = 0; state < solved.graph.state_count(); ++state) {
    if (solved.mover(state) != winner) continue;
    const auto latest = latest_win(solved, state);
    if (!latest) continue;
    const Place move = move_of_row(searcher.board(), solved.graph, state, *latest);
    searcher.record(solved.graph.position(state), Player::V, {numbers, kPliesUnknown, move, 1});
  }
}

/// Whether all play from the root ends if the winner always plays the slowest winning move.
template <int W>
bool latest_wins_end(const SolvedGraph<W>& solved, Player winner) {
  std::vector<bool> ends(solved.graph.state_count());
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (StateId state = 0; state < solved.graph.state_count(); ++state) {
      if (ends[state] || solved.mover(state) != winner) continue;
      const auto latest = latest_win(solved, state);
      if (!solved.graph.is_leaf(state)) {
        if (!latest) continue;
        const auto replies = solved.graph.successors(solved.graph.successors(state)[*latest]);
        if (!std::all_of(replies.begin(), replies.end(),
                         [&](StateId reply) { return ends[reply]; })) {
          continue;
        }
      }
      ends[state] = is_new = true;
    }
  }
  return ends[solved.graph.roots.front()];
}

/// Returns the fastest or the slowest winning moves along play in which the loser moves at random.
/// Fastest moves cannot make play repeat, because each brings the win nearer; slowest moves can.
template <int W>
MoveTable<W> moves_of_a_game(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                             bool is_fastest, test::Rng& rng) {
  MoveTable<W> moves;
  StateId state = solved.graph.roots.front();
  for (int ply = 0; ply < 40 && !solved.graph.is_leaf(state); ply += 2) {
    const auto latest = latest_win(solved, state);
    if (!is_fastest && !latest) break;
    const Place move = is_fastest ? best_moves(board, solved, state).front()
                                  : move_of_row(board, solved.graph, state, *latest);
    if (!moves.try_emplace(pack(solved.graph.position(state)), {move}).second) break;
    const auto replies = solved.graph.successors(state_after(board, solved.graph, state, move));
    if (replies.empty()) break;
    state = replies[static_cast<std::size_t>(
        test::random_below(rng, static_cast<int>(replies.size())))];
  }
  return moves;
}

struct Count {
  int endless = 0;   ///< Positions where play by the slowest wins may repeat.
  int searched = 0;  ///< Strategies that needed new searches.
  int kept = 0;      ///< Preferred moves kept.
  int replaced = 0;  ///< Preferred moves replaced.
};

/// Does nothing unless the mover wins in more than 3 plies and play by slowest wins can repeat.
template <int W>
void expect_strategy(const WideBoard<W>& board, const WidePosition<W>& position, test::Rng& rng,
                     Count& count) {
  const auto solved = test::solved_if_small(board, position, 20'000);
  if (!solved) return;
  const Outcome outcome = solved->outcomes[solved->graph.roots.front()];
  const Player winner = position.to_move;
  if (outcome.is_draw() || outcome.value() != Value::win || outcome.distance() <= 3) return;
  if (latest_wins_end(*solved, winner)) return;
  ++count.endless;
  for (const int threads : {1, 2}) {
    ProofTable<W> table(1 << 20);
    Searcher<W> searcher(board, table, threads);
    record_latest_wins(searcher, *solved, winner);
    Proof<W> found = winning_strategy(searcher, position, winner, {});
    ASSERT_EQ(found.end, End::complete);
    if (found.searched > 0) ++count.searched;
    EXPECT_GE(found.plies, outcome.distance());
    test::expect_whole(board, position, std::move(found.strategies.front()));
  }
  for (int game = 0; game < 10; ++game) {
    const bool is_fastest = game < 5;
    ProofTable<W> table(1 << 20);
    Searcher<W> searcher(board, table, 1);
    record_latest_wins(searcher, *solved, winner);
    const MoveTable<W> preferred = moves_of_a_game(board, *solved, is_fastest, rng);
    StrategyDraft<W> draft;
    preferred.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
      draft.preferred.try_emplace(packed, {entry.move});
    });
    Proof<W> found = winning_strategy(searcher, position, winner, {}, std::move(draft));
    ASSERT_EQ(found.end, End::complete);
    preferred.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
      // The strategy omits wins within three plies.
      const StrategyMove* const written = found.strategies.front().moves.find(packed);
      if (written == nullptr) return;
      if (is_fastest) {
        EXPECT_EQ(written->move, entry.move);
      }
      ++(written->move == entry.move ? count.kept : count.replaced);
    });
    test::expect_whole(board, position, std::move(found.strategies.front()));
  }
}

/// Play by the slowest winning moves may repeat positions. Play by the strategy must not.
TEST(WinningStrategy, EndsEvenIfTheMovesOfTheTableRepeat) {
  test::Rng rng(31);
  Count count;
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& draw) {
      for (int i = 0; i < 60; ++i) {
        const auto position = test::changed_position(board, draw, rng);
        if (position) expect_strategy(board, *position, rng, count);
      }
    });
  }
  EXPECT_GT(count.endless, 20);
  EXPECT_GT(count.searched, 5);
  EXPECT_GT(count.kept, 100);
  EXPECT_GT(count.replaced, 0);
}

}  // namespace
}  // namespace onyx::proof_number
