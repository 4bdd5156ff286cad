// Generated claims with the right answers: games, cycles and positions, true and false ones, and
// malformed ones, in all notations that people use.
//
// The claims start from the framed positions of results/repetitions/boards, at the end of a game
// (with or without a setup), or from random crowded positions. Few positions can follow from these,
// so the plain engine knows all values. From there, play is random until a position returns. For
// true claims, play uses only drawing moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace onyx::test {

struct MadeClaim {
  std::string text;    // one line, as a person might write it
  std::string answer;  // "confirmed", "refuted", "malformed"
  bool is_game = false;
  // Set for a game in which a position repeats.
  std::optional<std::string> position;
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  std::optional<std::size_t> error_ply;
  // For a malformed claim, the ply where the text is spoilt.
  std::size_t spoilt_ply = 0;
  // Every position of the cycle, with its value: "draw", "V wins", "H wins".
  std::vector<std::pair<std::string, std::string>> cycle;
};

/// Equal seeds give equal claims. `results`: the folder of framed positions.
std::vector<MadeClaim> make_claims(unsigned seed, std::size_t count, const std::string& results);

}  // namespace onyx::test
