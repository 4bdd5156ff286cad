// Writes the classes that a merge keeps, some hundreds at once: to flush each by itself would take
// far longer than all the rest of a merge.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "experiments/repetition/merge/contest.h"

namespace onyx {

/// Of all candidates for one class, those in the folder included, the one that contest.h says
/// stays. A killed writer leaves some of the last few hundred unwritten, and the others whole.
class ClassWriter {
 public:
  /// What is told of the certificates; from many threads, but of the last two.
  struct Listener {
    /// It is in the folder already.
    std::function<void(const ClassCandidate& present, const std::filesystem::path& file)> present;
    /// The checker rejects it, so it is not written.
    std::function<void(const ClassCandidate& candidate, const std::string& fault)> rejected;
    /// The checker rejects a file of the folder, which stays until there is a better one;
    std::function<void(const std::filesystem::path& file, const std::string& fault)> unsound;
    /// and now there is.
    std::function<void(const std::filesystem::path& file)> repaired;
  };

  ClassWriter(std::filesystem::path folder, CertificateVerifier& verifier, Listener listener)
      : folder_(std::move(folder)), verifier_(verifier), listener_(std::move(listener)) {}

  /// Whether the candidate is to be written, by what is in the folder now. Thread-safe. Throws
  /// FileError.
  bool is_wanted(ClassCandidate& candidate) const;
  /// Throws FileError, also for those that were added before.
  void add(ClassCandidate candidate);
  /// Writes those that were added and are not yet written. Throws FileError.
  void finish();

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path folder_;
  CertificateVerifier& verifier_;
  Listener listener_;
  std::map<std::string, ClassCandidate> waiting_;  ///< By key.
  std::size_t bytes_ = 0;                          ///< Of their texts, at most.
};

}  // namespace onyx
