#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/notation.h"
#include "experiments/pages/book/book.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/pages/book/quiet_move.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/solution.h"
#include "experiments/puzzles/themes.h"

namespace onyx {
namespace {

class Hinter {
 public:
  Hinter(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger)
      : board_(board),
        puzzle_(puzzle),
        is_who_(puzzle.kind == PuzzleKind::who),
        is_turned_(is_who_ && aim_of(puzzle) == Aim::resist),
        start_(start_of(board, puzzle, is_turned_)),
        line_(is_turned_ ? places_in(board, puzzle.other_side.value().main_line)
                         : main_line_of(board, puzzle)),
        solver_(colour_of(start_.to_move)),
        opponent_(colour_of(other(start_.to_move))),
        facts_(facts_of(board, start_, line_)),
        danger_(danger) {}

  Hints hints() const {
    const Idea first = idea();
    const WrongMove* const decoy = decoy_of_key();
    // The third hint names the key and a decoy. If the decoy is in another part of the board,
    // naming the key's part here would reveal the key.
    const bool tells_region =
        decoy == nullptr || region_of(place_in(board_, decoy->move)) == region_of(key().place);
    const std::string second = fmt::format(
        "{}{} {}.",
        is_who_ ? fmt::format("With {} to move, the move to study", solver_) : "The first move",
        tells_region ? fmt::format(", {},", region_of(key().place)) : "", deed(first.deed, decoy));
    const std::string places = two_places(decoy);
    if (!is_who_) return {first.text, second, "It is " + places + "."};
    if (is_turned_ || is_one_point_of_both()) {
      return {
          first.text, second,
          fmt::format("{}, study {}.",
                      is_turned_ ? fmt::format("With {} to move", solver_) : "Whoever is to move",
                      places)};
    }
    return {first.text, second,
            fmt::format("With {} to move, study {}; with {} to move, {}.", solver_, places,
                        opponent_, without_star(puzzle_.other_side.value().main_line.front()))};
  }

 private:
  struct Idea {
    std::string text;
    std::string_view deed = "";
  };

  static constexpr std::string_view kCaptures = "captures";
  static constexpr std::string_view kMidpoint = "takes a midpoint";
  static constexpr std::string_view kGivenUp = "places a stone that will be captured at once";
  static constexpr std::string_view kSaves = "makes stones safe from capture";
  static constexpr std::string_view kPrepares = "prepares a capture";
  static constexpr std::string_view kWanted = "takes the point that both want";

  static PuzzlePosition start_of(const PuzzleBoard& board, const Puzzle& puzzle, bool is_turned) {
    const PuzzlePosition position = parse_position(board, puzzle.position);
    return is_turned ? with_other_to_move(position) : position;
  }

  const MoveFacts& key() const { return facts_.front(); }

  static std::string without_star(const std::string& move) {
    return move.substr(0, move.find('*'));
  }

  bool is_one_point_of_both() const {
    return is_who_ && place_in(board_, puzzle_.other_side.value().main_line.front()) ==
                          place_in(board_, puzzle_.solution.move);
  }

  bool shows(const std::vector<Place>& line, Theme theme) const {
    const auto themes = themes_of(board_, start_, line);
    return std::ranges::find(themes, theme) != themes.end();
  }

  /// For a turned puzzle, recomputes the themes, because the stored themes are the other side's.
  bool has(Theme theme) const { return is_turned_ ? shows(line_, theme) : puzzle_.has(theme); }

  bool is_midpoint_blocked() const {
    return shows({line_.begin(), line_.end() - 1}, Theme::blocked_midpoint);
  }

  Idea idea_of_capture() const {
    if (puzzle_.kind == PuzzleKind::resist) return {"A capture gains time.", kCaptures};
    if (key().captured.any()) return {"A capture decides, and it is there already.", kCaptures};
    const PuzzleSet possible = capturing_moves(board_, start_);
    std::size_t captures = 0;
    bool is_bait = false;
    for (std::size_t i = 2; i < facts_.size(); i += 2) {
      if (facts_[i].captured.empty()) continue;
      if (possible.has(facts_[i].place)) return {"A capture is there already, but it must wait."};
      if (captures++ == 0) is_bait = facts_[i].captured.has(facts_[i - 1].place);
    }
    if (captures > 1) return {"One capture is not enough: it takes two."};
    if (is_bait) {
      return {fmt::format("{} must be made to play where the stone can be captured.", opponent_)};
    }
    return {"A capture decides, but it must be prepared.", kPrepares};
  }

