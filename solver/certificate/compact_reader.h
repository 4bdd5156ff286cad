// Reads compact certificates (compact_format.h). Only the referee verifies them.
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

/// Called for each entry: a position with the owner to move, and the owner's move.
template <int W>
using VisitMove = std::function<void(const WidePosition<W>& position, Place move)>;

/// The moves of V's and of H's strategy, both truncated (truncated_strategy.h). Calls `visit`, if
/// given, for each move in file order. The referee must accept the certificate. Takes microseconds
/// per move, and 28 to 35 bytes on boards of one word. Throws Damage.
template <int W>
std::array<proof_number::MoveTable<W>, 2> read_strategies(const WideBoard<W>& board,
                                                          const SourceFile& file,
                                                          const VisitMove<W>& visit = {});

/// The bytes at the beginning of a file that position_of and claim_of need.
inline constexpr std::size_t kMostStartBytes = 288;

constexpr bool is_compact(std::string_view bytes) { return bytes.starts_with("OnyxCtz"); }

/// The certificate's position, as text. Throws Damage if the bytes cannot be a compact certificate.
std::string position_of(std::string_view bytes);
/// The number of moves of both strategies, by the header. Throws Damage.
std::uint64_t moves_of(std::string_view bytes);
/// Also throws Damage if a checksum of claim or position is wrong.
std::pair<Claim, std::string> claim_of(std::string_view bytes);
/// The winner's move in the certificate's position, without reading the rest; nothing for a draw or
/// if the loser is to move. The referee must accept the file. Throws Damage.
std::optional<std::string> first_move_of(const SourceFile& file);

}  // namespace onyx::compact
