// Writes the classes that a merge keeps into a folder, some hundreds at once: to flush each by
// itself would take far longer than all the rest of a merge.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "experiments/repetition/merge/class_store.h"
#include "experiments/repetition/merge/contest.h"

namespace onyx {

/// The folder is the set of classes. The name of a file comes from a hash of the class's key, so
/// whether a class is there is one look at a name, and nothing has to be remembered. A killed
/// writer leaves some of the last few hundred unwritten, and the others whole; an interrupted one
/// writes what it has.
class ClassFolder : public ClassStore {
 public:
  ClassFolder(std::filesystem::path folder, CertificateVerifier& verifier, Listener listener)
      : folder_(std::move(folder)), verifier_(verifier), listener_(std::move(listener)) {}

  std::uint64_t classes() const override;
  bool prepare(ClassCandidate& candidate) override { return is_wanted(candidate); }
  void add(ClassCandidate candidate) override;
  void finish(bool is_whole) override;

 private:
  /// By what is in the folder now.
  bool is_wanted(ClassCandidate& candidate) const;
  std::filesystem::path place_of(const std::string& key) const;
  void write_waiting();

  std::filesystem::path folder_;
  CertificateVerifier& verifier_;
  Listener listener_;
  std::map<std::string, ClassCandidate> waiting_;  ///< By key.
  std::size_t bytes_ = 0;                          ///< Of their texts, at most.
};

}  // namespace onyx
