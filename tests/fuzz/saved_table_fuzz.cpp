// Saved tables of proof-number search, read as what they say they are: of 3x3, or of 12x12.
#include "solver/proof_number/saved_table.h"
#include "tests/fuzz/target.h"

namespace {

template <int W>
void load(onyx::BoardSize size, const onyx::SourceFile& file) {
  onyx::proof_number::ProofTable<W> table(std::uint64_t{1} << 16);
  try {
    onyx::proof_number::load(table, size, file);
  } catch (const onyx::Damage& damage) {
    onyx::fuzz::require_one_printable_line(damage.what());
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const onyx::SourceFile file = onyx::fuzz::source_of(onyx::fuzz::text_of(data, size));
  load<1>({3, 3}, file);
  load<4>({12, 12}, file);
  return 0;
}
