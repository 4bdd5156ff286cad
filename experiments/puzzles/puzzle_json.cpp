#include "experiments/puzzles/puzzle_json.h"

#include <fmt/core.h>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"

namespace onyx {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kPuzzleFormat = "onyx-puzzle";

Json to_json(const Step& step) {
  Json json;
  json["move"] = step.move;
  if (!step.also.empty()) json["also"] = step.also;
  if (!step.threats.empty()) json["threats"] = step.threats;
  if (step.repeats) json["repeats"] = true;
  if (step.transposes) json["transposes"] = true;
  for (const Step& next : step.next) json["next"].push_back(to_json(next));
  return json;
}

Json to_json(const WrongMove& wrong) {
  return {{"move", wrong.move},
          {"value", wrong.value},
          {"plies", wrong.plies},
          {"reply", wrong.reply},
          {"tempting", wrong.is_tempting}};
}

/// PuzzleKind::who: the value implied by the plies, "V wins" or "H wins".
const char* value_of(const Puzzle& puzzle) { return name_of(win_of(winner_of(puzzle))); }

[[noreturn]] void refuse(const std::string& why) { throw InputError("not a puzzle: " + why); }

constexpr std::uint64_t kMostPlies = 10'000;

int number_in(const JsonFields& fields, const char* key, std::uint64_t most) {
  return static_cast<int>(fields.count(key, most));
}

/// Reads moves as this program writes them: a place of the board, then a mark for each pair. Does
/// not check whether they are legal in their position; `verify` and replaying code do.
class MoveReader {
 public:
  explicit MoveReader(BoardSize size) : geometry_(size) {}

  std::string move_in(const JsonFields& fields, const char* key) const {
    return checked(fields.text(key));
  }
  std::vector<std::string> moves_in(const JsonFields& fields, const char* key) const {
    std::vector<std::string> moves = fields.texts(key);
    for (const std::string& move : moves) checked(move);
    return moves;
  }

  Step step_in(const JsonFields& fields, int depth = 0) const {
    // Real trees are much flatter; the limit keeps a forged one from exhausting the stack.
    constexpr int kDeepest = 500;
    if (depth > kDeepest) refuse("the solution is too deep");
    Step step;
    step.move = move_in(fields, "move");
    if (fields.has("also")) step.also = moves_in(fields, "also");
    if (fields.has("threats")) step.threats = moves_in(fields, "threats");
    if (fields.has("repeats")) step.repeats = fields.flag("repeats");
    if (fields.has("transposes")) step.transposes = fields.flag("transposes");
    if (!fields.has("next")) return step;
    for (const JsonFields& next : fields.objects("next")) {
      step.next.push_back(step_in(next, depth + 1));
    }
    return step;
  }

  WrongMove wrong_move_in(const JsonFields& fields) const {
    return {move_in(fields, "move"), fields.text("value"), number_in(fields, "plies", kMostPlies),
            move_in(fields, "reply"), fields.flag("tempting")};
  }

 private:
  const std::string& checked(const std::string& move) const {
    constexpr std::size_t kMostPairs = 4;  // One for each square at a point.
    const std::size_t end = std::min(move.find('*'), move.size());
    const std::string_view place = std::string_view(move).substr(0, end);
    const std::string_view marks = std::string_view(move).substr(end);
    if (marks.size() > kMostPairs || marks.find_first_not_of('*') != marks.npos ||
        format_place(geometry_, parse_place(geometry_, place)) != place) {
      refuse(in_quotes(move) + " is not a move in canonical form");
    }
    return move;
  }

