// Certificates in JSON that the program writes: what they say of it, what they are called, and what
// becomes of an answer whose certificate cannot be written.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "experiments/files/files.h"
#include "solver/certificate/certificate.h"

namespace onyx {

inline constexpr std::string_view kCertificateEnding = ".cert.json";

/// The same certificate, with the program's version.
Certificate signed_by_program(Certificate certificate);

/// The certificates of a command's answers. One that cannot be written costs no answer: that is
/// told, and remembered for the exit code. Thread-safe.
class AnswerCertificates {
 public:
  /// `command`, as "onyx judge", begins the messages.
  explicit AnswerCertificates(std::string command) : command_(std::move(command)) {}

  /// Signs it. Returns whether the file is written.
  bool write(const FolderFile& file, Certificate certificate);
  bool are_all_written() const { return are_all_written_; }

 private:
  const std::string command_;
  std::atomic<bool> are_all_written_{true};
};

}  // namespace onyx
