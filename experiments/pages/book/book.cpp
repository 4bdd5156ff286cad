#include "experiments/pages/book/book.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/assert.h"
#include "core/notation.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/pages/book/variations.h"
#include "experiments/support/embedded_file.h"
#include "experiments/support/html_template.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

Json rules_diagrams() {
  // The two captures are from core/README.md, "Capture".
  constexpr std::string_view kPair = "6/H5/VHV3/1V1V2/2VH2/6 - V";
  constexpr std::string_view kTwoPairs = "6/H5/VHV3/1V1V2/2VH2/6 - H";
  constexpr std::string_view kChain = "6/5H/3VH1/2V3/4V1/3V2 EF45:H V";
  using Change = std::function<void(const PuzzleBoard&, const PuzzlePosition&, PrintedDiagram&)>;
  const auto drawn = [](std::string_view text, std::string_view title, const Change& change) {
    const PuzzleBoard board(board_size_of(text));
    const PuzzlePosition position = parse_position(board, text);
    PrintedDiagram diagram = printed(position);
    if (change) change(board, position, diagram);
    return diagram_svg(board.geometry(), diagram, title);
  };
  const Change signs = [](const PuzzleBoard& board, const PuzzlePosition& position,
                          PrintedDiagram& diagram) {
    const PuzzleSet free = placements(board, position);
    (board.midpoints() - position.occupied()).for_each([&](Place midpoint) {
      diagram.signs.push_back({midpoint, free.has(midpoint)});
    });
  };
  const auto before = [](std::string_view move) -> Change {
    return
        [move](const PuzzleBoard& board, const PuzzlePosition& position, PrintedDiagram& diagram) {
          const Place place = parse_move(board, position, move);
          const PuzzleSet captured = captured_by(board, position, place);
          for (PrintedStone& stone : diagram.stones) stone.is_captured = captured.has(stone.place);
          diagram.stones.push_back({place, position.to_move, 1, false});
        };
  };
  const auto after = [](std::string_view move) -> Change {
    return
        [move](const PuzzleBoard& board, const PuzzlePosition& position, PrintedDiagram& diagram) {
          diagram = printed(successor(board, position, parse_move(board, position, move)));
        };
  };
  return {
      {"lines", drawn("open:6x6", "The empty board", {})},
      {"joined", drawn(kChain, "Stones that are joined, and two that are not", {})},
      {"midpoints", drawn("6/4H1/6/2V3/6/6 - V", "Midpoints that can and cannot be taken", signs)},
      {"pair", drawn(kPair, "The capture of a pair", before("B5*"))},
      {"pair after", drawn(kPair, "After the capture", after("B5*"))},
      {"two pairs", drawn(kTwoPairs, "The capture of two pairs", before("C3**"))},
      {"two pairs after", drawn(kTwoPairs, "After the capture of two pairs", after("C3**"))},
  };
}

constexpr std::size_t kMostPrinted = 3;

using Entries = std::vector<BookEntry>;

std::string stars(int difficulty) {
  std::string text;
  for (int i = 1; i <= 5; ++i) text += i <= difficulty ? "★" : "☆";
  return text;
}

struct BookPart {
  const char* heading;
  std::string stars;
  std::string anchor;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<BookPart> parts_of(const Entries& entries) {
  constexpr std::array<const char*, kPuzzleKinds.size()> kHeadings{"Play and win", "Play and draw",
                                                                   "Hold out longest", "Who wins?"};
  std::vector<BookPart> parts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Puzzle& puzzle = entries[i].puzzle;
    const std::string anchor = fmt::format("{}{}", name_of(puzzle.kind), puzzle.difficulty);
    if (parts.empty() || parts.back().anchor != anchor) {
      parts.push_back({kHeadings[static_cast<std::size_t>(puzzle.kind)], stars(puzzle.difficulty),
                       anchor, i, i});
    }
    parts.back().end = i + 1;
  }
  return parts;
}

Json model_of(const BookPart& part) {
  const std::string to = part.end - part.begin > 1 ? fmt::format("–{}", part.end) : "";
  return {{"kind", part.heading},
          {"stars", part.stars},
          {"anchor", part.anchor},
          {"range", fmt::format("{}{}", part.begin + 1, to)}};
}

std::string moves_html(const std::string& text) {
  const std::string whole = escaped(text);
  std::string html;
  std::size_t done = 0;
  for (std::size_t at = whole.find(kJoin); at != whole.npos; at = whole.find(kJoin, at)) {
    std::size_t begin = at;
    while (begin > done && whole[begin - 1] >= '0' && whole[begin - 1] <= '9') --begin;
    at += kJoin.size();
    const std::size_t end = std::min(whole.find_first_of(" ,:;.()", at), whole.size());
    html += whole.substr(done, begin - done) + "<b>" + whole.substr(begin, end - begin) + "</b>";
    done = at = end;
  }
  return html + whole.substr(done);
}

