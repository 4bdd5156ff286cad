// Compact certificates, `*.certz`: the same as a certificate in JSON, for strategies of millions of
// positions. Version 3.
//
// A strategy is written down as its moves alone. The positions to which they belong follow from the
// rules, by a walk through all play under it, in an order that is fixed. So a position takes some
// bits.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0. A *set* of places takes 8
// bytes for each 64 places or part of it; bit i is place i: points by row from A1, then midpoints.
//
//   header   128 bytes
//     0    8 bytes "OnyxCtz3"
//     8    u32 width, u32 height (points)
//     16   u8 claim: 'V' or 'H' who wins, 'D' for a draw; u8 side to move, 'V' or 'H'; 6 bytes zero
//     24   u64 number of moves of V's strategy, u64 of H's
//     40   u32 number of blocks of V's strategy, u32 of H's
//     48   the program's version, 64 bytes, filled up with zeros; proves nothing
//     112  u64 checksum of the position's bytes
//     120  u64 checksum of bytes 0 to 119
//   position   the set of V's stones, the set of H's
//   blocks     those of V's strategy, then those of H's; nothing else is in the file
//     0    u32 bytes that follow the head, u32 number of moves, 1 to 1,048,576
//     8    u64 checksum of these bytes
//     16   a zstd frame: the low byte of each move's place, then the high byte of each
//
// A winner's strategy has the one, a draw both; the other has no moves and no blocks.
//
// The walk goes depth first. To *arrive* at a position with the strategy's owner to move means:
//   - if he wins there within three plies, nothing: play counts as won. (He connects at once; or
//     some move of his leaves the other side no reply that connects, and after every reply he
//     connects. Who reads a certificate finds that by himself.)
//   - if it was arrived at before, nothing;
//   - else the next move of the strategy is the owner's there, and after it comes each reply of the
//     other side, in the order of places, with the arrival at what it leads to.
// It begins with the arrival at the position of the certificate, or, where the other side is to
// move, with each reply there. All moves are used up in the end. So a strategy may have no moves
// and no blocks, if all play is won that soon.
//
// A winning strategy never comes back to a position: none is arrived at while what comes after it
// is still walked through. A safe one may. A draw has no `line` here: it follows from the
// strategies.
//
// Versions 1 and 2 ("OnyxCtz1", "OnyxCtz2") are still read, not written. Their blocks hold at most
// 65,536 *entries* in place of moves, column by column (byte 0 of all entries, byte 1 and so on):
//   the set of V's stones, the set of H's, most significant byte first; u16 move, a place; u16 rank
// in strictly increasing order of the positions as numbers, V's stones first. The entries of
// version 2 are those positions that the walk of version 3 gives moves to, those of version 1 all
// that play reaches, as in JSON. Ranks are there so that each entry can be checked by itself. Of a
// winning strategy, every reply leads to an entry with less rank, or, in version 2, to a position
// that is left out or to one of the same rank with more stones on the board: so play ends. Of a
// safe one, 0 is where the strategy begins, and every other entry is reached by one move and one
// reply from an entry with a rank that is one less.
#pragma once

#include <cstddef>

namespace onyx::compact {

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kSummedBytes = 120;
inline constexpr std::size_t kEntryCountsAt = 24;  ///< Or numbers of moves.
inline constexpr std::size_t kBlockCountsAt = 40;
inline constexpr std::size_t kVersionBytes = 64;
inline constexpr std::size_t kEntriesInBlock = 1 << 16;  ///< At most, of versions 1 and 2.
inline constexpr std::size_t kMovesInBlock = 1 << 20;    ///< At most.

/// Words of a set.
constexpr std::size_t words_for(int places) { return (static_cast<std::size_t>(places) + 63) / 64; }

}  // namespace onyx::compact
