#include "experiments/pages/book/book.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/notation.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/puzzle_board.h"
#include "experiments/support/counted.h"
#include "experiments/support/embedded_file.h"
#include "experiments/support/fill_in.h"
#include "experiments/svg/printed_diagram.h"

namespace onyx {
namespace {

// --- The diagrams of the rules -------------------------------------------------------------------

std::string shown_position(std::string_view position, std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  return diagram_svg(board.geometry(), printed(board, parse_position(board, position)), title);
}

/// The position with a sign on every empty midpoint: whether it can be taken.
std::string midpoints_marked(std::string_view position, std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  PrintedDiagram diagram = printed(board, start);
  const PuzzleSet free = placements(board, start);
  (board.midpoints() - start.occupied()).for_each([&](Place midpoint) {
    diagram.signs.push_back(
        {midpoint, free.has(midpoint) ? PrintedSign::Kind::allowed : PrintedSign::Kind::forbidden});
  });
  return diagram_svg(board.geometry(), diagram, title);
}

/// The position with the move as a numbered stone and the stones that it captures crossed.
std::string before_capture(std::string_view position, std::string_view move,
                           std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  const Place place = parse_move(board, start, move);
  PrintedDiagram diagram = printed(board, start);
  const PuzzleSet captured = captured_by(board, start, place);
  for (PrintedStone& stone : diagram.stones) stone.is_captured = captured.has(stone.place);
  diagram.stones.push_back({place, start.to_move, 1, false});
  return diagram_svg(board.geometry(), diagram, title);
}

std::string after_capture(std::string_view position, std::string_view move,
                          std::string_view title) {
  const PuzzleBoard board(board_size_of(position));
  const PuzzlePosition start = parse_position(board, position);
  return diagram_svg(board.geometry(),
                     printed(board, successor(board, start, parse_move(board, start, move))),
                     title);
}

/// The diagrams by their placeholder in book.html, such as `@RULE_LINES@`.
std::vector<std::pair<std::string_view, std::string>> rules_diagrams() {
  // The two captures are from core/README.md, "Capture".
  constexpr std::string_view kPair = "6/H5/VHV3/1V1V2/2VH2/6 - V";
  constexpr std::string_view kTwoPairs = "6/H5/VHV3/1V1V2/2VH2/6 - H";
  constexpr std::string_view kChain = "6/5H/3VH1/2V3/4V1/3V2 EF45:H V";
  return {
      {"@RULE_LINES@", shown_position("open:6x6", "The empty board")},
      {"@RULE_JOINED@", shown_position(kChain, "Stones that are joined, and two that are not")},
      {"@RULE_MIDPOINTS@",
       midpoints_marked("6/4H1/6/2V3/6/6 - V", "Midpoints that can and cannot be taken")},
      {"@RULE_PAIR@", before_capture(kPair, "B5*", "The capture of a pair")},
      {"@RULE_PAIR_AFTER@", after_capture(kPair, "B5*", "After the capture")},
      {"@RULE_TWO@", before_capture(kTwoPairs, "C3**", "The capture of two pairs")},
      {"@RULE_TWO_AFTER@", after_capture(kTwoPairs, "C3**", "After the capture of two pairs")},
  };
}

/// Most variations and refutations printed per puzzle; the file has all.
constexpr std::size_t kMostVariations = 8;
constexpr std::size_t kMostRefutations = 6;

using Entries = std::vector<BookEntry>;

std::string stars(int difficulty) {
  std::string text = "<span class=\"stars\">";
  for (int i = 1; i <= 5; ++i) text += i <= difficulty ? "★" : "☆";
  return text + "</span>";
}

/// Puzzles of one kind and difficulty.
struct BookPart {
  std::string name;  ///< As HTML.
  std::string anchor;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string heading_of(PuzzleKind kind) {
  if (kind == PuzzleKind::win) return "Play and win";
  if (kind == PuzzleKind::draw) return "Draw studies";
  if (kind == PuzzleKind::who) return "Who wins?";
  return "Hold out longest";
}

std::vector<BookPart> parts_of(const Entries& entries) {
  std::vector<BookPart> parts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Puzzle& puzzle = entries[i].puzzle;
    const std::string anchor = fmt::format("{}{}", name_of(puzzle.kind), puzzle.difficulty);
    if (parts.empty() || parts.back().anchor != anchor) {
      const std::string name =
          fmt::format("{} {}", heading_of(puzzle.kind), stars(puzzle.difficulty));
      parts.push_back({name, anchor, i, i});
    }
    parts.back().end = i + 1;
  }
  return parts;
}

/// Converts a text of moves to HTML, with each number and move in bold.
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

/// Joins the texts; counts those beyond `most`.
std::string some_of(std::vector<std::string> texts, std::size_t most) {
  const std::size_t left = texts.size() - std::min(texts.size(), most);
  texts.resize(std::min(texts.size(), most));
  std::string text = fmt::format("{}", fmt::join(texts, "; "));
  if (left > 0) text += fmt::format("; and {} more", left);
  return text;
}

// --- Parts of the book ---------------------------------------------------------------------------

std::string puzzle_block(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  // A question who wins names no mover, because it is asked for both.
  const std::string mover =
      puzzle.kind == PuzzleKind::who ? "" : fmt::format("<b>{}</b> ", colour_of(solver_of(puzzle)));
  return fmt::format(
      R"(<div class="puzzle" id="p{0}"><div class="head"><a class="number" href="#s{0}">{0}</a>)"
      R"({1}</div><div class="board">{2}</div>)"
      R"(<p class="demand">{3}{4}</p>)"
      R"(<p class="hintnumbers">Hints <a href="#h{5}">{5}</a> · <a href="#h{6}">{6}</a> · <a href="#h{7}">{7}</a></p>)"
      R"(<div class="notes"></div></div>)"
      "\n",
      entry.number, stars(puzzle.difficulty), puzzle_svg(entry), mover, demand_in_words(puzzle),
      entry.hint_numbers[0], entry.hint_numbers[1], entry.hint_numbers[2]);
}

/// Rows of cells of equal size; the last cells may be empty.
std::string puzzle_rows(const Entries& entries, std::size_t begin, std::size_t end,
                        std::size_t columns) {
  std::string rows = "<div class=\"rows\">\n";
  for (std::size_t i = begin; i < end; i += columns) {
    rows += "<div class=\"row\">\n";
    for (std::size_t column = 0; column < columns; ++column) {
      rows += i + column < end ? puzzle_block(entries[i + column]) : "<div class=\"none\"></div>\n";
    }
    rows += "</div>\n";
  }
  return rows + "</div>\n";
}

/// The heading of a page with these entries: the parts that it shows. Parts that begin on the page
/// are targets of contents and bookmarks.
std::string page_heading(const std::vector<BookPart>& parts, std::size_t begin, std::size_t end) {
  std::vector<std::string> names;
  for (const BookPart& part : parts) {
    if (part.end <= begin || part.begin >= end) continue;
    names.push_back(part.begin >= begin
                        ? fmt::format("<h2 id=\"{}\">{}</h2>", part.anchor, part.name)
                        : fmt::format("<span>{}</span>", part.name));
  }
  return fmt::format("<div class=\"part\">{}</div>\n", fmt::join(names, " · "));
}

std::string puzzle_pages(const Entries& entries, const std::vector<BookPart>& parts, int per_page) {
  const auto on_page = static_cast<std::size_t>(per_page);
  const std::size_t columns = per_page >= 4 ? 2 : 1;
  std::string pages;
  for (std::size_t begin = 0; begin < entries.size(); begin += on_page) {
    const std::size_t end = std::min(begin + on_page, entries.size());
    pages += "<div class=\"page\">" + page_heading(parts, begin, end) +
             puzzle_rows(entries, begin, end, columns) + "</div>\n";
  }
  return pages;
}

std::string hint_list(const Entries& entries) {
  std::vector<std::string> hints(entries.size() * kHintStages);
  for (const BookEntry& entry : entries) {
    for (std::size_t stage = 0; stage < kHintStages; ++stage) {
      hints[entry.hint_numbers[stage] - 1] = entry.hints[stage];
    }
  }
  std::string html;
  for (std::size_t i = 0; i < hints.size(); ++i) {
    html += fmt::format("<p id=\"h{0}\"><span class=\"number\">{0}</span> {1}</p>\n", i + 1,
                        escaped(hints[i]));
  }
  return html;
}

std::string solution_pictures(const BookEntry& entry) {
  std::string html;
  for (const LineDiagram& diagram : entry.solution) {
    std::vector<std::string> caption;
    if (entry.solution.size() > 1) {
      caption.push_back(diagram.first == diagram.last
                            ? std::to_string(diagram.first)
                            : fmt::format("{}–{}", diagram.first, diagram.last));
    }
    caption.insert(caption.end(), diagram.notes.begin(), diagram.notes.end());
    html += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>",
                        solution_svg(entry, diagram), fmt::join(caption, "; "));
  }
  return html;
}

std::string solution_block(const BookEntry& entry) {
  const Puzzle& puzzle = entry.puzzle;
  const PuzzleBoard board(board_of(puzzle));
  std::string text =
      fmt::format("<p class=\"result\"><a class=\"number\" href=\"#p{0}\">{0}</a> {1}</p>",
                  entry.number, result_in_words(puzzle));
  text += "<p>" + moves_html(told_line(board, puzzle)) + "</p>";
  const std::vector<std::string> variations = variations_of(puzzle);
  if (!variations.empty()) {
    text +=
        "<p><i>Other replies.</i> " + moves_html(some_of(variations, kMostVariations)) + ".</p>";
  }
  const bool is_lost = puzzle.kind == PuzzleKind::who && aim_of(puzzle) == Aim::resist;
  const std::vector<std::string> refutations = refutations_of(puzzle);
  if (!refutations.empty()) {
    text += fmt::format("<p><i>{}</i> {}.</p>", is_lost ? "Other tries." : "Tempting, but wrong.",
                        moves_html(some_of(refutations, kMostRefutations)));
  }
  if (!puzzle.is_pure && !is_lost) text += "<p>Later on there is a second way.</p>";
  std::vector<std::string_view> themes;
  for (const Theme theme : puzzle.themes) themes.push_back(name_of(theme));
  text += fmt::format("<p class=\"small\">{}{}{}. <span class=\"position\">{}</span></p>",
                      fmt::join(themes, ", "), themes.empty() ? "" : "; ",
                      counted(static_cast<std::uint64_t>(puzzle.stones), "stone", "stones"),
                      puzzle.position);
  // With three or more diagrams there is no room for text beside them; they go above it.
  const std::size_t pictures = entry.solution.size();
  const char* const shape = pictures == 1 ? "one" : pictures == 2 ? "two" : "wide";
  return fmt::format(
      "<div class=\"solution {}\" id=\"s{}\"><div class=\"pictures\">{}</div><div "
      "class=\"words\">{}</div></div>\n",
      shape, entry.number, solution_pictures(entry), text);
}

std::string solution_parts(const Entries& entries, const std::vector<BookPart>& parts) {
  std::string html;
  for (const BookPart& part : parts) {
    html += fmt::format("<h3 class=\"solutionpart\" id=\"{}-solutions\">{}</h3>\n", part.anchor,
                        part.name);
    for (std::size_t i = part.begin; i < part.end; ++i) html += solution_block(entries[i]);
  }
  return html;
}

std::string contents_of_parts(const std::vector<BookPart>& parts, std::string_view ending) {
  std::string html;
  for (const BookPart& part : parts) {
    const std::string to = part.end - part.begin > 1 ? fmt::format("–{}", part.end) : "";
    html += fmt::format("<a class=\"sub\" href=\"#{}{}\">{} <span>({}{})</span></a>\n", part.anchor,
                        ending, part.name, part.begin + 1, to);
  }
  return html;
}

// --- Indexes -------------------------------------------------------------------------------------

/// Links to puzzles, whose numbers must increase; three or more in a row are written "1–3".
std::string links_to(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i < 3) end = i + 1;
    const std::string to = end - i > 1 ? fmt::format("–{}", numbers[end - 1]) : "";
    text += fmt::format("<a href=\"#p{0}\">{0}{1}</a> ", numbers[i], to);
    i = end;
  }
  return text;
}

