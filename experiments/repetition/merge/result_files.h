// The files that searches left in folders, one at a time: the list is never in memory as a whole.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onyx {

/// Walks folders recursively, each folder once even if it is named twice or inside another one;
/// packs can be named, too. Links to folders are followed only if they are named. Memory: one path
/// per folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Leaves out `except`, a folder with its content or a pack, if it is not empty. Throws FileError
  /// for a name that is neither a folder nor a pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");

  /// The next file whose name is that of a certificate, a checkpoint or a pack, whatever its
  /// content, in any order; nothing after the last. Throws FileError for a folder that cannot be
  /// read.
  std::optional<File> next();

  /// Folders so far that hold such files; a named pack counts as one.
  std::size_t folders() const { return holders_.size(); }

 private:
  std::vector<std::string> waiting_;         ///< Named folders and packs still to come.
  std::set<std::filesystem::path> visited_;  ///< Folders and packs, as resolved paths.
  std::set<std::filesystem::path> holders_;
  std::filesystem::recursive_directory_iterator entry_;
};

/// The path without links and dots, as far as it exists.
std::filesystem::path resolved(const std::filesystem::path& path);

}  // namespace onyx
