// Ways of changing a position, and moves at random.
#pragma once

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// The number of a legal move, or of any place where there is none.
unsigned some_move(const plain::Position& position, plain::Rng& random);
/// One after which the other side does not connect at once, if there is one.
unsigned some_careful_move(const plain::Position& position, plain::Rng& random);

/// Another stone, or none, on some place.
void change_stone(plain::Position& position, plain::Rng& random);
/// Of all stones. The side to move stays.
void exchange_colours(plain::Position& position);

}  // namespace onyx::fuzz
