// Reads the table tests/vectors/pasted.txt: games as people paste them.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace onyx::test {

struct Pasted {
  std::string text;
  std::string is;  ///< The text as the programs write it; empty if it is refused.
  std::string no;  ///< If the text is refused, a part of the message.
};

inline std::vector<Pasted> read_pasted() {
  std::ifstream file(std::string(ONYX_TEST_DIR) + "/vectors/pasted.txt", std::ios::binary);
  if (!file) throw std::runtime_error("there is no pasted.txt");
  std::vector<Pasted> table;
  bool is_open = false;
  for (std::string line; std::getline(file, line);) {
    const std::string value = line.size() > 4 ? line.substr(4) : "";
    if (line.starts_with("in: ")) {
      if (is_open) {
        table.back().text += "\n" + value;
      } else {
        table.push_back({value, "", ""});
      }
      is_open = true;
    } else if (line.starts_with("is: ") || line.starts_with("no: ")) {
      if (!is_open) throw std::runtime_error("an answer without input: " + line);
      (line.front() == 'i' ? table.back().is : table.back().no) = value;
      is_open = false;
    } else if (!line.empty() && line.front() != '#') {
      throw std::runtime_error("neither input nor answer: " + line);
    }
  }
  return table;
}

}  // namespace onyx::test
