#include "experiments/files/input.h"

#include <algorithm>
#include <cstdio>

#include "experiments/files/files.h"
#include "experiments/support/output.h"
#include "experiments/support/standard_streams.h"

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

}  // namespace onyx