  Idea idea() const {
    if (is_one_point_of_both()) return {"Both sides want the same point."};
    if (!is_who_ && key().answered.any()) {
      return {fmt::format("{} threatens to connect at once.", opponent_)};
    }
    const bool gives_up = std::ranges::any_of(facts_, &MoveFacts::is_given_up);
    if (has(Theme::double_capture)) return {"One stone can capture two pairs."};
    if (has(Theme::ladder)) return {"Threat follows threat, and each has one answer."};
    if (has(Theme::blocked_midpoint) && is_midpoint_blocked()) {
      return {"Where a stone stands on the midpoint of a square, nothing is captured there."};
    }
    if (has(Theme::midpoint)) {
      return {key().is_on_midpoint ? "A midpoint touches all four corners of its square."
                                   : "A stone will stand on a midpoint.",
              kMidpoint};
    }
    if (has(Theme::repetition)) {
      return {"Look for captures that undo each other again and again.", kCaptures};
    }
    if (has(Theme::switchback)) {
      return {gives_up ? "Let the other side capture, then take the vacated point again."
                       : "A point that a capture has vacated is taken again.",
              kGivenUp};
    }
    if (has(Theme::sacrifice)) {
      return {"A stone must be given up to gain a move.", kGivenUp};
    }
    if (!is_who_ && danger_.facts && danger_.facts->captured.any()) {
      return {fmt::format("{} is about to capture.", opponent_), kSaves};
    }
    if (has(Theme::capture)) return idea_of_capture();
    if (!is_who_ && danger_.place && 5 * danger_.refuted >= 4 * puzzle_.wrong.size()) {
      return {
          fmt::format("{} wants one point: nearly every move fails to the same reply.", opponent_),
          kWanted};
    }
    return {"It is a race to connect: count the stones that each side needs."};
  }

  std::string deed(std::string_view told, const WrongMove* decoy) const {
    const auto is_new = [&](bool is_so, std::string_view text) { return is_so && text != told; };
    // The only capture on the board would be the key.
    const bool may_tell_capture = capturing_moves(board_, start_).count() > 1;
    if (is_new(key().captured.any() && may_tell_capture, kCaptures)) return std::string(kCaptures);
    if (key().connects) return "connects";
    if (key().answered.any() && key().unanswered.empty()) {
      return key().threats.any()    ? "blocks and makes a threat in turn"
             : key().prepared.any() ? "blocks and prepares a capture"
                                    : "blocks";
    }
    // If the decoy is on a point, mentioning a midpoint would reveal the key.
    const bool may_tell_midpoint =
        decoy == nullptr || board_.geometry().is_midpoint(place_in(board_, decoy->move));
    if (is_new(key().is_on_midpoint && may_tell_midpoint, kMidpoint)) {
      return std::string(kMidpoint);
    }
    if (is_new(key().is_given_up, kGivenUp)) return std::string(kGivenUp);
    const bool makes_safe = key().prevented.any() && !key().is_given_up;
    if (key().threats.any()) {
      return is_new(makes_safe, kSaves) ? "makes stones safe and threatens to connect"
                                        : "threatens to connect";
    }
    if (is_new(makes_safe, kSaves)) return std::string(kSaves);
    if (!is_turned_ && aim_of(puzzle_) == Aim::win && puzzle_.plies >= 5) {
      const QuietMove quiet = quiet_move(board_, successor(board_, start_, key().place));
      if (quiet.links) return "leaves two links to make, each with two points";
      if (quiet.both) return "makes two threats, each of which leads to a double threat";
      if (quiet.threats.any()) return "threatens to make a double threat";
    }
    if (is_new(key().prepared.any(), kPrepares)) {
      return key().captured.any() ? "captures and prepares another capture"
                                  : std::string(kPrepares);
    }
    if (is_new(!is_who_ && danger_.place == key().place, kWanted)) return std::string(kWanted);
    if (key().cost_to_other > 0) return "stands in the other side's way";
    if (facts_.size() > 2 && told != kPrepares && facts_[2].captured.any()) {
      return "quietly prepares a capture";
    }
    if (facts_.size() > 2 && facts_[2].threats.any()) return "quietly prepares a threat";
    if (key().captured.any()) return std::string(kCaptures);
    const PuzzleSet near = board_.neighbours(key().place);
    const bool is_by_own = (near & start_.of(start_.to_move)).any();
    const bool is_by_other = (near & start_.of(other(start_.to_move))).any();
    return is_by_own && is_by_other ? "goes next to stones of both colours"
           : is_by_own              ? "extends a chain"
           : is_by_other            ? fmt::format("goes next to a stone of {}", opponent_)
                                    : "stands next to no other stone";
  }

