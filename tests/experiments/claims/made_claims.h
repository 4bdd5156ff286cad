// Claims made for the purpose, with the right answers: games, cycles and positions, true and false,
// and spoilt ones, in all notations that people use.
//
// They begin with the framed positions of results/repetitions/boards, at the end of a game from a
// setup or without one, or with random crowded positions; what can follow is little, so the plain
// engine knows all values. From there play goes at random until a position returns: among draws
// alone, for true claims, or anywhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace onyx::test {

struct MadeClaim {
  std::string text;    // a line, as a person might write it
  std::string answer;  // "confirmed", "refuted", "malformed"
  bool is_game = false;
  // Of a game in which something repeats.
  std::optional<std::string> position;
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  std::optional<std::size_t> error_ply;
  // Of a malformed one: where it is spoilt.
  std::size_t spoilt_ply = 0;
  // Every position on the cycle, with its value: "draw", "V wins", "H wins".
  std::vector<std::pair<std::string, std::string>> cycle;
};

/// The same for the same seed. `results`: the folder of framed positions.
std::vector<MadeClaim> make_claims(unsigned seed, std::size_t count, const std::string& results);

}  // namespace onyx::test
