#include "experiments/pages/site/strategy_code.h"

#include <optional>
#include <unordered_set>

#include "core/notation.h"
#include "core/packed_hash.h"
#include "solver/certificate/brief.h"

namespace onyx {
namespace {

/// Calls reply(position) once for each unfinished position with the owner to move that arises if
/// the owner makes the moves returned, in the order of the walk.
template <int W, class Reply>
void walk(const WideBoard<W>& board, const WidePosition<W>& start, Player owner,
          StrategyExtent extent, const Reply& reply) {
  std::unordered_set<PackedPosition<W>, PackedHash<W>> met;
  proof_number::walk(board, start, owner,
                     [&](const WidePosition<W>& position, const auto&) -> std::optional<Place> {
                       if (is_finished(board, position)) return std::nullopt;
                       if (!met.insert(pack(position)).second) return std::nullopt;
                       const bool is_left_out = extent == StrategyExtent::brief &&
                                                short_win(board, position).has_value();
                       if (is_left_out) return std::nullopt;
                       return reply(position);
                     });
}

/// Removes the text before the next blank, and the blank, and returns it.
std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

}  // namespace

std::string encode_strategy(const Position& start, Player owner, const StrategyTexts& strategy,
                            StrategyExtent extent) {
  std::string code;
  with_wide(start, [&](const auto& board, const auto& wide) {
    walk(board, wide, owner, extent, [&](const auto& position) {
      const auto entry = strategy.find(format_position(board, position));
      if (entry == strategy.end()) throw InputError("a strategy without a move in some position");
      const Place place = parse_move(board, position, entry->second);
      code += (code.empty() ? "" : " ") + format_place(board.geometry(), place);
      return place;
    });
  });
  return code;
}

StrategyTexts decode_strategy(const Position& start, Player owner, std::string_view code,
                              StrategyExtent extent) {
  StrategyTexts strategy;
  with_wide(start, [&](const auto& board, const auto& wide) {
    walk(board, wide, owner, extent, [&](const auto& position) {
      const Place place = parse_move(board, position, next_word(code));
      strategy.emplace(format_position(board, position), format_move(board, position, place));
      return place;
    });
  });
  if (!code.empty()) throw InputError("a strategy with more moves than positions");
  return strategy;
}

}  // namespace onyx
