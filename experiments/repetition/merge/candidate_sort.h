// A sort by class, on disk because certificates may not fit into memory (external merge sort,
// Knuth, TAOCP 3, 5.4).
#pragma once

#include <functional>
#include <tuple>

#include "experiments/files/files.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ClassCandidate {
  std::string text;
  /// The least form, over all symmetries, of the positions on the cycle. If the certificate's
  /// position is its class key (solver/repetition/recurrence.h), `key` is that position.
  std::string key;
  std::string program;
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;
  std::string file;          ///< For messages.
  CertificateFrame packed;   ///< Replaces `text` while sorting.
  bool is_present = false;   ///< Already in the output.
  bool is_verified = false;  ///< Accepted by the checker.

  auto rank() const { return std::tie(seed, number, text); }
};

inline constexpr const char* kUnnamed = "an unnamed program";

struct NoCandidate {
  std::string why;
};

/// Checks the claim and the cycle, but not the strategies. Throws NoCandidate.
ClassCandidate parse_candidate(std::string text);

/// A file of candidates sorted by key. It is written once, then read.
class CandidateRun {
 public:
  explicit CandidateRun(const std::filesystem::path& folder) : file_(folder) {}
  /// Requires `packed` to be set, and keys not to decrease. Throws FileError.
  void add(const ClassCandidate& candidate);
  /// Returns nothing after the last. Throws FileError.
  std::optional<ClassCandidate> next();

 private:
  std::string_view take(std::size_t bytes);
  void write_buffer();

  ScratchFile file_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< End of the file; while reading, of the part in the buffer.
  std::size_t taken_ = 0;  ///< Bytes of the buffer that take() has returned.
  bool is_written_ = false;
};

using TakeClass = std::function<void(std::vector<ClassCandidate> candidates)>;

/// Calls `action` once per class, in the order of keys, after drop_repeats(). Needs O(n log r)
/// comparisons for n candidates in r runs.
void for_each_class(std::vector<CandidateRun>& runs, const TakeClass& action);
/// Joins candidates with equal `text`; the result has the flags of all.
void drop_repeats(std::vector<ClassCandidate>& candidates);

/// Takes candidates in any order. Memory: kMostBytes, and a buffer for each of at most kMostRuns
/// runs. Disk space in `folder`: twice the size of all packed candidates.
class CandidateSort {
 public:
  explicit CandidateSort(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Requires `packed` to be set. Throws FileError, perhaps for an earlier candidate.
  void add(ClassCandidate candidate);
  /// Call once, after the last add(). Throws FileError.
  void for_each_class(const TakeClass& action);

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 27;
  static constexpr std::size_t kMostRuns = 64;
  void write_run();

  std::filesystem::path folder_;
  std::vector<ClassCandidate> waiting_;
  std::size_t bytes_ = 0;
  std::vector<CandidateRun> runs_;
};

}  // namespace onyx
