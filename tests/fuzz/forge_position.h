// Forgeries that change a position, and random moves.
#pragma once

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// The number of a random legal move, or of any place if there is no legal move.
unsigned some_move(const plain::Position& position, plain::Rng& random);
/// A random legal move after which the other side cannot connect at once, if there is one.
unsigned some_careful_move(const plain::Position& position, plain::Rng& random);

/// Puts another stone, or none, on a random place.
void change_stone(plain::Position& position, plain::Rng& random);
/// Swaps the colours of all stones. The side to move stays.
void exchange_colours(plain::Position& position);

}  // namespace onyx::fuzz
