// The tiers of `onyx strong --tiers DIR --out-of-core`: tables on disk, with a part in memory.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "core/board.h"
#include "solver/engine/tier/tier_solver.h"

namespace onyx {

/// How to solve a board within a given amount of memory.
struct OutOfCorePlan {
  int top_cells = 0;              ///< Tables have 3^top_cells chunks.
  std::uint64_t table_bytes = 0;  ///< The part of the table in memory at a time.
  double disk_bytes = 0;          ///< The whole table.
  double memory_bytes = 0;        ///< Everything together.
};

/// Nothing if even the smallest chunks do not fit into `available` bytes.
std::optional<OutOfCorePlan> plan_out_of_core(BoardSize size, double available);

/// A solver with its table in a file of the folder, which is created if missing. Throws FileError,
/// and std::system_error if the disk is full.
std::unique_ptr<TierSolver> out_of_core_solver(BoardSize size, const OutOfCorePlan& plan,
                                               const std::filesystem::path& folder);

/// Adds the plan, and the bytes that this process has read from and written to disks so far, if the
/// system reports them.
void describe_out_of_core(const OutOfCorePlan& plan, nlohmann::ordered_json& json);

}  // namespace onyx
