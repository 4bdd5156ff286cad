// Joins the results of searches with the output's content: one certificate per class, in one folder
// or pack.
//
// Among several certificates for a class, the first (by seed, number, text) that the checker does
// not reject is kept. So the result does not depend on the order of folders, on threads or on
// killed runs, and joined shards equal the same search in one piece. Classes are sorted on disk
// (candidate_sort.h).
//
// A record (`merge.json` beside the certificates, `NAME.merge.json` beside NAME.pack) is written
// first, with the number of classes then, so that a run after a killed one counts the same.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/merge/result_files.h"

namespace onyx {

struct MergeSettings {
  /// Searched recursively, except `out`; may name packs.
  std::vector<std::string> folders;
  std::string out;         ///< A folder, made if missing, or a pack (names_pack()).
  int verify_percent = 1;  ///< Classes to check; each run draws another sample.
  bool mixed_versions = false;
};

struct MergeReport {
  struct Rejected {
    std::string file;
    std::string reason;
    bool stays = false;  ///< In the output, and not replaced.
    friend auto operator<=>(const Rejected&, const Rejected&) = default;
  };
  /// At most this number of rejections are named, sorted; all are counted.
  static constexpr std::size_t kMostNamed = 1000;
  std::uint64_t folders = 0;       ///< With results in them.
  std::uint64_t certificates = 0;  ///< Certificates read.
  std::uint64_t classes = 0;       ///< In the output folder.
  std::uint64_t added = 0;
  std::uint64_t repeats = 0;   ///< For classes already present or added.
  std::uint64_t verified = 0;  ///< By the checker.
  std::uint64_t repaired = 0;  ///< Invalid output files that were replaced.
  std::uint64_t unsound = 0;   ///< Invalid output files that were not replaced.
  std::uint64_t rejected = 0;  ///< By the checker, or not of a class; not copied.
  std::set<Rejected> rejections;
  std::set<std::string> programs;  ///< Versions that wrote the results.
  std::vector<Series> series;
  End end = End::complete;  ///< If interrupted, the counts cover what was done.
};

bool names_pack(const std::filesystem::path& out);

/// Ignores all limits of `stop` but the interrupt; tells `stop.progress` the numbers of
/// certificates known and read. Throws FileError; InputError for mixed versions or nothing to join;
/// FolderInUse if another run works in the output folder.
MergeReport merge(const MergeSettings& settings, const Stop& stop);
/// Only `verified` varies between runs: it depends on the random sample.
nlohmann::ordered_json to_json(const MergeReport& report);

}  // namespace onyx
