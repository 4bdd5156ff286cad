// Builds verdicts: the claim, position and game if accepted; the reason if rejected.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "solver/referee/referee.h"

namespace onyx::referee {

// Returns the name of the setup if the canonical `position` is a setup; otherwise `position`.
inline std::string position_or_setup(std::size_t width, std::size_t height,
                                     const std::string& position) {
  const std::string size = std::to_string(width) + 'x' + std::to_string(height);
  const std::string empty = std::to_string(width);
  const auto setup = [&](const std::string& edge, const std::string& middle) {
    std::string rows;
    for (std::size_t y = 0; y < height; ++y) {
      const bool is_edge = y == 0 || y + 1 == height;
      const bool is_middle = y == height / 2 - 1 || y == height / 2;
      rows += (y > 0 ? "/" : "") + (is_edge ? edge : is_middle ? middle : empty);
    }
    return rows + " - V";
  };
  if (position == setup(empty, empty)) return "open:" + size;
  if (width == height && width % 2 == 0 && width >= 4) {
    const std::string beside = std::to_string(width / 2 - 1);
    const std::string between = std::to_string(width - 2);
    if (position == setup(beside + "HH" + beside, 'V' + between + 'V')) return "standard:" + size;
  }
  return position;
}

inline Verdict accepted(const std::string& claim, std::size_t width, std::size_t height,
                        const std::string& position, std::optional<Verdict::Game> game = {}) {
  Verdict verdict{true, "", claim, position_or_setup(width, height, position), std::move(game), {}};
  verdict.text = verdict.claim + "; " + verdict.position;
  if (verdict.game) {
    verdict.text +=
        "; game of " + std::to_string(verdict.game->plies) + " plies from " + verdict.game->setup;
  }
  return verdict;
}

// Thrown for a defect in the file; verdict_from() turns it into the verdict.
struct Rejected {
  std::string reason;
};
[[noreturn]] inline void reject(const std::string& reason) { throw Rejected{reason}; }

// Builds a rejection. Replaces bytes that are not printable ASCII; only quoted text can have any.
inline Verdict rejected(std::string reason) {
  for (char& c : reason) c = c < ' ' || c > '~' ? '?' : c;
  return {false, std::move(reason)};
}

// Returns judge(), or a rejection if it calls reject().
template <class Judge>
Verdict verdict_from(const Judge& judge) {
  try {
    return judge();
  } catch (const Rejected& defect) {
    return rejected(defect.reason);
  }
}

}  // namespace onyx::referee
