// A merge joins results of searches with the certificates already in the output. It keeps one
// certificate per class, in one folder or pack.
//
// If several certificates prove a class, the checker judges them, and the first one (by seed,
// number, text) that it accepts is kept. So the result does not depend on the order of folders, on
// threads or on killed runs, and joined shards equal the same search run in one piece. Classes are
// sorted on disk (candidate_sort.h).
//
// First the merge writes a record: `merge.json` beside the certificates, or `NAME.merge.json`
// beside NAME.pack. It holds the initial number of classes, so a run after a killed one counts
// correctly.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/merge/result_files.h"

namespace onyx {

struct MergeSettings {
  /// Folders, searched recursively except for `out`, and packs.
  std::vector<std::string> folders;
  std::string out;         ///< A folder, made if missing, or a pack (names_pack()).
  int verify_percent = 1;  ///< Share of classes to check; each run draws another sample.
  bool mixed_versions = false;
};

struct MergeReport {
  struct Rejected {
    std::string file;
    std::string reason;
    bool stays = false;  ///< Whether the file remains in the output.
    friend auto operator<=>(const Rejected&, const Rejected&) = default;
  };
  /// At most this number of rejections is listed, sorted; all are counted.
  static constexpr std::size_t kMostNamed = 1000;
  std::uint64_t folders = 0;       ///< Folders with results, and named packs.
  std::uint64_t certificates = 0;  ///< Certificates read from the inputs.
  std::uint64_t classes = 0;       ///< Classes in the output.
  std::uint64_t added = 0;
  std::uint64_t repeats = 0;   ///< Certificates of classes already present or added.
  std::uint64_t verified = 0;  ///< Certificates that the checker accepted.
  std::uint64_t repaired = 0;  ///< Invalid output files that were replaced.
  std::uint64_t unsound = 0;   ///< Invalid output files that were not replaced.
  std::uint64_t rejected = 0;  ///< Not copied: invalid, or not of a class.
  std::set<Rejected> rejections;
  std::set<std::string> programs;  ///< Program versions that wrote the results.
  std::vector<Series> series;
  End end = End::complete;  ///< If interrupted, the counts cover what was done so far.
};

bool names_pack(const std::filesystem::path& out);

/// Uses only the interrupt and progress of `stop`. Progress counts certificates read; for a pack,
/// reads and writes. Throws FileError; InputError for mixed versions or nothing to join;
/// FolderInUse if another run works in the output folder.
MergeReport merge(const MergeSettings& settings, const Stop& stop);
/// Equal inputs give equal JSON except for `verified`, which depends on the random sample.
nlohmann::ordered_json to_json(const MergeReport& report);

}  // namespace onyx
