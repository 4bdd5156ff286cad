#include "solver/known/certificate_strategy.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/notation.h"
#include "core/symmetry.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/proof.h"
#include "solver/certificate/truncated_strategy.h"
#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/referee/referee.h"

namespace onyx {

using proof_number::StrategyMove;
using proof_number::StrategyMoves;

namespace {

template <int W>
class StrategyOnBoard final : public CertificateStrategy::OnBoard {
 public:
  StrategyOnBoard(const WideBoard<W>& board, Claim claimed, std::string_view start)
      : board_(board),
        symmetries_(symmetries_of(board_.geometry())),
        start_(parse_position(board_, start)) {
    claim = claimed;
    position = format_position(board_, start_);
    for (const Player player : {Player::V, Player::H}) strategy_of(player).owner = player;
  }

  void read_compact(const SourceFile& file, const Stop& stop) {
    std::uint64_t seen = 0;
    auto moves = compact::read_strategies<W>(board_, file, [&](const auto&, Place) {
      constexpr std::uint64_t kBetweenLooks = 4096;
      if (++seen % kBetweenLooks == 0 && stop.met()) throw referee::Interrupted();
    });
    for (const Player player : {Player::V, Player::H}) {
      strategy_of(player).moves = std::move(moves[index_of(player)]);
    }
    is_brief_ = true;
  }
  void read(const Certificate& certificate) {
    for (const auto& [owner, entries] : certificate.strategies) {
      auto& moves = strategy_of(owner == 'V' ? Player::V : Player::H).moves;
      for (const auto& [text, move] : entries) {
        const WidePosition<W> at = parse_position(board_, text);
        moves.try_emplace(pack(at), {parse_move(board_, at, move), 0});
      }
    }
  }

  std::uint64_t entries() const override {
    return strategies_[0].moves.size() + strategies_[1].moves.size();
  }

  std::optional<StrategyAnswer> at(std::string_view text) const override {
    const WidePosition<W> asked = parse_position(board_, text);
    const bool is_over = is_finished(board_, asked);
    for (const bool is_owners_turn : {true, false}) {
      for (const Symmetry& symmetry : symmetries_) {
        const WidePosition<W> seen = symmetry(asked);
        const Player owner = is_owners_turn ? seen.to_move : other(seen.to_move);
        if (!has_strategy(owner) || (is_over && is_owners_turn) || !is_reached(seen, owner))
          continue;
        const auto answer_to = [&](const WidePosition<W>& position) {
          const auto& image = symmetry.image;
          const auto place = std::find(image.begin(), image.end(), move_at(symmetry(position)));
          ONYX_ASSERT(place != image.end());
          return format_move(board_, position, static_cast<Place>(place - image.begin()));
        };
        StrategyAnswer answer;
        answer.position = format_position(board_, asked);
        answer.owner = letter_of(is_owners_turn ? asked.to_move : other(asked.to_move));
        answer.is_finished = is_over;
        if (is_owners_turn) {
          answer.move = answer_to(asked);
        } else {
          legal_moves(board_, asked).for_each([&](Place reply) {
            const WidePosition<W> next = successor(board_, asked, reply);
            answer.replies.push_back({format_move(board_, asked, reply),
                                      format_position(board_, next), answer_to(next)});
          });
        }
        return answer;
      }
    }
    return std::nullopt;
  }

  std::optional<Claim> value_of(std::string_view text) const override {
    if (claim == Claim::cycle) return std::nullopt;
    const WidePosition<W> asked = parse_position(board_, text);
    for (const Symmetry& symmetry : symmetries_) {
      const WidePosition<W> seen = symmetry(asked);
      const auto is_missed = [&](Player owner) {
        return has_strategy(owner) && !is_reached(seen, owner);
      };
      if (is_missed(Player::V) || is_missed(Player::H)) continue;
      if (claim == Claim::draw || !symmetry.swaps_colours) return claim;
      return claim == Claim::v_wins ? Claim::h_wins : Claim::v_wins;
    }
    return std::nullopt;
  }

  std::optional<StrategyLine> longest_line(const Stop& stop) override {
    if (claim == Claim::cycle) throw std::invalid_argument("a cycle has no strategy");
    if (claim == Claim::draw) {
      const auto line =
          line_of(board_, start_,
                  drawn_play_by(board_, start_, [&](const auto& at) { return move_at(at); }));
      return StrategyLine{line.prefix, line.cycle};
    }
    StrategyMoves<W>& strategy = strategy_of(claim == Claim::v_wins ? Player::V : Player::H);
    if (!has_ranks_) {
      End end = End::complete;
      find_ranks(board_, strategy.moves, Threads::all, stop, end);
      if (end != End::complete) return std::nullopt;
      has_ranks_ = true;
    }
    StrategyLine line;
    for (WidePosition<W> now = start_; !is_finished(board_, now);) {
      std::optional<Place> longest;
      if (now.to_move == strategy.owner) {
        longest = move_at(now);
      } else {
        int most = -1;
        legal_moves(board_, now).for_each([&](Place reply) {
          const int plies = plies_from(board_, successor(board_, now, reply), strategy);
          if (plies > most) longest = reply;
          most = std::max(most, plies);
        });
      }
      ONYX_ASSERT(longest && is_placement(board_, now, *longest));
      line.moves.push_back(format_move(board_, now, *longest));
      now = successor(board_, now, *longest);
    }
    return line;
  }

