// Positions and games from the command line.
#pragma once

#include <string>
#include <vector>

#include "core/notation.h"

namespace onyx {

/// The arguments as one text, so that a position may be quoted or not.
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

/// The arguments as a game's text.
inline GameText game_from(const std::vector<std::string>& arguments) {
  return split_game(joined(arguments));
}

/// The arguments as a position, with nothing behind it.
inline std::string position_from(const std::vector<std::string>& arguments) {
  const GameText game = game_from(arguments);
  if (!game.rest.empty()) {
    throw InputError("unexpected " + in_quotes(game.rest.front()) + " behind the position");
  }
  return game.position;
}

}  // namespace onyx
