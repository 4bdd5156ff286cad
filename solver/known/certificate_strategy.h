// Looks up in a certificate: the moves of its strategies, answers to replies, the longest line.
// Positions and moves are text, as in certificates (solver/certificate/README.md):
//
//   const CertificateStrategy strategy(bytes);          // the bytes of a JSON or compact file
//   const auto answer = strategy.at("6/6/3H2/2V3/6/6 - V");
//   if (answer && !answer->move.empty()) std::cout << answer->owner << " plays " << answer->move;
//
// Only the referee decides whether the certificate holds: ask it first.
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
    std::string move;      ///< By the other side.
    std::string position;  ///< The position after this move.
    std::string answer;    ///< The owner's move in that position.
  };
  std::string position;        ///< In canonical notation.
  char owner = 'V';            ///< The strategy's player: 'V' or 'H'.
  bool is_finished = false;    ///< The owner has connected.
  std::string move;            ///< The owner's move; empty if the other side is to move.
  std::vector<Reply> replies;  ///< All legal moves of the other side, if it is to move.
};

struct StrategyLine {
  std::vector<std::string> moves;  ///< For a win, all moves; for a draw, those before the cycle.
  std::vector<std::string> cycle;  ///< For a draw: the moves that repeat.
};

class CertificateStrategy {
 public:
  /// Reads a JSON or compact certificate. If the referee does not accept it, the answers mean
  /// nothing. A compact one takes microseconds and about 30 bytes per move. Throws
  /// std::runtime_error for bytes that cannot be a certificate, and referee::Interrupted
  /// (referee.h) if `stop` interrupts reading a compact one.
  explicit CertificateStrategy(std::string_view bytes, const Stop& stop = {});
  CertificateStrategy(CertificateStrategy&&) noexcept;
  CertificateStrategy& operator=(CertificateStrategy&&) noexcept;
  ~CertificateStrategy();

  Claim claim() const;
  const std::string& position() const;
  /// Positions with a move; compact certificates leave out wins within three plies.
  std::uint64_t entries() const;

  /// The answer, if play under a strategy reaches the position or a symmetric one (core/symmetry.h;
  /// moves are then mapped). For a draw, first tries the strategy of the side to move. Takes
  /// microseconds per legal move. Throws InputError if the text is not a position of this board.
  std::optional<StrategyAnswer> at(std::string_view position) const;

  /// The value, if play reaches the position or a symmetric one under the winner's strategy, or
  /// under both strategies of a draw. Throws InputError.
  std::optional<Claim> value_of(std::string_view position) const;

  /// The longest play under a winning strategy; for a draw, play by both strategies. Nothing if
  /// `stop` ends the call. The first call takes about 10 microseconds per position. Throws
  /// std::invalid_argument for a cycle, which has no strategy.
  std::optional<StrategyLine> longest_line(const Stop& stop);

  class OnBoard;  ///< Implemented for each width W (wide_board.h).

 private:
  std::unique_ptr<OnBoard> on_board_;
};

/// If false, no play from `start` leads to `position` or a symmetric one. A cheap way to rule
/// out certificates without opening them. Both must be legal positions of one board.
bool may_reach(std::string_view start, std::string_view position);
/// Whether a symmetry maps one to the other. Both must be legal positions of one board.
bool are_symmetric(std::string_view one, std::string_view other);

}  // namespace onyx
