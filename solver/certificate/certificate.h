// Certificates: claims about positions, with everything needed to verify them. The format is
// JSON (solver/certificate/README.md). Only the referee (solver/referee/) verifies them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/assert.h"
#include "core/position.h"

namespace onyx {

/// What a certificate proves about a position. `cycle` says only that play can return to it.
enum class Claim { draw, v_wins, h_wins, cycle };

constexpr Claim win_of(Player player) {
  return player == Player::V ? Claim::v_wins : Claim::h_wins;
}

const char* name_of(Claim claim);

/// The worth of a value to a player: 0 for a loss, 1 for a draw, 2 for a win.
inline int worth(Claim value, Player player) {
  ONYX_ASSERT(value != Claim::cycle);
  if (value == Claim::draw) return 1;
  return value == win_of(player) ? 2 : 0;
}

/// Whether a move by `mover`, with these values before and after it, is a mistake.
inline bool is_mistake(Claim before, Claim after, Player mover) {
  return worth(after, mover) < worth(before, mover);
}

/// Like the overload above. Returns nothing if the answer depends on an unknown value.
inline std::optional<bool> is_mistake(const std::optional<Claim>& before,
                                      const std::optional<Claim>& after, Player mover) {
  if (before && after) return is_mistake(*before, *after, mover);
  if (before && worth(*before, mover) == 0) return false;
  if (after && worth(*after, mover) == 2) return false;
  return std::nullopt;
}

/// All positions and moves are in canonical notation.
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
  std::string position{};
  std::map<char, std::map<std::string, std::string>> strategies{};  ///< Owner -> position -> move.
  std::optional<Line> line{};                                       ///< For draws and cycles.
  std::optional<ProofGame> game{};
  /// How the certificate was made; proves nothing.
  std::map<std::string, std::string> about{};

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// Writes one strategy entry per line. Equal certificates give equal bytes. O(length).
std::string to_json(const Certificate& certificate);

/// Does not verify the claim. Throws an error that derives from std::runtime_error.
Certificate parse_certificate(std::string_view text);

/// The approximate bytes of one strategy entry in a Certificate and its JSON text together.
constexpr std::uint64_t certificate_bytes(const std::string& position) {
  return 2 * position.size() + 192;
}

/// Certifies the winner of a finished position. Throws std::invalid_argument if the game is not
/// over.
Certificate certify_finished(const Position& position);

/// Certifies that the moves lead from the position back to it. Throws std::invalid_argument if they
/// do not.
Certificate certify_cycle(const Position& position, const std::vector<Place>& moves);

}  // namespace onyx
