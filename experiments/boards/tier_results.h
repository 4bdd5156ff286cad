// The solved tiers of a board. Each has a JSON file and, if it has listed draws, a file of draws. A
// JSON file includes its checksum and is the same in every run, so files can be compared by bytes.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "experiments/files/files.h"
#include "solver/engine/tier_run/draw_census.h"
#include "solver/engine/tier_run/draw_format.h"

namespace onyx {

/// The draws of a tier with the same number of stones; `sample` holds a few of them, as text.
struct TierDraws {
  std::uint64_t draws = 0;
  std::uint64_t right_side = 0;
  std::vector<std::string> sample;
  friend bool operator==(const TierDraws&, const TierDraws&) = default;
};
/// Returns a JSON list with one entry per number of stones.
nlohmann::ordered_json draws_json(const std::map<int, TierDraws>& by_stones);

struct TierResult {
  std::uint64_t alike = 0;          ///< Number of tiers symmetric to this one, itself included.
  std::uint64_t alike_swapped = 0;  ///< How many of the `alike` tiers have swapped colours.
  CountsBySide counts;              ///< For this tier only.
  std::optional<int> sweeps;        ///< Set only in files of old versions.
  bool draws_listed = true;         ///< Whether a file (DrawFiles) lists all draws.
  std::map<int, TierDraws> draws_by_stones;
  std::uint64_t draws() const { return counts.both().draws; }
  friend bool operator==(const TierResult&, const TierResult&) = default;
};

class TierResults {
 public:
  /// Every folder of results has this file.
  static constexpr const char* kFolderFile = "settings.json";

  /// The folder must exist. Throws FileError if it belongs to another board.
  TierResults(std::filesystem::path folder, BoardSize size, std::size_t midpoints);
  /// Returns the board of the results in `folder`. Throws FileError, for example if it has none.
  static BoardSize board_in(const std::filesystem::path& folder);
  /// Returns nullopt if the file is missing or damaged. Throws FileError if it is unreadable.
  std::optional<TierResult> load(const TierName& name) const;
  /// Throws FileError.
  void save(const TierName& name, const TierResult& result) const;
  /// Writes a file with one result per line and returns its path. Throws FileError.
  std::filesystem::path write_list(const std::map<TierName, TierResult>& results) const;

 private:
  std::string file_name(const TierName& name) const;
  std::string text_for(const TierName& name, const TierResult& result) const;

  std::filesystem::path folder_;
  std::string board_;
  std::size_t midpoints_;
};

/// The files that list draws, one per tier (solver/engine/tier_run/tier_files.md).
class DrawFiles {
 public:
  /// The folder must exist before save(). `midpoints` is the number of midpoints on the board.
  DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints);

  const DrawFormat& format() const { return format_; }
  /// Throws FileError.
  void save(const TierName& tier, const DrawCodes& codes) const;
  /// Whether the file has this number of draws. Throws FileError.
  bool has(const TierName& tier, std::uint64_t draws) const;
  /// Whether the tier's file has all draws, or there are too many to list.
  bool has_all_of(const TierName& tier, const TierResult& result) const;
  /// Throws FileError, for example if the file is damaged.
  DrawCodes load(const TierName& tier, std::uint64_t draws) const;

 private:
  FolderFile file_of(const TierName& tier) const;

  std::filesystem::path folder_;
  std::size_t midpoints_;
  DrawFormat format_;
};

}  // namespace onyx
