// The folder in which a search writes one certificate per class.
#pragma once

#include <filesystem>
#include <functional>
#include <unordered_set>

#include "solver/certificate/certificate.h"

namespace onyx {

/// Whether the file `path`, with content `text`, is where the certificate belongs.
using IsPlace = std::function<bool(const std::filesystem::path& path, std::string_view text)>;
/// Returns the path in `folder` for the certificate of position `key`, even for a missing file.
/// By default, an existing file must prove `key`. Throws FileError, for example for damage.
std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place = {});

class FoundClasses {
 public:
  /// Reads the classes in the folder, which must exist. Throws FileError.
  explicit FoundClasses(std::filesystem::path folder);
  /// Writes the certificate of a new class. Returns whether to count the class: it is new, or a
  /// killed run wrote this certificate before its checkpoint counted it.
  bool add(const Certificate& certificate);
  std::size_t size() const { return positions_.size(); }

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
