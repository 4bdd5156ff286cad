#include "experiments/boards/disk_slices.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"

namespace onyx {
namespace {

constexpr std::string_view kSliceStart = "slice-";
constexpr std::string_view kSliceEnding = ".slice";

}  // namespace

DiskSlices::DiskSlices(std::filesystem::path folder, const SliceFormat& format,
                       std::vector<std::string> midpoints)
    : folder_(std::move(folder)), format_(format), midpoints_(std::move(midpoints)) {}

FolderFile DiskSlices::file_of(const SliceName& name) const {
  return {folder_, fmt::format("{}{}-{}{}", kSliceStart, text_of(name.tier, midpoints_.size()),
                               midpoints_[name.midpoint], kSliceEnding)};
}

void DiskSlices::count_file(const SliceName& name, std::uint64_t bytes) {
  std::uint64_t& known = files_[name];
  file_bytes_ += bytes - known;
  known = bytes;
  peak_file_bytes_ = std::max(peak_file_bytes_, file_bytes_);
}

void DiskSlices::put(const SliceName& name, TierSlice slice) {
  NewFile file(file_of(name));
  const std::uint64_t bytes = format_.write(name, slice, writer_to(file));
  file.finish();
  count_file(name, bytes);
}

const TierSlice& DiskSlices::get(const SliceName& name) {
  loaded_ = {};
  const std::filesystem::path path = file_of(name).path();
  std::string why;
  try {
    const InputFile file(path);
    return loaded_ = format_.read(name, source_of(file));
  } catch (const Damage& damage) {
    why = fmt::format("'{}' is damaged: {}", path.string(), damage.what());
  } catch (const MissingFile& error) {
    why = error.what();
  }
  drop(name);
  throw SliceDamage(why);
}

void DiskSlices::drop(const SliceName& name) {
  std::error_code ignored;
  std::filesystem::remove(file_of(name).path(), ignored);
  const auto found = files_.find(name);
  if (found == files_.end()) return;
  file_bytes_ -= found->second;
  files_.erase(found);
}

bool DiskSlices::has(const SliceName& name) const {
  try {
    const InputFile file(file_of(name).path());
    format_.check_head(name, source_of(file));
    return true;
  } catch (const Damage&) {
    return false;
  } catch (const MissingFile&) {
    return false;
  }
}

void DiskSlices::keep_only(const std::set<SliceName>& names) {
  std::set<std::filesystem::path> kept;
  for (const SliceName& name : names) {
    const std::filesystem::path path = file_of(name).path();
    kept.insert(path);
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (!error) count_file(name, bytes);
  }
  std::error_code ignored;
  std::vector<std::filesystem::path> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_slice = name.starts_with(kSliceStart) && name.ends_with(kSliceEnding);
    if (is_slice && !kept.contains(entry.path())) others.push_back(entry.path());
  }
  for (const auto& path : others) std::filesystem::remove(path, ignored);
}

}  // namespace onyx