/// Stores at most kMostPrinted strings in `model[key]`, as HTML, and the number of omitted strings,
/// if any, in `model[key + " left"]`.
void add_lines(Json& model, const std::string& key, const std::vector<std::string>& texts) {
  const std::size_t shown = std::min(texts.size(), kMostPrinted);
  model[key] = Json::array();
  for (std::size_t i = 0; i < shown; ++i) model[key].push_back(moves_html(texts[i]));
  if (texts.size() > shown) model[key + " left"] = texts.size() - shown;
}

Json puzzle_model(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  const bool names_mover = puzzle.kind != PuzzleKind::who;  // `who` asks about both sides
  return {{"number", entry.number},
          {"stars", stars(puzzle.difficulty)},
          {"diagram", puzzle_svg(entry)},
          {"mover", names_mover ? colour_of(solver_of(puzzle)) : ""},
          {"demand", demand_in_words(puzzle)},
          {"hints", entry.hint_numbers}};
}

Json pages_model(const Entries& entries, const std::vector<BookPart>& parts, int per_page) {
  Json pages = Json::array();
  const auto on_page = static_cast<std::size_t>(per_page);
  for (std::size_t begin = 0; begin < entries.size(); begin += on_page) {
    const std::size_t end = std::min(begin + on_page, entries.size());
    Json page;
    for (std::size_t i = begin; i < end; ++i) page["puzzles"].push_back(puzzle_model(entries[i]));
    page["begins"] = Json::array();
    std::vector<std::string> heads;
    for (const BookPart& part : parts) {
      if (part.end <= begin || part.begin >= end) continue;
      heads.push_back(fmt::format("{} {}", part.heading, part.stars));
      if (part.begin >= begin) page["begins"].push_back(model_of(part));
    }
    page["head"] = fmt::format("{}", fmt::join(heads, " · "));
    pages.push_back(std::move(page));
  }
  return pages;
}

Json hints_model(const Entries& entries) {
  Json hints = std::vector<Json>(entries.size() * kHintStages);
  for (const BookEntry& entry : entries) {
    for (std::size_t stage = 0; stage < kHintStages; ++stage) {
      const std::size_t number = entry.hint_numbers[stage];
      hints[number - 1] = {{"number", number}, {"text", entry.hints[stage]}};
    }
  }
  return hints;
}

Json solution_model(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  const PuzzleBoard board(board_of(puzzle));
  Json model{{"number", entry.number}, {"result", result_in_words(puzzle)}};
  std::string line = moves_html(told_line(board, puzzle, entry.danger));
  for (const LineDiagram& diagram : entry.solution) {
    // Begin a paragraph with each diagram, at a move of the solver.
    const std::string move = fmt::format("<b>{}{}", diagram.first | 1, kJoin);
    line = substitute(line, {{". " + move, ".</p>\n<p>" + move}});
    model["diagrams"].push_back(
        {{"diagram", solution_svg(entry, diagram)}, {"caption", caption_of(entry, diagram)}});
  }
  model["danger"] = told_danger(board, puzzle, entry.danger);
  model["line"] = line;
  model["alternatives"] = told_alternatives(puzzle);
  add_lines(model, "tries", refutations_of(board, puzzle, entry.danger));
  add_lines(model, "replies", variations_of(puzzle));
  return model;
}

/// Returns links to the entries for which `belongs` is true; three or more in a row share one link.
template <class Belongs>
Json links_to(const Entries& entries, const Belongs& belongs) {
  Json links = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!belongs(entries[i].puzzle)) continue;
    std::size_t end = i + 1;
    while (end < entries.size() && belongs(entries[end].puzzle)) ++end;
    const bool is_range = end - i > 2;
    links.push_back({{"number", entries[i].number},
                     {"to", is_range ? fmt::format("–{}", entries[end - 1].number) : ""}});
    if (is_range) i = end - 1;
  }
  return links;
}

