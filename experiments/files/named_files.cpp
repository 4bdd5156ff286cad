#include "experiments/files/named_files.h"

#include <algorithm>

namespace onyx {

namespace fs = std::filesystem;

std::set<fs::path> named_files(const std::vector<std::string>& paths,
                               const std::vector<std::string_view>& endings) {
  std::set<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.insert(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      const std::string name = entry.path().filename().string();
      const bool is_wanted = std::ranges::any_of(
          endings, [&](std::string_view ending) { return name.ends_with(ending); });
      if (is_wanted && entry.is_regular_file()) files.insert(entry.path());
    }
  }
  return files;
}

}  // namespace onyx
