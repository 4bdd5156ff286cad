// The strategies of a certificate, ready to be asked: what does the owner play here, what answers
// each reply, how long can the other side resist?
//
// Positions and moves are text, as in certificates (solver/certificate/README.md), so that a caller
// needs nothing else of the project:
//
//   const CertificateStrategy strategy(bytes);          // of a file: JSON or compact
//   const auto answer = strategy.at("6/6/3H2/2V3/6/6 - V");
//   if (answer && !answer->move.empty()) std::cout << answer->owner << " plays " << answer->move;
//
// Nothing here decides whether the certificate holds: let the referee judge it first.
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

/// What a strategy says about a position that play under it reaches.
struct StrategyAnswer {
  struct Reply {
    std::string move;      ///< The move of the other side.
    std::string position;  ///< The position after it.
    std::string answer;    ///< The owner's move there.
  };

  std::string position;        ///< The position asked about, in canonical form.
  char owner = 'V';            ///< Whose strategy answers, 'V' or 'H'.
  bool is_finished = false;    ///< The owner has connected; then there are no moves.
  std::string move;            ///< The owner's move, if the owner is to move.
  std::vector<Reply> replies;  ///< All legal moves, if the other side is to move.
};

/// Moves from the certificate's position.
struct StrategyLine {
  std::vector<std::string> moves;  ///< A win: all moves. A draw: those before the cycle.
  std::vector<std::string> cycle;  ///< A draw: the moves that repeat for ever.
};

class CertificateStrategy {
 public:
  /// Reads the bytes of a certificate in JSON or compact. It must be one that the referee accepts;
  /// for others the answers mean nothing. Reading a compact certificate takes some microseconds and
  /// about 30 bytes per move. Throws std::runtime_error for bytes that cannot be a certificate, and
  /// referee::Interrupted (referee.h) if `stop` ends the reading of a compact one.
  explicit CertificateStrategy(std::string_view bytes, const Stop& stop = {});
  CertificateStrategy(CertificateStrategy&&) noexcept;
  CertificateStrategy& operator=(CertificateStrategy&&) noexcept;
  ~CertificateStrategy();

  Claim claim() const;
  /// The certificate's position, in canonical form.
  const std::string& position() const;
  /// Positions that have a move; a compact certificate leaves out wins within three plies.
  std::uint64_t entries() const;

  /// What a strategy of the certificate says about the position, if play under it reaches the
  /// position or a symmetric one (core/symmetry.h), whose moves are then mirrored; otherwise
  /// nothing. For a draw, the strategy of the side to move is asked first. Throws InputError for
  /// text that is not a position of this board. Takes some microseconds per legal move.
  std::optional<StrategyAnswer> at(std::string_view position) const;

  /// The value of the position, if the certificate proves it: play reaches it, up to symmetry,
  /// under the winner's strategy, or under each of the strategies of a draw. Throws InputError.
  std::optional<Claim> value_of(std::string_view position) const;

  /// The longest play under the strategy of a win; for a draw, play by both strategies. Returns
  /// nothing if `stop` ends the call. Computes the rank of each position at the first call: about
  /// 10 microseconds for each. Throws std::invalid_argument for a cycle, which has no strategy.
  std::optional<StrategyLine> longest_line(const Stop& stop);

  class OnBoard;  ///< Its implementation for one width of boards.

 private:
  std::unique_ptr<OnBoard> on_board_;
};

/// Whether play from `start` may reach `position`, or a symmetric one: false only if it cannot.
/// Cheap; tells which certificates need not be opened. Both must be legal positions of one board.
bool may_reach(std::string_view start, std::string_view position);

}  // namespace onyx
