// What is known of the tiers of a board that were solved: a small JSON file each.
//
// A file holds nothing that depends on the run that wrote it, and its own sum; so the files of two
// folders can be compared byte by byte.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "solver/tier_run/draw_census.h"

namespace onyx {

/// Draws with equally many stones, positions as text.
struct TierDraws {
  std::uint64_t draws = 0;
  std::uint64_t right_side = 0;
  std::vector<std::string> sample;

  friend bool operator==(const TierDraws&, const TierDraws&) = default;
};

/// A list of them, with their numbers of stones.
nlohmann::ordered_json draws_json(const std::map<int, TierDraws>& by_stones);

struct TierResult {
  std::uint64_t alike = 0;          ///< Tiers that it stands for, itself included.
  std::uint64_t alike_swapped = 0;  ///< Those of them with the colours swapped.
  CountsBySide counts;              ///< Of this tier alone.
  std::optional<int> sweeps;  ///< Only in records of before, when all engines needed equally many.
  bool draws_listed = true;   ///< All of them, in a file (draw_files.h), if there are any.
  std::map<int, TierDraws> draws_by_stones;

  std::uint64_t draws() const { return counts.both().draws; }

  friend bool operator==(const TierResult&, const TierResult&) = default;
};

class TierResults {
 public:
  /// What every such folder has.
  static constexpr const char* kFolderFile = "settings.json";

  /// Results of one board in a folder, which must exist. Throws FileError if it belongs to another
  /// board.
  TierResults(std::filesystem::path folder, BoardSize size, std::size_t midpoints);

  /// The board that a folder of results belongs to. Throws FileError if it is no such folder.
  static BoardSize board_in(const std::filesystem::path& folder);

  /// What the folder says of a tier; nothing if it says nothing or the file is damaged. Throws
  /// FileError for a file that cannot be read: what is in it may be sound.
  std::optional<TierResult> load(const TierName& name) const;
  /// Throws FileError.
  void save(const TierName& name, const TierResult& result) const;
  /// All results, a line each, in one file; the name of the file. Throws FileError.
  std::filesystem::path write_list(const std::map<TierName, TierResult>& results) const;

 private:
  std::string file_name(const TierName& name) const;
  std::string text_for(const TierName& name, const TierResult& result) const;

  std::filesystem::path folder_;
  std::string board_;
  std::size_t midpoints_;
};

}  // namespace onyx
