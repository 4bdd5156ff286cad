// Adapters from files to the reading and writing functions of the solver's formats
// (core/base/packed_bytes.h).
#pragma once

#include "core/base/packed_bytes.h"
#include "experiments/files/files.h"

namespace onyx {

/// The file must outlive the results of both functions.
inline SourceFile source_of(const InputFile& file) {
  return {file.bytes(), [&file](std::uint64_t offset, std::size_t count, char* to) {
            file.read_at(offset, count, to);
          }};
}
inline WriteAt writer_to(NewFile& file) {
  return [&file](std::uint64_t offset, std::string_view bytes) { file.write_at(offset, bytes); };
}

inline constexpr const char* kPackEnding = ".pack";

/// Returns action(source of the file). Throws FileError also if `action` throws Damage.
template <class Action>
auto in_pack(const std::filesystem::path& path, const Action& action) {
  const InputFile file(path);
  try {
    return action(source_of(file));
  } catch (const Damage& damage) {
    throw FileError("'" + path.string() + "': " + damage.what());
  }
}

}  // namespace onyx
