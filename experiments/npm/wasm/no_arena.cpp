// Replaces the arena engine (solver/repetition/), because its code is large. This version accepts
// no position, so the Decider asks the other engines.
#include <limits>

#include "solver/repetition/arena.h"

namespace onyx {

template <int W>
Arena<W> arena_of(const WideBoard<W>&, const WidePosition<W>&) {
  return {};
}

template <int W>
double colourings_of(const Arena<W>&) {
  return std::numeric_limits<double>::infinity();
}

template <int W>
double arena_bytes(const Arena<W>&) {
  return std::numeric_limits<double>::infinity();
}

template <int W>
std::optional<ArenaAnswer> solve_in_arena(const WideBoard<W>&, const WidePosition<W>&,
                                          const Arena<W>&, Interrupt, Threads) {
  return std::nullopt;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template Arena<W> arena_of(const WideBoard<W>&, const WidePosition<W>&);                        \
  template double colourings_of(const Arena<W>&);                                                 \
  template double arena_bytes(const Arena<W>&);                                                   \
  template std::optional<ArenaAnswer> solve_in_arena(const WideBoard<W>&, const WidePosition<W>&, \
                                                     const Arena<W>&, Interrupt, Threads);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
