// Compact certificates, `*.certz`, version 4, for strategies of millions of positions.
//
// Only the moves of a strategy are stored. Their positions follow from a walk in fixed order
// through all play under the strategy. Most moves can be predicted from earlier ones, so a move of
// a large strategy takes half a bit to one bit.
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
// Coding of moves (solver/certificate/move_model.h). Each move is found by questions, "is it this
// place?". Writer and reader learn the same likelihoods of a yes. They keep them from block to
// block, but begin anew for each strategy.
//
// Contexts. Each arrival with a stored move belongs to six contexts. Let r be the reply by which
// the walk arrives; 65,535 at the certificate's position. Let X be the owner's stones and Y the
// other side's. Let a be the owner's answer to the latest earlier reply in the same position that
// has a stored answer; 65,535 if none has. Let X1, Y1 be the stones at most one step from r in each
// direction, and X2, Y2 those at most two steps; without a reply these sets are empty. (A step is
// the distance from a point to the next. A midpoint is half a step from its corners.)
//     0: 65535, 65535, X, no stones      3: r, 65535, X1, Y1
//     1: r, 65535, X, no stones          4: r, a, X1, Y1
//     2: 65535, a, X, no stones          5: r, 65535, X2, Y2
// The hash of a context is computed from c + 1 (for context c), the two numbers above, and the
// 64-bit words of both sets, in this order: from h = 0, for each number h := (h xor number) *
// 0x9e3779b97f4a7c15 modulo 2^64; h := h xor (h >> 32). Context c has a table of 2^b rows; its
// *row* is the one whose number is the b upper bits of the hash. At first b is 8. Once 2^b moves
// have been coded and the last one is entered into its rows, b grows by one if it is below 20, and
// row i is copied to rows 2 i and 2 i + 1.
//
// A row has up to three places, none at first, and a run, 0 at first. A coded move goes to the
// front of its six rows: if it is the first place already, the run grows by one, up to 15;
// otherwise the run becomes 0, the first place becomes the second, and the second becomes the third
// unless it was the move.
//
// Questions. A row's *state* with respect to a place: the first place of the row has state 0 with a
// run of 0, 1 with a run of 1 to 3, 2 with 4 to 14, 3 with 15; the second or third place has state
// 4 with a run of 0, 5 with more; any other place has state 6 with a run of at most 3, 7 with more.
// *Votes* by state: 4, 8, 12, 16, 2, 1, 0, 0; the votes of a place are their sum over the six rows.
// The questions are about the places in the rows that are legal moves, each at most once: the place
// with the most votes first (the lowest place among equals), until a yes. If no place is left to
// ask about, the move is one of the remaining legal moves, all equally likely, in order.
//
// Likelihoods. Each number of votes and each combination of the six states has a chance, separate
// for the first question about a move, the second, and all later ones. A chance is a number p out
// of 2^22, 2^21 at first, and a counter n, 0 at first. After a yes, p grows by (2^22 - 1 - p) / (n
// + 2), after a no it shrinks by p / (n + 2), both rounded down; then n grows by one, up to 62 for
// votes, 120 for states. A chance by states with n = 0 first copies p from the chance by votes, and
// sets n to 2. The likelihood of yes, out of 65,536, is p / 64 of the chance by states, rounded
// down, but at least 16 and at most 65,520. Both chances learn from the answer.
//
// Arithmetic coding (solver/certificate/range_coder.h). The range begins as all 32-bit numbers
// except the last, [0, 2^32 - 1). The bytes of a block are one number in the range, the most
// significant byte first; the decoder starts with four bytes. In a range of size s the first
// floor(s / 65,536) * likelihood numbers mean yes, the rest no; each of k equally likely cases has
// floor(s / k) numbers, in order. Whenever s < 2^24, range and number are multiplied by 256, and
// the next byte is added. The encoder writes the lowest number of the last range, so every sequence
// of moves has exactly one encoding. Bytes that give no legal move, or are left over, are refused.
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
