// Compact certificates, `*.certz`: the same as a certificate in JSON, for strategies of millions of
// positions. Version 2.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0. A *set* of places takes 8
// bytes for each 64 places or part of it; bit i is place i: points by row from A1, then midpoints.
//
//   header   128 bytes
//     0    8 bytes "OnyxCtz2"
//     8    u32 width, u32 height (points)
//     16   u8 claim: 'V' or 'H' who wins, 'D' for a draw; u8 side to move, 'V' or 'H'; 6 bytes zero
//     24   u64 number of entries of V's strategy, u64 of H's
//     40   u32 number of blocks of V's strategy, u32 of H's
//     48   the program's version, 64 bytes, filled up with zeros; proves nothing
//     112  u64 checksum of the position's bytes
//     120  u64 checksum of bytes 0 to 119
//   position   the set of V's stones, the set of H's
//   blocks     those of V's strategy, then those of H's; nothing else is in the file
//     0    u32 bytes that follow the head, u32 number of entries, 1 to 65,536
//     8    u64 checksum of these bytes
//     16   a zstd frame of the entries, column by column: byte 0 of all entries, byte 1 and so on
//
// An entry is a position with the strategy's owner to move, his move there, and a rank:
//   the set of V's stones, the set of H's, most significant byte first; u16 move, a place; u16 rank
// Entries come in strictly increasing order of their positions as numbers, V's stones first.
//
// A winner's strategy has the one, a draw both; the other has no entries and no blocks.
//
// In brief: where the owner wins within three plies, play counts as won. He connects at once; or
// some move of his leaves the other side no reply that connects, and after every reply he connects.
// Who checks a certificate finds that by himself, so such positions are left out. The entries are
// exactly the other positions with the owner to move that play under the strategy reaches until
// then. So a strategy may have no entries and no blocks, if all play is won that soon.
//
// Ranks are there so that each entry can be checked by itself. Of a winning strategy, every reply
// leads to a position that is left out, or to an entry with less rank, or with the same and more
// stones on the board: so play ends, and ranks count little but captures. Of a safe one, 0 is
// where the strategy begins, and every other entry is reached by one move and one reply from an
// entry with a rank that is one less. A draw has no `line` here: it follows from the strategies.
//
// Version 1 ("OnyxCtz1") left nothing out: its entries are all positions that play reaches, as in
// JSON, and in a win every reply leads to an entry of less rank. It is still read, not written.
#pragma once

#include <cstddef>

namespace onyx::compact {

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kSummedBytes = 120;
inline constexpr std::size_t kEntryCountsAt = 24;
inline constexpr std::size_t kBlockCountsAt = 40;
inline constexpr std::size_t kVersionBytes = 64;
inline constexpr std::size_t kHeadBytes = 16;
inline constexpr std::size_t kEntriesInBlock = 1 << 16;

}  // namespace onyx::compact
