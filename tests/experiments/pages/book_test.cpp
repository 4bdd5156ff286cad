// Tests onyx book: every puzzle and move is shown; no page gives away the solution of a
// neighbouring puzzle; selections; pages and bookmarks of the PDF; and refusals.

#include "experiments/pages/book/book.h"

#include <map>
#include <regex>
#include <set>

#include "core/notation.h"
#include "experiments/pages/book/paper.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/pages/book/solution_text.h"
#include "experiments/pages/book/variations.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/solution.h"
#include "tests/experiments/program.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

using Json = nlohmann::json;

const Path kPuzzles = Path(ONYX_TEST_DIR) / "puzzles/sample.puzzles.jsonl";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

class Book : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "source");
    std::filesystem::copy(kPuzzles, folder_ / "source/a.puzzles.jsonl");
  }

  Result make(const Arguments& more) {
    return run_onyx(with({"--json", "book", folder_ / "source", "--out", folder_ / "book"}, more));
  }
  std::string page() const { return read(folder_ / "book/book.html"); }

  const TemporaryFolder folder_;
};

TEST_F(Book, ShowsEveryPuzzleOnce) {
  std::filesystem::create_directories(folder_ / "source/deep");
  std::filesystem::copy(kPuzzles, folder_ / "source/deep/b.puzzles.jsonl");
  const Result result = make({"--title", "<i>Ours</i> & \"theirs\""});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("puzzles"), 4);
  EXPECT_EQ(result.json().at("repeated"), 4);
  const std::string html = page();
  for (const char* const number : {"1", "2", "3", "4"}) {
    EXPECT_EQ(count_of(html, std::string("id=\"p") + number + "\""), 1U);
    EXPECT_EQ(count_of(html, std::string("id=\"s") + number + "\""), 1U);
  }
  for (const Puzzle& puzzle : read_puzzles(kPuzzles)) {
    EXPECT_EQ(count_of(html, ": " + puzzle.position + "</title>"), count_of(html, puzzle.position));
    EXPECT_NE(html.find(demand_in_words(puzzle)), std::string::npos);
    EXPECT_NE(html.find("<b>1" + std::string(kJoin) + puzzle.main_line[0]), std::string::npos);
  }
  EXPECT_EQ(count_of(html, "class=\"puzzle\""), 4U);
  // The program's notation of positions is for machines, so it may appear only in diagram titles.
  EXPECT_EQ(count_of(html, "class=\"position\""), 0U);
  EXPECT_NE(html.find("&lt;i&gt;Ours&lt;/i&gt; &amp; &quot;theirs&quot;"), std::string::npos);
  EXPECT_EQ(count_of(html, "<i>Ours"), 0U);
  for (const char* const outside : {"https:", "src=", "<script", "@import", "url("}) {
    EXPECT_EQ(count_of(html, outside), 0U) << outside;
  }
  // No placeholder may remain. The book says "in 4 moves", not "in 7 plies at the latest".
  EXPECT_FALSE(std::regex_search(html, std::regex(R"(\{\{|\}\})")));
  EXPECT_EQ(count_of(html, "at the latest"), 0U + count_of(html, "fourth stone at the latest"));
  EXPECT_EQ(names_in(folder_ / "source"), (Texts{"a.puzzles.jsonl", "deep"}));
}

TEST_F(Book, IsCalledAfterWhatIsInIt) {
  ASSERT_EQ(make({"--board", "6x6", "--count", "1"}).code, 0);
  EXPECT_EQ(count_of(page(), "<title>Mini-Onyx puzzles</title>"), 1U);
  EXPECT_EQ(count_of(page(), "(1–1)"), 0U) << "one puzzle is no range";
  std::filesystem::copy(
      Path(ONYX_TEST_DIR) / "../results/puzzles/8x8-win-seed1-shard0of1.puzzles.jsonl",
      folder_ / "source/b.puzzles.jsonl");
  ASSERT_EQ(make({}).code, 0);
  EXPECT_EQ(count_of(page(), "<title>Onyx puzzles</title>"), 1U);
}

TEST_F(Book, RulesShowLinesMidpointsAndBothCaptures) {
  ASSERT_EQ(make({}).code, 0);
  const std::string html = page();
  for (const char* const title :
       {"The empty board", "Stones that are joined", "Midpoints that can and cannot be taken",
        "The capture of a pair", "After the capture", "The capture of two pairs",
        "After the capture of two pairs"}) {
    EXPECT_GE(count_of(html, std::string("<title>") + title), 1U) << title;
  }
}

// --- Solutions -----------------------------------------------------------------------------------

