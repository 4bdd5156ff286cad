// Forgeries that change a position, and random moves.
#pragma once

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// Returns the place number of a random legal move, or of any place if there is no legal move.
unsigned some_move(const plain::Position& position, plain::Rng& random);
/// Returns a random legal move after which the other side cannot connect at once, if possible.
unsigned some_careful_move(const plain::Position& position, plain::Rng& random);

/// Changes a random place: puts a stone there, or removes one.
void change_stone(plain::Position& position, plain::Rng& random);
/// Swaps the colours of all stones; keeps the side to move.
void exchange_colours(plain::Position& position);

}  // namespace onyx::fuzz
