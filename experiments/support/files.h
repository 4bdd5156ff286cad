// Files that are never found half written.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onyx {

/// A file or folder that could not be read or written; the message names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The whole content. Throws FileError; std::bad_alloc for a file that is larger than the memory.
std::string read_file(const std::filesystem::path& path);

/// Writes to a temporary name beside `path`, flushes it to the disk, and renames it. So `path` is
/// either what it was or complete, whatever happens in between. (A device or a pipe is written to
/// as it is.) Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Makes sure that a file can be written at `path`, so that a long run does not fail at its end.
/// Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, makes sure that files can be written in it, and removes
/// what write_file and require_writable left there when a run was killed. Throws FileError.
void prepare_folder(const std::filesystem::path& folder);

}  // namespace onyx
