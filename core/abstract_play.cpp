#include "core/abstract_play.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/json_fields.h"
#include "core/notation.h"

namespace onyx {
namespace {

using Json = nlohmann::json;

/// Parses the board side, such as 16, from "size-16 board" or Abstract Play's internal "size-16".
std::optional<int> board_side_in(std::string_view variant) {
  if (!variant.starts_with("size-")) return std::nullopt;
  variant.remove_prefix(5);
  const auto side = take_number(variant);
  if (!side || (!variant.empty() && variant != " board")) return std::nullopt;
  return side;
}

std::string setup_for(const JsonFields& game) {
  int side = 12;
  bool is_standard = false;
  const auto variants =
      game.has_value("variants") ? game.texts("variants") : std::vector<std::string>();
  for (const std::string& variant : variants) {
    const std::string name = in_small_letters(variant);
    if (const auto given = board_side_in(name)) {
      side = *given;
    } else if (name == "head start" || name == "head-start") {
      is_standard = true;
    } else if (name != "open setup") {
      throw InputError(
          fmt::format("the variant {} of the game record is unknown; known are "
                      "'Size-16 board', 'Size-20 board' and 'Head start'",
                      in_quotes(variant)));
    }
  }
  return canonical_setup(fmt::format("{}:{}x{}", is_standard ? "standard" : "open", side, side));
}

std::string move_in(const Json& entry) {
  const Json* move = &entry;
  if (entry.is_object() && entry.contains("move")) move = &entry.at("move");
  if (!move->is_string()) {
    throw InputError(
        "\"moves\" of the game record must hold rounds of moves, each text, null or an object with "
        "\"move\"");
  }
  return move->get<std::string>();
}

/// The moves of one round, as pointers: copying deeply nested JSON could overflow the stack.
using Round = std::vector<const Json*>;

Round round_in(const Json& entry) {
  Round round;
  if (entry.is_array()) {
    for (const Json& move : entry) round.push_back(&move);
  } else {
    round.push_back(&entry);
  }
  std::erase_if(round, [](const Json* move) { return move->is_null(); });
  return round;
}

/// Sorts the moves by their sequence numbers, unless a move lacks one.
void put_in_sequence(Round& round) {
  const auto has_number = [](const Json* move) {
    return move->is_object() && move->contains("sequence") && move->at("sequence").is_number();
  };
  if (!std::ranges::all_of(round, has_number)) return;
  std::ranges::stable_sort(round, {},
                           [](const Json* move) { return move->at("sequence").get<double>(); });
}

AbstractPlayGame game_in(const Json& json) {
  const JsonFields record(json);
  const JsonFields game = record.object("header").object("game");
  if (const std::string name = game.text("name"); in_small_letters(name) != "onyx") {
    throw InputError(fmt::format("the game record is of {}, not of Onyx", in_quotes(name)));
  }
  AbstractPlayGame result{setup_for(game), {}};
  if (!record.has("moves") || !json.at("moves").is_array())
    record.refuse("moves", "must be a list");
  bool is_over = false;
  for (const Json& entry : json.at("moves")) {
    Round round = round_in(entry);
    const bool is_cut = entry.is_array() && round.size() < entry.size();
    if (!round.empty() && (is_over || (is_cut && entry.front().is_null()))) {
      record.refuse("moves", "has a null before a move, and nobody may pass");
    }
    // A null in the first round does not end the game, because it may stand for a pie-rule swap.
    is_over = is_over || (is_cut && !result.moves.empty());
    put_in_sequence(round);
    for (const Json* move : round) result.moves.push_back(move_in(*move));
  }
  return result;
}

}  // namespace

bool begins_json_object(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('{')) return false;
  text = trimmed(text.substr(1));
  return text.starts_with('"') || text.starts_with('}');
}

AbstractPlayGame parse_abstract_play(std::string_view json) {
  try {
    return game_in(parse_json(json));
  } catch (const FieldError& error) {
    throw InputError(fmt::format("as a game record of Abstract Play: {}", error.what()));
  }
}

}  // namespace onyx
