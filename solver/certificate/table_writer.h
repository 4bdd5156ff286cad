// Writes the table (table_format.h) of a board while the tier engine solves it.
#pragma once

#include "solver/certificate/table_format.h"
#include "solver/engine/tier_run/tier_run.h"

namespace onyx::table {

template <int W>
class Writer {
 public:
  /// `version`: the program's version. Requires a board of at most kMostPoints.
  Writer(const WideBoard<W>& board, std::string version, WriteAt write_at, Threads threads);

  /// Must be called for every tier that solve_whole_board visits with distances. Throws
  /// std::length_error if a win takes more than kMostPlies.
  void add(const SolvedTier<W>& tier);
  /// Writes the index and the header, after all tiers were added.
  void finish(const ValueCounts& counts);

  std::uint64_t file_bytes() const { return end_; }

 private:
  const WideBoard<W>& board_;
  const Numbering<W> numbering_;
  const std::string version_;
  const WriteAt write_at_;
  const Threads threads_;
  std::vector<Entry> index_;
  std::uint64_t end_;
};

}  // namespace onyx::table
