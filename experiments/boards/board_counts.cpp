#include "experiments/boards/board_counts.h"

#include <fmt/core.h>

#include <iterator>

#include "experiments/support/output.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {

constexpr const char* kSideNames[] = {"V", "H"};

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

int give_up(BoardSize size, std::string_view reason, const Json& more, bool as_json,
            const std::string& message) {
  if (as_json) {
    Json json{{"board", format_board_size(size)}, {"value", "unknown"}, {"reason", reason}};
    json.update(more);
    print_json(json);
  }
  notify("{}", message);
  return reason == "interrupted" ? exit_code::kInterrupted : exit_code::kLimit;
}

std::string counts_text(const CountsBySide& counts) {
  const ValueCounts both = counts.both();
  return fmt::format("wins: {}\nlosses: {}\ndraws: {}\nillegal: {}\n", both.wins, both.losses,
                     both.draws, both.illegal);
}

Json counts_json(BoardSize size, const CountsBySide& counts) {
  Json json = {{"board", format_board_size(size)}};
  json.update(values_json(counts.both()));
  json["slots"] = slot_count(size);
  json["by_side"] = by_side_json(counts);
  return json;
}

Json values_json(const ValueCounts& counts) {
  return {{"wins", counts.wins},
          {"losses", counts.losses},
          {"draws", counts.draws},
          {"illegal", counts.illegal}};
}

Json by_side_json(const CountsBySide& counts) {
  Json json;
  for (std::size_t side = 0; side < 2; ++side) {
    json[kSideNames[side]] = values_json(counts.to_move[side]);
  }
  return json;
}

CountsBySide counts_by_side(const JsonFields& fields) {
  CountsBySide counts;
  for (std::size_t side = 0; side < 2; ++side) {
    const JsonFields values = fields.object(kSideNames[side]);
    counts.to_move[side] = {values.count("wins"), values.count("losses"), values.count("draws"),
                            values.count("illegal")};
  }
  return counts;
}

}  // namespace onyx
