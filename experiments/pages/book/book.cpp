#include "experiments/pages/book/book.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "core/notation.h"
#include "experiments/pages/book/book_files.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/pages/svg/board_svg.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/support/counted.h"
#include "experiments/support/fill_in.h"

namespace onyx {
namespace {

/// Variations and refutations that are printed of one puzzle; the file has all.
constexpr std::size_t kMostVariations = 8;
constexpr std::size_t kMostRefutations = 8;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

// --- Diagrams ------------------------------------------------------------------------------------

/// What every diagram uses: stones, and the empty boards.
std::string symbols(const std::set<std::string>& boards) {
  std::string text;
  for (const Player player : {Player::V, Player::H}) {
    text += fmt::format("<g id=\"{}\">{}</g>\n", letter_of(player), stone_svg(player));
  }
  for (const std::string& board : boards) {
    text += fmt::format("<g id=\"b{}\">{}</g>\n", board,
                        empty_board_svg(Geometry(parse_board_size(board)), Drawing::tiling));
  }
  return text;
}

/// The position; with `moves`, also their numbers on the places where they are played first.
std::string diagram(const Puzzle& puzzle, const std::vector<std::string>& moves) {
  const SmallBoard board(board_of(puzzle));
  const Geometry& geometry = board.geometry();
  const auto [width, height] = picture_size(geometry.size());
  std::string svg = fmt::format(
      R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img"><title>{}</title><use href="#b{}"/>)", width,
      height, puzzle.position, format_board_size(geometry.size()));
  const SmallPosition position = parse_position(board, puzzle.position);
  for (const Player player : {Player::V, Player::H}) {
    position.of(player).for_each([&](Place place) {
      const Spot at = pixel_of(geometry, place, Drawing::tiling);
      svg +=
          fmt::format(R"(<use href="#{}" x="{:.1f}" y="{:.1f}"/>)", letter_of(player), at.x, at.y);
    });
  }
  SmallSet numbered_places;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Place place = parse_place(geometry, moves[i].substr(0, moves[i].find('*')));
    if (numbered_places.has(place)) continue;
    numbered_places.add(place);
    const Spot at = pixel_of(geometry, place, Drawing::tiling);
    const bool is_dark = (position.to_move == Player::V) == (i % 2 == 0);
    svg += fmt::format(
        R"(<circle cx="{0:.1f}" cy="{1:.1f}" r="17" fill="{2}" stroke="#1d2733" stroke-width="2"/>)"
        R"(<text x="{0:.1f}" y="{3:.1f}" font-size="22" font-weight="bold" font-family="sans-serif" text-anchor="middle" fill="{4}">{5}</text>)",
        at.x, at.y, is_dark ? "#1d2733" : "#fdfaf0", at.y + 8, is_dark ? "#fdfaf0" : "#1d2733",
        i + 1);
  }
  return svg + "</svg>";
}

// --- Parts ---------------------------------------------------------------------------------------

std::string stars(int difficulty) {
  std::string text;
  for (int i = 1; i <= 5; ++i) text += i <= difficulty ? "★" : "☆";
  return text;
}

std::string part_of(const Puzzle& puzzle) {
  return fmt::format("{}, {}", puzzle.kind == PuzzleKind::win ? "Play and win" : "Draw studies",
                     stars(puzzle.difficulty));
}

std::string puzzle_block(const Puzzle& puzzle, std::size_t number) {
  std::string demand = demand_of(puzzle);
  // "V to play" stands out.
  demand = "<b>" + demand.substr(0, 9) + "</b>" + demand.substr(9);
  return fmt::format(
      "<div class=\"puzzle\" id=\"p{0}\"><div class=\"head\"><a class=\"number\" "
      "href=\"#s{0}\">{0}</a><span class=\"stars\">{1}</span></div>{2}<p "
      "class=\"demand\">{3}</p></div>\n",
      number, stars(puzzle.difficulty), diagram(puzzle, {}), demand);
}

/// Pages of four; a new part begins a new page and heads it.
std::string puzzle_pages(const std::vector<Puzzle>& puzzles) {
  std::string pages;
  std::string part;
  std::size_t on_page = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::string own = part_of(puzzles[i]);
    const bool is_new_part = own != part;
    if (is_new_part || on_page == 4) {
      if (i > 0) pages += "</div>\n";
      const std::string anchor = i == 0 ? " id=\"puzzles\"" : "";
      pages += is_new_part ? fmt::format("<div class=\"page first\"{}><h2>{}</h2>\n", anchor, own)
                           : "<div class=\"page\">\n";
      on_page = 0;
    }
    part = own;
    pages += puzzle_block(puzzles[i], i + 1);
    ++on_page;
  }
  return pages + (puzzles.empty() ? "" : "</div>\n");
}

/// The texts joined, those beyond `most` counted.
std::string some_of(std::vector<std::string> texts, std::size_t most, std::string_view separator) {
  const std::size_t left = texts.size() - std::min(texts.size(), most);
  texts.resize(std::min(texts.size(), most));
  std::string text = fmt::format("{}", fmt::join(texts, separator));
  if (left > 0) text += fmt::format("{}and {} more", separator, left);
  return text;
}

/// Length of the turn that the text begins with: digits, "." or "…", a blank, and the move; or 0.
std::size_t turn_length(std::string_view text) {
  std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == 0) return 0;
  const std::string_view after = text.substr(end);
  for (const std::string_view dots : {". ", "… "}) {
    if (!after.starts_with(dots)) continue;
    end += dots.size();
    const std::size_t move = std::min(text.find_first_of(" ;", end), text.size()) - end;
    return move == 0 ? 0 : end + move;
  }
  return 0;
}

