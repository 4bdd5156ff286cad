#include "experiments/boards/tier_status.h"

#include <fmt/core.h>

#include <vector>

#include "core/notation.h"
#include "experiments/boards/draw_files.h"
#include "experiments/boards/tier_results.h"
#include "experiments/support/output.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

/// Boards of at most kMostWholeBoardPoints have no more than 64 places.
using SmallBoard = WideBoard<1>;

/// One of each set of symmetric tiers is counted.
struct Share {
  std::uint64_t solved = 0;
  std::uint64_t all = 0;
};

/// By number of midpoints taken.
std::vector<Share> shares_in(const std::filesystem::path& folder, BoardSize size) {
  const SmallBoard board(size);
  const TierMap map = map_of(board, whole_board_task(board));
  const TierResults results(folder, size, map.midpoints());
  const DrawFiles draws(folder, size, map.midpoints());
  std::vector<Share> shares(map.midpoints() + 1);
  for (const TierName& name : map.all()) {
    Share& share = shares[static_cast<std::size_t>(name.taken())];
    ++share.all;
    const auto result = results.load(name);
    if (!result) continue;
    const bool has_draws =
        result->draws() == 0 || !result->draws_listed || draws.has(name, result->draws());
    share.solved += has_draws ? 1 : 0;
  }
  return shares;
}

}  // namespace

bool has_tiers(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / TierResults::kFolderFile, ignored);
}

void show_tiers(const std::filesystem::path& folder, bool as_json) {
  const BoardSize size = TierResults::board_in(folder);
  const std::vector<Share> shares = shares_in(folder, size);
  Share sum;
  for (const Share& share : shares) {
    sum.solved += share.solved;
    sum.all += share.all;
  }
  const std::string board = format_board_size(size);
  const std::string command =
      fmt::format("onyx strong {} --tiers {}", board, shell_word(folder.string()));
  if (as_json) {
    nlohmann::ordered_json json{{"board", board},
                                {"folder", folder.string()},
                                {"tiers", sum.all},
                                {"solved", sum.solved},
                                {"left", sum.all - sum.solved},
                                {"levels", nlohmann::ordered_json::array()},
                                {"command", command}};
    for (std::size_t taken = 0; taken < shares.size(); ++taken) {
      json["levels"].push_back({{"midpoints_taken", taken},
                                {"tiers", shares[taken].all},
                                {"solved", shares[taken].solved}});
    }
    print_json(nlohmann::ordered_json::array({json}));
    return;
  }
  fmt::print("{}, tier by tier: {} of {} tiers solved, {} left\n", board, sum.solved, sum.all,
             sum.all - sum.solved);
  fmt::print("midpoints taken  tiers  solved\n");
  // The order in which tiers are solved.
  for (std::size_t taken = shares.size(); taken-- > 0;) {
    fmt::print("{:15}  {:5}  {:6}\n", taken, shares[taken].all, shares[taken].solved);
  }
  const bool is_done = sum.solved == sum.all;
  fmt::print("{}: {}\n", is_done ? "the counts are printed by" : "to go on", command);
}

}  // namespace onyx
