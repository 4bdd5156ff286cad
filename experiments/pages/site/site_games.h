// Games with one mistake, as data for the pages.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace onyx {

/// The games of files and of folders (`*.game.json`, at any depth), each judged by the referee
/// first: `[{"name", "setup", "moves", "mistake", "winner", "sight", "prefix", "cycle"}]`. `moves`
/// end with the mistake, ply `mistake`, which gives up the win of `winner`; from there, `prefix`
/// and then `cycle` repeated are correct play. `sight` is the file's own claim, or null. Standard
/// setups come first, then larger boards. Throws FileError, and InputError, also for a file that
/// the referee rejects.
nlohmann::ordered_json site_games(const std::vector<std::string>& paths);

}  // namespace onyx
