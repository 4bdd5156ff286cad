#include "experiments/boards/mpi/cost_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace onyx {
namespace {

nlohmann::ordered_json cost_json(const TierCost& cost, double positions_of_tier) {
  nlohmann::ordered_json json;
  json["sweeps"] = cost.sweeps;
  json["seconds"] = cost.seconds;
  json["processor_seconds"] = cost.processor_seconds;
  json["waited_seconds"] = cost.waited_seconds;
  json["blocks_swept"] = cost.visits;
  json["questions"] = cost.questions;
  json["exchanged_bytes"] = cost.exchanged_bytes;
  json["other_bytes"] = cost.other_bytes;
  json["slice_seconds"] = cost.slice_seconds;
  json["slice_bytes"] = cost.slice_bytes;
  const double sweeps = positions_of_tier * cost.sweeps;
  json["exchanged_bytes_per_position_and_sweep"] =
      sweeps > 0 ? static_cast<double>(cost.exchanged_bytes) / sweeps : 0;
  return json;
}

}  // namespace

nlohmann::ordered_json cost_report(const DistributedTier& engine, int threads) {
  const TierSplit& split = engine.split();
  const double positions_of_tier = 2 * std::pow(3.0, split.low_count + split.high_count);
  TierCost all;
  nlohmann::ordered_json tiers = nlohmann::ordered_json::array();
  for (const TierCost& cost : engine.costs()) {
    all.sweeps += cost.sweeps;
    all.seconds += cost.seconds;
    all.processor_seconds += cost.processor_seconds;
    all.waited_seconds += cost.waited_seconds;
    all.visits += cost.visits;
    all.questions += cost.questions;
    all.exchanged_bytes += cost.exchanged_bytes;
    all.other_bytes += cost.other_bytes;
    all.slice_seconds += cost.slice_seconds;
    all.slice_bytes += cost.slice_bytes;
    tiers.push_back(cost_json(cost, positions_of_tier));
  }
  nlohmann::ordered_json json;
  json["ranks"] = split.rank_count;
  json["threads_of_a_rank"] = threads;
  json["digits"] = split.digit_count;
  json["chunks"] = split.chunk_count;
  json["most_blocks_of_a_rank"] = split.most_blocks();
  json["bytes_of_rank_0"] = engine.bytes();
  json.update(cost_json(all, positions_of_tier));
  json["tiers"] = std::move(tiers);
  return json;
}

}  // namespace onyx
