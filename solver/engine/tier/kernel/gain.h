// 256-bit vectors and the results of moves. Compiled once per vector type, like step.h.
#pragma once

#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "solver/engine/tier/kernel/kernel.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

using Vector = std::uint64_t __attribute__((vector_size(32), may_alias));

inline Vector load(const Bits& bits) { return *reinterpret_cast<const Vector*>(&bits); }
inline void store(Bits& bits, Vector value) { *reinterpret_cast<Vector*>(&bits) = value; }
inline bool any(Vector value) {
#if defined(__AVX2__)
  const auto bits = reinterpret_cast<__m256i>(value);
  return _mm256_testz_si256(bits, bits) == 0;
#else
  return (value[0] | value[1] | value[2] | value[3]) != 0;
#endif
}

/// Shifts `value` down: bit i of the result is bit i + step of `value`.
template <int step>
inline Vector ahead(Vector value) {
  constexpr Vector kZero = {};
  Vector low = value;
  if constexpr (step >= 128) {
    low = __builtin_shufflevector(value, kZero, 2, 3, 4, 4);
  } else if constexpr (step >= 64) {
    low = __builtin_shufflevector(value, kZero, 1, 2, 3, 4);
  }
  constexpr int kRest = step % 64;
  return low >> kRest | __builtin_shufflevector(low, kZero, 1, 2, 3, 4) << (64 - kRest);
}

/// Like ahead(), for a step known only at run time; bits without a source are undefined.
inline Vector ahead_by(Vector value, int step) {
  const int from = step >> 6 & 3;
  const int rest = step & 63;
#if defined(__AVX2__)
  alignas(32) static constexpr std::uint32_t kLanes[16] = {0, 1, 2, 3, 4, 5, 6, 7,
                                                           0, 1, 2, 3, 4, 5, 6, 7};
  const auto rotated = [&](int words) {
    const __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kLanes + 2 * words));
    return reinterpret_cast<Vector>(
        _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(value), lanes));
  };
  const Vector low = rotated(from);
  const Vector high = rotated((from + 1) & 3);
#else
  Vector low = {};
  Vector high = {};
  for (int i = 0; i < 4; ++i) {
    low[i] = value[(from + i) & 3];
    high[i] = value[(from + i + 1) & 3];
  }
#endif
  return low >> rest | high << 1 << (63 - rest);
}

/// The colourings in which some move wins (`win`), and in which some move does not lose (`keep`).
struct Gain {
  Vector win = {};
  Vector keep = {};
};

/// The sets of a Gain to compute; the other set is neither computed nor read.
enum class Seek { both, wins, keeps };

template <Seek seek>
inline void add_reply(const Known& reply, Vector mask, Gain& gain) {
  if constexpr (seek != Seek::keeps) gain.win |= load(reply.loss) & mask;
  if constexpr (seek != Seek::wins) gain.keep |= ~load(reply.win) & mask;
}

inline bool holds(std::uint32_t own, std::uint32_t theirs, const std::uint32_t* stones, int mover) {
  return (stones[mover] & own) == own && (stones[1 - mover] & theirs) == theirs;
}

template <int cell>
inline constexpr int kPower = 3 * kPower<cell - 1>;
template <>
inline constexpr int kPower<0> = 1;

/// `quiet[cell]` has the colourings in which the cell is empty and a stone there captures nothing.
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

  explicit Side(const Known& known) : win(load(known.win)), loss(load(known.loss)) {}
  void store_in(Known& known) const {
    store(known.win, win);
    store(known.loss, loss);
  }
  Vector open() const { return ~(win | loss); }
  Vector decide(const Gain& gain) {
    const Vector still_open = open();
    const Vector wins = still_open & gain.win;
    const Vector losses = still_open & ~gain.win & ~gain.keep;
    win |= wins;
    loss |= losses;
    return wins | losses;
  }
};

/// Adds the results of quiet moves on low cells and decides colourings. Moves may lead to
/// colourings just decided, so this takes up to six rounds. Returns whether anything was decided.
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
