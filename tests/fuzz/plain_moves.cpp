#include "tests/fuzz/plain_moves.h"

#include <set>

#include "tests/fuzz/plain_certificate.h"
#include "tests/fuzz/plain_file.h"

namespace onyx::fuzz {
namespace {

using plain::Position;

/// Asks for moves in the order of the format.
class Walk {
 public:
  Walk(char owner, bool must_end, const NextMove& next)
      : owner_(owner), must_end_(must_end), next_(next) {}

  std::string arrive(const Position& position) {
    if (plain::connected(position, plain::opponent(owner_))) return "the opponent connects";
    if (wins_within_three(position)) return "";
    const auto [arrived, is_new] = arrived_.insert(position);
    if (!is_new) return must_end_ && open_.count(position) > 0 ? "play repeats" : "";
    const std::optional<unsigned> move = next_(*arrived);
    if (!move) return "a move too few";
    const std::optional<Position> result = after(*arrived, *move);
    if (!result) return "an illegal move";
    open_.insert(position);
    std::string why = arrive_at_all(replies(*result));
    open_.erase(position);
    return why;
  }

  std::string arrive_at_all(const std::vector<Position>& positions) {
    for (const Position& position : positions) {
      if (std::string why = arrive(position); !why.empty()) return why;
    }
    return "";
  }

 private:
  const char owner_;
  const bool must_end_;
  const NextMove& next_;
  std::set<Position> arrived_;
  std::set<Position> open_;  ///< What comes after them is still walked through.
};

/// What the format says of one strategy.
std::string fault_of_strategy(const PlainMoves& certificate, char owner) {
  const std::vector<unsigned>& moves = certificate.of(owner);
  std::size_t used = 0;
  const auto next = [&](const Position&) {
    return used < moves.size() ? std::optional(moves[used++]) : std::nullopt;
  };
  std::string why = walk(certificate.start, owner, certificate.claim != 'D', next);
  if (why.empty() && used != moves.size()) return "a move too many";
  return why;
}

}  // namespace

PlainMoves moves_from(std::string_view bytes) {
  const PackedFile file = certificate_file(bytes);
  const PlainHead head = head_from(file);
  PlainMoves certificate{head.version, head.claim, head.start, {}};
  for (std::size_t i = 0; i < file.blocks.size(); ++i) {
    const std::string& content = file.blocks[i].content;
    for (std::size_t at = 0; at + 2 <= content.size(); at += 2) {
      certificate.of(i < blocks_of_v(file) ? 'V' : 'H')
          .push_back(number_at<std::uint16_t>(content, at));
    }
  }
  return certificate;
}

std::string bytes_of(const PlainMoves& certificate, std::size_t moves_in_block) {
  PackedFile file = file_of({certificate.version, certificate.claim, certificate.start});
  std::array<std::vector<std::string>, 2> rows;
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    for (const unsigned move : certificate.moves[player]) {
      rows[player].emplace_back(2, '\0');
      put_at(rows[player].back(), 0, static_cast<std::uint16_t>(move));
    }
  }
  add_strategies(file, rows, moves_in_block);
  return packed(file);
}

std::string walk(const Position& start, char owner, bool must_end, const NextMove& next) {
  return Walk(owner, must_end, next).arrive_at_all(beginnings(start, owner));
}

std::string fault_of(const PlainMoves& certificate) {
  if (certificate.version != '3') {
    const bool has_moves = !certificate.of('V').empty() || !certificate.of('H').empty();
    if (has_moves) return "moves in place of entries";
    return fault_of(
        PlainCertificate{certificate.version == '2', certificate.claim, certificate.start, {}});
  }
  if (!plain::valid(certificate.start)) return "a bad start";
  const bool is_over = plain::game_over(certificate.start);
  if (is_over && certificate.claim != plain::opponent(certificate.start.side)) {
    return "a finished game";
  }
  for (const char owner : {'V', 'H'}) {
    const bool is_needed = !is_over && certificate.needs(owner);
    if (!is_needed && !certificate.of(owner).empty()) return "a strategy too many";
    if (!is_needed) continue;
    if (std::string why = fault_of_strategy(certificate, owner); !why.empty()) return why;
  }
  return "";
}

}  // namespace onyx::fuzz
