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

ResultFiles::ResultFiles(std::vector<std::string> folders, const std::string& except) {
  std::sort(folders.begin(), folders.end(), std::greater<>());
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) {
      waiting_.emplace_back(folder);
    } else if (fs::is_regular_file(folder, ignored) && is_pack(folder)) {
      packs_.emplace_back(folder);
    } else {
      throw FileError(fmt::format("'{}' is not a folder, nor a *.pack", folder));
    }
  }
  if (!except.empty()) visited_.insert(resolved(except));
}

bool ResultFiles::open_next_folder() {
  while (!waiting_.empty()) {
    folder_ = std::move(waiting_.back());
    waiting_.pop_back();
    if (!visited_.insert(resolved(folder_)).second) continue;
    std::error_code error;
    entry_ = fs::directory_iterator(folder_, error);
    if (error) {
      throw FileError(fmt::format("cannot read '{}': {}", folder_.string(), error.message()));
    }
    holds_results_ = false;
    return true;
  }
  return false;
}

std::optional<ResultFiles::File> ResultFiles::next() {
  while (!packs_.empty()) {
    const fs::path pack = std::move(packs_.back());
    packs_.pop_back();
    if (!visited_.insert(resolved(pack)).second) continue;
    ++folders_;
    return File{Kind::pack, pack};
  }
  for (;;) {
    if (entry_ == fs::directory_iterator()) {
      std::sort(below_.begin(), below_.end(), std::greater<>());
      waiting_.insert(waiting_.end(), below_.begin(), below_.end());
      below_.clear();
      if (!open_next_folder()) return {};
      continue;
    }
    const fs::path path = entry_->path();
    std::error_code error;
    const bool is_folder = entry_->symlink_status(error).type() == fs::file_type::directory;
    entry_.increment(error);
    if (error) {
      throw FileError(fmt::format("cannot read '{}': {}", folder_.string(), error.message()));
    }
    if (is_folder) {
      below_.push_back(path);
      continue;
    }
    const std::string name = path.filename().string();
    const bool is_certificate = name.ends_with(kCertificateEnding);
    if (is_pack(path)) {
      if (!visited_.insert(resolved(path)).second) continue;
    } else if (!is_certificate && !parse_checkpoint_name(name)) {
      continue;
    }
    if (!holds_results_) ++folders_;
    holds_results_ = true;
    if (is_pack(path)) return File{Kind::pack, path};
    return File{is_certificate ? Kind::certificate : Kind::checkpoint, path};
  }
}

}  // namespace onyx
