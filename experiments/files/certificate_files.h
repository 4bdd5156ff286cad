// Certificates in JSON that the program writes: the program's signature, the file ending, and
// answers whose certificate cannot be written.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "experiments/files/files.h"
#include "solver/certificate/certificate.h"

namespace onyx {

inline constexpr std::string_view kCertificateEnding = ".cert.json";

/// Returns the certificate with the program's version added.
Certificate signed_by_program(Certificate certificate);

/// The certificates of a command's answers. If one cannot be written, the answer is still given: a
/// message reports it, and it is remembered for the exit code. Thread-safe.
class AnswerCertificates {
 public:
  /// `command`, such as "onyx judge", begins the messages.
  explicit AnswerCertificates(std::string command) : command_(std::move(command)) {}

  /// Signs and writes the certificate. Returns whether the file was written.
  bool write(const FolderFile& file, Certificate certificate);
  bool are_all_written() const { return are_all_written_; }

 private:
  const std::string command_;
  std::atomic<bool> are_all_written_{true};
};

}  // namespace onyx
