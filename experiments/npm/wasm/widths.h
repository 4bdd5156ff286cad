// Boards of all sizes in the greatest width, so that engines are compiled once: changes what
// core/wide_board.h defines. Must be included before everything else.
#pragma once

#include "experiments/pages/wasm/one_thread/array_order.h"
#include "experiments/pages/wasm/one_thread/atomic_ref.h"
// These must not see the macro.
#include <array>
#include <tuple>
#include <variant>
#include <vector>

#include "core/board.h"

namespace std {
template <class... Boards>
using variant_of_last = variant<tuple_element_t<sizeof...(Boards) - 1, tuple<Boards...>>>;
}  // namespace std

#define variant variant_of_last
#include "core/wide_board.h"
#undef variant
#undef ONYX_FOR_EACH_WIDTH
#define ONYX_FOR_EACH_WIDTH(X) X(10)
