#include "experiments/boards/draw_files.h"

#include <fmt/core.h>

#include <utility>

#include "experiments/files/packed_files.h"
#include "experiments/support/version.h"

namespace onyx {
DrawFiles::DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints)
    : folder_(std::move(folder)), midpoints_(midpoints), format_(size, kVersion) {}

FolderFile DrawFiles::file_of(const TierName& tier) const {
  return {folder_, fmt::format("tier-{}.draws", text_of(tier, midpoints_))};
}

void DrawFiles::save(const TierName& tier, const DrawCodes& codes) const {
  NewFile file(file_of(tier));
  format_.write(tier, codes, writer_to(file));
  file.finish();
}

bool DrawFiles::has(const TierName& tier, std::uint64_t draws) const {
  try {
    const InputFile file(file_of(tier).path());
    format_.check_head(tier, draws, source_of(file));
    return true;
  } catch (const Damage&) {
    return false;
  } catch (const MissingFile&) {
    return false;
  }
}

DrawCodes DrawFiles::load(const TierName& tier, std::uint64_t draws) const {
  const std::filesystem::path path = file_of(tier).path();
  const InputFile file(path);
  try {
    return format_.read(tier, draws, source_of(file));
  } catch (const Damage& damage) {
    throw FileError(
        fmt::format("'{}' is damaged: {}; remove it, and run onyx strong --tiers to make it again",
                    path.string(), damage.what()));
  }
}

}  // namespace onyx
