// A strategy by its moves alone, as text for the pages. The positions to which they belong follow
// from the rules, by the walk of compact certificates (solver/proof_number/strategy_moves.h). So a
// strategy takes four bytes a position, instead of forty to four hundred.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/notation.h"

namespace onyx {

/// How far play under a strategy is followed: to the end, or, in brief, to where its owner wins
/// within three plies, as compact certificates do (solver/certificate/compact_format.h).
enum class StrategyExtent : std::uint8_t { whole, brief };

/// By position, as certificates have it.
using StrategyTexts = std::map<std::string, std::string>;

/// The places that it moves to, separated by blanks, in the order of the walk. The strategy must be
/// one that a checker accepts. Throws InputError if it is not.
template <int W>
std::string encode_strategy(const Board<W>& board, const Position<W>& start, Player owner,
                            const StrategyTexts& strategy,
                            StrategyExtent extent = StrategyExtent::whole);

/// The other way. Throws InputError if there are not just as many moves as positions, or if one is
/// not legal.
template <int W>
StrategyTexts decode_strategy(const Board<W>& board, const Position<W>& start, Player owner,
                              std::string_view code, StrategyExtent extent = StrategyExtent::whole);

}  // namespace onyx
