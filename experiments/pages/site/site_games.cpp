#include "experiments/pages/site/site_games.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/files/named_files.h"
#include "experiments/support/output.h"
#include "solver/certificate/certificate.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Json site_game(const fs::path& file) {
  const auto refuse = [&](const std::string& why) -> InputError {
    return InputError(fmt::format("{}: {}", shown(file.string()), why));
  };
  const std::string text = read_file(file);
  std::map<std::string, std::string> beside;  // the referee's views refer to these texts
  referee::Watch watch;
  watch.beside = [&](const std::string& name) {
    const auto entry = beside.try_emplace(name, read_file(file.parent_path() / name)).first;
    return referee::file_of(entry->second);
  };
  const referee::Verdict verdict = referee::check(referee::file_of(text), watch);
  if (!verdict.accepted) throw refuse("rejected: " + verdict.text);
  if (verdict.claim != "one mistake") throw refuse("not a game with one mistake");
  const Json game = Json::parse(text);
  // The referee has accepted everything that is read from here on, except `about`.
  const Certificate draw = parse_certificate(beside.at(game.at("draw").get<std::string>()));
  const auto about = game.find("about");
  const Json sight = about != game.end() && about->is_object() && about->contains("sight")
                         ? about->at("sight")
                         : Json();
  const bool has_sight = sight.is_number_unsigned() && sight.get<std::uint64_t>() % 2 == 1 &&
                         sight.get<std::uint64_t>() < 100;
  const Certificate::Line line = draw.line.value_or(Certificate::Line{});
  return {{"name", file.parent_path().filename().string()},
          {"setup", draw.game->setup},
          {"moves", draw.game->moves},
          {"mistake", game.at("mistake")},
          {"winner", std::string(1, draw.game->moves.size() % 2 == 1 ? 'V' : 'H')},
          {"sight", has_sight ? sight : Json()},
          {"prefix", line.prefix},
          {"cycle", line.cycle},
          {"position", draw.position}};
}

}  // namespace

Json site_games(const std::vector<std::string>& paths) {
  Json games = Json::array();
  for (const fs::path& file : named_files(paths, {".game.json"})) games.push_back(site_game(file));
  const auto rank = [](const Json& game) {
    const auto setup = game.at("setup").get<std::string>();
    const BoardSize size = board_size_of(setup);
    return std::pair(setup.starts_with("standard"), size.width * size.height);
  };
  std::stable_sort(games.begin(), games.end(),
                   [&](const Json& a, const Json& b) { return rank(a) > rank(b); });
  return games;
}

}  // namespace onyx
