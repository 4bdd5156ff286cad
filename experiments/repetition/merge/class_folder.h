// Writes the classes that a merge keeps into a folder, some hundreds at a time: a flush for each
// file would take far longer than the rest of the merge.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "experiments/repetition/merge/class_candidate.h"
#include "experiments/repetition/merge/class_store.h"

namespace onyx {

/// The folder is the set of classes. A file's name comes from a hash of the class's key, so one
/// look-up by name finds a class, and no list is kept in memory. A killed writer loses at most the
/// last few hundred classes and leaves no broken file; an interrupted one writes what it has.
class ClassFolder : public ClassStore {
 public:
  ClassFolder(std::filesystem::path folder, CertificateVerifier& verifier, Listener listener)
      : folder_(std::move(folder)), verifier_(verifier), listener_(std::move(listener)) {}

  std::uint64_t classes() const override;
  bool prepare(ClassCandidate& candidate) override { return is_wanted(candidate); }
  void add(ClassCandidate candidate) override;
  void finish(bool is_whole) override;

 private:
  /// Compares the candidate with the folder as it is now.
  bool is_wanted(ClassCandidate& candidate) const;
  std::filesystem::path place_of(const std::string& key) const;
  void write_waiting();

  std::filesystem::path folder_;
  CertificateVerifier& verifier_;
  Listener listener_;
  std::map<std::string, ClassCandidate> waiting_;  ///< By key.
  std::size_t bytes_ = 0;                          ///< Bytes of the waiting texts, at most.
};

}  // namespace onyx
