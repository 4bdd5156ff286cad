#include "experiments/files/file_batch.h"

namespace onyx {

void FileBatch::add(const std::filesystem::path& name, std::string_view content) {
  files_.emplace_back(folder_ / name).write_at(0, content);
  files_.back().begin_flush();
}

void FileBatch::finish() {
  if (files_.empty()) return;
  // If files were flushed one by one, the disk would empty its cache for each.
  files_.back().flush_with_others();
  for (const TemporaryFile& file : files_) file.require_flushed();
  for (TemporaryFile& file : files_) file.take_name();
  files_.clear();
  flush_folder(folder_);
}

}  // namespace onyx
