// Writes the classes that a merge keeps, some hundreds at once: to flush each by itself would take
// far longer than all the rest of a merge.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// Of all candidates for one class, those in the folder included, the least stays. A killed
/// writer leaves some of the last few hundred unwritten, and the others whole.
class ClassWriter {
 public:
  /// `note_present` is called with certificates that are in the folder already, and their files.
  ClassWriter(std::filesystem::path folder,
              std::function<void(const ClassCandidate&, const std::filesystem::path&)> note_present)
      : folder_(std::move(folder)), note_present_(std::move(note_present)) {}

  /// Whether the folder holds one for the class that is no greater. Thread-safe. Throws
  /// FileError.
  bool has_better(const ClassCandidate& candidate) const;
  /// Throws FileError, also for those that were added before.
  void add(ClassCandidate candidate);
  /// Writes those that were added and are not yet written. Throws FileError.
  void finish();

 private:
  std::filesystem::path folder_;
  std::function<void(const ClassCandidate&, const std::filesystem::path&)> note_present_;
  std::map<std::string, ClassCandidate> waiting_;  ///< By key.
  std::size_t bytes_ = 0;                          ///< Of their texts, at most.
};

}  // namespace onyx
