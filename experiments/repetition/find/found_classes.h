// The folder that a search writes its certificates into, one file per class.
#pragma once

#include <filesystem>
#include <functional>
#include <unordered_set>

#include "solver/certificate/certificate.h"

namespace onyx {

/// Whether the file at `path`, with this text, is the one to use for a certificate.
using IsPlace = std::function<bool(const std::filesystem::path& path, std::string_view text)>;
/// The path in `folder` of the certificate for `key`, a position, whether or not it exists yet. By
/// default, an existing file is used if it certifies `key`. Throws FileError, also for a damaged
/// one.
std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place = {});

/// A class is known by its key's text (see class_finder.h).
class FoundClasses {
 public:
  /// Reads which classes the folder, which must exist, holds. Throws FileError.
  explicit FoundClasses(std::filesystem::path folder);
  /// Writes the certificate, unless the folder has its class already. Returns whether the class
  /// counts as found by the caller: it is new, or this very certificate was written by a run that
  /// was killed before its checkpoint counted it.
  bool add(const Certificate& certificate);
  std::size_t size() const { return positions_.size(); }

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
