// Access to files in the solver's formats (core/base/packed_bytes.h), and to JSON certificates.
#pragma once

#include <atomic>

#include "core/base/packed_bytes.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// The file must outlive the results of source_of() and writer_to().
inline SourceFile source_of(const InputFile& file) {
  return {file.bytes(), [&file](std::uint64_t offset, std::size_t count, char* to) {
            file.read_at(offset, count, to);
          }};
}
inline WriteAt writer_to(NewFile& file) {
  return [&file](std::uint64_t offset, std::string_view bytes) { file.write_at(offset, bytes); };
}

inline constexpr const char* kPackEnding = ".pack";

/// Whether the file exists and check(file) throws no Damage. Throws FileError if unreadable.
template <class Check>
bool is_sound(const std::filesystem::path& path, const Check& check) {
  try {
    const InputFile file(path);
    check(source_of(file));
    return true;
  } catch (const Damage&) {
  } catch (const MissingFile&) {
  }
  return false;
}

inline constexpr std::string_view kCertificateEnding = ".cert.json";

inline Certificate signed_by_program(Certificate certificate) {
  certificate.about["program"] = fmt::format("onyx {}", kVersion);
  return certificate;
}

/// Writes certificates. Reports a failed write and remembers it for the exit code. Thread-safe.
class AnswerCertificates {
 public:
  explicit AnswerCertificates(std::string command) : command_(std::move(command)) {}

  bool write(const FolderFile& file, Certificate certificate) {
    try {
      write_file(file, to_json(signed_by_program(std::move(certificate))));
      return true;
    } catch (const FileError& error) {
      notify("{}: {}", command_, error.what());
      are_all_written_ = false;
      return false;
    }
  }
  bool are_all_written() const { return are_all_written_; }

 private:
  const std::string command_;
  std::atomic<bool> are_all_written_{true};
};

}  // namespace onyx