/// Returns the moves that the diagrams of a line show, as stones or in notes, keyed by move number.
std::map<std::size_t, std::string> moves_shown(const PuzzleBoard& board,
                                               const std::vector<LineDiagram>& diagrams) {
  std::map<std::size_t, std::string> moves;
  const auto add = [&](std::size_t number, const std::string& place) {
    EXPECT_TRUE(moves.emplace(number, place).second) << number << " twice";
  };
  for (const LineDiagram& diagram : diagrams) {
    std::map<int, std::string> numbered;
    std::set<Place> places;
    for (const PrintedStone& stone : diagram.picture.stones) {
      EXPECT_TRUE(places.insert(stone.place).second) << "two stones on a place";
      if (stone.number == 0) continue;
      numbered[stone.number] = format_place(board.geometry(), stone.place);
      add(static_cast<std::size_t>(stone.number), numbered[stone.number]);
    }
    for (const std::string& note : diagram.notes) {
      const std::size_t at = note.find(" at ");
      const std::string where = note.substr(at + 4);
      const bool is_number = where.find_first_not_of("0123456789") == where.npos;
      add(std::stoul(note), is_number ? numbered.at(std::stoi(where)) : where);
    }
  }
  return moves;
}

TEST(LineDiagrams, LeaveNoMoveOut) {
  std::size_t again = 0;  // points taken a second time
  for (const Puzzle& puzzle : read_puzzles(kPuzzles)) {
    const PuzzleBoard board(board_of(puzzle));
    const std::vector<Place> line = main_line_of(board, puzzle);
    const auto moves =
        moves_shown(board, line_diagrams(board, parse_position(board, puzzle.position), line));
    ASSERT_EQ(moves.size(), line.size()) << puzzle.id;
    std::set<Place> places;
    for (std::size_t i = 0; i < line.size(); ++i) {
      EXPECT_EQ(moves.at(i + 1), format_place(board.geometry(), line[i])) << puzzle.id;
      again += places.insert(line[i]).second ? 0 : 1;
    }
  }
  EXPECT_GT(again, 0U);
}

TEST(LineDiagrams, SayWhereAStoneIsPlacedAgain) {
  const std::string text = "6/2VV2/2V3/HHVHH1/6/1HV3 CD23:H H";
  const PuzzleBoard board(board_size_of(text));
  const PuzzlePosition start = parse_position(board, text);
  const auto line = [&](const Texts& moves) {
    std::vector<Place> places;
    for (const std::string& move : moves) {
      places.push_back(parse_place(board.geometry(), move));
    }
    return places;
  };
  const auto shorter = line_diagrams(board, start, line({"C2", "B2", "C2"}));
  ASSERT_EQ(shorter.size(), 1U);
  EXPECT_EQ(shorter[0].notes, Texts{"3 at 1"});
  const auto longer = line_diagrams(board, start, line({"C2", "B2", "C2", "F3", "F4"}));
  ASSERT_EQ(longer.size(), 2U);
  EXPECT_TRUE(longer[0].notes.empty());
  EXPECT_EQ(longer[1].first, 3U);
}

Step step_of(const std::string& move, std::vector<Step> next, Texts threats = {}) {
  Step step;
  step.move = move;
  step.next = std::move(next);
  step.threats = std::move(threats);
  return step;
}

std::string with_blanks(std::string text) {
  return std::regex_replace(text, std::regex(std::string(kJoin)), " ");
}

TEST(SolutionText, TellsVariationsWithWholeMoves) {
  Puzzle puzzle;
  puzzle.position = "6/6/6/6/6/6 - V";
  puzzle.main_line = {"C2", "D3*", "B4"};
  puzzle.plies = 3;
  const Step answer = step_of("A1", {}, {"F1", "F2"});
  puzzle.solution = step_of("C2", {step_of("D3*", {step_of("B4", {})}), step_of("E1", {answer}),
                                   step_of("BC12", {answer}), step_of("F6", {step_of("C3", {})})});
  EXPECT_EQ(with_blanks(numbered(puzzle.main_line)), "1 C2 2 D3* 3 B4");
  const Texts lines = variations_of(puzzle);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(with_blanks(lines[0]), "2 E1 or BC12: 3 A1, and F1 or F2 connects");
  EXPECT_EQ(with_blanks(lines[1]), "2 F6: 3 C3");
  EXPECT_EQ(result_in_words(puzzle), "Black wins in 2 moves");
}

std::string danger_told(const Puzzle& puzzle) {
  const PuzzleBoard board(board_of(puzzle));
  return told_danger(board, puzzle, danger_of(board, puzzle));
}

