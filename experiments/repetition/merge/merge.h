// Merges the results of searches into an output folder or pack, which may already have
// certificates. Keeps one certificate per recurrent class (solver/repetition/recurrence.h).
//
// If several certificates prove a class, the checker judges them in the order of seed, number and
// text, and the merge keeps the first valid one. So the result does not depend on the order of
// folders, on threads or on killed runs, and merged shards give the result of an unsharded search.
// Classes are sorted on disk (candidate_sort.h).
//
// Before any certificate, the merge writes a record: `merge.json` beside the certificates, or
// `NAME.merge.json` beside NAME.pack. The record stores the initial number of classes, so that a
// run that repeats a killed merge counts correctly.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/merge/result_files.h"

namespace onyx {

struct MergeSettings {
  /// Packs, and folders to search recursively. The search skips `out`.
  std::vector<std::string> folders;
  std::string out;         ///< A folder, created if missing, or a pack (names_pack()).
  int verify_percent = 1;  ///< Percentage of classes to check; each run draws a random sample.
  bool mixed_versions = false;
};

struct MergeReport {
  struct Rejected {
    std::string file;
    std::string reason;
    bool stays = false;  ///< Whether the file remains in the output.
    friend auto operator<=>(const Rejected&, const Rejected&) = default;
  };
  /// Maximum size of `rejections`, which keeps the first in sort order; the counts include all.
  static constexpr std::size_t kMostNamed = 1000;
  std::uint64_t folders = 0;       ///< Folders with results, plus named packs.
  std::uint64_t certificates = 0;  ///< Certificates read from the inputs.
  std::uint64_t classes = 0;       ///< Classes in the output.
  std::uint64_t added = 0;
  std::uint64_t repeats = 0;   ///< Input certificates, not rejected, that added no class.
  std::uint64_t verified = 0;  ///< Certificates that the checker accepted.
  std::uint64_t repaired = 0;  ///< Invalid certificates in the output that were replaced.
  std::uint64_t unsound = 0;   ///< Invalid certificates in the output that were not replaced.
  std::uint64_t rejected = 0;  ///< Input certificates that are invalid or prove no class.
  std::set<Rejected> rejections;
  std::set<std::string> programs;  ///< Program versions that wrote the results.
  std::vector<Series> series;
  End end = End::complete;  ///< If interrupted, `classes`, `added` and `repeats` are 0.
};

bool names_pack(const std::filesystem::path& out);

/// Uses only the interrupt and progress of `stop`. Progress counts the certificates read and, for a
/// pack, the classes written. Throws FileError; InputError for mixed versions, no results, or an
/// input that is also the output; InUse if another run uses the output folder.
MergeReport merge(const MergeSettings& settings, const Stop& stop);
/// Converts the report. If all inputs are valid, only `verified` depends on the random sample.
nlohmann::ordered_json to_json(const MergeReport& report);

}  // namespace onyx
