#include "experiments/files/certificate_files.h"

#include <fmt/core.h>

#include "experiments/support/output.h"
#include "experiments/support/version.h"

namespace onyx {

Certificate signed_by_program(Certificate certificate) {
  certificate.about["program"] = fmt::format("onyx {}", kVersion);
  return certificate;
}

bool AnswerCertificates::write(const FolderFile& file, Certificate certificate) {
  try {
    write_file(file, to_json(signed_by_program(std::move(certificate))));
    return true;
  } catch (const FileError& error) {
    notify("{}: {}", command_, error.what());
    are_all_written_ = false;
    return false;
  }
}

}  // namespace onyx
