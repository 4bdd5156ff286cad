#include "experiments/boards/strong_limits.h"

#include <fmt/core.h>

#include <iterator>

#include "core/notation.h"
#include "experiments/support/output.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {

std::string in_units(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  double number = bytes;
  for (; number >= 1024 && unit + 1 < std::size(kUnits); ++unit) number /= 1024;
  if (number >= 1024) return fmt::format("{:.1e} bytes", bytes);
  return fmt::format("{:.{}f} {}", number, unit == 0 ? 0 : 1, kUnits[unit]);
}

std::uint64_t slot_count(BoardSize size) {
  std::uint64_t count = 2;
  for (int i = 0; i < place_count(size); ++i) count *= 3;
  return count;
}

std::string obstacle(BoardSize size, double needed, double available) {
  const std::string board = format_board_size(size);
  if (point_count(size) > kMostWholeBoardPoints) {
    return fmt::format("{} has {} points, more than {}, and would need {} of memory; {} are free",
                       board, point_count(size), kMostWholeBoardPoints, in_units(needed),
                       in_units(available));
  }
  if (needed <= available) return "";
  return fmt::format("{} needs {} of memory; {} are free", board, in_units(needed),
                     in_units(available));
}

void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more) {
  nlohmann::ordered_json json;
  json["board"] = format_board_size(size);
  json["value"] = "unknown";
  json["reason"] = reason;
  json.update(more);
  print_json(json);
}

}  // namespace onyx
