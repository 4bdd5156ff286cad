// The files that searches left in folders, one at a time: the list is never in memory as a whole.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onyx {

/// Walks folders recursively, each folder once even if it is named twice or lies inside another
/// one. Packs can be named, too. Links to folders are followed only if they are named. Memory: one
/// path per folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Leaves out `except`, a pack or a folder with its content, unless it is "". Throws FileError
  /// for a name that is neither a folder nor a pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");

  /// The next file whose name is that of a certificate, a checkpoint or a pack, in any order;
  /// nothing after the last. Does not look at the content. Throws FileError for a folder that
  /// cannot be read.
  std::optional<File> next();

  /// The number of folders so far that hold such files; a named pack counts as one.
  std::size_t folders() const { return holders_.size(); }

 private:
  std::vector<std::string> waiting_;         ///< Named folders and packs still to come.
  std::set<std::filesystem::path> visited_;  ///< Folders and packs, as resolved paths.
  std::set<std::filesystem::path> holders_;
  std::filesystem::recursive_directory_iterator entry_;
};

/// The path with links resolved and dots removed, as far as it exists.
std::filesystem::path resolved(const std::filesystem::path& path);

}  // namespace onyx
