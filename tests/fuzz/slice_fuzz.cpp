// Fuzzes the reader of slices on disk, for one slice of 3x3: the tier has V on the first midpoint
// and H on the second; the tier that reads the slice has the first midpoint empty.
#include <numeric>

#include "solver/engine/tier_run/slice_format.h"
#include "tests/fuzz/target.h"

namespace onyx {
namespace {

/// Returns a format in which the cells of the slice are the points, in order.
SliceFormat format_of_3x3() {
  const WideBoard<1> board({3, 3});
  const Geometry& geometry = board.geometry();
  std::vector<Place> cells(static_cast<std::size_t>(geometry.point_count()));
  std::iota(cells.begin(), cells.end(), Place{0});
  std::vector<std::array<int, 4>> corners;
  for (int place = geometry.point_count(); place < board.place_count(); ++place) {
    const auto points = geometry.corners_of(geometry.square_of(static_cast<Place>(place)));
    corners.emplace_back();
    std::copy(points.begin(), points.end(), corners.back().begin());
  }
  return {board.size(), std::move(cells), std::move(corners), "fuzz", Threads::one};
}

std::string written(const SliceFormat& format, const SliceName& name, const TierSlice& slice) {
  std::string bytes;
  format.write(name, slice, [&](std::uint64_t offset, std::string_view part) {
    bytes.resize(std::max<std::size_t>(bytes.size(), offset + part.size()));
    part.copy(&bytes[offset], part.size());
  });
  return bytes;
}

}  // namespace
}  // namespace onyx

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  static const SliceFormat format = format_of_3x3();
  const SourceFile file = fuzz::source_of(fuzz::text_of(data, size));
  const SliceName name{{{1, 2}}, 0};
  try {
    const TierSlice slice = format.read(name, file);
    format.check_head(name, file);
    const std::string bytes = written(format, name, slice);
    const TierSlice again = format.read(name, fuzz::source_of(bytes));
    fuzz::require(written(format, name, again) == bytes, "a slice reads back");
  } catch (const Damage& damage) {
    fuzz::require_one_printable_line(damage.what());
  }
  return 0;
}
