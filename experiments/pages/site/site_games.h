// Games with one mistake as the pages have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace onyx {

/// The games of files and of folders (`*.game.json`, in any depth), each judged by the referee
/// first: `[{"name", "setup", "moves", "mistake", "winner", "sight", "prefix", "cycle"}]`. `moves`
/// end with the mistake, ply `mistake`, which gives up the win of `winner`; `prefix` and then
/// `cycle`, again and again, is correct play from there. `sight` is what the file says of itself,
/// or null. Standard setups come first, then larger boards. Throws InputError, also for a file that
/// the referee rejects, and FileError.
nlohmann::ordered_json site_games(const std::vector<std::string>& paths);

}  // namespace onyx
