// Files as the formats of the solver read and write them (core/base/packed_bytes.h).
#pragma once

#include "core/base/packed_bytes.h"
#include "experiments/files/files.h"

namespace onyx {

/// Both as long as the file is there.
inline SourceFile source_of(const InputFile& file) {
  return {file.bytes(), [&file](std::uint64_t offset, std::size_t count, char* to) {
            file.read_at(offset, count, to);
          }};
}
inline WriteAt writer_to(NewFile& file) {
  return [&file](std::uint64_t offset, std::string_view bytes) { file.write_at(offset, bytes); };
}

inline constexpr const char* kPackEnding = ".pack";

/// What `action` returns for the file. Throws FileError also where it throws Damage.
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
