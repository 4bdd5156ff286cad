// The atlas: patterns of repetition (solver/repetition/pattern.h), where they occur, and which
// recurrent classes (solver/repetition/recurrence.h) contain others.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

// --- Patterns in patterns ------------------------------------------------------------------------
//
// A repeating position P contains Q if the same side is to move in both and, for some symmetry of
// the board, every stone of Q's image is also in P.

/// The positions of a cycle, as text.
using CyclePositions = std::vector<std::string>;

/// For each cycle, the indices of the other cycles that it contains, ascending: one of its
/// positions contains one of theirs. All cycles must be of one board size. O(pairs of positions).
std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles);

// --- The atlas -----------------------------------------------------------------------------------

struct AtlasClass {
  const CatalogueEntry* entry = nullptr;
  /// The least classes (see is_least) of the same board that this class contains, as indices into
  /// Atlas::classes; empty if this class is a least one itself.
  std::vector<std::size_t> contains;
  /// Whether this class contains no other class of the atlas: removing stones from one of its
  /// positions never gives a position of another class's cycle.
  bool is_least = false;
};

struct AtlasPattern {
  std::string name;
  std::map<std::string, std::size_t> by_board;  ///< The number of classes by board, as "4x5".
  std::size_t least_classes = 0;
  /// Other patterns that this pattern contains, as indices into Atlas::patterns: some class of this
  /// pattern contains a class of theirs. Two patterns may contain each other, by different classes.
  std::vector<std::size_t> contains;
  /// The pattern's class with the fewest stones, on the smallest board with the pattern.
  std::size_t example = 0;  ///< An index into Atlas::classes.
};

struct Atlas {
  std::vector<AtlasClass> classes;     ///< In the order of the catalogue.
  std::vector<AtlasPattern> patterns;  ///< In the order of their numbers.
};

/// The catalogue must outlive the atlas.
Atlas make_atlas(const Catalogue& catalogue);

/// Keys: format, version; boards (numbers of classes, patterns, patterns on no smaller board,
/// patterns on no other board, and least classes; least and greatest of each measure); patterns;
/// classes.
nlohmann::ordered_json to_json(const Atlas& atlas);

/// The `boards` of to_json.
nlohmann::ordered_json boards_as_json(const Atlas& atlas);

/// Writes the atlas as JSON and as a page in Markdown, and a picture of each pattern. Throws
/// FileError.
void write_atlas(const Atlas& atlas, const std::filesystem::path& folder);

}  // namespace onyx
