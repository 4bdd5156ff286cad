#include "tests/fuzz/plain_moves.h"

#include <set>

#include "tests/fuzz/plain_file.h"
#include "tests/fuzz/plain_guesses.h"
#include "tests/fuzz/plain_play.h"

namespace onyx::fuzz {
namespace {

using plain::Position;

/// Returns the place that is empty in `before` and has a stone in `next`.
unsigned reply_between(const Position& before, const Position& next) {
  const std::vector<plain::Place> places = plain::places(before.width, before.height);
  for (unsigned i = 0; i < places.size(); ++i) {
    if (before.at(places[i]) == '.' && next.at(places[i]) != '.') return i;
  }
  return PlainGuesses::kNoPlace;
}

/// Walks through all play under a strategy, and asks for moves in the order of the format.
class Walk {
 public:
  Walk(char owner, bool must_end, const NextMove& next)
      : owner_(owner), must_end_(must_end), next_(next) {}

  /// Arrives at a position. If a move is needed there, stores it in `answer`. Returns the fault, or
  /// "".
  std::string arrive(const Position& position, unsigned reply, unsigned& answer) {
    if (plain::connected(position, plain::opponent(owner_))) return "the opponent connects";
    if (wins_within_three(position)) return "";
    const auto [arrived, is_new] = arrived_.insert(position);
    if (!is_new) return must_end_ && open_.count(position) > 0 ? "play repeats" : "";
    const std::optional<unsigned> move = next_({*arrived, reply, answer});
    if (!move) return "a move too few";
    answer = *move;
    const std::optional<Position> result = after(*arrived, *move);
    if (!result) return "an illegal move";
    open_.insert(position);
    std::string why = arrive_at_all(*result, replies(*result));
    open_.erase(position);
    return why;
  }

  /// Arrives at each of `positions`: those after the replies to `before`, or `before` itself.
  std::string arrive_at_all(const Position& before, const std::vector<Position>& positions) {
    unsigned answer = PlainGuesses::kNoPlace;
    for (const Position& position : positions) {
      std::string why = arrive(position, reply_between(before, position), answer);
      if (!why.empty()) return why;
    }
    return "";
  }

 private:
  const char owner_;
  const bool must_end_;
  const NextMove& next_;
  std::set<Position> arrived_;
  std::set<Position> open_;  ///< Positions on the line of play that is being walked.
};

/// Returns why the format must refuse one strategy; "" if it must accept the strategy.
std::string fault_of_strategy(const PlainMoves& certificate, char owner) {
  const std::vector<unsigned>& moves = certificate.of(owner);
  std::size_t used = 0;
  const auto next = [&](const Arrival&) {
    return used < moves.size() ? std::optional(moves[used++]) : std::nullopt;
  };
  std::string why = walk(certificate.start, owner, certificate.claim != 'D', next);
  if (why.empty() && used != moves.size()) return "a move too many";
  return why;
}

/// Returns the blocks of a strategy. From the first move that does not fit the walk, moves are
/// counted but not encoded; the block then ends with bytes that decode to no moves, because a
/// reader might otherwise decode probable moves.
std::vector<PackedFile::Block> guessed_blocks(const PlainMoves& certificate, char owner,
                                              std::size_t moves_in_block) {
  const std::vector<unsigned>& moves = certificate.of(owner);
  std::vector<PackedFile::Block> blocks;
  PlainGuesses guesses;
  std::size_t done = 0;
  const auto finish_block = [&](std::size_t count) {
    blocks.push_back({guesses.block(), static_cast<std::uint32_t>(count)});
  };
  const auto next = [&](const Arrival& arrival) -> std::optional<unsigned> {
    if (done == moves.size() || !after(arrival.position, moves[done])) return std::nullopt;
    guesses.add(arrival.position, arrival.reply, arrival.answer, moves[done]);
    if (++done % moves_in_block == 0) finish_block(moves_in_block);
    return moves[done - 1];
  };
  const Position& start = certificate.start;
  if (plain::valid(start) && !plain::game_over(start)) walk(start, owner, false, next);
  if (done % moves_in_block > 0 || done < moves.size()) {
    finish_block(done % moves_in_block + moves.size() - done);
    if (done < moves.size()) blocks.back().content += "\x01\x02\x03\x04";
  }
  return blocks;
}

}  // namespace

std::string bytes_of(const PlainMoves& certificate, std::size_t moves_in_block) {
  PackedFile file = file_of({certificate.version, certificate.claim, certificate.start});
  file.blocks = guessed_blocks(certificate, 'V', moves_in_block);
  const std::size_t of_v = file.blocks.size();
  for (auto& block : guessed_blocks(certificate, 'H', moves_in_block)) {
    file.blocks.push_back(std::move(block));
  }
  set_counts(file, of_v);
  return packed(file);
}

std::string walk(const Position& start, char owner, bool must_end, const NextMove& next) {
  return Walk(owner, must_end, next).arrive_at_all(start, beginnings(start, owner));
}

std::string fault_of(const PlainMoves& certificate) {
  if (certificate.version != '4') return "another version";
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