Json ideas_model(const Entries& entries) {
  struct IdeaWords {
    Theme theme;
    const char* name;
    const char* meaning;
  };
  constexpr std::array<IdeaWords, kThemes.size()> kIdeas{{
      {Theme::capture, "Capture", "The solver captures a pair."},
      {Theme::double_capture, "Double capture", "One stone captures two pairs."},
      {Theme::sacrifice, "Sacrifice", "The stone just placed is captured by the reply."},
      {Theme::midpoint, "Midpoint", "The solver takes a midpoint."},
      {Theme::blocked_midpoint, "Safe by a midpoint",
       "A square is completed, but nothing is captured, because its midpoint is taken."},
      {Theme::quiet_move, "Quiet move",
       "A move captures nothing, threatens nothing at once and blocks no threat."},
      {Theme::switchback, "Return to the vacated point",
       "A stone goes back where one has just been captured."},
      {Theme::ladder, "Ladder",
       "Three threats in a row, each with one answer, run along a row of stones."},
      {Theme::repetition, "Repetition", "Neither side can win by force: good play repeats."},
  }};
  Json ideas = Json::array();
  for (const IdeaWords& idea : kIdeas) {
    const auto has = [&](const Puzzle& puzzle) { return puzzle.has(idea.theme); };
    const auto number = std::ranges::count_if(entries, has, &BookEntry::puzzle);
    Json links = links_to(entries, has);
    // Omit an idea that most puzzles have, because it does not help readers to choose.
    if (links.empty() || 2 * static_cast<std::size_t>(number) > entries.size()) continue;
    ideas.push_back({{"name", idea.name}, {"meaning", idea.meaning}, {"links", std::move(links)}});
  }
  return ideas;
}

Json difficulties_model(const Entries& entries) {
  Json difficulties = Json::array();
  for (int difficulty = 1; difficulty <= 5; ++difficulty) {
    Json links =
        links_to(entries, [&](const Puzzle& puzzle) { return puzzle.difficulty == difficulty; });
    if (links.empty()) continue;
    difficulties.push_back({{"stars", stars(difficulty)}, {"links", std::move(links)}});
  }
  return difficulties;
}

/// Returns, for example, "24 puzzles on 5x5 and 6x6: 15 to win and 9 to draw."
std::string summary_of(const Entries& entries) {
  constexpr std::array<const char*, kPuzzleKinds.size()> kAims{
      "to win", "to draw", "to hold out longest", "that ask who wins"};
  std::set<std::string> boards;
  std::map<PuzzleKind, std::size_t> counts;
  for (const BookEntry& entry : entries) {
    boards.insert(format_board_size(board_of(entry.puzzle)));
    ++counts[entry.puzzle.kind];
  }
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : counts) {
    kinds.push_back(fmt::format("{} {}", count, kAims[static_cast<std::size_t>(kind)]));
  }
  return fmt::format("{} on {}: {}.", counted(entries.size(), "puzzle", "puzzles"),
                     listed({boards.begin(), boards.end()}), listed(kinds));
}

/// Returns the hardest win, or the last entry if there are no wins.
const BookEntry& cover_of(const Entries& entries) {
  const auto found = std::find_if(entries.rbegin(), entries.rend(), [](const BookEntry& entry) {
    return entry.puzzle.kind == PuzzleKind::win;
  });
  return found == entries.rend() ? entries.back() : *found;
}

std::string style_for(const BookSettings& settings) {
  const Paper& paper = settings.paper;
  const PageGrid grid = page_grid(paper, settings.per_page);
  const bool is_small = grid.text_width < 150;
  return rendered(content_of(kBookFiles, "book.css"), {{"width", paper.width},
                                                       {"height", paper.height},
                                                       {"inner", paper.inner_margin},
                                                       {"outer", paper.outer_margin},
                                                       {"top", paper.top_margin},
                                                       {"bottom", paper.bottom_margin},
                                                       {"font", paper.font},
                                                       {"text width", grid.text_width},
                                                       {"cell width", grid.cell_width},
                                                       {"cell height", grid.cell_height},
                                                       {"diagram width", grid.diagram_width},
                                                       {"diagram height", grid.diagram_height},
                                                       {"notes", 0.6 * grid.notes},
                                                       {"has notes", grid.notes > 0},
                                                       {"solution diagram", is_small ? 42 : 40},
                                                       {"rule diagram", is_small ? 45 : 58},
                                                       {"hint columns", is_small ? 2 : 3},
                                                       {"cover", 0.62 * grid.text_width}});
}

}  // namespace

std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings) {
  ONYX_ASSERT(!entries.empty());
  const std::vector<BookPart> parts = parts_of(entries);
  Json model{{"title", settings.title},
             {"style", style_for(settings)},
             {"summary", summary_of(entries)},
             {"cover", puzzle_model(cover_of(entries))},
             {"pages", pages_model(entries, parts, settings.per_page)},
             {"all hints", hints_model(entries)},
             {"ideas", ideas_model(entries)},
             {"difficulties", difficulties_model(entries)}};
  for (const BookPart& part : parts) {
    Json one = model_of(part);
    for (std::size_t i = part.begin; i < part.end; ++i) {
      one["solutions"].push_back(solution_model(entries[i]));
    }
    model["parts"].push_back(std::move(one));
  }
  model.update(rules_diagrams());
  return rendered(content_of(kBookFiles, "book.html"), model);
}

}  // namespace onyx
