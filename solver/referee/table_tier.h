// Checks that every position's code in a tier follows from the codes of its successors.
// Codes: table_check.cpp. Proof that this suffices: solver/certificate/table_format.md.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <memory>
#include <mutex>

#include "solver/referee/table_file.h"
#include "solver/referee/table_symmetry.h"

namespace onyx::referee::table {

inline constexpr std::size_t kRunPoints = 7;  // points that vary within a run of colourings
inline constexpr std::size_t kMostRun = 2187;

// The codes of a tier for one side to move, with margins at both ends: a step reads a whole run,
// even where its mask excludes targets outside the tier. Codes are uninitialised until written.
class Codes {
 public:
  explicit Codes(std::size_t colourings) : bytes_(new Byte[colourings + 2 * kMostRun]) {
    std::fill_n(&bytes_[0], kMostRun, kIllegal);
    std::fill_n(&bytes_[kMostRun + colourings], kMostRun, kIllegal);
  }
  Byte* at(std::size_t colouring) { return &bytes_[kMostRun + colouring]; }
  const Byte* at(std::size_t colouring) const { return &bytes_[kMostRun + colouring]; }

 private:
  std::unique_ptr<Byte[]> bytes_;
};

// A move that adds `distance` to the numbers of a run's colourings, where the mask, if any, is 0.
struct Step {
  std::ptrdiff_t distance;
  Bytes mask;
};

// The codes after taking a square's midpoint, one per colouring of the remaining points.
struct Reply {
  std::size_t square;
  Bytes codes;
  Remaining remaining;
  // Colourings of a run in which the corners are empty, each with its part of an index of `codes`.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> within;
};

// A set of required stones. Stones within a run are tested in advance, others once per run.
struct Condition {
  std::vector<std::pair<std::size_t, int>> stones;  // point, digit

  bool holds_within(std::size_t colouring_of_run) const {
    return std::all_of(stones.begin(), stones.end(), [&](const auto& stone) {
      return stone.first >= kRunPoints || digit(colouring_of_run, stone.first) == stone.second;
    });
  }
  bool holds_outside(const std::array<int, kMostPoints>& digits) const {
    return std::all_of(stones.begin(), stones.end(), [&](const auto& stone) {
      return stone.first < kRunPoints || digits[stone.first] == stone.second;
    });
  }
};

struct PointMoves {
  std::vector<Condition> captures;           // at most two
  std::array<std::vector<Step>, 4> steps{};  // indexed by the captures possible outside the run
};

struct Cross {
  Condition condition;
  Bytes mask;  // 255 where the condition holds within the run
};

struct Mistake {
  std::size_t colouring;
  int to_move;
  Byte says;
  Byte should_say;
};

class TierCheck {
 public:
  TierCheck(const Board& board, Tier tier, const std::array<Codes, 2>& codes)
      : board_(board), codes_(codes), run_(power_of_3(std::min(board.points, kRunPoints))) {
    for (std::size_t i = 0; i < board.squares.size(); ++i) {
      const int owner = digit(tier, i);
      if (owner == kEmpty) open_.push_back(i);
      midpoints_[static_cast<std::size_t>(owner)].add(board.points + i);
    }
    for (const int mover : {kV, kH}) {
      for (std::size_t p = 0; p < board.points; ++p) {
        moves_[index(mover)].push_back(moves_to(p, mover));
      }
      connected_[index(mover)] = connected_runs(mover);
    }
    for (const std::size_t square : open_) {
      for (const int player : {kV, kH}) crosses_.push_back(cross(square, player));
    }
  }

  // Adds the codes of the tier that the player reaches by taking the empty midpoint of `square`.
  void add_reply(int player, std::size_t square, Bytes codes) {
    Reply reply{square, std::move(codes), Remaining(board_, board_.squares[square]), {}};
    Condition empty;
    for (const std::size_t corner : board_.squares[square]) {
      empty.stones.emplace_back(corner, kEmpty);
    }
    for (std::size_t i = 0; i < run_; ++i) {
      if (!empty.holds_within(i)) continue;
      std::size_t number = 0;
      for (std::size_t p = 0; p < std::min(board_.points, kRunPoints); ++p) {
        number += static_cast<std::size_t>(digit(i, p)) * reply.remaining.weight[p];
      }
      reply.within.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(number));
    }
    replies_[index(player)].push_back(std::move(reply));
  }

