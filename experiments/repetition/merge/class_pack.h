// Writes the classes that a merge keeps into one pack (solver/certificate/pack.h), in the order of
// their keys. An external merge sort allows more classes than fit into memory or into a folder.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "experiments/repetition/merge/candidate_run.h"
#include "experiments/repetition/merge/class_store.h"
#include "experiments/repetition/merge/contest.h"

namespace onyx {

/// Whether `out` is the name of a pack.
bool names_pack(const std::filesystem::path& out);

/// The caller adds the certificates of an existing pack first, as present; the new pack then
/// replaces the old one in one step. No part of the new pack is visible before. Memory: kMostBytes,
/// and a buffer for each of kMostRuns runs; disk, in the pack's folder: all certificates, packed,
/// twice.
class ClassPack : public ClassStore {
 public:
  ClassPack(std::filesystem::path file, CertificateVerifier& verifier, Listener listener,
            std::function<bool()> should_stop)
      : file_(std::move(file)),
        verifier_(verifier),
        listener_(std::move(listener)),
        should_stop_(std::move(should_stop)) {}

  std::uint64_t classes() const override;
  bool prepare(ClassCandidate& candidate) override;
  void add(ClassCandidate candidate) override;
  void finish(bool is_whole) override;

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 27;
  static constexpr std::size_t kMostRuns = 64;

  void write_run();
  std::optional<ClassCandidate> best_of(std::vector<ClassCandidate> candidates);

  std::filesystem::path file_;
  CertificateVerifier& verifier_;
  Listener listener_;
  std::function<bool()> should_stop_;
  std::vector<ClassCandidate> waiting_;
  std::size_t bytes_ = 0;  ///< Memory of `waiting_`.
  std::vector<CandidateRun> runs_;
};

}  // namespace onyx
