// The referee of compact certificates: all at once, and in as many parts as there are blocks.
#include "solver/referee/referee.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::use_one_thread();
  const SourceFile source = fuzz::source_of(fuzz::text_of(data, size));
  const auto verdict_with = [&](std::uint64_t memory) {
    referee::Watch watch;
    watch.memory = memory;
    const referee::Verdict verdict = referee::check({source.bytes, source.read_at}, watch);
    fuzz::require_one_printable_line(verdict.text);
    return verdict.accepted;
  };
  const bool is_accepted = verdict_with(std::uint64_t{1} << 30);
  if (referee::kind_of(referee::file_of(fuzz::text_of(data, size))) == referee::Kind::compact) {
    fuzz::require(verdict_with(1) == is_accepted, "the same verdict in parts");
  }
  return 0;
}