 private:
  StrategyMoves<W>& strategy_of(Player player) { return strategies_[index_of(player)]; }
  const StrategyMoves<W>& strategy_of(Player player) const { return strategies_[index_of(player)]; }
  bool has_strategy(Player player) const { return claim == Claim::draw || claim == win_of(player); }

  /// Returns the move of the mover's strategy. Every reached position has one; others may, too.
  std::optional<Place> own_move(const WidePosition<W>& at) const {
    const StrategyMove* const entry = strategy_of(at.to_move).moves.find(pack(at));
    if (entry != nullptr) return entry->move;
    return is_brief_ && !is_finished(board_, at) ? short_win(board_, at) : std::nullopt;
  }

  Place move_at(const WidePosition<W>& at) const {
    const std::optional<Place> move = own_move(at);
    if (!move) throw Damage("a strategy lacks the move of a position that it reaches");
    return *move;
  }

  /// Whether play under the owner's strategy reaches `at`. If the table lacks `at`, looks for its
  /// predecessors up to four plies back, because only wins within three plies are missing.
  bool is_reached(const WidePosition<W>& at, Player owner) const {
    if (at == start_) return true;
    if (at.to_move == owner) {
      if (strategy_of(owner).moves.find(pack(at)) != nullptr) return true;
      if (!own_move(at)) return false;
    }
    bool reached = false;
    for_each_predecessor(board_, at, [&](const WidePosition<W>& before, Place place) {
      reached = reached || ((before.to_move != owner || own_move(before) == place) &&
                            is_reached(before, owner));
    });
    return reached;
  }

  const WideBoard<W> board_;
  const std::vector<Symmetry> symmetries_;
  const WidePosition<W> start_;
  std::array<StrategyMoves<W>, 2> strategies_;
  bool is_brief_ = false;
  bool has_ranks_ = false;
};

}  // namespace

CertificateStrategy::CertificateStrategy(std::string_view bytes, const Stop& stop) {
  const auto open = [&](Claim claim, const std::string& start, const auto& read) {
    with_board(board_size_of(start), [&]<int W>(const WideBoard<W>& board) {
      auto strategy = std::make_unique<StrategyOnBoard<W>>(board, claim, start);
      read(*strategy);
      on_board_ = std::move(strategy);
    });
  };
  if (compact::is_compact(bytes)) {
    const SourceFile file = source_of_bytes(bytes);
    const auto [claim, start] = compact::claim_of(bytes.substr(0, compact::kMostStartBytes));
    open(claim, start, [&](auto& strategy) { strategy.read_compact(file, stop); });
  } else {
    const Certificate certificate = parse_certificate(bytes);
    open(certificate.claim, certificate.position,
         [&](auto& strategy) { strategy.read(certificate); });
  }
}

bool are_symmetric(std::string_view one, std::string_view other) {
  return with_board(board_size_of(one), [&]<int W>(const WideBoard<W>& board) {
    const auto group = symmetries_of(board.geometry());
    return canonical_form(group, parse_position(board, one)) ==
           canonical_form(group, parse_position(board, other));
  });
}

bool may_reach(std::string_view start, std::string_view position) {
  return with_board(board_size_of(start), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> from = parse_position(board, start);
    const WidePosition<W> asked = parse_position(board, position);
    // After play with captures, the two stones that made the last capture are still on opposite
    // corners of a square whose midpoint is empty.
    bool may_have_captured = false;
    for (const Player player : {Player::V, Player::H}) {
      (asked.of(player) & board.points()).for_each([&](Place place) {
        for (const CornerView<W>& view : board.squares_at(place)) {
          may_have_captured =
              may_have_captured ||
              (view.opposite.any() && asked.of(player).contains(view.opposite) &&
               (asked.occupied() & (view.opposite_and_midpoint - view.opposite)).empty());
        }
      });
    }
    const auto parity = [](const WidePosition<W>& at) {
      return (at.occupied().count() + (at.to_move == Player::H ? 1 : 0)) % 2;
    };
    const std::vector<Symmetry> symmetries = symmetries_of(board.geometry());
    return std::any_of(symmetries.begin(), symmetries.end(), [&](const Symmetry& symmetry) {
      const WidePosition<W> to = symmetry(asked);
      const auto may_remain = [&](Player player) {
        const PlaceSet<W> missing = from.of(player) - to.of(player);
        return may_have_captured ? (missing & board.midpoints()).empty() : missing.empty();
      };
      return parity(from) == parity(to) && may_remain(Player::V) && may_remain(Player::H);
    });
  });
}

}  // namespace onyx
