// Where a merge keeps the classes: a file for each in a folder (class_folder.h), or all in one pack
// (class_pack.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// Of all candidates for one class, those that are there already included, the one that contest.h
/// says stays.
class ClassStore {
 public:
  /// What is told of the certificates; `present` and `rejected` from many threads.
  struct Listener {
    /// It is there already.
    std::function<void(const ClassCandidate& present, const std::filesystem::path& file)> present;
    /// The checker rejects it, so it is not kept.
    std::function<void(const ClassCandidate& candidate, const std::string& fault)> rejected;
    /// The checker rejects one that is there, which stays until there is a better one;
    std::function<void(const std::filesystem::path& file, const std::string& fault)> unsound;
    /// and now there is.
    std::function<void(const std::filesystem::path& file)> repaired;
    /// Something was written, where that comes after all has been added.
    std::function<void()> written;
  };

  ClassStore() = default;
  virtual ~ClassStore() = default;
  ClassStore(const ClassStore&) = delete;
  ClassStore& operator=(const ClassStore&) = delete;

  /// How many are there now. Throws FileError.
  virtual std::uint64_t classes() const = 0;
  /// What of add() can be done by many threads at once; false if it need not be added. Throws
  /// FileError.
  virtual bool prepare(ClassCandidate& candidate) = 0;
  /// One that was prepared. Throws FileError, also for those that were added before.
  virtual void add(ClassCandidate candidate) = 0;
  /// Keeps those that were added, and those that were there. `is_whole`: whether all have been
  /// added, or an interrupt has come before. Throws FileError.
  virtual void finish(bool is_whole) = 0;
};

}  // namespace onyx
