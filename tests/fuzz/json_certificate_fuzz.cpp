// Fuzzes the referee of certificates in JSON.
#include "solver/referee/referee.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::require_one_printable_line(referee::check_certificate(fuzz::text_of(data, size)).text);
  return 0;
}