std::string line_told(const Puzzle& puzzle) {
  const PuzzleBoard board(board_of(puzzle));
  return with_blanks(told_line(board, puzzle, danger_of(board, puzzle)));
}

Texts told_refutations(const Puzzle& puzzle) {
  const PuzzleBoard board(board_of(puzzle));
  Texts texts = refutations_of(board, puzzle, danger_of(board, puzzle));
  std::ranges::transform(texts, texts.begin(), with_blanks);
  return texts;
}

TEST(SolutionText, TellsARefutationOnce) {
  Puzzle puzzle;
  puzzle.position = "6/6/6/6/6/6 - V";
  puzzle.solution = step_of("F6", {});
  puzzle.wrong = {{"A1", "H wins", 3, "C3", true},
                  {"B1", "H wins", 3, "C3", true},
                  {"C1", "H wins", 9, "C3", false},
                  {"D1", "draw", 0, "E5", true}};
  const Texts texts = told_refutations(puzzle);
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_EQ(texts[0], "1 D1 fails to 2 E5 (only a draw)");
  EXPECT_EQ(texts[1], "1 C1 fails to 2 C3, and White wins in 5 moves");
  EXPECT_EQ(texts[2], "1 A1 and B1 fail to 2 C3, and White wins in 2 moves");
}

TEST(SolutionText, TellsWhatAReplyDoesUnlessTheDangerSaidIt) {
  Puzzle puzzle;
  // White captures C2 and D3 with D2.
  puzzle.position = "6/6/6/2HV2/2V3/6 - V";
  puzzle.solution = step_of("F6", {});
  puzzle.wrong = {{"A1", "H wins", 3, "D2*", true}, {"B1", "H wins", 3, "D2*", true}};
  const std::string closer = "which captures C2 and D3";
  EXPECT_EQ(danger_told(puzzle),
            "White wants to play D2, " + closer + "; this refutes every move except the solution.");
  EXPECT_EQ(told_refutations(puzzle),
            Texts{"1 A1 and B1 fail to 2 D2*, and White wins in 2 moves"});

  Puzzle lost = puzzle;
  lost.kind = PuzzleKind::who;
  lost.plies = 6;
  EXPECT_EQ(danger_told(lost), "");
  EXPECT_EQ(told_refutations(lost),
            Texts{"1 A1 and B1 are met by 2 D2*, " + closer + ", and White wins in 2 moves"});

  Puzzle one = puzzle;
  one.wrong.pop_back();
  EXPECT_EQ(danger_told(one), "");
  EXPECT_EQ(told_refutations(one),
            Texts{"1 A1 fails to 2 D2*, " + closer + ", and White wins in 2 moves"});

  Puzzle threat = puzzle;
  threat.position = "6/6/6/HHHHH1/6/6 - V";
  threat.wrong = {{"A1", "H wins", 1, "F3", true}, {"B1", "H wins", 1, "F3", true}};
  EXPECT_EQ(danger_told(threat), "White threatens to connect at F3 or F4.");
  EXPECT_EQ(told_refutations(threat),
            Texts{"1 A1 and B1 fail to 2 F3, which connects left and right"});
}

std::vector<Puzzle> published(const std::string& name) {
  return read_puzzles(Path(ONYX_TEST_DIR) / "../results/puzzles" / (name + ".puzzles.jsonl"));
}

TEST(SolutionText, SaysWhatThreatensAndWhatTheKeyDoes) {
  // E1 blocks White and prepares a capture at D2, and the text must say so.
  const std::vector<Puzzle> puzzles = published("6x6-win-seed1-shard0of1");
  const auto puzzle = std::ranges::find(puzzles, "6x6-win-1ce23e40bc33267a", &Puzzle::id);
  ASSERT_NE(puzzle, puzzles.end());
  EXPECT_TRUE(danger_told(*puzzle).starts_with("White wants to play E1")) << danger_told(*puzzle);
  const std::string told = line_told(*puzzle);
  EXPECT_TRUE(told.starts_with("1 E1! takes the point that White wants")) << told;
  EXPECT_NE(told.find("3 D2* "), std::string::npos) << told;
  EXPECT_EQ(count_of(told, "quiet"), 0U) << told;
}

/// Returns the stones that the opponent could capture if the side to move passed.
std::set<std::string> capturable(plain::Position position) {
  position.side = plain::opponent(position.side);
  std::set<std::string> stones;
  for (const plain::Move& move : plain::legal_moves(position)) {
    if (move.pairs == 0) continue;
    const plain::Position next = plain::play(position, move);
    for (const plain::Place& place : plain::places(position.width, position.height)) {
      if (position.at(place) != '.' && next.at(place) == '.') stones.insert(plain::name(place));
    }
  }
  return stones;
}

