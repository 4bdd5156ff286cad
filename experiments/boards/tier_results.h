// The results of the solved tiers of a board: for each tier a small JSON file and a file of draws.
//
// A JSON file's content does not depend on the run that wrote it, and includes its own checksum; so
// the files of two folders can be compared byte by byte.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "experiments/files/files.h"
#include "solver/engine/tier_run/draw_census.h"
#include "solver/engine/tier_run/draw_format.h"

namespace onyx {

/// A tier's draws with equally many stones; the sample is some of these positions as text.
struct TierDraws {
  std::uint64_t draws = 0;
  std::uint64_t right_side = 0;
  std::vector<std::string> sample;
  friend bool operator==(const TierDraws&, const TierDraws&) = default;
};
/// The draws as a JSON list, one entry for each number of stones.
nlohmann::ordered_json draws_json(const std::map<int, TierDraws>& by_stones);

struct TierResult {
  std::uint64_t alike = 0;          ///< The number of tiers symmetric to it, itself included.
  std::uint64_t alike_swapped = 0;  ///< How many of these have the colours swapped.
  CountsBySide counts;              ///< The counts of this tier alone.
  std::optional<int> sweeps;        ///< Only in old files; now engines differ in it.
  bool draws_listed = true;  ///< Whether all draws are in a file (DrawFiles), if there are any.
  std::map<int, TierDraws> draws_by_stones;
  std::uint64_t draws() const { return counts.both().draws; }
  friend bool operator==(const TierResult&, const TierResult&) = default;
};

class TierResults {
 public:
  /// The file that every folder of results has.
  static constexpr const char* kFolderFile = "settings.json";

  /// In a folder that exists. Throws FileError if it belongs to another board.
  TierResults(std::filesystem::path folder, BoardSize size, std::size_t midpoints);
  /// The board of a folder of results. Throws FileError if `folder` is not such a folder.
  static BoardSize board_in(const std::filesystem::path& folder);
  /// Nothing if the file is missing or damaged. Throws FileError if it cannot be read.
  std::optional<TierResult> load(const TierName& name) const;
  /// Throws FileError.
  void save(const TierName& name, const TierResult& result) const;
  /// Writes all results into one file, one per line, and returns its path. Throws FileError.
  std::filesystem::path write_list(const std::map<TierName, TierResult>& results) const;

 private:
  std::string file_name(const TierName& name) const;
  std::string text_for(const TierName& name, const TierResult& result) const;

  std::filesystem::path folder_;
  std::string board_;
  std::size_t midpoints_;
};

/// The draws of the tiers, one file each (solver/engine/tier_run/draw_format.h).
class DrawFiles {
 public:
  /// The folder must exist before anything is saved. `midpoints`: how many the board has.
  DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints);

  const DrawFormat& format() const { return format_; }
  /// Throws FileError.
  void save(const TierName& tier, const DrawCodes& codes) const;
  /// Whether the file exists, with this number of draws, not truncated. Throws FileError.
  bool has(const TierName& tier, std::uint64_t draws) const;
  /// Whether the tier's file holds all its draws, unless they are too many to be listed.
  bool has_all_of(const TierName& tier, const TierResult& result) const;
  /// Throws FileError, including for a damaged file.
  DrawCodes load(const TierName& tier, std::uint64_t draws) const;

 private:
  FolderFile file_of(const TierName& tier) const;

  std::filesystem::path folder_;
  std::size_t midpoints_;
  DrawFormat format_;
};

}  // namespace onyx
