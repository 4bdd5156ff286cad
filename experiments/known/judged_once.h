// Remembers accepted certificates, by the SHA-256 of the content and the program's version, in the
// user's cache: not beside certificates, so nobody can distribute a forged one with them.
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

struct KnownValue {
  Claim claim = Claim::draw;
  std::string move;  ///< Keeps the value; may be empty.
  std::string proved_by;
};

std::string content_hash(std::string_view bytes);

/// Thread-safe.
class JudgedOnce {
 public:
  /// Reads $XDG_CACHE_HOME/onyx/accepted or ~/.cache/onyx/accepted, as far as it is usable.
  JudgedOnce();

  /// Throws FileError with `name` and the reason if the referee rejects the certificate,
  /// referee::Interrupted, and referee::NeedsMemory.
  void require_accepted(const std::string& name, std::string_view certificate, const Stop& stop);

 private:
  std::mutex mutex_;            // guards accepted_
  std::filesystem::path file_;  // empty if there is no cache
  std::set<std::string> accepted_;
};

}  // namespace onyx
