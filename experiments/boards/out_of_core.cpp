#include "experiments/boards/out_of_core.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "experiments/files/files.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

double table_bytes_of(BoardSize size) {
  return std::pow(3.0, point_count(size) - tier::kLowCells) *
         static_cast<double>(TierTable::kBytesOfBlock);
}

}  // namespace

std::optional<OutOfCorePlan> plan_out_of_core(BoardSize size, double available) {
  const int high_count = point_count(size) - tier::kLowCells;
  // A third is for the slices that are read, and for the program itself.
  const double beside = one_tier_bytes(size) - table_bytes_of(size);
  const double for_table = 2 * (available - beside) / 3;
  if (for_table <= 0 || high_count <= tier::kMiddleCells) return std::nullopt;
  OutOfCorePlan plan;
  plan.table_bytes = static_cast<std::uint64_t>(for_table);
  plan.top_cells = TierTable::top_cells_for(high_count, plan.table_bytes);
  if (plan.top_cells < 0) return std::nullopt;
  plan.disk_bytes = table_bytes_of(size);
  plan.memory_bytes = available;
  return plan;
}

std::unique_ptr<TierSolver> out_of_core_solver(BoardSize size, const OutOfCorePlan& plan,
                                               const std::filesystem::path& folder) {
  prepare_folder(folder);
  return std::make_unique<TierSolver>(point_count(size), plan.top_cells,
                                      OutOfCore{folder, plan.table_bytes});
}

void describe_out_of_core(const OutOfCorePlan& plan, nlohmann::ordered_json& json) {
  json["chunks"] = std::llround(std::pow(3.0, plan.top_cells));
  json["table_bytes_in_memory"] = plan.table_bytes;
  std::ifstream counters("/proc/self/io");
  std::string key;
  std::uint64_t bytes = 0;
  while (counters >> key >> bytes) {
    if (key == "read_bytes:") json["disk_read_bytes"] = bytes;
    if (key == "write_bytes:") json["disk_written_bytes"] = bytes;
  }
}

}  // namespace onyx
