// Has the referee judge each certificate only once: what it accepted is remembered, by the SHA-256
// of the content and the version of the program, in a file of the user's cache.
//
// The file is never beside the certificates, so that it cannot come from somebody else together
// with them. A user who forges it deceives nobody else; deleting it costs only time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "core/base/stop.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// A value that a certificate proves.
struct KnownValue {
  Claim claim = Claim::draw;
  std::string move;       ///< A move that keeps the value, if the certificate has one here.
  std::string proved_by;  ///< The name of the certificate.
};

/// The SHA-256 of some bytes, in hexadecimal.
std::string content_hash(std::string_view bytes);

/// Thread-safe.
class JudgedOnce {
 public:
  /// Reads what is remembered: $XDG_CACHE_HOME/onyx/accepted or ~/.cache/onyx/accepted. Ignores
  /// lines of other versions, and damaged ones.
  JudgedOnce();

  /// Returns if the referee accepts the certificate, or did so before; otherwise throws FileError
  /// with `name` and the referee's reason. Also throws referee::Interrupted if `stop` came first,
  /// and referee::NeedsMemory.
  void require_accepted(const std::string& name, std::string_view certificate, const Stop& stop);

 private:
  std::mutex mutex_;            // guards accepted_
  std::filesystem::path file_;  // empty: there is no cache
  std::set<std::string> accepted_;
};

}  // namespace onyx
