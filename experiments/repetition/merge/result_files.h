// The files that searches left in folders, one after the other: never all of them in memory.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onyx {

/// Walks folders in all depths, each folder once even if it is named twice or lies in another one;
/// packs can be named, too. Links to folders are followed only where they are named. Memory: one
/// path a folder.
class ResultFiles {
 public:
  enum class Kind { certificate, checkpoint, pack };
  struct File {
    Kind kind;
    std::filesystem::path path;
  };

  /// Leaves out `except`, a folder with what is in it or a pack, if it is not empty. Throws
  /// FileError for a name that is not that of a folder or of a pack.
  explicit ResultFiles(std::vector<std::string> folders, const std::string& except = "");

  /// The next file that has the name of a certificate, of a checkpoint or of a pack, whatever is in
  /// it, or nothing after the last. Folders come in a fixed order, the files of a folder in any
  /// order. Throws FileError for a folder that cannot be read.
  std::optional<File> next();

  /// Folders so far that hold such files.
  std::size_t folders() const { return folders_; }

 private:
  bool open_next_folder();

  std::vector<std::filesystem::path> packs_;    ///< That are named and still to come.
  std::vector<std::filesystem::path> waiting_;  ///< The next one last.
  std::set<std::filesystem::path> visited_;     ///< And packs; without links.
  std::vector<std::filesystem::path> below_;    ///< The folders of the one that is open.
  std::filesystem::path folder_;
  std::filesystem::directory_iterator entry_;
  bool holds_results_ = false;
  std::size_t folders_ = 0;
};

/// The path without links and dots, as far as it exists.
std::filesystem::path resolved(const std::filesystem::path& path);

}  // namespace onyx
