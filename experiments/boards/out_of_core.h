// Tiers of `onyx strong --tiers DIR --out-of-core`: tables on disk, in memory what fits.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "core/board.h"
#include "solver/tier/tier_solver.h"

namespace onyx {

/// How a board is solved within so many bytes of memory.
struct OutOfCorePlan {
  int top_cells = 0;              ///< Tables have 3^top_cells chunks.
  std::uint64_t table_bytes = 0;  ///< Of the table, in memory at a time.
  double disk_bytes = 0;          ///< Of the whole table.
  double memory_bytes = 0;        ///< All told.
};

/// Nothing if even the smallest chunks are too large.
std::optional<OutOfCorePlan> plan_out_of_core(BoardSize size, double available);

/// With its table in a file of the folder, which is made if it is not there. Throws FileError,
/// std::system_error if there is no room.
std::unique_ptr<TierSolver> out_of_core_solver(BoardSize size, const OutOfCorePlan& plan,
                                               const std::filesystem::path& folder);

/// Adds the plan, and what this process has read and written on disks so far, where the system
/// tells.
void describe_out_of_core(const OutOfCorePlan& plan, nlohmann::ordered_json& json);

}  // namespace onyx
