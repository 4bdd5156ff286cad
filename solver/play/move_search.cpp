#include "solver/play/move_search.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/moves.h"
#include "core/packed_hash.h"
#include "solver/engine/tactics/virtual_connections.h"

namespace onyx {
namespace {

constexpr unsigned kTableBits = 15;
/// The range of estimates is from -kRange to kRange.
constexpr int kRange = 10'000;
/// What it is worth to move next, in estimates.
constexpr int kTempo = 0;

}  // namespace

template <int W>
MoveSearch<W>::MoveSearch(const WideBoard<W>& board)
    : board_(board),
      network_(board),
      table_(std::size_t{1} << kTableBits),
      looks_(kMostPlies + 1),
      ordered_(kMostPlies + 1) {}

template <int W>
int MoveSearch<W>::estimate(const WidePosition<W>& position, int ply) {
  Look& look = looks_[static_cast<std::size_t>(ply)];
  const Look* before = ply > 0 ? &looks_[static_cast<std::size_t>(ply) - 1] : nullptr;
  for (const Player player : {Player::V, Player::H}) {
    const auto i = static_cast<std::size_t>(index_of(player));
    network_.compute(position, player, before != nullptr ? &before->current[i] : nullptr,
                     look.current[i]);
  }
  const auto mover = static_cast<std::size_t>(index_of(position.to_move));
  const double own = look.current[mover].resistance;
  const double theirs = look.current[1 - mover].resistance;
  int score = static_cast<int>(kRange * (theirs - own) / (theirs + own)) + kTempo;
  if (settings_.noise > 0) {
    std::uint64_t random = hash_of(pack(position)) ^ (settings_.seed * 0x9e3779b97f4a7c15);
    random = (random ^ (random >> 29)) * 0xbf58476d1ce4e5b9;
    const int most = settings_.noise * (kRange / 1000);
    score += static_cast<int>((random >> 32) % static_cast<std::uint64_t>(2 * most + 1)) - most;
  }
  return score;
}

template <int W>
void MoveSearch<W>::order(const WidePosition<W>& position, const PlaceSet<W>& moves, int ply,
                          Place first, std::vector<Place>& ordered) const {
  const Look& look = looks_[static_cast<std::size_t>(ply)];
  std::vector<std::pair<float, Place>> weighed;
  const PlaceSet<W> captures = capturing_moves(board_, position) & moves;
  moves.for_each([&](Place place) {
    float weight = look.current[0].share[place] + look.current[1].share[place];
    if (captures.has(place)) weight += 1;
    if (place == first) weight += 10;
    weighed.emplace_back(-weight, place);
  });
  std::sort(weighed.begin(), weighed.end());
  ordered.clear();
  for (const auto& [weight, place] : weighed) ordered.push_back(place);
}

template <int W>
int MoveSearch<W>::value(const WidePosition<W>& position, int depth, int alpha, int beta, int ply) {
  if (nodes_ >= settings_.nodes || (nodes_ % 64 == 63 && stop_->met())) throw OutOfNodes{};
  ++nodes_;
  auto outlook = proof_number::outlook_of(board_, position);
  using Forecast = typename proof_number::Outlook<W>::Forecast;
  if (outlook.forecast == Forecast::open) {
    proof_number::look_for_connections(board_, position, outlook);
  }
  if (outlook.forecast == Forecast::win) {
    if (ply == 0) best_ = outlook.move;
    return kWin - ply - outlook.plies;
  }
  if (outlook.forecast == Forecast::loss) return -(kWin - ply - outlook.plies);
  const bool is_forced = !(outlook.moves.count() > 2);
  if (ply >= kMostPlies || (depth <= 0 && !is_forced)) return estimate(position, ply);
  if (is_forced && ply > 0) ++depth;

  const PackedPosition<W> key = pack(position);
  Entry& entry = table_[hash_of(key) >> (64 - kTableBits)];
  const bool is_known = entry.depth >= 0 && entry.key == key;
  if (is_known && ply > 0) {
    // A win or loss in the table holds at any depth, counted from the position.
    const bool is_sure = std::abs(entry.score) > kSurely;
    const int score = is_sure ? entry.score + (entry.score > 0 ? -ply : ply) : entry.score;
    if (is_sure || entry.depth >= depth) {
      if (entry.bound == 0 || (entry.bound > 0 && score >= beta) ||
          (entry.bound < 0 && score <= alpha)) {
        return score;
      }
    }
  }
  estimate(position, ply);
  std::vector<Place>& moves = ordered_[static_cast<std::size_t>(ply)];
  order(position, outlook.moves, ply, is_known ? entry.move : kNoMove, moves);
  std::size_t width = settings_.width;
  const int alpha_before = alpha;
  int best = -kWin;
  Place best_move = moves.front();
  // Moves left out by the outlook lose within this number of plies.
  const bool leaves_out = !(placements(board_, position) - outlook.moves).empty();
  const int left_out = -(kWin - ply - std::max<int>(outlook.plies, 4));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    // Captures come first, so they are always searched.
    if (i >= width && best > -kSurely) break;
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
  entry.key = key;
  entry.score = is_sure ? best + (best > 0 ? ply : -ply) : best;
  entry.depth = static_cast<std::int8_t>(std::max(depth, 0));
  entry.bound = static_cast<std::int8_t>(best >= beta ? 1 : best <= alpha_before ? -1 : 0);
  entry.move = best_move;
  return best;
}

template <int W>
FoundMove MoveSearch<W>::find(const WidePosition<W>& position, const SearchSettings& settings,
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
    // The first move searched was the best one before, so a better one counts.
    if (best_ != kNoMove) found.move = best_;
  }
  found.nodes = nodes_;
  return found;
}

#define ONYX_INSTANTIATE(W) template class MoveSearch<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
