// Include first: changes core/wide_board.h so that all boards have the maximum width and engines
// are compiled once; with ONYX_NARROW_TOO, small boards keep the minimum width.
#pragma once

#include "experiments/pages/wasm/one_thread/library.h"
// These headers must not see the macro `variant` below.
#include <array>
#include <tuple>
#include <variant>
#include <vector>

#include "core/board.h"

namespace std {
template <class... Boards>
using widest = tuple_element_t<sizeof...(Boards) - 1, tuple<Boards...>>;
#ifdef ONYX_NARROW_TOO
template <class... Boards>
using variant_of_some = variant<tuple_element_t<0, tuple<Boards...>>, widest<Boards...>>;
#else
template <class... Boards>
using variant_of_some = variant<widest<Boards...>>;
#endif
}  // namespace std

#define variant variant_of_some
#include "core/wide_board.h"
#undef variant
#undef ONYX_FOR_EACH_WIDTH
#ifdef ONYX_NARROW_TOO
#define ONYX_FOR_EACH_WIDTH(X) X(1) X(10)
#else
#define ONYX_FOR_EACH_WIDTH(X) X(10)
#endif
