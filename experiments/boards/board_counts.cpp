#include "experiments/boards/board_counts.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "core/notation.h"
#include "experiments/boards/strong_limits.h"

namespace onyx {
namespace {

constexpr const char* kSideNames[] = {"V", "H"};

}  // namespace

std::string counts_text(const CountsBySide& counts) {
  const ValueCounts both = counts.both();
  return fmt::format("wins: {}\nlosses: {}\ndraws: {}\nillegal: {}\n", both.wins, both.losses,
                     both.draws, both.illegal);
}

nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts) {
  nlohmann::ordered_json json = {{"board", format_board_size(size)}};
  json.update(values_json(counts.both()));
  json["slots"] = slot_count(size);
  json["by_side"] = by_side_json(counts);
  return json;
}

nlohmann::ordered_json values_json(const ValueCounts& counts) {
  return {{"wins", counts.wins},
          {"losses", counts.losses},
          {"draws", counts.draws},
          {"illegal", counts.illegal}};
}

nlohmann::ordered_json by_side_json(const CountsBySide& counts) {
  nlohmann::ordered_json json;
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
