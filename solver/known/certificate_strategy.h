// Looks up the moves of a certificate's strategies, the answers to replies, and the longest line.
// Positions and moves are text, as in certificates (solver/certificate/README.md):
//
//   const CertificateStrategy strategy(bytes);          // the bytes of a JSON or compact file
//   const auto answer = strategy.at("6/6/3H2/2V3/6/6 - V");
//   if (answer && !answer->move.empty()) std::cout << answer->owner << " plays " << answer->move;
//
// Only the referee decides whether the certificate is valid, so call the referee first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// What a strategy says about a position reachable under it.
struct StrategyAnswer {
  struct Reply {
    std::string move;      ///< The opponent's move.
    std::string position;  ///< The position after this move.
    std::string answer;    ///< The owner's move in that position.
  };
  std::string position;        ///< In canonical notation.
  char owner = 'V';            ///< The strategy's player: 'V' or 'H'.
  bool is_finished = false;    ///< Whether the owner has connected.
  std::string move;            ///< The owner's move; empty if the opponent is to move.
  std::vector<Reply> replies;  ///< The opponent's legal moves, if to move.
};

struct StrategyLine {
  std::vector<std::string> moves;  ///< All moves of a win, or the moves before a draw's cycle.
  std::vector<std::string> cycle;  ///< For a draw: the moves that repeat.
};

class CertificateStrategy {
 public:
  /// Reads a JSON or compact certificate. Answers mean nothing unless the referee accepts it. A
  /// compact certificate takes microseconds and about 30 bytes per move. Throws std::runtime_error
  /// for bytes that cannot be a certificate, and referee::Interrupted (referee.h) if `stop`
  /// interrupts the reading of a compact certificate.
  explicit CertificateStrategy(std::string_view bytes, const Stop& stop = {});

  Claim claim() const { return on_board_->claim; }
  const std::string& position() const { return on_board_->position; }
  /// The number of positions with a move; compact certificates omit wins within three plies.
  std::uint64_t entries() const { return on_board_->entries(); }

  /// Returns the answer if play under a strategy reaches the position or a symmetric one (moves are
  /// then mapped, core/symmetry.h). For a draw, tries the mover's strategy first. Takes
  /// microseconds per legal move. Throws InputError if the text is not a position of this board.
  std::optional<StrategyAnswer> at(std::string_view position) const {
    return on_board_->at(position);
  }

  /// Returns the value if play reaches the position or a symmetric one under the winner's strategy,
  /// or under both strategies of a draw. Throws InputError.
  std::optional<Claim> value_of(std::string_view position) const {
    return on_board_->value_of(position);
  }

  /// Returns the longest play under a winning strategy; for a draw, the play of both strategies.
  /// Returns nullopt if `stop` ends the call. The first call takes about 10 microseconds per
  /// position. Throws std::invalid_argument for a cycle, which has no strategy.
  std::optional<StrategyLine> longest_line(const Stop& stop) {
    return on_board_->longest_line(stop);
  }

  /// Implemented for each width W (wide_board.h).
  class OnBoard {
   public:
    virtual ~OnBoard() = default;
    virtual std::uint64_t entries() const = 0;
    virtual std::optional<StrategyAnswer> at(std::string_view text) const = 0;
    virtual std::optional<Claim> value_of(std::string_view text) const = 0;
    virtual std::optional<StrategyLine> longest_line(const Stop& stop) = 0;
    Claim claim = Claim::draw;
    std::string position;
  };

 private:
  std::unique_ptr<OnBoard> on_board_;
};

/// Returns false only if no play from `start` leads to `position` or a symmetric one. Rules out
/// certificates cheaply, without opening them. Both must be legal positions of one board.
bool may_reach(std::string_view start, std::string_view position);
/// Whether a symmetry maps `one` to `other`. Both must be legal positions of one board.
bool are_symmetric(std::string_view one, std::string_view other);

}  // namespace onyx