  std::string region_of(Place where) const {
    const Geometry& geometry = board_.geometry();
    const bool is_midpoint = geometry.is_midpoint(where);
    const Place place = is_midpoint ? geometry.corners_of(geometry.square_of(where))[0] : where;
    // A midpoint is half a step above and to the right of its square's lower left corner.
    const auto third = [&](int at, int length, const std::array<const char*, 3>& names) {
      const int twice = 2 * at + 1 + is_midpoint;
      return names[static_cast<std::size_t>(1 + (twice > length) - (twice < length))];
    };
    const auto [width, height] = geometry.size();
    const std::string_view row = third(geometry.y_of(place), height, {"lower", "middle", "upper"});
    const std::string_view column = third(geometry.x_of(place), width, {"left", "middle", "right"});
    if (row == column) return "in the middle of the board";
    return fmt::format("in the {} {} part of the board", row, column);
  }

  /// Returns the wrong move that hints name besides the key: preferably one that does what the key
  /// does, so that hint 2 fits both, tempting, and near the key.
  const WrongMove* decoy_of_key() const {
    const auto rank = [&](const WrongMove& wrong) {
      const Place place = place_in(board_, wrong.move);
      const MoveFacts facts = facts_of(board_, start_, {place}).front();
      const bool does_same = facts.captured.any() == key().captured.any() &&
                             facts.threats.any() == key().threats.any() &&
                             facts.prepared.any() == key().prepared.any();
      const bool is_near = region_of(place) == region_of(key().place);
      const bool is_alike = board_.geometry().is_midpoint(place) == key().is_on_midpoint;
      return std::tuple(does_same, wrong.is_tempting, is_near, is_alike, wrong.value == "draw",
                        wrong.plies);
    };
    if (is_turned_) return nullptr;  // the stored wrong moves are the other side's
    const auto decoy = std::ranges::max_element(puzzle_.wrong, {}, rank);
    return decoy == puzzle_.wrong.end() ? nullptr : &*decoy;
  }

  std::string two_places(const WrongMove* decoy) const {
    std::vector<std::string> moves{without_star(puzzle_.solution.move)};
    if (is_turned_ && !is_one_point_of_both()) {
      moves.push_back(format_place(board_.geometry(), key().place));
    }
    if (decoy != nullptr) moves.push_back(without_star(decoy->move));
    std::ranges::sort(moves);
    return listed(moves, "or");
  }

  const PuzzleBoard& board_;
  const Puzzle& puzzle_;
  const bool is_who_;
  /// Whether the hints are for the other side, because the side to move of a `who` puzzle loses.
  const bool is_turned_;
  const PuzzlePosition start_;
  const std::vector<Place> line_;
  const std::string_view solver_;
  const std::string_view opponent_;
  const std::vector<MoveFacts> facts_;
  const Danger& danger_;
};

}  // namespace

Hints hints_of(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger) {
  return Hinter(board, puzzle, danger).hints();
}

std::vector<std::array<std::size_t, kHintStages>> hint_numbers(std::size_t puzzles) {
  // The puzzles of consecutive hints are `step` apart. A step of about 0.382 times the number of
  // puzzles (golden section) keeps the puzzles of nearby hints far apart.
  std::size_t step =
      std::max<std::size_t>(1, static_cast<std::size_t>(0.382 * static_cast<double>(puzzles)));
  while (std::gcd(step, puzzles) > 1) ++step;
  std::vector<std::array<std::size_t, kHintStages>> numbers(puzzles);
  for (std::size_t stage = 0; stage < kHintStages; ++stage) {
    for (std::size_t i = 0; i < puzzles; ++i) {
      const std::size_t puzzle = i * step % puzzles;
      numbers[puzzle][stage] = stage * puzzles + i + 1;
    }
  }
  return numbers;
}

}  // namespace onyx
