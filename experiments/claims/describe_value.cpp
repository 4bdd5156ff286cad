#include "experiments/claims/describe_value.h"

#include <fmt/core.h>

#include "experiments/support/counted.h"

namespace onyx {

std::string describe(Claim claim, int distance, int distance_at_most) {
  const auto plies = [](int number) {
    return counted(static_cast<std::uint64_t>(number), "ply", "plies");
  };
  if (claim == Claim::draw) return "a draw";
  if (distance == 0) return fmt::format("{} has won", claim == Claim::v_wins ? 'V' : 'H');
  std::string text = name_of(claim);
  if (distance > 0) return text + " in " + plies(distance);
  if (distance_at_most >= 0) text += " in at most " + plies(distance_at_most);
  return text;
}

}  // namespace onyx
