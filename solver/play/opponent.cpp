#include "solver/play/opponent.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>

#include "core/base/assert.h"
#include "core/notation.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/play/move_search.h"
#include "solver/play/sighted_player.h"

namespace onyx {
namespace {

constexpr std::array<PlayStyle, 2> kStyles{PlayStyle{1, 300}, PlayStyle{3, 100}};
constexpr unsigned kOpponentTableBits = 12;
/// Depth, nodes, width and noise of levels 3 to 5.
constexpr std::array<SearchSettings, 3> kSearches{SearchSettings{1, 500, 10, 20},
                                                  SearchSettings{5, 4'000, 8, 5},
                                                  SearchSettings{9, 40'000, 9, 3}};
/// Boards with more places are searched with fewer nodes.
constexpr std::uint64_t kPlacesOfFullSearch = 100;
/// Nodes of the proof-number search of level 5 for each question: few while the game is far from
/// its end.
constexpr std::uint64_t kNodesToSolve = 10'000;
constexpr std::uint64_t kNodesToSolveEarly = 1'000;
constexpr int kFreeWhenLate = 48;
constexpr std::uint64_t kBytesToSolve = std::uint64_t{64} << 20;

template <int W>
class Opponent {
 public:
  Opponent(const WideBoard<W>& board, const WidePosition<W>& position, const Stop& stop)
      : board_(board), position_(position), stop_(stop) {}

  ChosenMove choose(int level, std::uint64_t seed) {
    if (level <= 2) {
      SightedPlayer<W> player(board_, kOpponentTableBits);
      player.search().set_interrupt(stop_.interrupt);
      Random random = random_for(seed, 0);
      const auto move =
          player.choose(position_, kStyles[static_cast<std::size_t>(level) - 1], random);
      if (move) set_move(*move);
      if (move && is_finished(board_, successor(board_, position_, *move))) {
        set_value(win_of(position_.to_move), 1);
      }
      if (move) return chosen_;
    }
    search(std::max(level, 3), seed);
    if (level == kMostLevel && !chosen_.value && !stop_.met()) solve();
    return chosen_;
  }

 private:
  void set_move(Place move) { chosen_.move = format_move(board_, position_, move); }
  void set_value(Claim value, std::optional<int> plies) {
    chosen_.value = value;
    chosen_.plies = plies;
  }

  void search(int level, std::uint64_t seed) {
    SearchSettings settings = kSearches[static_cast<std::size_t>(level) - 3];
    // Larger boards take more time for each node.
    const auto places = static_cast<std::uint64_t>(board_.place_count());
    settings.nodes = std::min(
        settings.nodes * kPlacesOfFullSearch / std::max(kPlacesOfFullSearch, places), stop_.work);
    settings.seed = seed;
    const FoundMove found = MoveSearch<W>(board_).find(position_, settings, stop_);
    set_move(found.move);
    chosen_.nodes = found.nodes;
    if (std::abs(found.score) <= MoveSearch<W>::kSurely) return;
    const Player winner = found.score > 0 ? position_.to_move : other(position_.to_move);
    set_value(win_of(winner), MoveSearch<W>::kWin - std::abs(found.score));
  }

  /// Replaces the move unless the position is lost or too difficult.
  void solve() {
    const bool is_late = (board_.points() - position_.occupied()).count() <= kFreeWhenLate;
    Stop stop = stop_;
    stop.work = std::min(stop_.work, is_late ? kNodesToSolve : kNodesToSolveEarly);
    stop.bytes = kBytesToSolve;
    try {
      proof_number::ProofTable<W> table(kBytesToSolve);
      proof_number::Searcher<W> searcher(board_, table);
      const auto found = proof_number::find_value(searcher, position_, stop, position_.to_move);
      chosen_.nodes += searcher.nodes();
      if (found.end != End::complete) return;
      const bool is_lost = !found.is_draw && found.winner != position_.to_move;
      if (!is_lost) set_move(found.move);
      const bool has_plies = !found.is_draw && found.plies < proof_number::kPliesUnknown;
      set_value(found.is_draw ? Claim::draw : win_of(found.winner),
                has_plies ? std::optional(found.plies) : std::nullopt);
    } catch (const proof_number::TableTooSmall&) {
    } catch (const std::bad_alloc&) {
    }
  }

  const WideBoard<W>& board_;
  const WidePosition<W>& position_;
  const Stop& stop_;
  ChosenMove chosen_;
};

}  // namespace

ChosenMove choose_move(const std::string& position, int level, std::uint64_t seed,
                       const Stop& stop) {
  ONYX_ASSERT(level >= 1 && level <= kMostLevel);
  return with_board(board_size_of(position), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> start = parse_position(board, position);
    if (is_finished(board, start)) {
      throw InputError(fmt::format("the game is over: {} is connected",
                                   start.to_move == Player::H ? "V (Black)" : "H (White)"));
    }
    return Opponent<W>(board, start, stop).choose(level, seed);
  });
}

}  // namespace onyx
