// The folder that a search writes its certificates into, one file per class.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "solver/certificate/certificate.h"

namespace onyx {

/// The position of a certificate file. Throws FileError if the file is damaged.
std::string position_in(const std::filesystem::path& path, std::string_view text);

/// Whether the file at `path`, with this text, is the one to use for a certificate.
using IsPlace = std::function<bool(const std::filesystem::path& path, std::string_view text)>;

/// The path in `folder` of the certificate for `key`, a position, whether or not it exists yet.
/// Without `is_place`, an existing file is used if its certificate's position is `key`, and a
/// damaged certificate is an error. Throws FileError.
std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place = {});

/// A class is known by its key's text (see class_finder.h).
class FoundClasses {
 public:
  /// Reads which classes the folder already holds; it must exist. Throws FileError, including for a
  /// damaged certificate file.
  explicit FoundClasses(std::filesystem::path folder);

  bool has(const std::string& position) const { return positions_.contains(position); }
  std::size_t size() const { return positions_.size(); }
  const std::unordered_set<std::string>& positions() const { return positions_; }
  /// The certificate of a class, which the folder must have. Throws FileError.
  Certificate read(const std::string& position) const;

  /// Writes the certificate, unless the folder has its class already. Returns whether the class
  /// counts as found by the caller: it is new, or this very certificate was written by a run that
  /// was killed before its checkpoint counted it.
  bool add(const Certificate& certificate);

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
