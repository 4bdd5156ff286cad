// Generates claims with their correct answers: games, cycles and positions, true, false and
// malformed, in several notations that people use.
//
// A claim starts from a framed position of results/repetitions/boards, with or without the game
// that leads to it, or from a random crowded position. Few positions can follow from these, so the
// plain engine can find all values. Play from there is random, mostly until a position repeats. For
// a true claim it uses only moves that keep the draw.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace onyx::test {

struct MadeClaim {
  std::string text;    // one line
  std::string answer;  // "confirmed", "refuted" or "malformed"
  bool is_game = false;
  // The next four are set if a position repeats and the claim is not malformed.
  std::optional<std::string> position;
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  std::optional<std::size_t> error_ply;
  // For a malformed claim, the ply where its text is wrong.
  std::size_t spoilt_ply = 0;
  // The positions of the cycle with their values: "draw", "V wins" or "H wins".
  std::vector<std::pair<std::string, std::string>> cycle;
};

/// Equal seeds give equal claims. `results` is the folder of framed positions.
std::vector<MadeClaim> make_claims(unsigned seed, std::size_t count, const std::string& results);

}  // namespace onyx::test
