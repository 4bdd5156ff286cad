// Play by the plain rules, where moves are numbers of places, as in compact certificates.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// The positions in which the owner moves first: the start, or all positions one move after it.
std::vector<plain::Position> beginnings(const plain::Position& start, char owner);
/// The position after the move with this place number; nothing if the move is illegal.
std::optional<plain::Position> after(const plain::Position& position, unsigned move);
/// All positions after one legal move.
std::vector<plain::Position> replies(const plain::Position& position);

/// Whether the player to move connects at once, or has a move after which that player can connect
/// whatever the reply. False for a finished game.
bool wins_within_three(const plain::Position& position);

/// 'V', 'H' or 'D', by retrograde analysis of all reachable positions; '?' if there are more than
/// `most`.
char true_value(const plain::Position& position, std::size_t most);

}  // namespace onyx::fuzz
