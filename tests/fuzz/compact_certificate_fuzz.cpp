// Fuzzes the referee of compact certificates, with ample memory and with almost none. With almost
// none, the referee may refuse for lack of memory.
#include <optional>

#include "solver/referee/referee.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::use_one_thread();
  const std::string_view bytes = fuzz::text_of(data, size);
  const SourceFile source = fuzz::source_of(bytes);
  const auto is_accepted_with = [&](std::uint64_t memory) -> std::optional<bool> {
    referee::Watch watch;
    watch.memory = memory;
    try {
      const referee::Verdict verdict = referee::check({source.bytes, source.read_at}, watch);
      fuzz::require_one_printable_line(verdict.text);
      return verdict.accepted;
    } catch (const referee::NeedsMemory&) {
      return std::nullopt;
    }
  };
  const std::optional<bool> is_accepted = is_accepted_with(std::uint64_t{1} << 30);
  if (referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact) {
    const std::optional<bool> with_less = is_accepted_with(1);
    fuzz::require(!with_less || with_less == is_accepted, "the same verdict with less memory");
  }
  return 0;
}
