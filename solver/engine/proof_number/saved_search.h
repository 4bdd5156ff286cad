// Saves the table of a long search, or an unfinished winning strategy, so that a later run can
// resume (solver/engine/proof_number/README.md has the layout).
#pragma once

#include <optional>

#include "core/base/packed_bytes.h"
#include "solver/engine/proof_number/proof_table.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
void save(const ProofTable<W>& table, BoardSize size, std::uint64_t nodes, const WriteAt& write_at);

/// Adds the file's entries to the table and returns the number of nodes expanded for them. Checks
/// that entries are well formed, not that they are true. Throws Damage, perhaps after adding some
/// entries. On boards of one word, the table grows to at most about 30 times the file's size.
template <int W>
std::uint64_t load(ProofTable<W>& table, const WideBoard<W>& board, const SourceFile& file);

template <int W>
void save_strategy(const StrategyMoves<W>& strategy, const WidePosition<W>& root, BoardSize size,
                   const WriteAt& write_at);

/// Returns the moves, or nullopt if the file has another root or owner. The moves are legal and do
/// not let the opponent win at once; the caller must check that they win (winning_strategy.h).
/// Throws Damage, and std::bad_alloc if the moves would take more than `most_bytes`.
template <int W>
std::optional<MoveTable<W>> load_strategy(const WideBoard<W>& board, const WidePosition<W>& root,
                                          Player owner, const SourceFile& file,
                                          std::uint64_t most_bytes = UINT64_MAX);

}  // namespace onyx::proof_number
