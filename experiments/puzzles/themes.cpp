#include "experiments/puzzles/themes.h"

#include <set>

namespace onyx {
namespace {

constexpr std::array<std::string_view, kThemes.size()> kNames{
    "capture",    "double capture",   "sacrifice into a capture",
    "midpoint",   "blocked midpoint", "quiet move",
    "switchback", "ladder",           "repetition"};

template <int W>
struct Ply {
  WidePosition<W> before;
  Place place;
  PlaceSet<W> captured;
  WidePosition<W> after;
};

/// Whether the stone completes a capture pattern but captures nothing: the midpoint is taken.
template <int W>
bool is_blocked(const WideBoard<W>& board, const Ply<W>& ply) {
  if (board.geometry().is_midpoint(ply.place)) return false;
  const Player mover = ply.before.to_move;
  return std::ranges::any_of(board.squares_at(ply.place), [&](const CornerView<W>& view) {
    const PlaceSet<W> midpoint = view.opposite_and_midpoint - view.opposite;
    return view.opposite.any() && (midpoint & ply.before.occupied()).any() &&
           ply.before.of(mover).contains(view.opposite) &&
           ply.before.of(other(mover)).contains(view.adjacent);
  });
}

template <int W>
bool is_quiet(const WideBoard<W>& board, const Ply<W>& ply) {
  const Player mover = ply.before.to_move;
  return ply.captured.empty() && threats_of(board, ply.after, mover).empty() &&
         threats_of(board, ply.before, other(mover)).empty();
}

template <int W>
int most_rungs(const WideBoard<W>& board, const std::vector<Ply<W>>& plies) {
  int most = 0;
  int rungs = 0;
  for (std::size_t i = 0; i + 1 < plies.size(); i += 2) {
    const PlaceSet<W> threats = threats_of(board, plies[i].after, plies[i].before.to_move);
    const PlaceSet<W>& near = board.neighbours(plies[i].place);
    if (threats.count() != 1 || !threats.has(plies[i + 1].place)) {
      rungs = 0;
    } else if (rungs > 0 && (near.has(plies[i - 2].place) || near.has(plies[i - 1].place))) {
      ++rungs;
    } else {
      rungs = 1;
    }
    most = std::max(most, rungs);
  }
  return most;
}

template <int W>
std::vector<Ply<W>> plies_of(const WideBoard<W>& board, const WidePosition<W>& position,
                             const std::vector<Place>& line) {
  std::vector<Ply<W>> plies;
  WidePosition<W> now = position;
  for (const Place place : line) {
    const WidePosition<W> next = successor(board, now, place);
    plies.push_back({now, place, captured_by(board, now, place), next});
    now = next;
  }
  return plies;
}

}  // namespace

std::string_view name_of(Theme theme) { return kNames[static_cast<std::size_t>(theme)]; }

template <int W>
int longest_ladder(const WideBoard<W>& board, const WidePosition<W>& position,
                   const std::vector<Place>& line) {
  return most_rungs(board, plies_of(board, position, line));
}

template <int W>
std::vector<Theme> themes_of(const WideBoard<W>& board, const WidePosition<W>& position,
                             const std::vector<Place>& line) {
  const std::vector<Ply<W>> plies = plies_of(board, position, line);
  std::set<Theme> themes;
  const auto note = [&](Theme theme, bool is_there) {
    if (is_there) themes.insert(theme);
  };
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const Ply<W>& ply = plies[i];
    note(Theme::blocked_midpoint, is_blocked(board, ply));
    if (i % 2 == 1) continue;
    note(Theme::capture, ply.captured.any());
    note(Theme::double_capture, ply.captured.count() == 4);
    note(Theme::sacrifice, i + 1 < plies.size() && plies[i + 1].captured.has(ply.place));
    note(Theme::midpoint, board.geometry().is_midpoint(ply.place));
    note(Theme::quiet_move, !is_finished(board, ply.after) && is_quiet(board, ply));
    note(Theme::switchback, i > 0 && plies[i - 1].captured.has(ply.place));
  }
  constexpr int kLadder = 3;
  note(Theme::ladder, most_rungs(board, plies) >= kLadder);
  return {themes.begin(), themes.end()};
}

#define ONYX_INSTANTIATE(W)                                                          \
  template std::vector<Theme> themes_of(const WideBoard<W>&, const WidePosition<W>&, \
                                        const std::vector<Place>&);                  \
  template int longest_ladder(const WideBoard<W>&, const WidePosition<W>&,           \
                              const std::vector<Place>&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
