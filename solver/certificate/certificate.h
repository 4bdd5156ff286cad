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

/// What a certificate proves about a position. `cycle` means only that play can return to it.
enum class Claim { draw, v_wins, h_wins, cycle };

constexpr Claim win_of(Player player) {
  return player == Player::V ? Claim::v_wins : Claim::h_wins;
}

const char* name_of(Claim claim);

/// Returns the worth of a value to a player: 0 for a loss, 1 for a draw, 2 for a win.
inline int worth(Claim value, Player player) {
  ONYX_ASSERT(value != Claim::cycle);
  if (value == Claim::draw) return 1;
  return value == win_of(player) ? 2 : 0;
}

/// Whether a move by `mover` that changes the value from `before` to `after` is a mistake.
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

/// Positions and moves are in the notation of solver/certificate/README.md.
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

/// Returns JSON with one strategy entry per line. Equal certificates give equal bytes. O(length).
std::string to_json(const Certificate& certificate);

/// Parses without verifying the claim. Throws an error derived from std::runtime_error.
Certificate parse_certificate(std::string_view text);

/// Returns the approximate bytes of one strategy entry in a Certificate plus its JSON text.
constexpr std::uint64_t certificate_bytes(const std::string& position) {
  return 2 * position.size() + 192;
}

/// Certifies the winner of a finished position. Throws std::invalid_argument for an unfinished one.
Certificate certify_finished(const Position& position);

/// Certifies that `moves` lead from `position` back to it. Throws std::invalid_argument if they do
/// not, or if there are none.
Certificate certify_cycle(const Position& position, const std::vector<Place>& moves);

}  // namespace onyx
