// The results of moves, as sets of colourings, and the decisions that follow. Like step.h, this is
// compiled anew by every includer, for its own vectors.
#pragma once

#include "solver/engine/tier/kernel/kernel.h"
#include "solver/engine/tier/kernel/vectors.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

/// The results of one side's moves: the colourings in which some move wins, and those in which some
/// move leads to a position that the opponent does not win.
struct Gain {
  Vector win = {};
  Vector keep = {};
};

/// Which of the two sets is wanted; the other one is neither computed nor read.
enum class Seek { both, wins, keeps };

/// Adds the result of a move, for the colourings in `mask`.
template <Seek seek>
inline void add_reply(const Known& reply, Vector mask, Gain& gain) {
  if constexpr (seek != Seek::keeps) gain.win |= load(reply.loss) & mask;
  if constexpr (seek != Seek::wins) gain.keep |= ~load(reply.win) & mask;
}

/// Whether a capture is possible, as far as these cells decide.
inline bool holds(std::uint32_t own, std::uint32_t theirs, const std::uint32_t* stones, int mover) {
  return (stones[mover] & own) == own && (stones[1 - mover] & theirs) == theirs;
}

template <int cell>
inline constexpr int kPower = 3 * kPower<cell - 1>;
template <>
inline constexpr int kPower<0> = 1;

/// Quiet moves on a low cell stay in the block. `quiet`: for each low cell, the colourings in which
/// it is empty and a stone there captures nothing. The replies are those of the block itself.
template <Seek seek, int mover, int cell>
inline void gain_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain& gain) {
  constexpr int kStep = (mover + 1) * kPower<cell>;
  if constexpr (seek != Seek::keeps) gain.win |= ahead<kStep>(reply_loss) & quiet[cell];
  if constexpr (seek != Seek::wins) gain.keep |= ~ahead<kStep>(reply_win) & quiet[cell];
}

template <Seek seek, int mover>
inline Gain gain_all_low(const Vector* quiet, Vector reply_win, Vector reply_loss, Gain gain) {
  gain_low<seek, mover, 0>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 1>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 2>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 3>(quiet, reply_win, reply_loss, gain);
  gain_low<seek, mover, 4>(quiet, reply_win, reply_loss, gain);
  return gain;
}

struct Side {
  Vector win;
  Vector loss;

  Vector open() const { return ~(win | loss); }
  /// Returns the newly decided colourings.
  Vector decide(const Gain& gain) {
    const Vector still_open = open();
    const Vector wins = still_open & gain.win;
    const Vector losses = still_open & ~gain.win & ~gain.keep;
    win |= wins;
    loss |= losses;
    return wins | losses;
  }
};

/// Decides what follows from the gains of V's and of H's moves and from the quiet moves on low
/// cells, which lead to colourings of the same block with one more stone: at most six rounds.
/// Returns whether anything is new.
inline bool decide(const Gain* gain, const Vector (*quiet)[kLowCells], Side& v, Side& h) {
  Vector all_news = {};
  for (;;) {
    const Vector news_v = v.decide(gain_all_low<Seek::both, 0>(quiet[0], h.win, h.loss, gain[0]));
    const Vector news_h = h.decide(gain_all_low<Seek::both, 1>(quiet[1], v.win, v.loss, gain[1]));
    const Vector news = news_v | news_h;
    if (!any(news)) break;
    all_news |= news;
    if (!any(v.open() | h.open())) break;
  }
  return any(all_news);
}

}  // namespace
}  // namespace onyx::tier::ONYX_KERNEL