/// As HTML, with each number kept on one line with its move.
std::string moves_html(const std::string& text) {
  const std::string whole = escaped(text);
  std::string html;
  for (std::string_view rest = whole; !rest.empty();) {
    std::size_t length = turn_length(rest);
    if (length > 0) {
      html += fmt::format("<span class=\"turn\">{}</span>", rest.substr(0, length));
    } else {
      // What is skipped is a run of digits, or all letters before the next one.
      length = rest.find_first_not_of("0123456789");
      if (length == 0) length = rest.find_first_of("0123456789");
      length = std::min(length, rest.size());
      html += rest.substr(0, length);
    }
    rest.remove_prefix(length);
  }
  return html;
}

std::string solution_block(const Puzzle& puzzle, std::size_t number) {
  std::string text =
      fmt::format("<p class=\"main\"><a class=\"number\" href=\"#p{0}\">{0}.</a> {1}", number,
                  moves_html(numbered(puzzle.main_line)));
  if (puzzle.kind == PuzzleKind::draw) {
    const std::size_t cycle = puzzle.main_line.size() - puzzle.cycle_begin;
    text += fmt::format(
        ", and the position after {} is back",
        puzzle.cycle_begin == 0 ? "no move" : counted(puzzle.cycle_begin, "ply", "plies"));
    text += fmt::format(" (a cycle of {})", counted(cycle, "ply", "plies"));
  }
  text += "</p>";
  const std::vector<std::string> variations = variations_of(puzzle);
  if (!variations.empty()) {
    text += "<p>" + moves_html(some_of(variations, kMostVariations, "; ")) + ".</p>";
  }
  const std::vector<std::string> refutations = refutations_of(puzzle);
  if (!refutations.empty()) {
    text += "<p>Tempting: " + escaped(some_of(refutations, kMostRefutations, ", ")) + ".</p>";
  }
  if (!puzzle.is_pure) text += "<p>There is a second way later on the main line.</p>";
  std::vector<std::string_view> themes;
  for (const Theme theme : puzzle.themes) themes.push_back(name_of(theme));
  text += fmt::format(
      "<p class=\"small\">{}{}{}. {}</p>", fmt::join(themes, ", "), themes.empty() ? "" : "; ",
      counted(static_cast<std::uint64_t>(puzzle.stones), "stone", "stones"), puzzle.position);
  return fmt::format("<div class=\"solution\" id=\"s{}\">{}<div>{}</div></div>\n", number,
                     diagram(puzzle, puzzle.main_line), text);
}

/// Links to puzzles whose numbers increase; three or more in a row are written "1–3".
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

/// Groups by name, in order; each with links to its puzzles.
std::string index(const std::vector<std::pair<std::string, std::vector<std::size_t>>>& groups) {
  std::string text = "<div class=\"index\">\n";
  for (const auto& [name, numbers] : groups) {
    text += fmt::format("<p><b>{}</b> ({}): {}</p>\n", name, numbers.size(), links_to(numbers));
  }
  return text + "</div>\n";
}

std::string theme_index(const std::vector<Puzzle>& puzzles) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
  for (const Theme theme : kThemes) {
    auto& group = groups.emplace_back(name_of(theme), std::vector<std::size_t>{});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (std::ranges::find(puzzles[i].themes, theme) != puzzles[i].themes.end()) {
        group.second.push_back(i + 1);
      }
    }
  }
  return index(groups);
}

std::string level_index(const std::vector<Puzzle>& puzzles) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
  for (int difficulty = 1; difficulty <= 5; ++difficulty) {
    auto& group = groups.emplace_back(stars(difficulty), std::vector<std::size_t>{});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (puzzles[i].difficulty == difficulty) group.second.push_back(i + 1);
    }
  }
  return index(groups);
}

}  // namespace

std::string book_html(std::vector<Puzzle> puzzles, const BookSettings& settings) {
  const auto rank = [](const Puzzle& puzzle) {
    return std::tuple(puzzle.kind, puzzle.difficulty, format_board_size(board_of(puzzle)),
                      puzzle.plies, puzzle.id);
  };
  std::ranges::sort(puzzles, [&](const Puzzle& a, const Puzzle& b) { return rank(a) < rank(b); });
  std::set<std::string> boards;
  std::size_t draws = 0;
  std::string hints;
  std::string solutions;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    boards.insert(format_board_size(board_of(puzzles[i])));
    draws += puzzles[i].kind == PuzzleKind::draw ? 1 : 0;
    hints += fmt::format("<p><span class=\"number\">{}</span> {}</p>\n", i + 1,
                         escaped(hint_of(puzzles[i])));
    solutions += solution_block(puzzles[i], i + 1);
  }
  const std::string summary =
      fmt::format("{} and {} on {}, each with a solution that is proved",
                  counted(puzzles.size() - draws, "position to win", "positions to win"),
                  counted(draws, "draw study", "draw studies"), fmt::join(boards, " and "));
  return filled(content_of(kBookFiles, "book.html"),
                {{"@TITLE@", escaped(settings.title)},
                 {"@STYLE@", std::string(content_of(kBookFiles, "book.css"))},
                 {"@SYMBOLS@", symbols(boards)},
                 {"@SUMMARY@", summary},
                 {"@COVER@", puzzles.empty() ? "" : diagram(puzzles.back(), {})},
                 {"@RULE@", kDifficultyRule},
                 {"@PUZZLES@", puzzle_pages(puzzles)},
                 {"@HINTS@", hints},
                 {"@SOLUTIONS@", solutions},
                 {"@THEMES@", theme_index(puzzles)},
                 {"@LEVELS@", level_index(puzzles)}});
}

}  // namespace onyx
