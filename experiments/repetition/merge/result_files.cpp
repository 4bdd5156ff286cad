#include "experiments/repetition/merge/result_files.h"

#include <fmt/core.h>

#include <algorithm>

#include "experiments/files/certificate_files.h"
#include "experiments/repetition/find/search_checkpoint.h"

namespace onyx {

namespace fs = std::filesystem;

namespace {
bool is_pack(const fs::path& file) { return file.extension() == kPackEnding; }
}  // namespace

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  if (error) result = fs::absolute(path, error).lexically_normal();
  // "a/" and "a" are one folder.
  return result.has_filename() ? result : result.parent_path();
}

ResultFiles::ResultFiles(std::vector<std::string> folders, const std::string& except)
    : waiting_(std::move(folders)) {
  for (const std::string& folder : waiting_) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    if (!fs::is_regular_file(folder, ignored) || !is_pack(folder)) {
      throw FileError(fmt::format("'{}' is not a folder, nor a *.pack", folder));
    }
  }
  std::reverse(waiting_.begin(), waiting_.end());
  if (!except.empty()) visited_.insert(resolved(except));
}

std::optional<ResultFiles::File> ResultFiles::next() {
  std::error_code error;
  const auto require_read = [&](const fs::path& path) {
    if (error) throw FileError(fmt::format("cannot read '{}': {}", path.string(), error.message()));
  };
  for (;;) {
    if (entry_ == fs::recursive_directory_iterator()) {
      if (waiting_.empty()) return {};
      const fs::path named = std::move(waiting_.back());
      waiting_.pop_back();
      if (!visited_.insert(resolved(named)).second) continue;
      if (!fs::is_directory(named)) {
        holders_.insert(named);
        return File{Kind::pack, named};
      }
      entry_ = fs::recursive_directory_iterator(named, error);
      require_read(named);
      continue;
    }
    const fs::path path = entry_->path();
    const bool is_folder = entry_->symlink_status(error).type() == fs::file_type::directory;
    const bool is_pack_file = !is_folder && is_pack(path);
    const bool is_new = !(is_folder || is_pack_file) || visited_.insert(resolved(path)).second;
    if (is_folder && !is_new) entry_.disable_recursion_pending();
    entry_.increment(error);
    require_read(path);
    if (is_folder || !is_new) continue;
    const std::string name = path.filename().string();
    const bool is_certificate = name.ends_with(kCertificateEnding);
    if (!is_pack_file && !is_certificate && !parse_checkpoint_name(name)) continue;
    holders_.insert(path.parent_path());
    return File{is_pack_file     ? Kind::pack
                : is_certificate ? Kind::certificate
                                 : Kind::checkpoint,
                path};
  }
}

}  // namespace onyx
