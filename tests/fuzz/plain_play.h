// Play as compact certificates speak of it, by the plain rules.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// Positions in which a strategy of the owner begins: the start, or all after a reply there.
std::vector<plain::Position> beginnings(const plain::Position& start, char owner);
/// What the legal move to the place of this number leads to; nothing if there is no such move.
std::optional<plain::Position> after(const plain::Position& position, unsigned move);
/// All positions after a legal move.
std::vector<plain::Position> replies(const plain::Position& position);

/// Whether the player to move connects at once, or whatever the reply to some move of his. False of
/// a finished game.
bool wins_within_three(const plain::Position& position);

/// 'V', 'H' or 'D' by retrograde analysis of all that can arise; '?' for more than `most`
/// positions.
char true_value(const plain::Position& position, std::size_t most);

}  // namespace onyx::fuzz
