// A binary file begins with letters that name its format and one digit, the format version.
#pragma once

#include <fmt/core.h>

#include <string_view>

#include "core/base/packed_bytes.h"

namespace onyx {

/// Throws Damage unless `bytes` begins with `letters`. An older version gets its own message.
inline void require_letters(std::string_view bytes, std::string_view letters,
                            const char* otherwise) {
  if (bytes.starts_with(letters)) return;
  const std::string_view name = letters.substr(0, letters.size() - 1);
  const char version = bytes.size() < letters.size() ? '?' : bytes[name.size()];
  if (!bytes.starts_with(name) || version < '1' || version >= letters.back()) {
    throw Damage(otherwise);
  }
  throw Damage(fmt::format(
      "format version {} is no longer read; onyx before 1.0 reads it, and proves its positions "
      "again with 'onyx pack --from FILE'",
      version));
}

}  // namespace onyx
