#include "experiments/boards/disk_slices.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/files/certificate_files.h"
#include "experiments/files/files.h"

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

void DiskSlices::put(const SliceName& name, HandedDown slice) {
  NewFile file(file_of(name));
  const std::uint64_t bytes = std::visit(
      [&](const auto& of_kind) { return format_.write(name, of_kind, writer_to(file)); }, slice);
  file.finish();
  count_file(name, bytes);
}

template <class Read>
auto DiskSlices::load(const SliceName& name, const Read& read) {
  loaded_ = {};
  packed_ = {};
  std::string why;
  try {
    const InputFile file(file_of(name).path());
    return read(source_of(file));
  } catch (const Damage& damage) {
    why = damage.what();
  } catch (const MissingFile& error) {
    drop(name);
    throw SliceDamage(error.what());
  }
  give_up(name, why);
}

void DiskSlices::give_up(const SliceName& name, const std::string& why) {
  const std::string path = file_of(name).path().string();
  drop(name);
  throw SliceDamage(fmt::format("'{}' is damaged: {}", path, why));
}

const TierSlice& DiskSlices::get(const SliceName& name) {
  return loaded_ = load(name, [&](const SourceFile& file) { return format_.read(name, file); });
}

const PackedSlice& DiskSlices::get_packed(const SliceName& name) {
  return packed_ =
             load(name, [&](const SourceFile& file) { return format_.read_packed(name, file); });
}

void DiskSlices::refuse(const SliceName& name) { give_up(name, "a block is not part of a slice"); }

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
