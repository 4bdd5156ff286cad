#include "experiments/tiers/draw_files.h"

#include <fmt/core.h>

#include <utility>

#include "experiments/support/files.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

DrawFormat::ReadAt reader_of_draws(const InputFile& file) {
  return [&file](std::uint64_t offset, std::size_t count, char* to) {
    file.read_at(offset, count, to);
  };
}

}  // namespace

DrawFiles::DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints)
    : folder_(std::move(folder)), midpoints_(midpoints), format_(size, kVersion) {}

std::filesystem::path DrawFiles::path_of(const TierName& tier) const {
  return folder_ / fmt::format("tier-{}.draws", text_of(tier, midpoints_));
}

void DrawFiles::save(const TierName& tier, const DrawCodes& codes) const {
  NewFile file(path_of(tier));
  format_.write(tier, codes, [&](std::uint64_t offset, std::string_view content) {
    file.write_at(offset, content);
  });
  file.finish();
}

bool DrawFiles::has(const TierName& tier, std::uint64_t draws) const {
  try {
    const InputFile file(path_of(tier));
    format_.check_head(tier, draws, file.bytes(), reader_of_draws(file));
    return true;
  } catch (const Damage&) {
    return false;
  } catch (const FileError&) {
    return false;
  }
}

DrawCodes DrawFiles::load(const TierName& tier, std::uint64_t draws) const {
  const std::filesystem::path path = path_of(tier);
  const InputFile file(path);
  try {
    return format_.read(tier, draws, file.bytes(), reader_of_draws(file));
  } catch (const Damage& damage) {
    throw FileError(
        fmt::format("'{}' is damaged: {}; remove it, and onyx strong --tiers makes it anew",
                    path.string(), damage.what()));
  }
}

}  // namespace onyx
