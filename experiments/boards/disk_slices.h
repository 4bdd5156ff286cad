// Slices on disk, one file each (solver/engine/tier_run/slice_format.h).
#pragma once

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/files/files.h"
#include "solver/engine/tier_run/slice_format.h"
#include "solver/engine/tier_run/slice_store.h"

namespace onyx {

/// A stored slice cannot be read back. The message names the file and the block in it.
class SliceDamage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Files survive a crash: each is complete or absent.
class DiskSlices final : public SliceStore {
 public:
  /// `midpoints`: their names. The folder must exist; `format` must outlive this object.
  DiskSlices(std::filesystem::path folder, const SliceFormat& format,
             std::vector<std::string> midpoints);

  /// Throws FileError.
  void put(const SliceName& name, HandedDown slice) override;
  /// Throws SliceDamage if the file is missing or damaged; a damaged file is removed. The tier that
  /// makes the slice can then be solved again. Throws FileError for a file that cannot be read: it
  /// may be sound, and is kept.
  const TierSlice& get(const SliceName& name) override;
  const PackedSlice& get_packed(const SliceName& name) override;
  void refuse(const SliceName& name) override;
  void drop(const SliceName& name) override;
  std::uint64_t bytes() const override { return bytes_of(loaded_) + bytes_of(packed_); }

  /// Whether the slice's file exists and is not truncated. Its blocks are verified only when it is
  /// read. Throws FileError for a file that cannot be read.
  bool has(const SliceName& name) const;
  /// Removes all other slices from the folder.
  void keep_only(const std::set<SliceName>& names);
  /// The most bytes at a time of the files stored by this object and of those it found.
  std::uint64_t peak_file_bytes() const { return peak_file_bytes_; }

 private:
  FolderFile file_of(const SliceName& name) const;
  /// Returns what `read` makes of the slice's file; for a missing or damaged file see get().
  template <class Read>
  auto load(const SliceName& name, const Read& read);
  [[noreturn]] void give_up(const SliceName& name, const std::string& why);
  void count_file(const SliceName& name, std::uint64_t bytes);

  std::filesystem::path folder_;
  const SliceFormat& format_;
  std::vector<std::string> midpoints_;
  // At most one of them is set: the slice read last.
  TierSlice loaded_;
  PackedSlice packed_;
  std::map<SliceName, std::uint64_t> files_;  ///< Bytes by slice.
  std::uint64_t file_bytes_ = 0;
  std::uint64_t peak_file_bytes_ = 0;
};

}  // namespace onyx
