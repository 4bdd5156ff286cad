#include "experiments/repetition/merge/class_folder.h"

#include <algorithm>
#include <set>

#include "experiments/files/certificate_files.h"
#include "experiments/files/files.h"
#include "experiments/files/temporary_file.h"
#include "experiments/repetition/find/found_classes.h"

namespace onyx {

namespace fs = std::filesystem;

std::uint64_t ClassFolder::classes() const {
  const fs::directory_iterator files(folder_);
  return static_cast<std::uint64_t>(std::count_if(begin(files), end(files), [](const auto& entry) {
    return entry.path().filename().string().ends_with(kCertificateEnding);
  }));
}

/// A file that does not hold the certificate of a class may be overwritten.
fs::path ClassFolder::place_of(const std::string& key) const {
  return certificate_path(folder_, key, [&](const fs::path&, std::string_view text) {
    try {
      return parse_candidate(std::string(text)).key == key;
    } catch (const NoCandidate&) {
      return true;
    }
  });
}

bool ClassFolder::is_wanted(ClassCandidate& candidate) const {
  const fs::path target = place_of(candidate.key);
  if (!fs::exists(target)) return true;
  std::string unsound;
  try {
    ClassCandidate present = parse_candidate(read_file(target));
    listener_.present(present, target);
    const Contest result = contest(present, candidate, verifier_);
    if (!result.present_fault.empty()) listener_.unsound(target, result.present_fault);
    if (!result.newcomer_fault.empty()) listener_.rejected(candidate, result.newcomer_fault);
    return result.newcomer_stays;
  } catch (const NoCandidate& no) {
    listener_.unsound(target, no.why);
    const std::string fault = verifier_.fault_of(candidate);
    if (!fault.empty()) listener_.rejected(candidate, fault);
    return fault.empty();
  }
}

void ClassFolder::add(ClassCandidate candidate) {
  constexpr std::size_t kMostFiles = 256;
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  bytes_ += candidate.text.size();
  const auto place = waiting_.find(candidate.key);
  if (place == waiting_.end()) {
    std::string key = candidate.key;
    waiting_.emplace(std::move(key), std::move(candidate));
  } else {
    const Contest result = contest(place->second, candidate, verifier_);
    if (!result.newcomer_fault.empty()) listener_.rejected(candidate, result.newcomer_fault);
    if (!result.present_fault.empty()) {
      listener_.rejected(place->second, result.present_fault);
      if (!result.newcomer_stays) waiting_.erase(place);
    }
    if (result.newcomer_stays) place->second = std::move(candidate);
  }
  if (waiting_.size() >= kMostFiles || bytes_ >= kMostBytes) write_waiting();
}

/// Writes what was added, even if not everything has been added.
void ClassFolder::finish(bool /*is_whole*/) { write_waiting(); }

void ClassFolder::write_waiting() {
  FileBatch batch(folder_);
  std::set<fs::path> names;
  for (auto& [key, candidate] : waiting_) {
    // Another merge may have written a better one meanwhile.
    if (!is_wanted(candidate)) continue;
    fs::path target = place_of(key);
    if (!names.insert(target).second) {
      // Two keys with one hash: the second name is free once the first is taken.
      batch.finish();
      names.clear();
      target = place_of(key);
      names.insert(target);
    }
    batch.add(target.filename(), candidate.text);
  }
  batch.finish();
  for (const fs::path& file : names) listener_.repaired(file);
  waiting_.clear();
  bytes_ = 0;
}

}  // namespace onyx
