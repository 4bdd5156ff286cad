#include "experiments/files/input.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

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
  if (std::ferror(stdin) != 0) {
    throw FileError(std::string("cannot read standard input: ") + std::strerror(errno));
  }
  return content;
}

std::string name_of_input(const std::string& name) {
  return name == "-" ? "standard input" : "'" + shown(name) + "'";
}

}  // namespace onyx
