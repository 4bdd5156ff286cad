// The folder that a search writes its certificates into, one file a class.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_set>

#include "solver/certificate.h"

namespace onyx {

/// A class is known by the text of the position that stands for it (see class_finder.h).
class FoundClasses {
 public:
  /// Makes the folder if there is none, and reads which classes it holds already. Throws FileError,
  /// also for a certificate file that is damaged.
  explicit FoundClasses(std::filesystem::path folder);

  bool has(const std::string& position) const { return positions_.contains(position); }
  std::size_t size() const { return positions_.size(); }

  /// Writes the certificate, unless its class is here already. Returns whether the class counts as
  /// found by whoever adds it: it is new, or this very certificate was written by a run that was
  /// killed before it could note that.
  bool add(const Certificate& certificate);

 private:
  std::filesystem::path path_for(const std::string& position) const;

  std::filesystem::path folder_;
  std::unordered_set<std::string> positions_;
};

}  // namespace onyx
