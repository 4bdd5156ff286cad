// The part of a certificate that a merge reads; and a sort of these by class, on the disk (external
// merge sort, Knuth, TAOCP 3, 5.4): they may not fit into memory or into a folder.
#pragma once

#include <functional>
#include <tuple>

#include "experiments/files/files.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ClassCandidate {
  std::string text;
  /// The least of all symmetric forms of the positions on the certificate's cycle: the class's key
  /// (solver/repetition/recurrence.h) for certificates that begin at the key of their class.
  std::string key;
  std::string program;  ///< The program that wrote the certificate.
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;
  std::string file;          ///< Where it was read, for messages.
  CertificateFrame packed;   ///< Replaces the text in the sort.
  bool is_present = false;   ///< The output holds it already.
  bool is_verified = false;  ///< The checker has accepted it.

  /// The candidate of least rank is kept for each class.
  auto rank() const { return std::tie(seed, number, text); }
};

/// The name of a program that a file does not name.
inline constexpr const char* kUnnamed = "an unnamed program";

/// Thrown for a text that is not the certificate of a class.
struct NoCandidate {
  std::string why;
};

/// Checks the claim and the cycle, but not the strategies. Throws NoCandidate.
ClassCandidate parse_candidate(std::string text);

/// A file of candidates in the order of their keys, written once from beginning to end, then read.
class CandidateRun {
 public:
  explicit CandidateRun(const std::filesystem::path& folder) : file_(folder) {}
  /// The candidate must be packed, and its key not less than the last one's. Throws FileError.
  void add(const ClassCandidate& candidate);
  /// Returns nothing after the last candidate. Throws FileError.
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

using TakeClass = std::function<void(std::vector<ClassCandidate> candidates)>;

/// Calls `action` with all candidates for one class at a time, in the order of the keys; candidates
/// with the same text are joined (drop_repeats). O(n log r) comparisons for n candidates in r runs.
void for_each_class(std::vector<CandidateRun>& runs, const TakeClass& action);
/// Joins candidates with the same text; the result is verified, or present, if any of them is.
void drop_repeats(std::vector<ClassCandidate>& candidates);

/// Takes candidates in any order. Memory: kMostBytes, and a buffer for each of at most kMostRuns
/// runs. Disk space, in `folder`: twice all packed candidates.
class CandidateSort {
 public:
  explicit CandidateSort(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// The candidate must be packed. Throws FileError, perhaps for a candidate added earlier.
  void add(ClassCandidate candidate);
  /// Call this once, after the last add(); see for_each_class() above. Throws FileError.
  void for_each_class(const TakeClass& action);

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 27;
  static constexpr std::size_t kMostRuns = 64;
  void write_run();

  std::filesystem::path folder_;
  std::vector<ClassCandidate> waiting_;
  std::size_t bytes_ = 0;  ///< Memory of `waiting_`.
  std::vector<CandidateRun> runs_;
};

}  // namespace onyx