  // Checks every colouring and adds to `counts`. Returns the mistake of lowest number, if any.
  std::optional<Mistake> check(Counts& counts, const Watch& watch) const {
    std::mutex mutex;
    std::optional<Mistake> first;
    const std::size_t runs = power_of_3(board_.points) / run_;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, runs, 16), [&](const auto& range) {
      end_if_interrupted(watch);
      Counts here;
      std::optional<Mistake> mistake;
      for (std::size_t run = range.begin(); run != range.end() && !mistake; ++run) {
        mistake = check_run(run, here);
      }
      const std::scoped_lock lock(mutex);
      counts.wins += here.wins;
      counts.losses += here.losses;
      counts.draws += here.draws;
      counts.illegal += here.illegal;
      if (mistake && (!first || mistake->colouring < first->colouring)) first = mistake;
    });
    return first;
  }

 private:
  static std::size_t index(int player) { return static_cast<std::size_t>(player - kV); }

  PointMoves moves_to(std::size_t p, int mover) const {
    PointMoves moves;
    std::vector<std::ptrdiff_t> removed;
    for (const std::size_t i : open_) {
      const Board::Square& corner = board_.squares[i];
      const auto k =
          static_cast<std::size_t>(std::find(corner.begin(), corner.end(), p) - corner.begin());
      if (k == 4) continue;
      const std::size_t a = corner[(k + 1) % 4];
      const std::size_t b = corner[(k + 3) % 4];
      moves.captures.push_back(
          {{{corner[(k + 2) % 4], mover}, {a, other(mover)}, {b, other(mover)}}});
      removed.push_back(other(mover) * static_cast<std::ptrdiff_t>(power_of_3(a) + power_of_3(b)));
    }
    const std::size_t choices = std::size_t{1} << moves.captures.size();
    for (std::size_t possible = 0; possible < choices; ++possible) {
      for (std::size_t captured = 0; captured < choices; ++captured) {
        if ((captured & ~possible) != 0) continue;
        Step step{mover * static_cast<std::ptrdiff_t>(power_of_3(p)), Bytes(run_, 255)};
        for (std::size_t c = 0; c < moves.captures.size(); ++c) {
          if ((captured >> c & 1) != 0) step.distance -= removed[c];
        }
        bool somewhere = false;
        bool everywhere = true;
        for (std::size_t i = 0; i < run_; ++i) {
          bool here = p >= kRunPoints || digit(i, p) == kEmpty;
          for (std::size_t c = 0; c < moves.captures.size(); ++c) {
            if ((possible >> c & 1) == 0) continue;
            here = here && moves.captures[c].holds_within(i) == ((captured >> c & 1) != 0);
          }
          if (here) step.mask[i] = 0;
          somewhere = somewhere || here;
          everywhere = everywhere && here;
        }
        if (everywhere) step.mask.clear();
        if (somewhere) moves.steps[possible].push_back(std::move(step));
      }
    }
    return moves;
  }

  Cross cross(std::size_t square, int player) const {
    const Board::Square& corner = board_.squares[square];
    Cross cross{{{{corner[0], player},
                  {corner[2], player},
                  {corner[1], other(player)},
                  {corner[3], other(player)}}},
                Bytes(run_)};
    for (std::size_t i = 0; i < run_; ++i)
      cross.mask[i] = cross.condition.holds_within(i) ? 255 : 0;
    return cross;
  }

  // Returns a run (255 where the player is connected) per set of the player's stones outside it.
  Bytes connected_runs(int player) const {
    const Places midpoints = midpoints_[static_cast<std::size_t>(player)];
    const std::size_t low_points = std::min(board_.points, kRunPoints);
    std::vector<std::uint32_t> low_stones(run_);
    for (std::size_t i = 0; i < run_; ++i) {
      for (std::size_t p = 0; p < low_points; ++p) {
        if (digit(i, p) == player) low_stones[i] |= 1U << p;
      }
    }
    const std::size_t sets = std::size_t{1} << (board_.points - low_points);
    Bytes runs(sets * run_);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, sets, 4), [&](const auto& range) {
      Bytes by_low(std::size_t{1} << low_points);
      for (std::size_t set = range.begin(); set != range.end(); ++set) {
        for (std::size_t low = 0; low < by_low.size(); ++low) {
          const bool is_so =
              board_.connected(midpoints.with({{set << low_points | low}}), letter_of(player));
          by_low[low] = is_so ? 255 : 0;
        }
        for (std::size_t i = 0; i < run_; ++i) runs[set * run_ + i] = by_low[low_stones[i]];
      }
    });
    return runs;
  }

  std::optional<Mistake> check_run(std::size_t run, Counts& counts) const {
    std::array<int, kMostPoints> digits{};  // ternary digits of the points outside the run
    std::array<std::size_t, 3> stones{};
    std::size_t rest = run;
    for (std::size_t p = kRunPoints; p < board_.points; ++p, rest /= 3) {
      digits[p] = static_cast<int>(rest % 3);
      stones[rest % 3] |= std::size_t{1} << (p - kRunPoints);
    }
    alignas(64) std::array<Byte, kMostRun> crossed{};
    for (const Cross& cross : crosses_) {
      if (!cross.condition.holds_outside(digits)) continue;
      for (std::size_t i = 0; i < run_; ++i) crossed[i] |= cross.mask[i];
    }
    for (const int mover : {kV, kH}) {
      alignas(64) std::array<Byte, kMostRun> least;
      least.fill(kIllegal);
      look_ahead(run, digits, mover, least.data());
      const Byte* const says = codes_[index(mover)].at(run * run_);
      const Byte* const mine =
          &connected_[index(mover)][stones[static_cast<std::size_t>(mover)] * run_];
      const Byte* const theirs =
          &connected_[index(other(mover))][stones[static_cast<std::size_t>(other(mover))] * run_];
      unsigned wrong = 0;
      for (std::size_t i = 0; i < run_; ++i) {
        least[i] = should_say(least[i], theirs[i], static_cast<Byte>(mine[i] | crossed[i]));
        wrong |= static_cast<unsigned>(least[i] ^ says[i]);
        // Valid codes are even or kIllegal. Missing moves or bad distances give odd codes.
        wrong |= static_cast<unsigned>(says[i] & 1) & static_cast<unsigned>(says[i] != kIllegal);
      }
      if (wrong != 0) return first_mistake(run, mover, says, least.data());
      count(says, counts);
    }
    return std::nullopt;
  }

  // Returns the correct code, given the successors' least; `lost` and `illegal` are 0 or 255.
  static Byte should_say(Byte least, Byte lost, Byte illegal) {
    const auto negated = static_cast<Byte>(0 - least);  // 256 - least; 128 for 128
    const auto answer = static_cast<Byte>(least < kDraw ? negated - 2 : negated);
    return static_cast<Byte>((answer & ~lost) | illegal);
  }

  // Lowers least[i] to the least code after a move from colouring i of the run.
  void look_ahead(std::size_t run, const std::array<int, kMostPoints>& digits, int mover,
                  Byte* least) const {
    const Codes& after = codes_[index(other(mover))];
    for (std::size_t p = 0; p < board_.points; ++p) {
      if (digits[p] != kEmpty) continue;
      const PointMoves& moves = moves_[index(mover)][p];
      std::size_t possible = 0;
      for (std::size_t c = 0; c < moves.captures.size(); ++c) {
        if (moves.captures[c].holds_outside(digits)) possible |= std::size_t{1} << c;
      }
      for (const Step& step : moves.steps[possible]) {
        const Byte* const there = after.at(run * run_) + step.distance;
        if (step.mask.empty()) {
          for (std::size_t i = 0; i < run_; ++i) least[i] = std::min(least[i], there[i]);
        } else {
          const Byte* const mask = step.mask.data();
          for (std::size_t i = 0; i < run_; ++i) {
            least[i] = std::min(least[i], static_cast<Byte>(there[i] | mask[i]));
          }
        }
      }
    }
    for (const Reply& reply : replies_[index(mover)]) {
      const Board::Square& corners = board_.squares[reply.square];
      if (std::any_of(corners.begin(), corners.end(),
                      [&](std::size_t corner) { return digits[corner] != kEmpty; })) {
        continue;
      }
      std::size_t base = 0;
      for (std::size_t p = kRunPoints; p < board_.points; ++p) {
        base += static_cast<std::size_t>(digits[p]) * reply.remaining.weight[p];
      }
      for (const auto& [i, number] : reply.within) {
        least[i] = std::min(least[i], reply.codes[base + number]);
      }
    }
  }

  Mistake first_mistake(std::size_t run, int mover, const Byte* says, const Byte* should) const {
    std::size_t i = 0;
    while (says[i] == should[i] && (says[i] % 2 == 0 || says[i] == kIllegal)) ++i;
    return {run * run_ + i, mover, says[i], should[i]};
  }

  void count(const Byte* codes, Counts& counts) const {
    unsigned losses = 0;
    unsigned draws = 0;
    unsigned illegal = 0;
    for (std::size_t i = 0; i < run_; ++i) {
      losses += codes[i] < kDraw ? 1 : 0;
      draws += codes[i] == kDraw ? 1 : 0;
      illegal += codes[i] == kIllegal ? 1 : 0;
    }
    counts.losses += losses;
    counts.draws += draws;
    counts.illegal += illegal;
    counts.wins += run_ - losses - draws - illegal;
  }

  const Board& board_;
  const std::array<Codes, 2>& codes_;  // V to move, H to move
  const std::size_t run_;              // colourings in a run
  std::vector<std::size_t> open_;      // squares whose midpoint is empty
  std::array<Places, 3> midpoints_{};  // indexed by owner
  std::array<std::vector<PointMoves>, 2> moves_;
  std::array<Bytes, 2> connected_;
  std::vector<Cross> crosses_;
  std::array<std::vector<Reply>, 2> replies_;
};

}  // namespace onyx::referee::table
