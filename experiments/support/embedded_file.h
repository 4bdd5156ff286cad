// Files that embed.cmake compiles into the program. Their names omit the folder.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};

inline std::string_view content_of(const std::vector<EmbeddedFile>& files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return file.content;
  }
  throw std::logic_error("no file " + std::string(name) + " in the program");
}

extern const std::vector<EmbeddedFile> kBookFiles;     ///< experiments/pages/book/files
extern const std::vector<EmbeddedFile> kSiteFiles;     ///< experiments/pages/site/files
extern const std::vector<EmbeddedFile> kExampleFiles;  ///< experiments/commands/examples.txt

}  // namespace onyx
