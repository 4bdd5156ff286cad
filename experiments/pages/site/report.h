// A static site of a catalogue: a list with filters; a page for each class, with its cycle, its
// strategies and its proof game, to play through, and its certificate, which the referee judges
// there; a board to play and solve on; puzzles; openings. It opens from a folder, without a server.
//
//   *.html                       the pages; a position has an address: position.html#at=NAME
//   atlas.html                   the patterns; one has an address: atlas.html#at=NAME
//   pattern-list.js              what the list of patterns says of each
//   patterns/N.js                what the views of patterns say, several in each file
//   positions.js                 what the list says of each position
//   certificates/N.js            the certificates, several in each file; of strategies the moves
//   natural-games.js             games with one mistake
//   puzzle-list.js               what the trainer chooses from
//   puzzles/N.js                 the puzzles, several in each file
//   opening-data.js              the maps of first moves
//   onyx-pages.js                rules, solver and referee, compiled (experiments/pages/wasm/)
//   *.js, style.css              what the pages are made of
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

struct SiteContent {
  Catalogue catalogue;
  std::vector<std::string> collection;  ///< The folders and files that it was read from.
  nlohmann::ordered_json puzzles = nlohmann::ordered_json::array();   ///< site_puzzles.h
  nlohmann::ordered_json openings = nlohmann::ordered_json::array();  ///< map_files.h
  nlohmann::ordered_json games = nlohmann::ordered_json::array();     ///< site_games.h
  /// What experiments/pages/wasm/build makes; where it is empty, the pages show, but neither play
  /// nor solve nor check.
  std::string program;
};

/// Writes the site into the folder, which is made if it is missing; what else is in it stays. The
/// pages come last. The same content gives the same bytes. The certificates are read again, and
/// `progress` is called after each, both from many threads. Throws FileError. Returns false if
/// `interrupt` ended it.
bool write_site(const SiteContent& content, const std::filesystem::path& site, Interrupt interrupt,
                const std::function<void()>& progress);

}  // namespace onyx
