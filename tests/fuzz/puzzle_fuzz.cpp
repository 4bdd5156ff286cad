// Fuzzes the reader of puzzles: each accepted text must be written and read back unchanged.
#include "core/notation.h"
#include "experiments/puzzles/puzzle_json.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  try {
    const Puzzle puzzle = parse_puzzle(fuzz::text_of(data, size));
    const std::string line = to_lines({puzzle});
    fuzz::require(to_lines({parse_puzzle(line)}) == line, "a puzzle reads back:", line);
  } catch (const InputError& error) {
    fuzz::require_one_printable_line(error.what());
  }
  return 0;
}