Texts matches_of(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Texts found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.push_back(at->str(at->size() - 1));
  }
  return found;
}

/// Returns the text about a main-line move, from its number to the next full stop or semicolon.
std::string said_of(const std::string& told, std::size_t index, const std::string& move) {
  const std::string head = std::to_string(index + 1) + ' ' + move;
  std::size_t begin = told.starts_with(head) ? 0 : told.find("; " + head);
  if (begin == told.npos) begin = told.find(". " + head);
  EXPECT_NE(begin, told.npos) << head << " in " << told;
  return told.substr(begin, told.find_first_of(".;", begin + 2) - begin);
}

/// Returns the solver's next step after the reply; nullptr if the tree does not have it.
const Step* following(const Step* step, const std::string& reply) {
  if (step == nullptr) return nullptr;
  const auto next = std::ranges::find(step->next, reply, &Step::move);
  return next == step->next.end() || next->next.empty() ? nullptr : &next->next.front();
}

TEST(SolutionText, SaysWhyAMoveIsMade) {
  constexpr const char* kPlaces = "((?:[A-F]{1,2}[1-6]{1,2}(?:, | and )?)+)";
  constexpr const char* kPlace = "([A-F]{1,2}[1-6]{1,2})";
  std::map<std::string, int> seen;
  for (const Puzzle& puzzle : published("6x6-win-seed1-shard0of1")) {
    const std::string line = line_told(puzzle);
    EXPECT_EQ(count_of(line, "who now needs"), 0U) << puzzle.id;
    plain::Position position = plain::from_text(puzzle.position);
    const Step* step = &puzzle.solution;
    for (std::size_t i = 0; i < puzzle.main_line.size(); ++i) {
      const std::string said = said_of(line, i, puzzle.main_line[i]);
      const plain::Position next = plain::play(position, puzzle.main_line[i]);
      plain::Position passed = next;
      passed.side = position.side;
      // The text in parentheses is about a later move.
      const std::string own = std::regex_replace(said, std::regex(R"(\(which .*?\)+ after)"), "");
      for (const std::string& saved : matches_of(own, std::string(" saves ") + kPlaces)) {
        for (const std::string& stone : matches_of(saved, kPlace)) {
          EXPECT_TRUE(capturable(position).contains(stone)) << puzzle.id << ": " << said;
          EXPECT_FALSE(capturable(passed).contains(stone)) << puzzle.id << ": " << said;
          ++seen["saves"];
        }
      }
      std::map<std::string, std::string> answers;
      for (const Step& reply : step == nullptr ? std::vector<Step>{} : step->next) {
        if (!reply.next.empty()) answers[reply.move] = reply.next.front().move;
      }
      std::smatch told;
      if (std::regex_search(
              said, told,
              std::regex(R"(by \d+ (\S+)(?: \(which .*?\)+)? after \d+ (\S+) )"
                         R"(and by \d+ (\S+)(?: \(which .*?\)+)? after \d+ ([^ ,]+))"))) {
        EXPECT_EQ(answers[told[2]], told[1]) << said;
        EXPECT_EQ(answers[told[4]], told[3]) << said;
        EXPECT_NE(told[1], told[3]) << said;
        ++seen["answers"];
      }
      if (std::regex_search(said, told, std::regex(R"( stops (\d+) (\S+)$)"))) {
        EXPECT_EQ(told[1], std::to_string(i + 2)) << said;
        const bool is_an_answer = std::ranges::any_of(
            answers, [&](const auto& answer) { return answer.second == told[2]; });
        EXPECT_TRUE(is_an_answer) << said;
        EXPECT_NE(answers[puzzle.main_line[i]], told[2]) << puzzle.id << ": " << said;
        EXPECT_EQ(std::ranges::count(puzzle.not_sole_at.value(), i + 1), 0) << puzzle.id;
        ++seen["stops"];
      }
      if (i % 2 == 1) step = following(step, puzzle.main_line[i]);
      position = next;
    }
  }
  for (const char* const deed : {"saves", "answers", "stops"}) EXPECT_GT(seen[deed], 5) << deed;
}

