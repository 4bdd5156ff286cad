// Writes a catalogue as a static site: a list with filters; for each class its cycle, strategies,
// proof game and certificate, which the referee can judge; a board to play and solve on; puzzles;
// openings. experiments/pages/README.md lists the files.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

/// Returns the games in files and folders (`*.game.json`): `[{"name", "setup", "moves", "mistake",
/// "winner", "sight", "prefix", "cycle", "position"}]`. `moves` ends with ply `mistake`, which
/// gives up the win of `winner`. From `position`, correct play continues with `prefix` and then
/// repeats `cycle`. `sight` is an unproved claim of the file, or null. Games from standard setups
/// come first. Throws FileError; InputError, for example if the referee rejects a game.
nlohmann::ordered_json site_games(const std::vector<std::string>& paths);

/// Returns the puzzles in files and folders (`*.puzzles.jsonl`), with the fields that puzzles.js
/// needs. Wrong moves are strings: "B1 V3 A2*" means that after B1, V wins in 3 plies, beginning
/// with A2*. Throws InputError, FileError.
nlohmann::ordered_json site_puzzles(const std::vector<std::string>& paths);

struct SiteContent {
  Catalogue catalogue;
  std::vector<std::string> collection;  ///< Folders and files of the catalogue.
  nlohmann::ordered_json puzzles = nlohmann::ordered_json::array();  ///< From site_puzzles().
  std::vector<std::string> puzzle_sources;  ///< Folders and files of the puzzles.
  nlohmann::ordered_json openings = nlohmann::ordered_json::array();  ///< From read_maps().
  std::vector<std::string> opening_sources;  ///< Folders and files of the openings.
  nlohmann::ordered_json games = nlohmann::ordered_json::array();  ///< From site_games().
  /// Maps file names to the outputs of experiments/pages/wasm/build. If empty, the pages cannot
  /// play, solve or check.
  std::map<std::string, std::string> programs;
};

/// Writes the site deterministically. Creates the folder if needed and keeps other files in it.
/// Reads the certificates again and calls `progress` after each, both from several threads. Throws
/// FileError. Returns false if interrupted.
bool write_site(const SiteContent& content, const std::filesystem::path& site, Interrupt interrupt,
                const std::function<void()>& progress);

}  // namespace onyx
