// Encodes a strategy as text for the pages, by its moves alone. The rules give the positions of the
// moves, by the walk of compact certificates (solver/engine/proof_number/strategy_moves.h). So a
// strategy takes four bytes per position instead of forty to four hundred.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/position.h"

namespace onyx {

/// How far a strategy is stored: to the end, or, in brief, to where its owner wins within three
/// plies, as in compact certificates (solver/certificate/compact_format.h).
enum class StrategyExtent : std::uint8_t { whole, brief };

/// The moves by position, as in certificates.
using StrategyTexts = std::map<std::string, std::string>;

/// The places of the strategy's moves, separated by blanks, in the order of the walk. The strategy
/// must be one that a checker accepts. Throws InputError if it is not.
std::string encode_strategy(const Position& start, Player owner, const StrategyTexts& strategy,
                            StrategyExtent extent = StrategyExtent::whole);

/// Inverts encode_strategy(). Throws InputError if the numbers of moves and positions differ, or if
/// a move is not legal.
StrategyTexts decode_strategy(const Position& start, Player owner, std::string_view code,
                              StrategyExtent extent = StrategyExtent::whole);

}  // namespace onyx
