// Play by the plain rules, in the terms of compact certificates (places are numbers).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// The positions in which a strategy of the owner begins: the start itself, or every position after
/// a reply to it.
std::vector<plain::Position> beginnings(const plain::Position& start, char owner);
/// The position after the legal move to the place with this number; nothing if there is no such
/// move.
std::optional<plain::Position> after(const plain::Position& position, unsigned move);
/// All positions after a legal move.
std::vector<plain::Position> replies(const plain::Position& position);

/// Whether the player to move connects at once, or has a move after which that player connects
/// whatever the reply. False for a finished game.
bool wins_within_three(const plain::Position& position);

/// 'V', 'H' or 'D' by retrograde analysis of all reachable positions; '?' if there are more than
/// `most`.
char true_value(const plain::Position& position, std::size_t most);

}  // namespace onyx::fuzz
