// The two players. V joins bottom to top and moves first; H joins left to right.
#pragma once

#include <cstddef>
#include <cstdint>

namespace onyx {

enum class Player : std::uint8_t { V = 0, H = 1 };  ///< The values are also array indices.

constexpr Player other(Player player) { return player == Player::V ? Player::H : Player::V; }
constexpr std::size_t index_of(Player player) { return static_cast<std::size_t>(player); }
constexpr char letter_of(Player player) { return player == Player::V ? 'V' : 'H'; }

}  // namespace onyx
