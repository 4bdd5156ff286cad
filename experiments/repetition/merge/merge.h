// Joins the results of searches: one certificate for each class, in one folder or one pack.
//
// What is in the folder or pack already is joined, too. Of two certificates for one class the one
// found first (by seed, then number; then the lesser text) is kept, whichever comes first, unless
// the checker rejects it (contest.h); so the result depends neither on the order of the folders nor
// on threads, and a merge that was killed and is run again ends as if it had not been. Joined, the
// shards of a search are what the search finds in one piece. Memory does not grow with the classes:
// a folder is asked for each class by name (class_folder.h), for a pack they are sorted on the disk
// (class_pack.h).
//
// A file `merge.json` beside the certificates, `NAME.merge.json` beside NAME.pack, says what was
// joined. It is written before the first certificate, with the number of classes that were there
// already, so that a second run can count as the first one would have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/repetition/merge/shard_results.h"

namespace onyx {

struct MergeSettings {
  /// Searched in all depths, but for `out`; packs can be named, too.
  std::vector<std::string> folders;
  std::string out;         ///< A folder, made if missing, or a pack (names_pack of class_pack.h).
  int verify_percent = 1;  ///< Of classes, others in each run, that are checked whole.
  bool mixed_versions = false;  ///< Whether results of several programs may be joined.
};

struct MergeReport {
  struct Rejected {
    std::string file;
    std::string reason;
    bool stays = false;  ///< It is in the output folder, and there is no better one.
    friend auto operator<=>(const Rejected&, const Rejected&) = default;
  };
  /// So many are named, those first by name; all are counted.
  static constexpr std::size_t kMostNamed = 1000;

  std::uint64_t folders = 0;       ///< With results in them.
  std::uint64_t certificates = 0;  ///< Read.
  std::uint64_t classes = 0;       ///< In the output folder.
  std::uint64_t added = 0;         ///< Of these, not there before.
  std::uint64_t repeats = 0;       ///< Certificates of classes that another one had added, or had.
  std::uint64_t verified = 0;      ///< Accepted by the checker: a sample, and where two differ.
  std::uint64_t repaired = 0;      ///< Files of the output folder that did not hold, replaced.
  std::uint64_t unsound = 0;       ///< Such files for which there is no better one.
  std::uint64_t rejected = 0;      ///< By the checker, or no certificates of a class; not copied.
  std::set<Rejected> rejections;
  std::set<std::string> programs;  ///< Versions that wrote the results.
  std::vector<Series> series;
  End end = End::complete;  ///< If interrupted, the counts are of what was done.
};

/// Time: one reading of every certificate, and one writing of every class; of a pack twice that,
/// and the certificates that are in it already are read as well. Throws FileError for folders and
/// files that cannot be read or written, and for a name that is no folder; InputError for mixed
/// versions, and where there is nothing to join. Of `stop`, only an interrupt ends it; it is told
/// of the certificates known and read. Throws FolderInUse where another run is at work in the
/// output folder.
MergeReport merge(const MergeSettings& settings, const Stop& stop);

/// What the report says, with nothing that depends on the time or on the machine. On chance, which
/// draws the sample, depends how many were verified.
nlohmann::ordered_json to_json(const MergeReport& report);

}  // namespace onyx