TEST(SolutionText, TriesRightMovesInTheWrongOrder) {
  const std::regex sentence(
      R"(1 (.*?)(?:, which .*)? fails? to 2 ([A-Z]+[0-9]+\**)(?:, which )?(.*))");
  int tried = 0;
  for (const Puzzle& puzzle : published("6x6-win-seed1-shard0of1")) {
    const Texts texts = told_refutations(puzzle);
    std::set<std::string> named;
    for (const std::string& text : texts) {
      std::smatch told;
      ASSERT_TRUE(std::regex_match(text, told, sentence)) << puzzle.id << ": " << text;
      const std::string moves = told[1];
      const std::string end = told[3];
      for (const std::string& move : matches_of(moves, R"(([A-Z]+[0-9]+\**))")) {
        const auto wrong = std::ranges::find(puzzle.wrong, move, &WrongMove::move);
        ASSERT_NE(wrong, puzzle.wrong.end()) << puzzle.id << ": " << text;
        EXPECT_EQ(wrong->reply, told[2]) << puzzle.id << ": " << text;
        const int wins_in = (wrong->plies + 1) / 2;
        const std::string how = wrong->value == "draw" ? " (only a draw)"
                                : wrong->plies == 1    ? "connects"
                                                       : " wins in " + std::to_string(wins_in);
        EXPECT_NE(end.find(how), end.npos) << puzzle.id << ": " << text;
        named.insert(move.substr(0, move.find('*')));
      }
      if (moves.find(" others") != moves.npos) named.insert("others");
    }
    if (named.contains("others")) continue;  // the text omits some moves
    for (std::size_t i = 2; i < puzzle.main_line.size(); i += 2) {
      const std::string later = puzzle.main_line[i].substr(0, puzzle.main_line[i].find('*'));
      const bool is_wrong = std::ranges::any_of(puzzle.wrong, [&](const WrongMove& wrong) {
        return wrong.move.substr(0, wrong.move.find('*')) == later;
      });
      if (!is_wrong) continue;
      EXPECT_TRUE(named.contains(later)) << puzzle.id << ": " << later;
      ++tried;
    }
  }
  EXPECT_GT(tried, 10);
}

/// Plays moves such as "2 C4 3 B4*" by the plain rules; the first move is numbered `number`. Fails
/// for a wrong number, an illegal move or a wrong number of stars. Returns the number of moves.
std::size_t played_moves(plain::Position& position, std::size_t number, const std::string& text) {
  const std::regex numbered(R"((\d+) ([A-Z]+\d+)(\**))");
  std::size_t moves = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), numbered), end; at != end; ++at) {
    EXPECT_EQ(std::stoul((*at)[1]), number + moves) << text;
    const std::vector<plain::Move> legal = plain::legal_moves(position);
    const auto move =
        std::ranges::find_if(legal, [&](const plain::Move& one) { return one.place == (*at)[2]; });
    EXPECT_NE(move, legal.end()) << text << ": " << at->str();
    if (move == legal.end()) return moves;
    EXPECT_EQ(static_cast<std::size_t>(move->pairs), (*at)[3].str().size()) << text;
    position = plain::play(position, *move);
    ++moves;
  }
  return moves;
}

