#include "experiments/natural/game_values.h"

#include "experiments/solve/proof_number_session.h"
#include "solver/engine/proof_number/winning_strategy.h"

namespace onyx {

template <int W>
GameValues<W>::GameValues(const WideBoard<W>& board, std::uint64_t bytes, std::size_t threads)
    : board_(board), table_(bytes), searcher_(board, table_, 1), threads_(threads) {}

template <int W>
void GameValues<W>::learn(const std::vector<std::string>& certificates, const Stop& stop,
                          Progress& progress) {
  solve_command::take_over_certificates(searcher_, table_, certificates, stop, progress);
}

template <int W>
void GameValues<W>::share() {
  // Searchers that run in parallel cannot grow the table. A larger one would take seconds to clear.
  constexpr std::uint64_t kSharedEntries = std::uint64_t{1} << 23;
  if (threads_ < 2 || !beside_.empty()) return;
  table_.reserve(kSharedEntries);
  for (std::size_t i = 0; i < threads_; ++i) {
    beside_.push_back(proof_number::Searcher<W>::beside(searcher_));
  }
}

template <int W>
std::optional<Claim> GameValues<W>::of(const WidePosition<W>& position, const Stop& stop,
                                       Player first, std::size_t thread) {
  if (is_finished(board_, position)) return win_of(other(position.to_move));
  try {
    const auto value = proof_number::find_value(searcher_of(thread), position, stop, first);
    if (value.end != End::complete) return std::nullopt;
    return value.is_draw ? Claim::draw : win_of(value.winner);
  } catch (const proof_number::TableTooSmall&) {
    return std::nullopt;
  }
}

template <int W>
std::optional<bool> GameValues<W>::wins(const WidePosition<W>& position, const Stop& stop,
                                        Player winner, std::size_t thread) {
  if (is_finished(board_, position)) return winner != position.to_move;
  auto& searcher = searcher_of(thread);
  try {
    if (!proof_number::settled(searcher, position)) searcher.search(position, winner, stop);
    const auto value = proof_number::settled(searcher, position);
    return value ? std::optional(value->winner == winner) : std::nullopt;
  } catch (const proof_number::TableTooSmall&) {
    return std::nullopt;
  }
}

template <int W>
Proof<W> GameValues<W>::prove_along(const WidePosition<W>& position, Player winner,
                                    const std::vector<Place>& line, const Stop& stop) {
  beside_.clear();
  proof_number::StrategyDraft<W> draft;
  WidePosition<W> now = position;
  for (const Place move : line) {
    if (now.to_move == winner) draft.preferred.try_emplace(pack(now), {move});
    now = successor(board_, now, move);
  }
  Proof<W> proof;
  proof_number::WinningStrategy<W> written;
  try {
    written = proof_number::winning_strategy(searcher_, position, winner, stop, std::move(draft));
  } catch (const proof_number::TableTooSmall&) {
    proof.end = End::memory_limit;
    return proof;
  }
  proof.end = written.end;
  proof.plies = written.plies;
  proof.searched = written.searched;
  proof.strategies.push_back(std::move(written.strategy));
  return proof;
}

#define ONYX_INSTANTIATE(W) template class GameValues<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