/// A line of links to the entries for which `belongs` is true, under a name; empty if there
/// are none.
template <class Belongs>
std::string index_line(const Entries& entries, std::string_view name, const Belongs& belongs) {
  std::vector<std::size_t> numbers;
  for (const BookEntry& entry : entries) {
    if (belongs(entry.puzzle)) numbers.push_back(entry.number);
  }
  if (numbers.empty()) return "";
  return fmt::format("<p><b>{}</b> ({}): {}</p>\n", name, numbers.size(), links_to(numbers));
}

std::string theme_index(const Entries& entries) {
  std::string text;
  for (const Theme theme : kThemes) {
    text += index_line(entries, name_of(theme), [&](const Puzzle& puzzle) {
      return std::ranges::find(puzzle.themes, theme) != puzzle.themes.end();
    });
  }
  return text;
}

std::string level_index(const Entries& entries) {
  std::string text;
  for (int difficulty = 1; difficulty <= 5; ++difficulty) {
    text += index_line(entries, stars(difficulty),
                       [&](const Puzzle& puzzle) { return puzzle.difficulty == difficulty; });
  }
  return text;
}

// --- The whole -----------------------------------------------------------------------------------

std::string summary_of(const Entries& entries) {
  std::set<std::string> boards;
  std::map<PuzzleKind, std::size_t> counts;
  for (const BookEntry& entry : entries) {
    boards.insert(format_board_size(board_of(entry.puzzle)));
    ++counts[entry.puzzle.kind];
  }
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : counts) kinds.push_back(counted(count, kind));
  return fmt::format("{} on {}, each with a solution that is proved", listed(kinds),
                     listed({boards.begin(), boards.end()}));
}