  const Geometry geometry_;
};

Json to_json(const Measures& measures) {
  Json json;
  json["refutations"] = measures.refutations;
  json["his_best_point"] = measures.is_his_best_point;
  json["long_refutations"] = measures.long_refutations;
  json["before_key"] = measures.before_key;
  json["looks"] = Json::array();
  for (const Look look : measures.looks) json["looks"].push_back(name_of(look));
  return json;
}

Measures measures_in(const JsonFields& fields) {
  Measures measures;
  measures.refutations = number_in(fields, "refutations", kMostPuzzlePlaces);
  measures.is_his_best_point = fields.flag("his_best_point");
  measures.long_refutations = number_in(fields, "long_refutations", kMostPuzzlePlaces);
  measures.before_key = number_in(fields, "before_key", kMostPuzzlePlaces);
  for (const std::string& name : fields.texts("looks")) {
    const std::optional<Look> look = look_named(name);
    if (!look) refuse("no first move looks " + in_quotes(name));
    measures.looks.push_back(*look);
  }
  return measures;
}

PuzzleSource source_in(const JsonFields& fields) {
  PuzzleSource source;
  source.program = fields.text("program");
  source.generator = fields.text("generator");
  source.seed = fields.count("seed");
  source.number = fields.count("number");
  source.engine = fields.text("engine");
  source.effort = fields.count("effort");
  return source;
}

std::string position_in(const JsonFields& fields) {
  const std::string text = fields.text("position");
  const BoardSize size = board_size_of(text);
  if (place_count(size) > kMostPuzzlePlaces) {
    refuse(fmt::format("boards of more than {} places are too large", kMostPuzzlePlaces));
  }
  const PuzzleBoard board(size);
  const PuzzlePosition position = parse_position(board, text);
  if (is_finished(board, position)) refuse("the game is over");
  return format_position(board, position);
}

PuzzleKind kind_in(const JsonFields& fields) {
  const std::string kind = fields.text("kind");
  for (const PuzzleKind one : kPuzzleKinds) {
    if (kind == name_of(one)) return one;
  }
  refuse("unknown kind " + in_quotes(kind));
}

std::vector<Theme> themes_in(const JsonFields& fields) {
  std::vector<Theme> themes;
  for (const std::string& name : fields.texts("themes")) {
    const std::optional<Theme> theme = theme_named(name);
    if (!theme) refuse("unknown theme " + in_quotes(name));
    themes.push_back(*theme);
  }
  return themes;
}

Puzzle puzzle_in(const JsonFields& fields) {
  fields.require_format(kPuzzleFormat, 1);
  Puzzle puzzle;
  puzzle.position = position_in(fields);
  puzzle.id = fields.text("id");
  puzzle.kind = kind_in(fields);
  puzzle.stones = number_in(fields, "stones", kMostPuzzlePlaces);
  puzzle.plies = number_in(fields, "plies", kMostPlies);
  puzzle.is_pure = fields.flag("pure");
  puzzle.difficulty = number_in(fields, "difficulty", 5);
  if (puzzle.difficulty < 1) fields.refuse("difficulty", "must be 1 to 5");
  puzzle.themes = themes_in(fields);
  const MoveReader moves(board_of(puzzle));
  puzzle.main_line = moves.moves_in(fields, "main_line");
  if (puzzle.main_line.empty()) fields.refuse("main_line", "is empty");
  if (puzzle.kind == PuzzleKind::draw) {
    puzzle.cycle_begin = fields.count("cycle_begin", puzzle.main_line.size() - 1);
  }
  puzzle.solution = moves.step_in(fields.object("solution"));
  if (puzzle.kind == PuzzleKind::who) {
    const JsonFields other = fields.object("other_side");
    puzzle.other_side = OtherSide{other.text("value"), number_in(other, "plies", kMostPlies),
                                  moves.moves_in(other, "main_line")};
    const std::string& value = puzzle.other_side->value;
    if (value != "V wins" && value != "H wins") refuse("in other_side, exactly one side must win");
    if (fields.text("value") != value_of(puzzle)) refuse("value and plies contradict each other");
  }
  for (const JsonFields& wrong : fields.objects("wrong")) {
    puzzle.wrong.push_back(moves.wrong_move_in(wrong));
  }
  if (fields.has("game")) {
    const JsonFields game = fields.object("game");
    puzzle.game = Certificate::ProofGame{game.text("setup"), moves.moves_in(game, "moves")};
  }
  if (fields.has("sole")) {
    const bool is_sole = fields.flag("sole");
    puzzle.not_sole_at = is_sole ? std::vector<std::uint64_t>() : fields.counts("not_sole_at");
  }
  if (fields.has("missed")) {
    if (!puzzle.game || puzzle.game->moves.empty()) refuse("a win is missed, but there is no game");
    const JsonFields missed = fields.object("missed");
    puzzle.missed =
        MissedWin{number_in(missed, "plies", kMostPlies), moves.moves_in(missed, "moves")};
  }
  if (fields.has("measures")) puzzle.measures = measures_in(fields.object("measures"));
  puzzle.source = source_in(fields.object("source"));
  return puzzle;
}

}  // namespace

