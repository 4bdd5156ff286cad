#include "experiments/repetition/merge/class_writer.h"

#include <set>

#include "experiments/files/file_batch.h"
#include "experiments/files/files.h"
#include "experiments/repetition/find/found_classes.h"

namespace onyx {

namespace fs = std::filesystem;

namespace {

/// By its position, if it is no certificate of a class: then a better one takes its place.
std::string key_in(const fs::path& path, std::string_view text) {
  try {
    return parse_candidate(std::string(text)).key;
  } catch (const NoCandidate&) {
    return position_in(path, text);
  }
}

}  // namespace

bool ClassWriter::has_better(const ClassCandidate& candidate) const {
  const fs::path target = certificate_path(folder_, candidate.key, key_in);
  if (!fs::exists(target)) return false;
  try {
    const ClassCandidate present = parse_candidate(read_file(target));
    note_present_(present, target);
    return present.rank() <= candidate.rank();
  } catch (const NoCandidate&) {
    return false;
  }
}

void ClassWriter::add(ClassCandidate candidate) {
  constexpr std::size_t kMostFiles = 256;
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  bytes_ += candidate.text.size();
  const auto place = waiting_.find(candidate.key);
  if (place == waiting_.end()) {
    waiting_.emplace(candidate.key, std::move(candidate));
  } else if (candidate.rank() < place->second.rank()) {
    place->second = std::move(candidate);
  }
  if (waiting_.size() >= kMostFiles || bytes_ >= kMostBytes) finish();
}

void ClassWriter::finish() {
  FileBatch batch(folder_);
  std::set<fs::path> names;
  for (const auto& [key, candidate] : waiting_) {
    // It may have come while this one waited.
    if (has_better(candidate)) continue;
    fs::path target = certificate_path(folder_, key, key_in);
    if (!names.insert(target).second) {
      // Two keys of one hash: the second name is free once the first is taken.
      batch.finish();
      names.clear();
      target = certificate_path(folder_, key, key_in);
      names.insert(target);
    }
    batch.add(target.filename(), candidate.text);
  }
  batch.finish();
  waiting_.clear();
  bytes_ = 0;
}

}  // namespace onyx