TEST(SolutionText, EachVariationCanBePlayedFromWhereItBranches) {
  std::size_t branches = 0;
  for (const char* const name : {"4x4-win-seed1-shard0of1", "6x6-win-seed21-shard0of1"}) {
    for (const Puzzle& puzzle : published(name)) {
      for (const std::string& variation : variations_of(puzzle)) {
        const std::string text = with_blanks(variation);
        if (text.find(" any of ") != text.npos) continue;  // names no reply
        std::smatch told;
        const std::regex parts(R"((?:after ([^,]*), )?((\d+) .*))");
        ASSERT_TRUE(std::regex_match(text, told, parts)) << text;
        const std::string before = told[1];
        const auto first = static_cast<std::size_t>(std::stoi(before.empty() ? told[3] : told[1]));
        plain::Position position = plain::from_text(puzzle.position);
        for (std::size_t i = 0; i + 1 < first; ++i) {
          position = plain::play(position, puzzle.main_line[i]);
        }
        const std::size_t moves = played_moves(position, first, before);
        EXPECT_GT(played_moves(position, first + moves, told[2]), 0U) << puzzle.id << ": " << text;
        branches += moves > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(branches, 50U);
}

TEST(SolutionText, SaysWhereAnotherMoveWinsLater) {
  std::size_t later = 0;
  for (const Puzzle& puzzle : published("6x6-win-seed21-shard0of1")) {
    const std::string told = told_alternatives(puzzle);
    for (const std::uint64_t index : puzzle.not_sole_at.value()) {
      EXPECT_NE(told.find(std::to_string(index + 1)), told.npos) << puzzle.id << ": " << told;
      later += told.find("the quickest") != told.npos ? 1 : 0;
    }
    if (puzzle.not_sole_at->empty()) {
      EXPECT_EQ(told.find("the quickest"), told.npos) << puzzle.id;
    }
  }
  EXPECT_GT(later, 20U);
}

TEST(SolutionText, ListsAtMostSixMoves) {
  Puzzle puzzle;
  puzzle.position = "6/6/6/6/6/6 - V";
  puzzle.main_line = {"C2"};
  puzzle.solution = step_of("C2", {});
  puzzle.solution.also = {"A1", "B1", "C1", "D1", "E1", "F1", "A2"};
  EXPECT_EQ(told_alternatives(puzzle), "Move 1 can also be A1, B1, C1 or 4 others.");
  puzzle.solution.also.pop_back();
  EXPECT_EQ(told_alternatives(puzzle), "Move 1 can also be A1, B1, C1, D1, E1 or F1.");
}

// --- Hints ---------------------------------------------------------------------------------------

TEST(Hints, OfNeighboursDoNotStandTogether) {
  for (const std::size_t puzzles : {1U, 2U, 4U, 24U, 600U, 1301U}) {
    const auto numbers = hint_numbers(puzzles);
    std::vector<std::size_t> owner(3 * puzzles + 1, puzzles);
    for (std::size_t i = 0; i < puzzles; ++i) {
      for (const std::size_t number : numbers[i]) {
        ASSERT_GE(number, 1U);
        ASSERT_LE(number, 3 * puzzles);
        ASSERT_EQ(owner[number], puzzles) << "a number twice";
        owner[number] = i;
      }
    }
    if (puzzles < 24) continue;
    for (std::size_t number = 2; number <= 3 * puzzles; ++number) {
      const std::size_t a = owner[number - 1];
      const std::size_t b = owner[number];
      EXPECT_GT(std::max(a, b) - std::min(a, b), 6U) << puzzles << ": hint " << number;
    }
  }
}

TEST_F(Book, PutsHintsElsewhereThanThePuzzles) {
  ASSERT_EQ(make({}).code, 0);
  const std::string html = page();
  const std::size_t hints = html.find("<section id=\"hints\"");
  ASSERT_NE(hints, std::string::npos);
  EXPECT_LT(html.find("id=\"p4\""), hints);
  for (int number = 1; number <= 12; ++number) {
    const std::string name = std::to_string(number);
    EXPECT_EQ(count_of(html, "href=\"#h" + name + "\""), 1U);
    EXPECT_GT(html.find("id=\"h" + name + "\""), hints);
  }
}

TEST(Hints, LeadToTheFirstMoveInThreeStages) {
  for (const std::string name : {"sample", "resist", "who"}) {
    for (const Puzzle& puzzle :
         read_puzzles(Path(ONYX_TEST_DIR) / "puzzles" / (name + ".puzzles.jsonl"))) {
      const PuzzleBoard board(board_of(puzzle));
      const Hints hints = hints_of(board, puzzle, danger_of(board, puzzle));
      const std::string key = puzzle.solution.move.substr(0, puzzle.solution.move.find('*'));
      EXPECT_NE(hints[2].find(key), std::string::npos) << puzzle.id;
      EXPECT_EQ(hints[0].find(key), std::string::npos) << puzzle.id;
      EXPECT_EQ(hints[1].find(key), std::string::npos) << puzzle.id;
      EXPECT_NE(hints[0], hints[1]) << puzzle.id;
      for (const std::string& hint : hints) {
        EXPECT_TRUE(puzzle.kind != PuzzleKind::who || hint.find("win") == hint.npos) << hint;
      }
    }
  }
}

std::ptrdiff_t number_of_captures(const std::string& position) {
  return std::ranges::count_if(plain::legal_moves(plain::from_text(position)),
                               [](const plain::Move& move) { return move.pairs > 0; });
}

TEST(Hints, DoNotGiveTheKeyAwayTogether) {
  // If only one of the two places in hint 3 fitted hint 2, together they would give away the key.
  std::size_t regions = 0;
  for (const Puzzle& puzzle : published("6x6-win-seed1-shard0of1")) {
    const PuzzleBoard board(board_of(puzzle));
    const Hints hints = hints_of(board, puzzle, danger_of(board, puzzle));
    if (hints[1].ends_with("captures.")) {
      EXPECT_GT(number_of_captures(puzzle.position), 1) << puzzle.id << hints[1];
    }
    std::smatch places;
    ASSERT_TRUE(std::regex_match(hints[2], places, std::regex("It is (.*) or (.*)\\.")));
    const Geometry geometry(board_of(puzzle));
    const Place first = parse_place(geometry, places[1].str());
    const Place second = parse_place(geometry, places[2].str());
    if (geometry.is_midpoint(first) != geometry.is_midpoint(second)) {
      EXPECT_EQ(hints[1].find("midpoint"), std::string::npos) << puzzle.id << hints[1];
    } else if (!geometry.is_midpoint(first) &&
               hints[1].find("part of the board") != std::string::npos) {
      ++regions;
      EXPECT_EQ(2 * geometry.x_of(first) + 1 < 6, 2 * geometry.x_of(second) + 1 < 6) << hints[1];
      EXPECT_EQ(2 * geometry.y_of(first) + 1 < 6, 2 * geometry.y_of(second) + 1 < 6) << hints[1];
    }
  }
  EXPECT_GT(regions, 20U);
}

// --- Selections, tables, diagrams ----------------------------------------------------------------

TEST(Selection, TakesWhatIsAskedForWhateverTheOrder) {
  std::vector<Puzzle> puzzles;
  for (int i = 0; i < 40; ++i) {
    Puzzle puzzle;
    puzzle.id = std::to_string(i);
    puzzle.position = i % 4 == 0 ? "5/5/5/5/5 - V" : "6/6/6/6/6/6 - V";
    puzzle.difficulty = 1 + i % 5;
    if (i % 3 == 0) puzzle.themes = {Theme::midpoint};
    puzzles.push_back(puzzle);
  }
  Selection selection;
  selection.themes = {Theme::midpoint, Theme::ladder};
  EXPECT_EQ(selected(puzzles, selection).size(), 14U);
  selection.least_difficulty = 2;
  selection.most_difficulty = 3;
  selection.boards = {{6, 6}};
  for (const Puzzle& puzzle : selected(puzzles, selection)) {
    EXPECT_TRUE(puzzle.difficulty == 2 || puzzle.difficulty == 3);
    EXPECT_EQ(board_of(puzzle), (BoardSize{6, 6}));
    EXPECT_EQ(puzzle.themes, std::vector{Theme::midpoint});
  }
  Selection some;
  some.count = 10;
  const std::vector<Puzzle> drawn = selected(puzzles, some);
  EXPECT_EQ(drawn.size(), 10U);
  std::vector<Puzzle> reversed(puzzles.rbegin(), puzzles.rend());
  EXPECT_EQ(selected(reversed, some), drawn);
  some.seed = 2;
  EXPECT_NE(selected(puzzles, some), drawn);
}

TEST(Selection, IsVariedAndPrefersSeveralRefutations) {
  std::vector<Puzzle> puzzles;
  for (int i = 0; i < 100; ++i) {
    Puzzle puzzle;
    puzzle.id = std::to_string(i);
    puzzle.position = "6/6/6/6/6/6 - V";
    puzzle.kind = i < 10 ? PuzzleKind::draw : PuzzleKind::win;
    puzzle.measures.emplace().refutations = 1 + i % 2;
    puzzles.push_back(puzzle);
  }
  Selection selection;
  selection.count = 12;
  const std::vector<Puzzle> taken = selected(puzzles, selection);
  // A tenth are studies. Shares follow the square roots of the counts, 1 : 3, so 3 of 12.
  EXPECT_EQ(std::ranges::count(taken, PuzzleKind::draw, &Puzzle::kind), 3);
  for (const Puzzle& puzzle : taken) EXPECT_EQ(puzzle.measures->refutations, 2) << puzzle.id;
}

TEST_F(Book, WritesATableAndADiagramOfEach) {
  const Result result = make({"--csv", "--svg", "--count", "3", "--seed", "5"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("puzzles"), 3);
  const std::string table = read(folder_ / "book/book.csv");
  EXPECT_EQ(count_of(table, "\r\n"), 4U);
  EXPECT_TRUE(table.starts_with("\"number\",\"id\",\"kind\""));
  const Texts names = names_in(folder_ / "book/diagrams");
  EXPECT_EQ(names.size(), result.json().at("diagrams"));
  for (const std::string& name : names) {
    EXPECT_EQ(count_of(table, name), 1U) << name;
    const std::string svg = read(Path(folder_ / "book/diagrams") / name);
    EXPECT_TRUE(svg.starts_with("<svg xmlns=")) << name;
    EXPECT_TRUE(svg.ends_with("</svg>\n")) << name;
  }
  EXPECT_EQ(names.front(), "0001-solution-1.svg");
}

// --- Paper ---------------------------------------------------------------------------------------

TEST(PageGrid, FillsThePageWithWholeCells) {
  for (const Paper& paper : kPapers) {
    for (const int per_page : {1, 2, 4, 6}) {
      const PageGrid grid = page_grid(paper, per_page);
      const int columns = per_page >= 4 ? 2 : 1;
      EXPECT_LE(grid.cell_width * columns, grid.text_width + 1e-9);
      EXPECT_LE(grid.cell_height * per_page / columns, grid.text_height);
      EXPECT_LE(grid.diagram_height, grid.cell_height);
      EXPECT_GE(grid.diagram_height, 36) << paper.name << ' ' << per_page;
    }
  }
}

bool can_print() {
  std::istringstream folders(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((Path(folder) / "weasyprint").c_str(), X_OK) == 0) return true;
  }
  return false;
}

TEST_F(Book, IsPrintedOnThePaperWithBookmarks) {
  if (!can_print()) GTEST_SKIP() << "there is no WeasyPrint";
  const Result result = make({"--pdf", "--paper", "a5", "--per-page", "2"});
  ASSERT_EQ(result.code, 0) << result;
  const std::string pdf = read(folder_ / "book/book.pdf");
  ASSERT_TRUE(pdf.starts_with("%PDF"));
  // The page is 148 mm by 210 mm, here in points.
  const std::regex box(R"(/MediaBox \[\s*0 0 419\.[0-9]+ 595\.[0-9]+)");
  const auto pages = std::distance(std::sregex_iterator(pdf.begin(), pdf.end(), box), {});
  EXPECT_GE(pages, 8);
  EXPECT_EQ(count_of(pdf, "/MediaBox"), static_cast<std::size_t>(pages));
  EXPECT_GE(count_of(pdf, "/Outlines"), 1U);
  for (const char* const title : {"Contents", "The rules of Onyx", "Puzzles", "Hints", "Solutions",
                                  "Index of ideas", "Index of difficulty"}) {
    EXPECT_GE(count_of(pdf, std::string("/Title (") + title + ")"), 1U) << title;
  }
  EXPECT_EQ(names_in(folder_ / "book"), (Texts{"book.html", "book.pdf"}));
}

// --- What is refused -----------------------------------------------------------------------------

TEST_F(Book, SaysWhatIsMissingForThePdf) {
  const Arguments arguments{"book", folder_ / "source", "--out", folder_ / "book", "--pdf"};
  const std::string path = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  ::setenv("PATH", folder_.path().c_str(), 1);
  const Result result = run_onyx(arguments);
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("weasyprint"), std::string::npos) << result;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "book/book.html"));
}

