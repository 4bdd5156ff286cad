// Writes the classes that a merge keeps into one pack (solver/certificate/pack.h), in the order of
// their keys. An external merge sort allows more classes than fit into memory or into a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/files/files.h"
#include "experiments/repetition/merge/class_candidate.h"
#include "experiments/repetition/merge/class_store.h"

namespace onyx {

// --- Runs of the merge sort ----------------------------------------------------------------------
//
// Candidates on the disk, in the order of their keys, for an external merge sort (Knuth, TAOCP 3,
// 5.4).

/// A sequential file: written once from beginning to end, then read from beginning to end. It is
/// deleted when the object or the process ends.
class CandidateRun {
 public:
  /// Throws FileError.
  explicit CandidateRun(const std::filesystem::path& folder) : file_(folder) {}

  /// The candidate must be packed, and its key not less than the one before. Throws FileError.
  void add(const ClassCandidate& candidate);
  /// Nothing after the last candidate. Throws FileError.
  std::optional<ClassCandidate> next();

 private:
  std::string_view take(std::size_t bytes);
  void write_buffer();

  ScratchFile file_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< The end of what was written, or of what was read into the buffer.
  std::size_t taken_ = 0;  ///< Bytes taken from the buffer.
  bool is_written_ = false;
};

/// Calls `action` with all candidates for one class at a time, in the order of the keys; candidates
/// with the same text are joined (drop_repeats). O(n log r) comparisons for n candidates in r runs.
void for_each_class(std::vector<CandidateRun>& runs,
                    const std::function<void(std::vector<ClassCandidate> candidates)>& action);

/// Joins candidates for one class that have the same text into one, which is verified, or present,
/// if any of them is.
void drop_repeats(std::vector<ClassCandidate>& candidates);

// --- The pack ------------------------------------------------------------------------------------

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