std::string millimetres(double length) { return fmt::format("{:.2f}mm", length); }

std::string style_for(const BookSettings& settings) {
  const Paper& paper = settings.paper;
  const PageGrid grid = page_grid(paper, settings.per_page);
  const bool is_small = grid.text_width < 150;
  const double solution_diagram = is_small ? 36 : 43;
  return filled(content_of(kBookFiles, "book.css"),
                {{"@WIDTH@", millimetres(paper.width)},
                 {"@HEIGHT@", millimetres(paper.height)},
                 {"@INNER@", millimetres(paper.inner_margin)},
                 {"@OUTER@", millimetres(paper.outer_margin)},
                 {"@TOP@", millimetres(paper.top_margin)},
                 {"@BOTTOM@", millimetres(paper.bottom_margin)},
                 {"@FONT@", fmt::format("{}pt", paper.font)},
                 {"@TEXT_WIDTH@", millimetres(grid.text_width)},
                 {"@HEADING@", millimetres(grid.heading)},
                 {"@CELL_WIDTH@", millimetres(grid.cell_width)},
                 {"@CELL_HEIGHT@", millimetres(grid.cell_height)},
                 {"@DIAGRAM_WIDTH@", millimetres(grid.diagram_width)},
                 {"@DIAGRAM_HEIGHT@", millimetres(grid.diagram_height)},
                 {"@NOTES@", millimetres(0.6 * grid.notes)},
                 {"@NOTES_LINE@", grid.notes > 0 ? "0.5pt dotted #333" : "none"},
                 {"@SOLUTION_DIAGRAM@", millimetres(solution_diagram)},
                 {"@ONE_DIAGRAM@", millimetres(solution_diagram + 4)},
                 {"@TWO_DIAGRAMS@", millimetres(2 * solution_diagram + 6)},
                 {"@TWO_CELLS@", is_small ? "block" : "table-cell"},
                 {"@RULE_DIAGRAM@", millimetres(is_small ? 45 : 58)},
                 {"@HINT_COLUMNS@", is_small ? "2" : "3"},
                 {"@COVER@", millimetres(0.62 * grid.text_width)}});
}

}  // namespace

