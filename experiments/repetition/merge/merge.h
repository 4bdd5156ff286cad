// Joins the results of searches: one certificate for each class, in one folder or one pack.
//
// What the output already holds is joined, too. From several certificates for one class, the merge
// keeps the one found first (the least seed, then number, then text), unless the checker rejects
// it. So the result depends neither on the order of the folders nor on threads; a merge that was
// killed ends as if it had not been, when it is run again; and the joined shards of a search equal
// the same search in one piece. Classes are sorted on the disk (candidate_sort.h).
//
// A record (`merge.json` beside the certificates, `NAME.merge.json` beside NAME.pack) is written
// first. It includes the number of classes then, so that another run after a killed one counts the
// same.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/merge/result_files.h"

namespace onyx {

struct MergeSettings {
  /// Searched recursively, except for `out`; packs can be named, too.
  std::vector<std::string> folders;
  std::string out;              ///< A folder, made if missing, or a pack (names_pack()).
  int verify_percent = 1;       ///< The share of classes to check; each run draws another sample.
  bool mixed_versions = false;  ///< Whether results of several programs may be joined.
};

struct MergeReport {
  struct Rejected {
    std::string file;
    std::string reason;
    bool stays = false;  ///< It is in the output folder, and no better one has been found.
    friend auto operator<=>(const Rejected&, const Rejected&) = default;
  };
  /// At most this many rejections are named, the first by name; all are counted.
  static constexpr std::size_t kMostNamed = 1000;
  std::uint64_t folders = 0;       ///< Folders with results in them.
  std::uint64_t certificates = 0;  ///< Certificates read.
  std::uint64_t classes = 0;       ///< In the output folder.
  std::uint64_t added = 0;         ///< Classes that are new there.
  std::uint64_t repeats = 0;       ///< Certificates of classes that were present or had been added.
  std::uint64_t verified = 0;      ///< Accepted by the checker: some, and any that differ.
  std::uint64_t repaired = 0;      ///< Invalid files of the output folder that were replaced.
  std::uint64_t unsound = 0;   ///< Invalid files of the output folder that no better one replaced.
  std::uint64_t rejected = 0;  ///< Rejected by the checker, or not of a class; not copied.
  std::set<Rejected> rejections;
  std::set<std::string> programs;  ///< Versions that wrote the results.
  std::vector<Series> series;
  End end = End::complete;  ///< If interrupted, the counts cover what was done.
};

bool names_pack(const std::filesystem::path& out);

/// Ignores the limits of `stop`, except the interrupt, and tells `stop.progress` the numbers of
/// certificates known and read. Throws FileError for what cannot be read or written, and for a name
/// that is not a folder; InputError for mixed versions, and if there is nothing to join;
/// FolderInUse if another run works in the output folder.
MergeReport merge(const MergeSettings& settings, const Stop& stop);
/// Only `verified` varies between runs, because the sample is random.
nlohmann::ordered_json to_json(const MergeReport& report);

}  // namespace onyx
