// Play by the plain rules, where moves are numbers of places, as in compact certificates.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// Returns the positions of the owner's first move: the start, or all positions after one move.
std::vector<plain::Position> beginnings(const plain::Position& start, char owner);
/// Returns the position after the move with this place number; nothing if the move is illegal.
std::optional<plain::Position> after(const plain::Position& position, unsigned move);
/// Returns all positions after one legal move.
std::vector<plain::Position> replies(const plain::Position& position);

/// Whether the player to move connects at once, or has a move after which that player can connect
/// whatever the reply. False for a finished game.
bool wins_within_three(const plain::Position& position);

/// Returns 'V', 'H' or 'D', by retrograde analysis of all reachable positions; '?' if there are
/// more than `most`.
char true_value(const plain::Position& position, std::size_t most);

}  // namespace onyx::fuzz
