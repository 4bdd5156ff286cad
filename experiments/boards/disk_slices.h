// Slices on disk: a file each (solver/tier_run/slice_format.h).
#pragma once

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/files/files.h"
#include "solver/tier_run/slice_format.h"
#include "solver/tier_run/slice_store.h"

namespace onyx {

/// A slice that was put and cannot be read back. The message names the file, and in it the block.
class SliceDamage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is on the disk holds through any crash: a file is there completely or not at all.
class DiskSlices final : public SliceStore {
 public:
  /// `midpoints`: their names. The folder must exist; `format` must stay.
  DiskSlices(std::filesystem::path folder, const SliceFormat& format,
             std::vector<std::string> midpoints);

  /// Throws FileError.
  void put(const SliceName& name, HandedDown slice) override;
  /// Throws SliceDamage for a file that is damaged, which is removed, or missing; so whoever made
  /// it can make it anew. Throws FileError for one that cannot be read: it may be sound, and stays.
  const TierSlice& get(const SliceName& name) override;
  const PackedSlice& get_packed(const SliceName& name) override;
  void refuse(const SliceName& name) override;
  void drop(const SliceName& name) override;
  std::uint64_t bytes() const override { return bytes_of(loaded_) + bytes_of(packed_); }

  /// Whether the slice is there and not cut short. That its blocks are sound is seen when it is
  /// read. Throws FileError for a file that cannot be read.
  bool has(const SliceName& name) const;
  /// Removes all other slices from the folder.
  void keep_only(const std::set<SliceName>& names);
  /// What the files put by this object took at a time, at most, with those it found.
  std::uint64_t peak_file_bytes() const { return peak_file_bytes_; }

 private:
  FolderFile file_of(const SliceName& name) const;
  /// What `read` makes of its file; of one that is no such slice, get() says what happens.
  template <class Read>
  auto load(const SliceName& name, const Read& read);
  [[noreturn]] void give_up(const SliceName& name, const std::string& why);
  void count_file(const SliceName& name, std::uint64_t bytes);

  std::filesystem::path folder_;
  const SliceFormat& format_;
  std::vector<std::string> midpoints_;
  // One of them, what was read last.
  TierSlice loaded_;
  PackedSlice packed_;
  std::map<SliceName, std::uint64_t> files_;  ///< By slice, bytes.
  std::uint64_t file_bytes_ = 0;
  std::uint64_t peak_file_bytes_ = 0;
};

}  // namespace onyx
