#include "solver/play/opponent.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <vector>

#include "core/base/assert.h"
#include "core/moves.h"
#include "core/notation.h"
#include "core/packed_position.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/tactics/outlook.h"
#include "solver/engine/tactics/virtual_connections.h"
#include "solver/play/resistance.h"
#include "solver/play/sighted_player.h"

namespace onyx {
namespace {

// Alpha-beta search over the most promising moves of each position.
//
// Leaf values come from the resistances of both sides (resistance.h). Moves are ordered by their
// shares of both currents, with a bonus for captures. A line ends at a win or loss seen without
// search (solver/engine/tactics). The depth grows by one ply where at most two moves are sensible.
// If all tried moves lose, the search tries the others too, so wins and losses are proved.
// Iterative deepening stops at the depth or node limit.

constexpr unsigned kTableBits = 15;
/// Without noise, estimates lie between -kRange and kRange.
constexpr int kRange = 10'000;

struct SearchSettings {
  int depth = 1;  ///< Maximum plies, not counting extensions at forced moves.
  std::uint64_t nodes = 1'000;
  std::size_t width = 10;  ///< Moves tried per position; more only if all of these lose.
  int noise = 0;           ///< Maximum random change of an estimate, in units of kRange / 1000.
  std::uint64_t seed = 0;
};

struct FoundMove {
  Place move = 0;
  int score = 0;  ///< For the side to move: above kSurely if it wins, below -kSurely if it loses.
  std::uint64_t nodes = 0;
};

template <int W>
class MoveSearch {
 public:
  static constexpr int kWin = 100'000;    ///< A win in n plies scores kWin - n.
  static constexpr int kSurely = 50'000;  ///< Greater than any estimate.

  explicit MoveSearch(const WideBoard<W>& board)
      : board_(board),
        network_(board),
        table_(std::size_t{1} << kTableBits),
        looks_(kMostPlies + 1) {}

  FoundMove find(const WidePosition<W>& position, const SearchSettings& settings,
                 const Stop& stop) {
    settings_ = settings;
    stop_ = &stop;
    nodes_ = 0;
    for (Entry& entry : table_) entry.depth = -1;
    FoundMove found;
    found.move = placements(board_, position).lowest();
    try {
      for (int depth = 1; depth <= settings.depth; ++depth) {
        best_ = kNoMove;
        const int score = value(position, depth, -kWin, kWin, 0);
        found.score = score;
        if (best_ != kNoMove) found.move = best_;
        if (std::abs(score) > kSurely) break;
      }
    } catch (const OutOfNodes&) {
      // This depth started with the best move of the previous depth, so best_ is at least as good.
      if (best_ != kNoMove) found.move = best_;
    }
    found.nodes = nodes_;
    return found;
  }

