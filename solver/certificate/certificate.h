// Certificates: claims about positions, with everything that a checker needs to believe them.
//
// The format is JSON, as solver/certificate/README.md says. The independent checker in
// solver/referee/ decides whether a certificate holds; nothing here does.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace onyx {

/// What is proved of a position; `cycle`: only that play can return to it.
enum class Claim { draw, v_wins, h_wins, cycle };

constexpr Claim win_of(Player player) {
  return player == Player::V ? Claim::v_wins : Claim::h_wins;
}

/// "draw", "V wins", "H wins" or "cycle".
const char* name_of(Claim claim);

/// All texts are in canonical notation.
struct Certificate {
  using Moves = std::vector<std::string>;
  struct Line {
    Moves prefix;
    Moves cycle;

    friend bool operator==(const Line&, const Line&) = default;
  };
  struct ProofGame {
    std::string setup;
    Moves moves;

    friend bool operator==(const ProofGame&, const ProofGame&) = default;
  };

  Claim claim = Claim::draw;
  std::string position;
  std::map<char, std::map<std::string, std::string>> strategies;  ///< 'V' or 'H': position to move.
  std::optional<Line> line;                                       ///< For draws and cycles.
  std::optional<ProofGame> game;
  /// What made it; a checker never reads it.
  std::map<std::string, std::string> about;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// One strategy entry a line; ends in a newline. Equal certificates give equal bytes. O(length), as
/// the next.
std::string to_json(const Certificate& certificate);

/// Reads what to_json writes, and any other file of the format: keys in any order, and an `about`
/// with values that are no texts, which are left out. What it says is not looked at: that is the
/// checker's part. Throws FieldError (core/base/json_fields.h), which names the field.
Certificate parse_certificate(std::string_view text);

/// What an entry of a strategy takes in a certificate and in its JSON together, about.
constexpr std::uint64_t certificate_bytes(const std::string& position) {
  return 2 * position.size() + 192;
}

/// Certifies that a finished position is won by the side not to move.
template <int W>
Certificate certify_finished(const Board<W>& board, const Position<W>& position);

/// Certifies that the moves lead from the position back to it; they must.
template <int W>
Certificate certify_cycle(const Board<W>& board, const Position<W>& position,
                          const std::vector<Place>& moves);

}  // namespace onyx