std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings) {
  const std::vector<BookPart> parts = parts_of(entries);
  std::string cover = entries.empty() ? "" : puzzle_svg(entries.back());
  std::vector<std::pair<std::string_view, std::string>> values{
      {"@TITLE@", escaped(settings.title)},
      {"@STYLE@", style_for(settings)},
      {"@SUMMARY@", summary_of(entries)},
      {"@COVER@", std::move(cover)},
      {"@CONTENTS_PUZZLES@", contents_of_parts(parts, "")},
      {"@CONTENTS_SOLUTIONS@", contents_of_parts(parts, "-solutions")},
      {"@RULE@", difficulty_rule()},
      {"@PUZZLES@", puzzle_pages(entries, parts, settings.per_page)},
      {"@HINTS@", hint_list(entries)},
      {"@SOLUTIONS@", solution_parts(entries, parts)},
      {"@THEMES@", theme_index(entries)},
      {"@LEVELS@", level_index(entries)}};
  std::ranges::move(rules_diagrams(), std::back_inserter(values));
  return filled(content_of(kBookFiles, "book.html"), values);
}

std::size_t expected_pages(const std::vector<BookEntry>& entries, const BookSettings& settings) {
  constexpr double kFront = 8;
  constexpr double kHintsOnA4 = 150;
  constexpr double kSolutionsOnA4 = 5;
  const double area = settings.paper.width * settings.paper.height / (210.0 * 297.0);
  const auto count = static_cast<double>(entries.size());
  return static_cast<std::size_t>(kFront + count / settings.per_page +
                                  count * kHintStages / (kHintsOnA4 * area) +
                                  count / (kSolutionsOnA4 * area));
}

}  // namespace onyx
