// What the fuzz targets share. A target is called with bytes that libFuzzer makes up; it may take
// them or refuse them with the exception that its format names, and whatever else happens is a
// defect.
#pragma once

#include <tbb/global_control.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/packed_bytes.h"

/// What libFuzzer calls.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace onyx::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program unless `condition` holds.
inline void require(bool condition, const char* what, const std::string& detail = "") {
  if (condition) return;
  std::fprintf(stderr, "not so: %s %s\n", what, detail.c_str());
  std::abort();
}

/// Reasons and claims go to terminals.
inline void require_one_printable_line(const std::string& text) {
  const auto prints = [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; };
  require(std::all_of(text.begin(), text.end(), prints), "a line that prints:", text);
}

/// A file in memory, which nobody reads beyond its end. The bytes must outlive it.
inline SourceFile source_of(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            require(offset <= bytes.size() && count <= bytes.size() - offset, "read within");
            bytes.copy(to, count, offset);
          }};
}

/// Threads would only make runs differ.
inline void use_one_thread() {
  static const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 1);
}

}  // namespace onyx::fuzz
