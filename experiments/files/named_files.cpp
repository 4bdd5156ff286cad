#include "experiments/files/named_files.h"

#include <fmt/core.h>

#include <algorithm>

#include "experiments/files/files.h"

namespace onyx {

namespace fs = std::filesystem;

std::set<fs::path> named_files(const std::vector<std::string>& paths,
                               const std::vector<std::string_view>& endings) {
  std::set<fs::path> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error)) {
      throw FileError(fmt::format("'{}' is neither a file nor a folder", path));
    }
    if (!fs::is_directory(path)) {
      files.insert(path);
      continue;
    }
    fs::recursive_directory_iterator entry(path, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      const bool is_wanted = std::ranges::any_of(
          endings, [&](std::string_view ending) { return name.ends_with(ending); });
      std::error_code ignored;
      if (is_wanted && entry->is_regular_file(ignored)) files.insert(entry->path());
    }
    if (error) throw FileError(fmt::format("cannot read '{}': {}", path, error.message()));
  }
  return files;
}

}  // namespace onyx
