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

const char* value_of(const Puzzle& puzzle) { return name_of(win_of(winner_of(puzzle))); }

[[noreturn]] void refuse(const std::string& why) { throw InputError("not a puzzle: " + why); }

constexpr std::uint64_t kMostPlies = 10'000;

int number_in(const JsonFields& fields, const char* key, std::uint64_t most) {
  return static_cast<int>(fields.count(key, most));
}

/// Reads moves: a place of the board, followed by a `*` for each captured pair. Does not check
/// whether the moves are legal; `onyx puzzles --verify` does.
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
    // Real solution trees are much flatter, but a forged tree must not exhaust the stack.
    constexpr int kDeepest = 500;
    if (depth > kDeepest) refuse("the solution is too deep");
    Step step;
    step.move = move_in(fields, "move");
    if (fields.has("also")) step.also = moves_in(fields, "also");
    if (fields.has("threats")) step.threats = moves_in(fields, "threats");
    step.repeats = fields.has("repeats") && fields.flag("repeats");
    step.transposes = fields.has("transposes") && fields.flag("transposes");
    if (!fields.has("next")) return step;
    for (const JsonFields& next : fields.objects("next")) {
      step.next.push_back(step_in(next, depth + 1));
    }
    return step;
  }

 private:
  const std::string& checked(const std::string& move) const {
    constexpr std::size_t kMostPairs = 4;  // Generous: a move captures at most two pairs.
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

template <class Values>
std::vector<typename Values::value_type> named_values(const JsonFields& fields, const char* key,
                                                      const Values& values, const char* complaint) {
  std::vector<typename Values::value_type> found;
  for (const std::string& name : fields.texts(key)) {
    const auto value = named_in(values, name);
    if (!value) refuse(complaint + in_quotes(name));
    found.push_back(*value);
  }
  return found;
}

Measures measures_in(const JsonFields& fields) {
  return {number_in(fields, "refutations", kMostPuzzlePlaces), fields.flag("his_best_point"),
          number_in(fields, "long_refutations", kMostPuzzlePlaces),
          number_in(fields, "before_key", kMostPuzzlePlaces),
          named_values(fields, "looks", kLooks, "no first move looks ")};
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

Puzzle puzzle_in(const JsonFields& fields) {
  fields.require_format(kPuzzleFormat, 1);
  Puzzle puzzle;
  puzzle.position = position_in(fields);
  puzzle.id = fields.text("id");
  const std::string kind = fields.text("kind");
  if (!named_in(kPuzzleKinds, kind)) refuse("unknown kind " + in_quotes(kind));
  puzzle.kind = *named_in(kPuzzleKinds, kind);
  puzzle.stones = number_in(fields, "stones", kMostPuzzlePlaces);
  puzzle.plies = number_in(fields, "plies", kMostPlies);
  puzzle.is_pure = fields.flag("pure");
  puzzle.difficulty = number_in(fields, "difficulty", 5);
  if (puzzle.difficulty < 1) fields.refuse("difficulty", "must be 1 to 5");
  puzzle.themes = named_values(fields, "themes", kThemes, "unknown theme ");
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
    puzzle.wrong.push_back({moves.move_in(wrong, "move"), wrong.text("value"),
                            number_in(wrong, "plies", kMostPlies), moves.move_in(wrong, "reply"),
                            wrong.flag("tempting")});
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
  const JsonFields source = fields.object("source");
  puzzle.source = {source.text("program"), source.text("generator"), source.count("seed"),
                   source.count("number"), source.text("engine"),    source.count("effort")};
  return puzzle;
}

}  // namespace

nlohmann::ordered_json to_json(const Puzzle& puzzle) {
  const auto names = [](const auto& values) {
    Json list = Json::array();
    for (const auto value : values) list.push_back(name_of(value));
    return list;
  };
  Json json{{"format", kPuzzleFormat},
            {"version", 1},
            {"id", puzzle.id},
            {"kind", name_of(puzzle.kind)},
            {"board", format_board_size(board_of(puzzle))},
            {"position", puzzle.position},
            {"stones", puzzle.stones},
            {"demand", demand_of(puzzle)},
            {"plies", puzzle.plies},
            {"pure", puzzle.is_pure},
            {"difficulty", puzzle.difficulty},
            {"themes", names(puzzle.themes)},
            {"main_line", puzzle.main_line}};
  if (puzzle.kind == PuzzleKind::draw) json["cycle_begin"] = puzzle.cycle_begin;
  if (puzzle.not_sole_at) {
    json["sole"] = puzzle.not_sole_at->empty();
    if (!puzzle.not_sole_at->empty()) json["not_sole_at"] = *puzzle.not_sole_at;
  }
  json["solution"] = to_json(puzzle.solution);
  if (const auto& side = puzzle.other_side) {
    json["value"] = value_of(puzzle);
    json["other_side"] = {
        {"value", side->value}, {"plies", side->plies}, {"main_line", side->main_line}};
  }
  json["wrong"] = Json::array();
  for (const WrongMove& wrong : puzzle.wrong) {
    json["wrong"].push_back({{"move", wrong.move},
                             {"value", wrong.value},
                             {"plies", wrong.plies},
                             {"reply", wrong.reply},
                             {"tempting", wrong.is_tempting}});
  }
  if (puzzle.game) json["game"] = {{"setup", puzzle.game->setup}, {"moves", puzzle.game->moves}};
  if (puzzle.missed) {
    json["missed"] = {{"plies", puzzle.missed->plies}, {"moves", puzzle.missed->moves}};
  }
  if (const auto& measures = puzzle.measures) {
    json["measures"] = {{"refutations", measures->refutations},
                        {"his_best_point", measures->is_his_best_point},
                        {"long_refutations", measures->long_refutations},
                        {"before_key", measures->before_key},
                        {"looks", names(measures->looks)}};
  }
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

void for_each_line(const std::filesystem::path& path,
                   const std::function<void(std::string_view)>& read) {
  const std::string text = read_file(path);
  for (const auto& [line, number] : filled_lines(text)) {
    try {
      read(line);
    } catch (const std::runtime_error& error) {  // FieldError, InputError
      throw InputError(fmt::format("'{}', line {}: {}", path.string(), number, error.what()));
    }
  }
}

std::vector<Puzzle> read_puzzles(const std::filesystem::path& path) {
  std::vector<Puzzle> puzzles;
  for_each_line(path, [&](std::string_view line) { puzzles.push_back(parse_puzzle(line)); });
  return puzzles;
}

std::string to_lines(const std::vector<Puzzle>& puzzles) {
  std::string lines;
  for (const Puzzle& puzzle : puzzles) lines += to_json(puzzle).dump() + "\n";
  return lines;
}

}  // namespace onyx
