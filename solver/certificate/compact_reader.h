// Reads compact certificates (compact_format.md). Only the referee verifies them.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/packed_bytes.h"
#include "core/wide_position.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/proof_number/move_table.h"

namespace onyx::compact {

/// Called with a position in which the owner of a strategy is to move, and the owner's move.
template <int W>
using VisitMove = std::function<void(const WidePosition<W>& position, Place move)>;

/// Returns the strategies of V and H, both truncated (truncated_strategy.h). Calls `visit`, if
/// given, for each move in file order. Requires a certificate that the referee accepts. Each move
/// takes microseconds and, on boards of at most 63 places, 28 to 35 bytes. Throws Damage.
template <int W>
std::array<proof_number::MoveTable<W>, 2> read_strategies(const WideBoard<W>& board,
                                                          const SourceFile& file,
                                                          const VisitMove<W>& visit = {});

/// position_of() and claim_of() need at most this many bytes from the beginning of a file.
inline constexpr std::size_t kMostStartBytes = 288;

constexpr bool is_compact(std::string_view bytes) { return bytes.starts_with("OnyxCtz"); }

/// Returns the position as text. Verifies no checksum. Throws Damage for an invalid position.
std::string position_of(std::string_view bytes);
/// Returns the number of moves in both strategies according to the header. Throws Damage.
std::uint64_t moves_of(std::string_view bytes);
/// Returns the claim and the position. Throws Damage, for example if a checksum is wrong.
std::pair<Claim, std::string> claim_of(std::string_view bytes);
/// Returns the winner's first move; nothing for a draw or if the loser is to move. Reads at most
/// one block. Requires a file that the referee accepts. Throws Damage.
std::optional<std::string> first_move_of(const SourceFile& file);

}  // namespace onyx::compact
