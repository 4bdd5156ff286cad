#include "experiments/puzzles/candidate.h"

#include <algorithm>
#include <array>

namespace onyx {
namespace {

using namespace std::string_view_literals;
constexpr std::array kRejectNames{"none"sv,
                                  "the side to move can connect at once"sv,
                                  "no win or draw was found within the limits"sv,
                                  "the win takes fewer or more plies than asked for"sv,
                                  "several first moves reach the demand"sv,
                                  "the value of a first move could not be told"sv,
                                  "the first move is forced"sv,
                                  "the first move is the one obvious capture"sv,
                                  "too few wrong moves are tempting"sv,
                                  "too many defences"sv,
                                  "a dual on the main line"sv,
                                  "parity"sv,
                                  "no game leads there"sv,
                                  "more stones than asked for"sv,
                                  "not the theme asked for"sv,
                                  "not the difficulty asked for"sv,
                                  "known position"sv,
                                  "known solution pattern"sv,
                                  "enough of this difficulty"sv,
                                  "known combination"sv,
                                  "one reply refutes all, and enough are such"sv,
                                  "the first move is not quiet, as wished for"sv,
                                  "the side to move is lost at first sight"sv,
                                  "who wins with the other side to move could not be told"sv,
                                  "the side to move wins, or loses, and enough are such"sv,
                                  "enough with a cycle of this pattern"sv,
                                  "what refutes a first move could not be told"sv};
static_assert(kRejectNames.size() == kRejects);

}  // namespace

std::string_view name_of(Reject reject) { return kRejectNames[static_cast<std::size_t>(reject)]; }

std::optional<Reject> reject_named(std::string_view name) {
  const auto* const found = std::find(kRejectNames.begin(), kRejectNames.end(), name);
  if (found == kRejectNames.end()) return {};
  return static_cast<Reject>(found - kRejectNames.begin());
}

template <int W>
Candidate<W> candidate_win(const WideBoard<W>& board, BoundedSearch<W>& search,
                           const WidePosition<W>& position, int least, int most,
                           int refutation_plies) {
  Candidate<W> candidate;
  candidate.position = position;
  if (winning_moves(board, position).any()) return candidate.refused(Reject::over_at_once);
  // One ply more than `most`: that the side to move loses is found sooner than that it does not
  // win.
  const std::optional<Outcome> outcome = search.outcome(position, most + 1);
  if (!outcome || outcome->value() != Value::win) return candidate.refused(Reject::not_decided);
  candidate.plies = outcome->distance();
  if (candidate.plies < least || candidate.plies > most) {
    return candidate.refused(Reject::other_length);
  }
  int keys = 0;
  std::vector<WidePosition<W>> others;
  PlaceSet<W> moves = placements(board, position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const WidePosition<W> next = successor(board, position, place);
    const std::optional<bool> wins = search.loses_within(next, candidate.plies - 1);
    if (!wins) return candidate.refused(Reject::key_not_unique);
    if (*wins) {
      candidate.key = place;
      if (++keys > 1) return candidate.refused(Reject::several_keys);
    } else {
      others.push_back(next);
    }
  }
  for (const WidePosition<W>& next : others) {
    const std::optional<Outcome> result = search.outcome(next, refutation_plies);
    if (!result) return candidate.refused(Reject::key_not_unique);
    if (result->value() != Value::win) return candidate.refused(Reject::several_keys);
  }
  return candidate;
}

#define ONYX_INSTANTIATE(W)                                                   \
  template Candidate<W> candidate_win(const WideBoard<W>&, BoundedSearch<W>&, \
                                      const WidePosition<W>&, int, int, int);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
