// Writes a catalogue as a static site: a list with filters; a page for each class, which plays
// through its cycle, its strategies and its proof game, and lets the referee judge its certificate;
// a board to play and solve on; puzzles; openings. The site opens from a folder, without a server.
//
//   *.html                       the pages; a position has an address: position.html#at=NAME
//   atlas.html                   the patterns; each has an address: atlas.html#at=NAME
//   pattern-list.js              the entries of the list of patterns
//   patterns/N.js                the views of patterns, several in each file
//   positions.js                 the entries of the list of positions
//   numbers.txt                  the names of positions and patterns in the order of their numbers;
//                                a copy in the collection keeps the numbers stable
//   certificates/N.js            the certificates, several in each file
//   natural-games.js             games with one mistake
//   puzzle-list.js               the list that the trainer chooses from
//   puzzles/N.js                 the puzzles, several in each file
//   opening-data.js              the maps of first moves
//   proofs/N.js                  the small certificates behind the maps
//   onyx-rules.js, onyx-pages.js the compiled programs: rules; solver and referee
//                                (experiments/pages/wasm/)
//   offline.js                   the service worker, for a site on a host
//   *.js, style.css              scripts and style of the pages
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

/// The games of files and of folders (`*.game.json`, at any depth), each judged by the referee
/// first: `[{"name", "setup", "moves", "mistake", "winner", "sight", "prefix", "cycle"}]`. `moves`
/// end with the mistake, ply `mistake`, which gives up the win of `winner`; from there, `prefix`
/// and then `cycle` repeated are correct play. `sight` is the file's own claim, or null. Standard
/// setups come first, then larger boards. Throws FileError, InputError.
nlohmann::ordered_json site_games(const std::vector<std::string>& paths);

/// The puzzles of files and of folders (`*.puzzles.jsonl`, at any depth), without the fields that
/// the trainer does not need. Wrong moves are texts such as "B1 V3 A2*": after B1, V wins in 3
/// plies, by A2*. Throws InputError, FileError.
nlohmann::ordered_json site_puzzles(const std::vector<std::string>& paths);

struct SiteContent {
  Catalogue catalogue;
  std::vector<std::string> collection;  ///< The folders and files of the catalogue.
  nlohmann::ordered_json puzzles = nlohmann::ordered_json::array();   ///< site_puzzles()
  nlohmann::ordered_json openings = nlohmann::ordered_json::array();  ///< map_files.h
  std::vector<std::string> opening_sources;  ///< The folders and files of the openings.
  nlohmann::ordered_json games = nlohmann::ordered_json::array();  ///< site_games()
  /// The outputs of experiments/pages/wasm/build by file name. If empty, the pages show positions
  /// but cannot play, solve or check.
  std::map<std::string, std::string> programs;
};

/// Writes the site into the folder, creating it if missing; other files in it stay. The same
/// content gives the same bytes. Reads the certificates again and calls `progress` after each, both
/// from several threads. Throws FileError. Returns false if interrupted.
bool write_site(const SiteContent& content, const std::filesystem::path& site, Interrupt interrupt,
                const std::function<void()>& progress);

}  // namespace onyx
