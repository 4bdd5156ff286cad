// The folder in which a search writes one certificate per class.
#pragma once

#include <filesystem>
#include <functional>
#include <unordered_set>

#include "solver/certificate/certificate.h"

namespace onyx {

/// Whether this file is the one for a certificate.
using IsPlace = std::function<bool(const std::filesystem::path& path, std::string_view text)>;
/// The path in `folder` of the certificate for `key`, a position, whether or not it exists yet. By
/// default, an existing file must certify `key`. Throws FileError, also for a damaged file.
std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place = {});

class FoundClasses {
 public:
  /// Reads the classes in the folder, which must exist. Throws FileError.
  explicit FoundClasses(std::filesystem::path folder);
  /// Writes the certificate of a new class. Returns whether it is new, or was written by a killed
  /// run before its checkpoint counted it.
  bool add(const Certificate& certificate);
  std::size_t size() const { return positions_.size(); }

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
