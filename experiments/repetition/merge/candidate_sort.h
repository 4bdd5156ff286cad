// Sorts certificates by class on disk, because they may not fit into memory (external merge sort,
// Knuth, TAOCP 3, 5.4).
#pragma once

#include <functional>
#include <tuple>

#include "experiments/files/files.h"
#include "solver/certificate/pack.h"

namespace onyx {

struct ClassCandidate {
  std::string text;
  /// The least canonical form of the positions on the cycle, as text. If the certificate begins at
  /// its class key (solver/repetition/recurrence.h), `key` is the class key.
  std::string key;
  std::string program;
  std::uint64_t seed = UINT64_MAX;
  std::uint64_t number = UINT64_MAX;
  std::string file;          ///< The file's name, for messages.
  CertificateFrame packed;   ///< Replaces `text` while sorting.
  bool is_present = false;   ///< Already in the output.
  bool is_verified = false;  ///< Accepted by the checker.

  auto rank() const { return std::tie(seed, number, text); }
};

inline constexpr const char* kUnnamed = "an unnamed program";

struct NoCandidate {
  std::string why;
};

/// Throws NoCandidate unless `text` (JSON) claims a draw on its own cycle. Ignores strategies.
ClassCandidate parse_candidate(std::string text);

/// A file of candidates sorted by key. It is written once, then read.
class CandidateRun {
 public:
  explicit CandidateRun(const std::filesystem::path& folder) : file_(folder) {}
  /// Appends a candidate. Requires `packed` to be set, and keys not to decrease. Throws FileError.
  void add(const ClassCandidate& candidate);
  /// Returns the next candidate; nothing at the end. Throws FileError.
  std::optional<ClassCandidate> next();

 private:
  std::string_view take(std::size_t bytes);
  void write_buffer();

  ScratchFile file_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< File offset after the last byte written or read into the buffer.
  std::size_t taken_ = 0;  ///< Bytes of the buffer that take() has returned.
  bool is_written_ = false;
};

using TakeClass = std::function<void(std::vector<ClassCandidate> candidates)>;

/// Merges sorted runs. Calls `action` once per class, in the order of keys, after drop_repeats().
/// Merging n candidates from r runs takes O(n log r) comparisons of keys.
void for_each_class(std::vector<CandidateRun>& runs, const TakeClass& action);
/// Keeps one of each set of equal certificates, with the union of their flags.
void drop_repeats(std::vector<ClassCandidate>& candidates);

/// Sorts candidates by class. Memory: kMostBytes, plus a buffer for each of at most kMostRuns runs.
/// Disk space in `folder`: twice the size of all packed candidates.
class CandidateSort {
 public:
  explicit CandidateSort(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Requires `packed` to be set. Throws FileError, possibly while writing earlier candidates.
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