TEST_F(Book, RefusesWhatItCannotDo) {
  const std::string source = folder_ / "source";
  expect_refused({"book", folder_ / "missing"}, "missing");
  expect_refused({"book", source, "--out", source + "/book"}, "folder of puzzles");
  expect_refused({"book", source, "--paper", "a3"}, "letter");
  expect_refused({"book", source, "--per-page", "3"}, "1, 2, 4, 6");
  expect_refused({"book", source, "--theme", "zugzwang"}, "zugzwang");
  expect_refused({"book", source, "--difficulty", "4-2"}, "2-4");
  expect_refused({"book", source, "--board", "9x9"}, "no puzzle matches");
  expect_refused({"book", source, "--count", "0"}, "--count");
  std::filesystem::create_directories(folder_ / "empty");
  write(folder_ / "empty/none.puzzles.jsonl", "");
  expect_refused({"book", folder_ / "empty"}, "no puzzles");
}

TEST_F(Book, RefusesAMoveOfThirtyThousandLetters) {
  const TemporaryFolder folder;
  Json puzzle = Json::parse(lines_of(read(kPuzzles)).at(2));
  puzzle["solution"]["next"][0]["move"] = std::string(30'000, 'A');
  write(folder / "bad.puzzles.jsonl", puzzle.dump() + "\n");
  expect_refused({"book", folder.path().string()}, "AAA");
}

TEST_F(Book, RefusesPuzzlesWhoseMovesAreNone) {
  const TemporaryFolder folder;
  Json puzzle = Json::parse(lines_of(read(kPuzzles)).at(0));
  puzzle["main_line"][0] = "<script>";
  write(folder / "bad.puzzles.jsonl", puzzle.dump() + "\n");
  expect_refused({"book", folder.path().string()}, "script");
  write(folder / "bad.puzzles.jsonl", "{\"format\": \"onyx-puzzle\"");
  expect_refused({"book", folder.path().string()}, "line 1");
  const TemporaryFolder empty;
  expect_refused({"book", empty.path().string()}, "no puzzles");
}

}  // namespace
}  // namespace onyx::test
