// Fuzzes the reader of lists of draws on disk, for 5x4. The number of draws comes from the file.
#include "solver/engine/tier_run/draw_format.h"
#include "tests/fuzz/packed_file.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  static const DrawFormat format({5, 4}, "fuzz");
  const std::string_view bytes = fuzz::text_of(data, size);
  const SourceFile file = fuzz::source_of(bytes);
  const std::uint64_t draws = size < 32 ? 0 : fuzz::number_at<std::uint64_t>(bytes, 24);
  const TierName tier{{1, 0}};
  try {
    const DrawCodes codes = format.read(tier, draws, file);
    format.check_head(tier, draws, file);
    fuzz::require(codes.size() == draws, "as many draws as it says");
    fuzz::require(std::is_sorted(codes.begin(), codes.end()), "in order");
    for (const std::uint64_t code : codes) static_cast<void>(format.position(tier, code));
  } catch (const Damage& damage) {
    fuzz::require_one_printable_line(damage.what());
  }
  return 0;
}
