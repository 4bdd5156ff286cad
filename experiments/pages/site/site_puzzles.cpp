#include "experiments/pages/site/site_puzzles.h"

#include "experiments/files/named_files.h"
#include "experiments/puzzles/puzzle_json.h"

namespace onyx {
namespace {

using Json = nlohmann::ordered_json;

/// A wrong move, its value and the reply, as in "B1 V3 A2*"; "=" is a draw. The short form matters:
/// there are tens of thousands of them.
std::string refutation_text(const Json& wrong) {
  const auto value = wrong.at("value").get<std::string>();
  const std::string worth =
      value == "draw" ? "=" : value.substr(0, 1) + std::to_string(wrong.value("plies", 0));
  return wrong.at("move").get<std::string>() + " " + worth + " " + wrong.value("reply", "");
}

}  // namespace

Json site_puzzles(const std::vector<std::string>& paths) {
  Json puzzles = Json::array();
  for (const std::filesystem::path& file : named_files(paths, {kPuzzlesEnding})) {
    for (const Puzzle& puzzle : read_puzzles(file)) {
      Json json = to_json(puzzle);
      for (const char* const key : {"format", "version", "stones", "game", "source"})
        json.erase(key);
      for (Json& wrong : json.at("wrong")) wrong = refutation_text(wrong);
      puzzles.push_back(std::move(json));
    }
  }
  return puzzles;
}

}  // namespace onyx
