// Constants of the format of compact certificates, `*.certz` (compact_format.md).
#pragma once

#include <cstddef>
#include <string_view>

namespace onyx::compact {

inline constexpr std::string_view kLetters = "OnyxCtz4";

inline constexpr std::size_t kHeaderBytes = 128;
inline constexpr std::size_t kSummedBytes = 120;
inline constexpr std::size_t kMoveCountsAt = 24;
inline constexpr std::size_t kBlockCountsAt = 40;
inline constexpr std::size_t kVersionBytes = 64;
inline constexpr std::size_t kPositionSumAt = 112;
inline constexpr std::size_t kMovesInBlock = 1 << 20;  ///< Maximum.
inline constexpr std::size_t kMostBlockBytes = 1 << 24;

constexpr std::size_t words_for(int places) { return (static_cast<std::size_t>(places) + 63) / 64; }

}  // namespace onyx::compact