nlohmann::ordered_json to_json(const Puzzle& puzzle) {
  Json json;
  json["format"] = kPuzzleFormat;
  json["version"] = 1;
  json["id"] = puzzle.id;
  json["kind"] = name_of(puzzle.kind);
  json["board"] = format_board_size(board_of(puzzle));
  json["position"] = puzzle.position;
  json["stones"] = puzzle.stones;
  json["demand"] = demand_of(puzzle);
  json["plies"] = puzzle.plies;
  json["pure"] = puzzle.is_pure;
  json["difficulty"] = puzzle.difficulty;
  json["themes"] = Json::array();
  for (const Theme theme : puzzle.themes) json["themes"].push_back(name_of(theme));
  json["main_line"] = puzzle.main_line;
  if (puzzle.kind == PuzzleKind::draw) json["cycle_begin"] = puzzle.cycle_begin;
  if (puzzle.not_sole_at) {
    json["sole"] = puzzle.not_sole_at->empty();
    if (!puzzle.not_sole_at->empty()) json["not_sole_at"] = *puzzle.not_sole_at;
  }
  json["solution"] = to_json(puzzle.solution);
  if (puzzle.other_side) {
    json["value"] = value_of(puzzle);
    json["other_side"]["value"] = puzzle.other_side->value;
    json["other_side"]["plies"] = puzzle.other_side->plies;
    json["other_side"]["main_line"] = puzzle.other_side->main_line;
  }
  json["wrong"] = Json::array();
  for (const WrongMove& wrong : puzzle.wrong) json["wrong"].push_back(to_json(wrong));
  if (puzzle.game) json["game"] = {{"setup", puzzle.game->setup}, {"moves", puzzle.game->moves}};
  if (puzzle.missed) {
    json["missed"] = {{"plies", puzzle.missed->plies}, {"moves", puzzle.missed->moves}};
  }
  if (puzzle.measures) json["measures"] = to_json(*puzzle.measures);
  json["source"] = {{"program", puzzle.source.program}, {"generator", puzzle.source.generator},
                    {"seed", puzzle.source.seed},       {"number", puzzle.source.number},
                    {"engine", puzzle.source.engine},   {"effort", puzzle.source.effort}};
  return json;
}

Puzzle parse_puzzle(std::string_view line) {
  try {
    const auto json = parse_json(line);
    return puzzle_in(JsonFields(json));
  } catch (const FieldError& error) {
    refuse(error.what());
  }
}

std::vector<Puzzle> read_puzzles(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  std::vector<Puzzle> puzzles;
  for (const TextLine& line : filled_lines(text)) {
    try {
      puzzles.push_back(parse_puzzle(line.text));
    } catch (const InputError& error) {
      throw InputError(fmt::format("'{}', line {}: {}", path.string(), line.number, error.what()));
    }
  }
  return puzzles;
}

std::string to_lines(const std::vector<Puzzle>& puzzles) {
  std::string lines;
  for (const Puzzle& puzzle : puzzles) lines += to_json(puzzle).dump() + "\n";
  return lines;
}

}  // namespace onyx
