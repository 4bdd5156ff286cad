// Where a merge keeps the classes: a file for each in a folder (class_folder.h), or all in one pack
// (class_pack.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// Keeps, of all candidates for one class, those already stored included, the one that contest()
/// chooses.
class ClassStore {
 public:
  /// Functions that report on certificates; `present` and `rejected` are called from many threads.
  struct Listener {
    /// The store holds this certificate already.
    std::function<void(const ClassCandidate& present, const std::filesystem::path& file)> present;
    /// The checker rejected the candidate, so it is not kept.
    std::function<void(const ClassCandidate& candidate, const std::string& fault)> rejected;
    /// The checker rejected a stored certificate, which stays until it can be replaced.
    std::function<void(const std::filesystem::path& file, const std::string& fault)> unsound;
    /// The rejected certificate in `file` has been replaced.
    std::function<void(const std::filesystem::path& file)> repaired;
    /// A class was written; called only by stores that write after all candidates have been added.
    std::function<void()> written;
  };

  ClassStore() = default;
  virtual ~ClassStore() = default;
  ClassStore(const ClassStore&) = delete;
  ClassStore& operator=(const ClassStore&) = delete;

  /// The number of classes stored now. Throws FileError.
  virtual std::uint64_t classes() const = 0;
  /// The part of add() that many threads can do at once; false if the candidate need not be added.
  /// Throws FileError.
  virtual bool prepare(ClassCandidate& candidate) = 0;
  /// Adds a prepared candidate. Throws FileError, also for candidates that were added before.
  virtual void add(ClassCandidate candidate) = 0;
  /// Keeps the added candidates and those stored before. `is_whole`: false if an interrupt came
  /// before all candidates were added. Throws FileError.
  virtual void finish(bool is_whole) = 0;
};

}  // namespace onyx
