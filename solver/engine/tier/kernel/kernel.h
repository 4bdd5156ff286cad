// The innermost loop of the tier engine (tier_solver.h): the rules of one tier as masks and
// offsets, and the step that applies all moves to the 243 colourings of a block at once.
//
// A colouring of the cells is a number in base 3: digit 0 for empty, 1 for V, 2 for H. The five
// lowest digits (the *low* cells) give the bit within a block, the other digits (the *high* cells)
// the number of the block. So a stone on a high cell leads to the same bit of another block, and a
// stone on a low cell shifts the bits of the same block. A move is *quiet* if it captures nothing.
//
// One version of the step takes tiles of 27 blocks, for a table in one process; the other takes
// single blocks, for distributed tables and distances. Both are compiled for several vector widths.
#pragma once

#include <cstddef>
#include <cstdint>

namespace onyx::tier {

inline constexpr int kLowCells = 5;
inline constexpr int kBlockBits = 243;  ///< 3^5

/// A set of colourings of the low cells: one bit per colouring, then 13 padding bits.
struct alignas(32) Bits {
  std::uint64_t words[4];
};

/// For one side to move: the colourings known to be won or lost. Illegal colourings and padding are
/// in both sets, open colourings in neither.
struct Known {
  Bits win;
  Bits loss;
};
struct alignas(128) Block {
  Known side[2];
};

/// For each mover, colourings in which a midpoint move does not lose (in a layer of wins: wins).
struct Keep {
  Bits side[2];
};

/// For each bit, the plies to the end plus one; 0 if open, drawn or illegal.
struct Codes {
  std::uint8_t plies_plus_1[256];
};
inline constexpr int kMostPlies = 253;
struct BlockCodes {
  Codes side[2];
};

/// A square in which a move may capture.
struct Capture {
  std::uint32_t own_high;      ///< High cells that must have stones of the mover.
  std::uint32_t theirs_high;   ///< High cells that must have stones of the opponent.
  Bits low;                    ///< The colourings of the low cells that allow the capture.
  std::int64_t removed_block;  ///< What the captured stones add to the block's number.
  int removed_low;             ///< What the captured stones add to the bit's number.
};

/// The placement of one player's stone on one cell.
struct Move {
  std::int64_t block_step;  ///< 0 for a low cell.
  int low_step;             ///< 0 for a high cell.
  int capture_count;
  Capture captures[2];
};

/// The number of a block, and the stones on its high cells.
struct BlockPlace {
  std::uint32_t block;
  std::uint32_t stones[2];  ///< V's stones, then H's; bit i is cell kLowCells + i.
};

struct Rules {
  int low_count;
  int high_count;
  std::uint32_t all_high;     ///< A bit for each high cell.
  Bits low_empty[kLowCells];  ///< For each low cell, the colourings in which it is empty.
  Move moves[2][32];          ///< Indexed by mover and cell.
};

/// A *tile* is up to 27 neighbouring blocks that differ only in the first three high cells, the
/// *middle* cells; the rest are *outer*. A sweep checks captures on outer cells once per tile.
inline constexpr int kMiddleCells = 3;
inline constexpr int kTileBlocks = 27;
using TileBlocks = std::uint32_t;

/// A capturing move in some blocks of a tile, for some colourings of the low cells.
struct TileCase {
  Bits low;
  std::int64_t block_step;  ///< The step of the placed stone minus the captured stones.
  int low_step;
  TileBlocks blocks;
};

/// If the outer cells allow the captures in set i, cases first_case[i] to last_case[i] - 1 apply.
struct TileMove {
  std::uint32_t own[2];     ///< Outer cells that must have stones of the mover.
  std::uint32_t theirs[2];  ///< Outer cells that must have stones of the opponent.
  int capture_count;
  std::uint16_t first_case[4];
  std::uint16_t last_case[4];
};

/// A move has at most 7 cases: 1 if the outer cells allow only its first capture, 1 if only its
/// second, and 5 if they allow both.
inline constexpr int kMostCases = 32 * 2 * 8;

struct TileRules {
  int block_count;
  std::uint32_t outer;                     ///< A bit for each outer cell, as in Rules::all_high.
  std::uint8_t order[kTileBlocks];         ///< Blocks, in descending order of middle stones.
  std::uint8_t middle_empty[kTileBlocks];  ///< For each block, one bit per empty middle cell.
  TileMove moves[2][32];                   ///< Indexed by mover and cell.
  TileCase cases[kMostCases];
};

/// Applies all moves once to `count` tiles: in tile i, to the blocks in open[i]. Removes from
/// open[i] the blocks that have no open colouring left. Returns whether anything was decided.
/// `keep` may be null.
using SweepTiles = bool (*)(const Rules& rules, const TileRules& tiles, Block* table,
                            const Keep* keep, const BlockPlace* places, std::size_t count,
                            TileBlocks* open);

/// The blocks of a distributed tier that have the same highest digits (split.h).
struct Chunk {
  std::int64_t shift;   ///< The number of a block in the tier minus its number within its rank.
  std::uint32_t owner;  ///< The rank that has the chunk.
};

struct Part {
  Block* blocks;
  const Keep* keeps;    ///< May be null.
  const Chunk* chunks;  ///< All chunks of the tier.
  /// 2^64 divided by the number of blocks in a chunk, rounded up; 0 if there is only one chunk.
  std::uint64_t reciprocal;
  std::uint32_t rank;
};

/// Asks a rank for one side of a block. `what` is 2 * the block's number at its owner + side.
struct Question {
  std::uint32_t owner;
  std::uint32_t what;
};
/// For each cell and mover, a step reads at most one quiet move and three sets of captures.
inline constexpr std::size_t kMostQuestions = 32 * 2 * 4;

/// Writes to `questions` (room for kMostQuestions) one question for each entry that a step reads
/// from another rank, in the order of reading. Returns their number: 0 if no colouring is open.
using Questions = std::size_t (*)(const Rules& rules, const Part& part, const BlockPlace& place,
                                  Question* questions);

/// Like SweepTiles, for blocks of a part. answers[rank] points to the next answer of that rank and
/// advances past the answers read.
using SweepPart = bool (*)(const Rules& rules, const Part& part, const BlockPlace* places,
                           std::size_t count, const Known** answers, std::uint8_t* is_open);

/// Decides the colourings that take exactly `ply` plies. A layer finds only wins, from losses, or
/// only losses, from wins, so blocks may come in any order. `midpoints` may be null.
using Layer = bool (*)(const Rules& rules, Block* table, const Keep* midpoints, BlockCodes* codes,
                       int ply, const BlockPlace* places, std::size_t count, std::uint8_t* is_open);

struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t open = 0;
  std::uint64_t both = 0;
};
struct Tallies {
  Tally to_move[2];
};
using Count = Tallies (*)(const Block* blocks, std::size_t count);

/// All functions for "plain", "avx2" or "avx512" vectors.
struct Kernel {
  const char* name;
  SweepTiles sweep_tiles;
  SweepPart sweep_part;
  Questions questions;
  Layer layer;
  Count count;
};
/// Returns the fastest kernel for this processor. The environment variable
/// ONYX_VECTORS=plain|avx2|avx512 limits the choice.
const Kernel& kernel();

}  // namespace onyx::tier
