// Helpers for the binary formats: reading numbers and bytes.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "solver/referee/accepted.h"

namespace onyx::referee {

inline void end_if_interrupted(const Watch& watch) {
  if (watch.is_interrupted && watch.is_interrupted()) throw Interrupted{};
}

template <class Number>
Number number_at(const char* bytes) {  // little-endian
  Number number = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
  }
  return number;
}

inline std::string bytes_at(const File& file, std::uint64_t offset, std::uint64_t count) {
  if (offset > file.bytes || file.bytes - offset < count) reject("the file is cut off or damaged");
  std::string bytes(count, '\0');
  file.read_at(offset, count, bytes.data());
  return bytes;
}

inline bool begins_with(const File& file, std::string_view letters) {
  return file.bytes >= letters.size() && bytes_at(file, 0, letters.size()) == letters;
}

// Rejects a file that does not begin with `letters`, which end with the version.
inline void require_letters(const File& file, std::string_view letters, const std::string& reason) {
  if (begins_with(file, letters)) return;
  const char version = file.bytes < letters.size() ? '?' : bytes_at(file, letters.size() - 1, 1)[0];
  if (version < '1' || version >= letters.back()) reject(reason);
  reject(std::string("format version ") + version +
         " is no longer read; onyx before 1.0 reads it, and proves its positions again with 'onyx "
         "pack --from FILE'");
}

inline constexpr std::size_t kHeaderBytes = 128;

// Returns the header of a compact certificate or a table: 128 bytes, of which the last 8 are the
// checksum of the first 120. Rejects a damaged header.
inline std::string header_of(const File& file) {
  if (file.bytes < kHeaderBytes) reject("the header is cut short");
  const std::string bytes = bytes_at(file, 0, kHeaderBytes);
  if (number_at<std::uint64_t>(&bytes[120]) != XXH64(bytes.data(), 120, 0)) {
    reject("the header is damaged: its checksum is wrong");
  }
  return bytes;
}

}  // namespace onyx::referee
