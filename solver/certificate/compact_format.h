// Compact certificates, `*.certz`: the same as a certificate in JSON, for strategies of millions of
// positions. Version 4.
//
// A strategy is written down as its moves alone. The positions to which they belong follow from the
// rules, by a walk through all play under it, in an order that is fixed; and most moves can be
// guessed from those before. So a position of a large strategy takes half a bit to a bit.
//
// Layout. All numbers are little-endian; checksums are XXH64, seed 0. A *set* of places takes 8
// bytes for each 64 places or part of it; bit i is place i: points by row from A1, then midpoints.
//
//   header   128 bytes
//     0    8 bytes "OnyxCtz4"
//     8    u32 width, u32 height (points)
//     16   u8 claim: 'V' or 'H' who wins, 'D' for a draw; u8 side to move, 'V' or 'H'; 6 bytes zero
//     24   u64 number of moves of V's strategy, u64 of H's
//     40   u32 number of blocks of V's strategy, u32 of H's
//     48   the program's version, 64 bytes, filled up with zeros; proves nothing
//     112  u64 checksum of the position's bytes
//     120  u64 checksum of bytes 0 to 119
//   position   the set of V's stones, the set of H's
//   blocks     those of V's strategy, then those of H's; nothing else is in the file
//     0    u32 bytes that follow the head, at most 2^24; u32 number of moves, 1 to 1,048,576
//     8    u64 checksum of these bytes
//     16   the moves, as below
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
// Moves in bytes (solver/certificate/move_model.h). Each move is found by questions, "is it this
// place?", and who writes and who reads know equally well how likely a yes is. What is learned from
// the moves of a strategy is kept from block to block; each strategy begins with nothing learned.
//
// Contexts. An arrival by a reply r (65,535 at the start) lies in six contexts. With X the owner's
// stones, Y the other side's; a the owner's move at the last arrival that had one, by a reply
// before r to the same move of his, or at the start (65,535 if there was none); and X1, Y1 and X2,
// Y2 the stones whose places are at most one or two steps in each direction from r (none where
// there is no r; a step is from a point to the next, and from a midpoint to its corners is half of
// one):
//     0: 65535, 65535, X, no stones      3: r, 65535, X1, Y1
//     1: r, 65535, X, no stones          4: r, a, X1, Y1
//     2: 65535, a, X, no stones          5: r, 65535, X2, Y2
// Its hash: of the numbers c + 1 (for context c), the two above, and the 64-bit words of both sets
// in order, h := (h xor number) * 0x9e3779b97f4a7c15 modulo 2^64; h := h xor (h >> 32), from h = 0.
// A context's *row* is the one, of the 2^b of table c, that the b upper bits of the hash number.
// b is 8 at first. When 2^b moves are done, the last of them put in its rows, and b < 20, then b
// grows by one, and a copy of each row goes to the numbers 2 i and 2 i + 1, where its own was i.
//
// A row has up to three places, none at first, and a run, 0 at first. The place that is the move is
// put in front: where it is the first already, the run grows by one, up to 15; else the run is 0,
// the first becomes the second, and the second the third, unless the move was the second.
//
// Questions. A row's *state* as to a place: its first place, with a run of 0: 0, of 1 to 3: 1, of 4
// to 14: 2, of 15: 3; its second or third, with a run of 0: 4, of more: 5; neither, with a run of
// at most 3: 6, of more: 7. *Votes*, by state: 4, 8, 12, 16, 2, 1, 0, 0; of a place, their sum over
// the six rows. It is asked for those places in the rows that are legal moves, but not a second
// time for one: first for the place with the most votes, of equal ones the least, until yes. If
// there is no place left to ask for, the move is one of the legal ones left, all equally likely, in
// order.
//
// Chances. Of the first question about a move, the second, and all later ones (q = 0, 1, 2) there
// are chances by votes, and by states (the sum of state * 8^c). A chance is a number p out of 2^22,
// 2^21 at first, and a number n, 0 at first. After a yes p grows by (2^22 - 1 - p) / (n + 2), after
// a no it shrinks by p / (n + 2), both rounded down; then n grows by one, up to 62 for votes, 120
// for states. A chance by states with n = 0 first takes over the p of the one by votes, and n = 2.
// The likelihood of yes is that of the chance by states, p / 64 rounded down, out of 65,536, but no
// less than 16 and no more than 65,520. Both learn from the answer.
//
// Arithmetic coding (solver/certificate/range_coder.h). A range begins as all 32-bit numbers but
// the last, [0, 2^32 - 1), and the bytes of a block are one number within, the most significant
// byte first; four of them are looked at to begin with. Of a range of size s the first
// floor(s / 65,536) * likelihood numbers are for yes, the rest for no; of k that are equally
// likely, each has floor(s / k), in order. Whenever s < 2^24, all is taken times 256, and a byte
// more looked at. The bytes are those of the lowest number of the last range: so no two strings of
// bytes mean the same. Bytes that lead to no legal move, or are left over, are refused.
//
// Versions 1 to 3 ("OnyxCtz1" to "OnyxCtz3") are no longer read; onyx before 1.0 reads them.
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
inline constexpr std::size_t kMovesInBlock = 1 << 20;  ///< At most.
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

/// Words of a set.
constexpr std::size_t words_for(int places) { return (static_cast<std::size_t>(places) + 63) / 64; }

}  // namespace onyx::compact
