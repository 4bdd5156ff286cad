// Compact certificates, `*.certz`, version 4, for strategies of millions of positions.
//
// Only the moves of a strategy are stored. Their positions follow from a walk in fixed order
// through all play under the strategy. Most moves can be predicted from earlier ones, so a move of
// a large strategy usually takes half a bit to one bit.
//
// Layout. Numbers are little-endian; checksums are XXH64, seed 0. A *set* of places takes 8 bytes
// for every 64 places, rounded up. Bit i is place i: points by row from A1, then midpoints.
//
//   header   128 bytes
//     0    8 bytes "OnyxCtz4"
//     8    u32 width, u32 height (points)
//     16   u8 claim: 'V' or 'H' (the winner), 'D' (draw); u8 side to move, 'V' or 'H'; 6 zero bytes
//     24   u64 number of moves of V's strategy, u64 of H's
//     40   u32 number of blocks of V's strategy, u32 of H's
//     48   the program's version, 64 bytes, padded with zeros; proves nothing
//     112  u64 checksum of the position's bytes
//     120  u64 checksum of bytes 0 to 119
//   position   the set of V's stones, the set of H's
//   blocks     V's blocks, then H's blocks; nothing else is in the file
//     0    u32 bytes that follow the head, at most 2^24; u32 number of moves, 1 to 1,048,576
//     8    u64 checksum of these bytes
//     16   the moves, as below
//
// A win stores only the winner's strategy, a draw both. A loser has no moves and no blocks.
//
// The walk is depth first. When it *arrives* at a position with the strategy's owner to move:
//   - If the owner wins there within three plies, nothing is stored: the play counts as won.
//     (Either the owner connects at once, or some move of the owner leaves no reply that connects,
//     and after every reply the owner connects. Readers find such wins themselves.)
//   - If the walk has arrived there before, nothing is stored.
//   - Otherwise the next stored move is the owner's move there. Then, for each reply of the other
//     side, in the order of places, the walk arrives at the position after the reply.
// The walk begins by arriving at the certificate's position or, if the other side is to move there,
// at the position after each reply. At the end no stored move may be left. A strategy has no moves
// and no blocks if all play is won within three plies.
//
// Play under a winning strategy never repeats a position. A draw has no `line` here.
//
// The coding of moves is in solver/certificate/compact_coding.md.
#pragma once

#include <cstddef>
#include <string_view>

namespace onyx::compact {

inline constexpr std::string_view kLetters = "OnyxCtz4";

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kSummedBytes = 120;
inline constexpr std::size_t kMoveCountsAt = 24;
inline constexpr std::size_t kBlockCountsAt = 40;
inline constexpr std::size_t kVersionBytes = 64;
inline constexpr std::size_t kPositionSumAt = 112;
inline constexpr std::size_t kMovesInBlock = 1 << 20;  ///< Upper limit.
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

constexpr std::size_t words_for(int places) { return (static_cast<std::size_t>(places) + 63) / 64; }

}  // namespace onyx::compact
