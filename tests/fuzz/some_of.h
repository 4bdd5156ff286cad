#pragma once

#include "tests/plain/rules.h"

namespace onyx::fuzz {

template <class Items>
auto& some_of(Items& items, plain::Rng& random) {
  return items[static_cast<std::size_t>(
      plain::random_below(random, static_cast<int>(items.size())))];
}

}  // namespace onyx::fuzz
