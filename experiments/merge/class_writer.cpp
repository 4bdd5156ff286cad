#include "experiments/merge/class_writer.h"

#include <set>

#include "experiments/search/found_classes.h"
#include "experiments/support/file_batch.h"
#include "experiments/support/files.h"

namespace onyx {

namespace fs = std::filesystem;

bool ClassWriter::has_better(const ClassCandidate& candidate) const {
  const fs::path target = certificate_path(folder_, candidate.position);
  if (!fs::exists(target)) return false;
  const auto present = parse_candidate(read_file(target));
  if (!present) return false;
  note_present_(*present, target);
  return present->rank() <= candidate.rank();
}

void ClassWriter::add(ClassCandidate candidate) {
  constexpr std::size_t kMostFiles = 256;
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  bytes_ += candidate.text.size();
  const auto place = waiting_.find(candidate.position);
  if (place == waiting_.end()) {
    waiting_.emplace(candidate.position, std::move(candidate));
  } else if (candidate.rank() < place->second.rank()) {
    place->second = std::move(candidate);
  }
  if (waiting_.size() >= kMostFiles || bytes_ >= kMostBytes) finish();
}

void ClassWriter::finish() {
  FileBatch batch(folder_);
  std::set<fs::path> names;
  for (const auto& [position, candidate] : waiting_) {
    // It may have come while this one waited.
    if (has_better(candidate)) continue;
    fs::path target = certificate_path(folder_, position);
    if (!names.insert(target).second) {
      // Two positions of one hash: the second name is free once the first is taken.
      batch.finish();
      names.clear();
      target = certificate_path(folder_, position);
      names.insert(target);
    }
    batch.add(target.filename(), candidate.text);
  }
  batch.finish();
  waiting_.clear();
  bytes_ = 0;
}

}  // namespace onyx
