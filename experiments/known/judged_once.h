// Remembers accepted certificates by the SHA-256 of their content and the program's version. The
// record is in the user's cache, so nobody can distribute a forged record with certificates.
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "core/base/stop.h"

namespace onyx {

std::string content_hash(std::string_view bytes);

/// Thread-safe.
class JudgedOnce {
 public:
  /// Reads $XDG_CACHE_HOME/onyx/accepted or ~/.cache/onyx/accepted; skips unusable parts.
  JudgedOnce();

  /// Returns normally if the referee accepts the certificate, now or earlier. Otherwise throws
  /// FileError with `name` and the reason. Throws referee::Interrupted, referee::NeedsMemory.
  void require_accepted(const std::string& name, std::string_view certificate, const Stop& stop);

 private:
  std::mutex mutex_;            // guards accepted_
  std::filesystem::path file_;  // empty if there is no cache
  std::set<std::string> accepted_;
};

}  // namespace onyx
