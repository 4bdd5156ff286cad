#include "experiments/puzzles/puzzle_json.h"

#include <fmt/core.h>

#include <set>

#include "core/notation.h"
#include "experiments/files/files.h"

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

[[noreturn]] void refuse(const std::string& why) { throw InputError("no puzzle: " + why); }

/// The object under a key, of the type that is asked for; the library throws nothing that names it.
const Json& member(const Json& json, const char* key, Json::value_t type) {
  const auto found = json.find(key);
  if (found == json.end()) refuse(fmt::format("there is no \"{}\"", key));
  if (found->type() != type) refuse(fmt::format("\"{}\" is of the wrong type", key));
  return *found;
}
std::string text_in(const Json& json, const char* key) {
  return member(json, key, Json::value_t::string).get<std::string>();
}
std::uint64_t count_in(const Json& json, const char* key, std::uint64_t most = UINT64_MAX) {
  const auto number = member(json, key, Json::value_t::number_unsigned).get<std::uint64_t>();
  if (number > most) refuse(fmt::format("\"{}\" is too large", key));
  return number;
}
bool flag_in(const Json& json, const char* key) {
  return member(json, key, Json::value_t::boolean).get<bool>();
}
std::vector<std::string> texts_in(const Json& json, const char* key) {
  std::vector<std::string> texts;
  for (const Json& text : member(json, key, Json::value_t::array)) {
    if (!text.is_string()) refuse(fmt::format("\"{}\" holds something that is no text", key));
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

constexpr std::uint64_t kMostPlies = 10'000;

/// Reads moves as this program writes them: a place of the board, then a mark for each pair.
/// Whether they are legal where they stand is for `verify` to say, and for who replays them.
class MoveReader {
 public:
  explicit MoveReader(BoardSize size) : geometry_(size) {}

  std::string move_in(const Json& json, const char* key) const {
    return checked(text_in(json, key));
  }
  std::vector<std::string> moves_in(const Json& json, const char* key) const {
    std::vector<std::string> moves = texts_in(json, key);
    for (const std::string& move : moves) checked(move);
    return moves;
  }

  Step step_in(const Json& json, int depth = 0) const {
    // Trees are much flatter; the limit keeps a made-up one from using up the stack.
    constexpr int kDeepest = 500;
    if (!json.is_object() || depth > kDeepest) refuse("a step of the solution is none");
    Step step;
    step.move = move_in(json, "move");
    if (json.contains("also")) step.also = moves_in(json, "also");
    if (json.contains("threats")) step.threats = moves_in(json, "threats");
    if (json.contains("repeats")) step.repeats = flag_in(json, "repeats");
    if (json.contains("transposes")) step.transposes = flag_in(json, "transposes");
    if (!json.contains("next")) return step;
    for (const Json& next : member(json, "next", Json::value_t::array)) {
      step.next.push_back(step_in(next, depth + 1));
    }
    return step;
  }

  WrongMove wrong_move_in(const Json& json) const {
    if (!json.is_object()) refuse("a wrong move is none");
    return {move_in(json, "move"), text_in(json, "value"),
            static_cast<int>(count_in(json, "plies", kMostPlies)), move_in(json, "reply"),
            flag_in(json, "tempting")};
  }

 private:
  const std::string& checked(const std::string& move) const {
    constexpr std::size_t kMostPairs = 4;  // One for each square at a point.
    const std::size_t end = std::min(move.find('*'), move.size());
    const std::string_view place = std::string_view(move).substr(0, end);
    const std::string_view marks = std::string_view(move).substr(end);
    if (marks.size() > kMostPairs || marks.find_first_not_of('*') != marks.npos ||
        format_place(geometry_, parse_place(geometry_, place)) != place) {
      refuse(in_quotes(move) + " is no move as this program writes them");
    }
    return move;
  }

  const Geometry geometry_;
};

PuzzleSource source_in(const Json& json) {
  PuzzleSource source;
  source.program = text_in(json, "program");
  source.generator = text_in(json, "generator");
  source.seed = count_in(json, "seed");
  source.number = count_in(json, "number");
  source.engine = text_in(json, "engine");
  source.effort = count_in(json, "effort");
  return source;
}

void read_position(const Json& json, Puzzle& puzzle) {
  puzzle.position = text_in(json, "position");
  const BoardSize size = board_size_of(puzzle.position);
  if (place_count(size) > kMostSmallPlaces) {
    refuse(fmt::format("boards of more than {} places are too large", kMostSmallPlaces));
  }
  const SmallBoard board(size);
  const SmallPosition position = parse_position(board, puzzle.position);
  if (is_finished(board, position)) refuse("the game is over");
  puzzle.position = format_position(board, position);
}

Puzzle puzzle_in(const Json& json) {
  if (!json.is_object()) refuse("a line must be one JSON object");
  if (text_in(json, "format") != kPuzzleFormat) refuse("the format is another one");
  if (count_in(json, "version") != 1) refuse("the version is not 1");
  Puzzle puzzle;
  read_position(json, puzzle);
  puzzle.id = text_in(json, "id");
  const std::string kind = text_in(json, "kind");
  if (kind != "win" && kind != "draw") refuse("there is no kind " + in_quotes(kind));
  puzzle.kind = kind == "win" ? PuzzleKind::win : PuzzleKind::draw;
  puzzle.stones = static_cast<int>(count_in(json, "stones", kMostSmallPlaces));
  puzzle.plies = static_cast<int>(count_in(json, "plies", kMostPlies));
  puzzle.is_pure = flag_in(json, "pure");
  puzzle.difficulty = static_cast<int>(count_in(json, "difficulty", 5));
  if (puzzle.difficulty < 1) refuse("\"difficulty\" must be 1 to 5");
  for (const std::string& name : texts_in(json, "themes")) {
    const std::optional<Theme> theme = theme_named(name);
    if (!theme) refuse("there is no theme " + in_quotes(name));
    puzzle.themes.push_back(*theme);
  }
  const MoveReader moves(board_of(puzzle));
  puzzle.main_line = moves.moves_in(json, "main_line");
  if (puzzle.main_line.empty()) refuse("\"main_line\" is empty");
  if (puzzle.kind == PuzzleKind::draw) {
    puzzle.cycle_begin = count_in(json, "cycle_begin", puzzle.main_line.size() - 1);
  }
  puzzle.solution = moves.step_in(member(json, "solution", Json::value_t::object));
  for (const Json& wrong : member(json, "wrong", Json::value_t::array)) {
    puzzle.wrong.push_back(moves.wrong_move_in(wrong));
  }
  if (json.contains("game")) {
    const Json& game = member(json, "game", Json::value_t::object);
    puzzle.game = Certificate::ProofGame{text_in(game, "setup"), moves.moves_in(game, "moves")};
  }
  puzzle.source = source_in(member(json, "source", Json::value_t::object));
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
  json["solution"] = to_json(puzzle.solution);
  json["wrong"] = Json::array();
  for (const WrongMove& wrong : puzzle.wrong) json["wrong"].push_back(to_json(wrong));
  if (puzzle.game) json["game"] = {{"setup", puzzle.game->setup}, {"moves", puzzle.game->moves}};
  json["source"] = {{"program", puzzle.source.program}, {"generator", puzzle.source.generator},
                    {"seed", puzzle.source.seed},       {"number", puzzle.source.number},
                    {"engine", puzzle.source.engine},   {"effort", puzzle.source.effort}};
  return json;
}

Puzzle parse_puzzle(std::string_view line) {
  try {
    return puzzle_in(Json::parse(line));
  } catch (const Json::exception&) {
    refuse("it is no JSON");
  }
}

std::vector<Puzzle> read_puzzles(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  std::vector<Puzzle> puzzles;
  std::string_view rest = text;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    try {
      puzzles.push_back(parse_puzzle(rest.substr(0, end)));
    } catch (const InputError& error) {
      throw InputError(fmt::format("'{}', line {}: {}", path.string(), line, error.what()));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return puzzles;
}

std::string to_lines(const std::vector<Puzzle>& puzzles) {
  std::string lines;
  for (const Puzzle& puzzle : puzzles) lines += to_json(puzzle).dump() + "\n";
  return lines;
}

}  // namespace onyx
