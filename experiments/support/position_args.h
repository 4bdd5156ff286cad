// Positions and games from the command line.
#pragma once

#include <string>
#include <vector>

#include "core/line.h"

namespace onyx {

/// For the help of commands that take games.
inline constexpr const char* kPastedHelp =
    "Positions and games may be written as people paste them: move numbers, comments in brackets "
    "or after a #, results, B and W for V and H, and game records of Abstract Play (JSON).";

/// Joins the arguments into one text, so that a position may be quoted or not.
inline std::string joined(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    if (argument.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw InputError("an argument is empty: " + in_quotes(argument));
    }
    text += (text.empty() ? "" : " ") + argument;
  }
  return text;
}

/// The arguments as the text of a game, in any form that people paste; the position is in the form
/// that parse_position() takes.
inline GameText game_from(const std::vector<std::string>& arguments) {
  return split_record(joined(arguments));
}

/// The arguments as a position; anything behind it is an error.
inline std::string position_from(const std::vector<std::string>& arguments) {
  const GameText game = game_from(arguments);
  if (!game.rest.empty()) {
    throw InputError("unexpected " + in_quotes(game.rest.front()) + " after the position");
  }
  return game.position;
}

}  // namespace onyx
