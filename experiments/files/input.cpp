#include "experiments/files/input.h"

#include <algorithm>

#include "experiments/files/files.h"
#include "experiments/support/output.h"

namespace onyx {

std::string read_input(const std::string& name) {
  if (name != "-") return read_file(name);
  std::string content;
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  for (std::size_t got = kBlock; got == kBlock;) {
    const std::size_t size = content.size();
    content.resize(size + kBlock);
    got = std::fread(content.data() + size, 1, kBlock, stdin);
    content.resize(size + got);
  }
  require_end_of_input();
  return content;
}

std::string name_of_input(const std::string& name) {
  return name == "-" ? "standard input" : "'" + shown(name) + "'";
}

std::vector<TextLine> filled_lines(std::string_view text) {
  std::vector<TextLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != line.npos && line[first] != '#') lines.push_back({line, number});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings) {
  namespace fs = std::filesystem;
  std::set<fs::path> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    refuse_if<FileError>(!fs::exists(path, ignored), "'{}' is neither a file nor a folder", path);
    if (!fs::is_directory(path)) {
      files.insert(path);
      continue;
    }
    try {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        const std::string name = entry.path().filename().string();
        const bool is_wanted = std::ranges::any_of(
            endings, [&](std::string_view ending) { return name.ends_with(ending); });
        if (is_wanted && entry.is_regular_file(ignored)) files.insert(entry.path());
      }
    } catch (const fs::filesystem_error& error) {
      throw FileError(fmt::format("cannot read '{}': {}", path, error.code().message()));
    }
  }
  return files;
}

}  // namespace onyx
