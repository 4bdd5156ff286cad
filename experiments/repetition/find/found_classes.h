// The folder that a search writes its certificates into, one file a class.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "solver/certificate/certificate.h"

namespace onyx {

/// The position that a certificate file speaks of. Throws FileError if it is damaged.
std::string position_in(const std::filesystem::path& path, std::string_view text);

/// Whether a file with this text is the place of a certificate.
using IsPlace = std::function<bool(const std::filesystem::path& path, std::string_view text)>;

/// The file in `folder` that holds the certificate known by `key`, a position, or that would: no
/// file holds one yet. Without `is_place`, a file holds it that speaks of this position. Throws
/// FileError, also, without `is_place`, for a certificate in its place that is damaged.
std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place = {});

/// A class is known by the text of the position that stands for it (see class_finder.h).
class FoundClasses {
 public:
  /// Reads which classes the folder, which must exist, holds already. Throws FileError,
  /// also for a certificate file that is damaged.
  explicit FoundClasses(std::filesystem::path folder);

  bool has(const std::string& position) const { return positions_.contains(position); }
  std::size_t size() const { return positions_.size(); }
  const std::unordered_set<std::string>& positions() const { return positions_; }
  /// The certificate of a class that it has. Throws FileError.
  Certificate read(const std::string& position) const;

  /// Writes the certificate, unless its class is here already. Returns whether the class counts as
  /// found by whoever adds it: it is new, or this very certificate was written by a run that was
  /// killed before it could note that.
  bool add(const Certificate& certificate);

 private:
  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
