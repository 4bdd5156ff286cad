#include "experiments/pages/book/quiet_move.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "core/notation.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/puzzles/oracle.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {
namespace {

struct Reply {
  Place place = 0;
  PuzzleSet wins;  // the threats that still connect in 3 plies
};

std::optional<std::pair<PuzzleSet, PuzzleSet>> links_among(const PuzzleBoard& board,
                                                           const PuzzleSet& own, Player mover,
                                                           const std::vector<PuzzleSet>& pairs,
                                                           const std::vector<Reply>& replies) {
  const auto joins = [&](const PuzzleSet& stones) {
    return is_connected(board, own | stones, mover);
  };
  std::vector<PuzzleSet> links;
  std::ranges::copy_if(pairs, std::back_inserter(links), [&](const PuzzleSet& pair) {
    return !joins(pair) && std::ranges::all_of(replies, [&](const Reply& reply) {
      return !pair.has(reply.place) || (reply.wins & pair).any();
    });
  });
  for (const PuzzleSet& one : links) {
    for (const PuzzleSet& two : links) {
      bool fits = (one & two).empty() && std::ranges::all_of(replies, [&](const Reply& reply) {
                    return (reply.wins & (one | two)).any();
                  });
      one.for_each([&](Place a) {
        two.for_each(
            [&](Place b) { fits = fits && joins(PuzzleSet::single(a) | PuzzleSet::single(b)); });
      });
      if (fits) return std::pair(one, two);
    }
  }
  return std::nullopt;
}

std::vector<PuzzleSet> pairs_of(const PuzzleSet& places) {
  std::vector<PuzzleSet> pairs;
  for (PuzzleSet rest = places; rest.any();) {
    const PuzzleSet one = PuzzleSet::single(rest.pop_lowest());
    rest.for_each([&](Place two) { pairs.push_back(one | PuzzleSet::single(two)); });
  }
  return pairs;
}

}  // namespace

QuietMove quiet_move(const PuzzleBoard& board, const PuzzlePosition& after) {
  const Player mover = other(after.to_move);
  QuietMove quiet;
  if (is_finished(board, after) || threats_of(board, after, mover).any() ||
      threats_of(board, after, after.to_move).any()) {
    return quiet;
  }
  BoundedSearch<2> search(board, 12);
  const auto winning = [&](const PuzzlePosition& position, const PuzzleSet& moves) {
    PuzzleSet wins;
    (moves & placements(board, position)).for_each([&](Place place) {
      if (*search.loses_within(successor(board, position, place), 2)) wins.add(place);
    });
    return wins;
  };
  const PuzzlePosition passed = with_other_to_move(after);
  quiet.threats = winning(passed, placements(board, passed));
  std::vector<Reply> replies;
  placements(board, after).for_each([&](Place place) {
    const PuzzlePosition next = successor(board, after, place);
    replies.push_back({place, winning(next, quiet.threats)});
    if (replies.back().wins.empty() && !*search.wins_within(next, 3)) quiet.replies.add(place);
  });
  if (quiet.replies.any()) return quiet;
  const std::vector<PuzzleSet> pairs = pairs_of(quiet.threats);
  const auto both = std::ranges::find_if(pairs, [&](const PuzzleSet& pair) {
    return std::ranges::all_of(replies,
                               [&](const Reply& reply) { return (reply.wins & pair).any(); });
  });
  if (both != pairs.end()) quiet.both = *both;
  quiet.links = links_among(board, after.of(mover), mover, pairs, replies);
  return quiet;
}

std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            std::size_t next) {
  return told_quiet_move(board, after, quiet_move(board, after), next);
}

std::string told_quiet_move(const PuzzleBoard& board, const PuzzlePosition& after,
                            const QuietMove& quiet, std::size_t next) {
  const PuzzlePosition passed = with_other_to_move(after);
  const std::string_view opponent = colour_of(after.to_move);
  const auto threats = [&](const PuzzleSet& moves, std::string_view last) {
    std::vector<std::string> names;
    moves.for_each([&](Place place) {
      const std::string move = format_move(board, passed, place);
      names.push_back(next > 0 ? numbered_move(next, move) : move);
    });
    return listed(names, last);
  };
  if (quiet.links) {
    return fmt::format(
        "needs only two more links ({}, and {}): if {} takes one point of a pair, {} takes the "
        "other",
        named_places(board, quiet.links->first), named_places(board, quiet.links->second), opponent,
        colour_of(passed.to_move));
  }
  if (quiet.both) {
    return fmt::format("threatens both {}, and no reply stops both", threats(*quiet.both, "and"));
  }
  const auto count = static_cast<std::size_t>(quiet.threats.count());
  if (count == 0 || count > kMostNamed) return "";
  const PuzzlePosition then = successor(board, passed, quiet.threats.lowest());
  std::string text = fmt::format("threatens {} ({} {} connects)", threats(quiet.threats, "or"),
                                 count == 1 ? "then" : "after the first,",
                                 named_places(board, threats_of(board, then, passed.to_move)));
  if (quiet.replies.empty()) return text + ", and no reply stops them all";
  if (quiet.replies.count() > static_cast<int>(kMostNamed)) return text;
  const std::string where = named_places(board, quiet.replies);
  return text + (quiet.replies.has_two()
                     ? fmt::format(", so {} must answer at {}", opponent, where)
                     : fmt::format(", and {}'s only answer is {}", opponent, where));
}

}  // namespace onyx
