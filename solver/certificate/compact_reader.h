// Reads compact certificates (compact_format.h): their claims and their strategies. Does not verify
// them: the referee does.
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

/// Called for each strategy entry: a position with the owner to move, and the owner's move there.
template <int W>
using VisitMove = std::function<void(const WidePosition<W>& position, Place move)>;

/// The moves of V's strategy and of H's, both truncated (truncated_strategy.h). Calls `visit`, if
/// given, for each move in the order of the file. The certificate must be for this board, and
/// accepted by the referee. Takes some microseconds and 28 to 35 bytes per move on boards of one
/// word. Throws Damage.
template <int W>
std::array<proof_number::MoveTable<W>, 2> read_strategies(const WideBoard<W>& board,
                                                          const SourceFile& file,
                                                          const VisitMove<W>& visit = {});

/// position_of and claim_of need at most this many bytes from the beginning of the file.
inline constexpr std::size_t kMostStartBytes = 288;

/// Whether the file begins as a compact certificate of any version does.
constexpr bool is_compact(std::string_view bytes) { return bytes.starts_with("OnyxCtz"); }

/// The position, as text, that the certificate makes a claim about. Throws Damage for bytes that
/// cannot be a compact certificate.
std::string position_of(std::string_view bytes);
/// The number of moves of both strategies, as the header states it. Throws Damage.
std::uint64_t moves_of(std::string_view bytes);
/// The claim and the position. Also throws Damage if a checksum of either is wrong.
std::pair<Claim, std::string> claim_of(std::string_view bytes);
/// The winner's move in the certificate's position, without reading the rest of the strategy.
/// Returns nothing for a draw, or if the loser is to move. The file must be one that the referee
/// accepts. Throws Damage.
std::optional<std::string> first_move_of(const SourceFile& file);

}  // namespace onyx::compact
