#include "experiments/repetition/merge/class_pack.h"

#include <algorithm>
#include <stdexcept>

#include "experiments/files/packed_files.h"
#include "experiments/files/temporary_file.h"

namespace onyx {

namespace fs = std::filesystem;

bool names_pack(const fs::path& out) {
  return out.extension() == kPackEnding && !fs::is_directory(out);
}

std::uint64_t ClassPack::classes() const {
  if (!fs::exists(file_)) return 0;
  return in_pack(file_, [](const SourceFile& pack) { return PackReader(pack).certificates(); });
}

bool ClassPack::prepare(ClassCandidate& candidate) {
  try {
    candidate.packed = CertificateFrame::of(candidate.text);
  } catch (const std::length_error& error) {
    listener_.rejected(candidate, error.what());
    return false;
  }
  std::string().swap(candidate.text);  // an assignment would keep the memory
  return true;
}

void ClassPack::add(ClassCandidate candidate) {
  bytes_ += sizeof candidate + candidate.key.capacity() + candidate.file.capacity() +
            candidate.program.capacity() + candidate.packed.frame.capacity();
  waiting_.push_back(std::move(candidate));
  if (bytes_ >= kMostBytes) write_run();
}

void ClassPack::write_run() {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const auto& a, const auto& b) { return a.key < b.key; });
  CandidateRun run(folder_of(file_));
  for (const ClassCandidate& candidate : waiting_) run.add(candidate);
  runs_.push_back(std::move(run));
  waiting_ = {};
  bytes_ = 0;
  if (runs_.size() < kMostRuns) return;
  CandidateRun one(folder_of(file_));
  for_each_class(runs_, [&](const std::vector<ClassCandidate>& candidates) {
    for (const ClassCandidate& candidate : candidates) one.add(candidate);
  });
  runs_.clear();
  runs_.push_back(std::move(one));
}

/// contest.h for any number of candidates: of several that differ, the least that the checker
/// accepts; the present one if it accepts none.
std::optional<ClassCandidate> ClassPack::best_of(std::vector<ClassCandidate> candidates) {
  if (candidates.size() == 1) return std::move(candidates.front());
  for (ClassCandidate& candidate : candidates) candidate.text = candidate.packed.certificate();
  std::sort(candidates.begin(), candidates.end(),
            [](const auto& a, const auto& b) { return a.rank() < b.rank(); });
  std::optional<ClassCandidate> present;
  for (ClassCandidate& candidate : candidates) {
    const std::string fault = verifier_.fault_of(candidate);
    if (fault.empty()) {
      if (present) listener_.repaired(present->file);
      return std::move(candidate);
    }
    if (candidate.is_present) {
      listener_.unsound(candidate.file, fault);
      present = std::move(candidate);
    } else {
      listener_.rejected(candidate, fault);
    }
  }
  return present;
}

void ClassPack::finish(bool is_whole) {
  if (!is_whole) return;
  if (!waiting_.empty()) write_run();
  if (runs_.empty()) return;
  NewFile file(file_);
  PackWriter pack(writer_to(file));
  for_each_class(runs_, [&](std::vector<ClassCandidate> candidates) {
    if (should_stop_()) return;
    if (auto best = best_of(std::move(candidates))) pack.add(std::move(best->packed));
    listener_.written();
  });
  if (should_stop_() || pack.certificates() == 0) return;
  pack.finish();
  file.finish();
}

}  // namespace onyx