 private:
  struct OutOfNodes {};
  struct Entry {
    PackedPosition<W> key{};
    int score = 0;
    std::int8_t depth = -1;
    std::int8_t bound = 0;  ///< The value is at least (1), at most (-1) or exactly (0) the score.
    Place move = kNoMove;
  };
  using Look = std::array<Current<W>, 2>;
  static constexpr Place kNoMove = UINT16_MAX;
  static constexpr int kMostPlies = 40;
  int value(const WidePosition<W>& position, int depth, int alpha, int beta, int ply) {
    using proof_number::Forecast;
    if (nodes_ >= settings_.nodes || (nodes_ % 64 == 63 && stop_->met())) throw OutOfNodes{};
    ++nodes_;
    auto outlook = proof_number::outlook_of(board_, position);
    if (outlook.forecast == Forecast::open) {
      proof_number::look_for_connections(board_, position, outlook);
    }
    if (outlook.forecast == Forecast::win) {
      if (ply == 0) best_ = outlook.move;
      return kWin - ply - outlook.plies;
    }
    if (outlook.forecast == Forecast::loss) return -(kWin - ply - outlook.plies);
    const bool is_forced = outlook.moves.count() <= 2;
    if (ply >= kMostPlies || (depth <= 0 && !is_forced)) return estimate(position, ply);
    if (is_forced && ply > 0) ++depth;
    const PackedPosition<W> key = pack(position);
    Entry& entry = table_[hash_of(key) >> (64 - kTableBits)];
    const bool is_known = entry.depth >= 0 && entry.key == key;
    if (is_known && ply > 0) {
      // A proved win or loss is valid at any depth. The stored score counts plies from this node.
      const bool is_sure = std::abs(entry.score) > kSurely;
      const int score = is_sure ? entry.score + (entry.score > 0 ? -ply : ply) : entry.score;
      const bool decides = entry.bound == 0 || (entry.bound > 0 && score >= beta) ||
                           (entry.bound < 0 && score <= alpha);
      if (decides && (is_sure || entry.depth >= depth)) return score;
    }
    estimate(position, ply);
    const std::vector<Place> moves =
        ordered(position, outlook.moves, ply, is_known ? entry.move : kNoMove);
    const int alpha_before = alpha;
    int best = -kWin;
    Place best_move = moves.front();
    // Moves outside outlook.moves lose; `left_out` is an upper bound on their scores.
    const bool leaves_out = !(placements(board_, position) - outlook.moves).empty();
    const int left_out = -(kWin - ply - std::max<int>(outlook.plies, 4));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i >= settings_.width && best > -kSurely) break;
      const WidePosition<W> next = successor(board_, position, moves[i]);
      const int score = -value(next, depth - 1, -beta, -std::max(alpha, best), ply + 1);
      if (score > best) {
        best = score;
        best_move = moves[i];
        if (ply == 0) best_ = best_move;
      }
      if (best >= beta) break;
    }
    if (leaves_out && best < left_out) best = left_out;
    const bool is_sure = std::abs(best) > kSurely;
    entry = {.key = key,
             .score = is_sure ? best + (best > 0 ? ply : -ply) : best,
             .depth = static_cast<std::int8_t>(std::max(depth, 0)),
             .bound = static_cast<std::int8_t>(best >= beta           ? 1
                                               : best <= alpha_before ? -1
                                                                      : 0),
             .move = best_move};
    return best;
  }
  int estimate(const WidePosition<W>& position, int ply) {
    Look& look = looks_[static_cast<std::size_t>(ply)];
    const Look* const before = ply > 0 ? &looks_[static_cast<std::size_t>(ply) - 1] : nullptr;
    for (const Player player : {Player::V, Player::H}) {
      const std::size_t i = index_of(player);
      network_.compute(position, player, before != nullptr ? &(*before)[i] : nullptr, look[i]);
    }
    const std::size_t mover = index_of(position.to_move);
    const double own = look[mover].resistance;
    const double theirs = look[1 - mover].resistance;
    int score = static_cast<int>(kRange * (theirs - own) / (theirs + own));
    if (settings_.noise > 0) {
      std::uint64_t random = hash_of(pack(position)) ^ (settings_.seed * 0x9e3779b97f4a7c15);
      random = (random ^ (random >> 29)) * 0xbf58476d1ce4e5b9;
      const int most = settings_.noise * (kRange / 1000);
      score += static_cast<int>((random >> 32) % static_cast<std::uint64_t>(2 * most + 1)) - most;
    }
    return score;
  }
  std::vector<Place> ordered(const WidePosition<W>& position, const PlaceSet<W>& moves, int ply,
                             Place first) const {
    const Look& look = looks_[static_cast<std::size_t>(ply)];
    std::vector<std::pair<float, Place>> weighed;
    const PlaceSet<W> captures = capturing_moves(board_, position) & moves;
    moves.for_each([&](Place place) {
      float weight = look[0].share[place] + look[1].share[place];
      if (captures.has(place)) weight += 1;
      if (place == first) weight += 10;
      weighed.emplace_back(-weight, place);
    });
    std::sort(weighed.begin(), weighed.end());
    std::vector<Place> places;
    for (const auto& [weight, place] : weighed) places.push_back(place);
    return places;
  }

  const WideBoard<W>& board_;
  ResistanceNetwork<W> network_;
  std::vector<Entry> table_;
  std::vector<Look> looks_;  ///< Indexed by ply.
  SearchSettings settings_;
  const Stop* stop_ = nullptr;
  std::uint64_t nodes_ = 0;
  Place best_ = kNoMove;  ///< The best move at the root, at the current depth.
};

constexpr std::array<PlayStyle, 2> kStyles{PlayStyle{1, 300}, PlayStyle{3, 100}};
constexpr unsigned kOpponentTableBits = 12;
/// Settings of levels 3 to 5.
constexpr std::array<SearchSettings, 3> kSearches{SearchSettings{1, 500, 10, 20},
                                                  SearchSettings{5, 4'000, 8, 5},
                                                  SearchSettings{9, 40'000, 9, 3}};
/// Boards with more places get fewer nodes, because each node takes longer.
constexpr std::uint64_t kPlacesOfFullSearch = 100;
/// Node limits of level 5's proof-number search, with few and with many free points left.
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
      const auto& style = kStyles[static_cast<std::size_t>(level) - 1];
      if (const auto move = player.choose(position_, style, random)) {
        set_move(*move);
        if (is_finished(board_, successor(board_, position_, *move))) {
          set_value(win_of(position_.to_move), 1);
        }
        return chosen_;
      }
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
    const auto places = static_cast<std::uint64_t>(board_.place_count());
    settings.nodes = std::min(
        settings.nodes * kPlacesOfFullSearch / std::max(kPlacesOfFullSearch, places), stop_.work);
    settings.seed = seed;
    const FoundMove found = MoveSearch<W>(board_).find(position_, settings, stop_);
    ONYX_ASSERT(is_placement(board_, position_, found.move));
    set_move(found.move);
    chosen_.nodes = found.nodes;
    if (std::abs(found.score) <= MoveSearch<W>::kSurely) return;
    const Player winner = found.score > 0 ? position_.to_move : other(position_.to_move);
    set_value(win_of(winner), MoveSearch<W>::kWin - std::abs(found.score));
  }

  /// Tries to solve the position. On success, sets the value and, unless the mover loses, the move.
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
      if (found.is_draw || found.winner == position_.to_move) set_move(found.move);
      const bool has_plies = !found.is_draw && found.plies < proof_number::kPliesUnknown;
      set_value(found.is_draw ? Claim::draw : win_of(found.winner),
                has_plies ? std::optional(found.plies) : std::nullopt);
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
