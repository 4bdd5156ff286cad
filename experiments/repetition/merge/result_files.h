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
  /// content; nothing after the last. Folders come in a fixed order, the files of a folder in any
  /// order. Throws FileError for a folder that cannot be read.
  std::optional<File> next();

  /// Folders so far that hold such files; a named pack counts as one.
  std::size_t folders() const { return folders_; }

 private:
  bool open_next_folder();

  std::vector<std::filesystem::path> packs_;    ///< Named packs that are still to come.
  std::vector<std::filesystem::path> waiting_;  ///< Folders still to come, the next one last.
  std::set<std::filesystem::path> visited_;     ///< Folders and packs, as resolved paths.
  std::vector<std::filesystem::path> below_;    ///< The subfolders of the open folder.
  std::filesystem::path folder_;
  std::filesystem::directory_iterator entry_;
  bool holds_results_ = false;
  std::size_t folders_ = 0;
};

/// The path without links and dots, as far as it exists.
std::filesystem::path resolved(const std::filesystem::path& path);

}  // namespace onyx
