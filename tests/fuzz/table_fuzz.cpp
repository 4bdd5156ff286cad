// Fuzzes the referee of tables.
#include "solver/referee/referee.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::use_one_thread();
  const SourceFile source = fuzz::source_of(fuzz::text_of(data, size));
  referee::Watch watch;
  watch.memory = std::uint64_t{1} << 26;
  try {
    fuzz::require_one_printable_line(referee::check({source.bytes, source.read_at}, watch).text);
  } catch (const referee::NeedsMemory&) {
    // Accept this: the referee may refuse for lack of memory.
  }
  return 0;
}
