// Candidates on the disk, in the order of their keys: what an external merge sort is made of
// (Knuth, TAOCP 3, 5.4).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/files/files.h"
#include "experiments/repetition/merge/class_candidate.h"

namespace onyx {

/// A file that is gone when the run is forgotten, or the process ends. Written once from beginning
/// to end, then read so.
class CandidateRun {
 public:
  /// Throws FileError.
  explicit CandidateRun(const std::filesystem::path& folder) : file_(folder) {}

  /// Packed, and with no lesser key than the one before. Throws FileError.
  void add(const ClassCandidate& candidate);
  /// Nothing after the last. Throws FileError.
  std::optional<ClassCandidate> next();

 private:
  std::string_view take(std::size_t bytes);
  void write_buffer();

  ScratchFile file_;
  std::string buffer_;
  std::uint64_t end_ = 0;  ///< Of what was written, or read into the buffer.
  std::size_t taken_ = 0;  ///< Of the buffer.
  bool is_written_ = false;
};

/// All candidates for one class at a time, in the order of the keys; of those with the same text
/// one. O(n log r) comparisons for n candidates in r runs.
void for_each_class(std::vector<CandidateRun>& runs,
                    const std::function<void(std::vector<ClassCandidate> candidates)>& action);

/// Of candidates for one class that have the same text leaves one, which is verified, or present,
/// if any of them is.
void drop_repeats(std::vector<ClassCandidate>& candidates);

}  // namespace onyx
