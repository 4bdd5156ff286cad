#include "experiments/repetition/merge/candidate_sort.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <queue>
#include <stdexcept>
#include <utility>

#include "core/base/assert.h"
#include "core/notation.h"
#include "core/wide_line.h"
#include "solver/certificate/certificate.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

/// Returns UINT64_MAX if the text does not begin with a number.
std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = UINT64_MAX;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string key_of(const Certificate& certificate) {
  const Line line = replay(parse_position(certificate.position), certificate.line->cycle);
  if (line.positions.size() == 1 || line.end() != line.start()) {
    throw NoCandidate{"its cycle does not close"};
  }
  return with_wide(line.start(), [&]<int W>(const WideBoard<W>& board, const auto&) {
    const std::vector<Symmetry> group = symmetries_of(board.geometry());
    return format_position(board, least_form<W>(group, to_wide<W>(line).positions));
  });
}

ClassCandidate candidate_of(Certificate certificate) {
  if (certificate.claim != Claim::draw) {
    throw NoCandidate{fmt::format("no class: its claim is \"{}\"", name_of(certificate.claim))};
  }
  if (!certificate.line) throw NoCandidate{"there is no \"line\""};
  if (!certificate.line->prefix.empty()) throw NoCandidate{"its position is not on its cycle"};
  ClassCandidate candidate;
  candidate.key = key_of(certificate);
  candidate.program = certificate.about["program"];
  if (candidate.program.empty()) candidate.program = kUnnamed;
  candidate.seed = number_in(certificate.about["seed"]);
  candidate.number = number_in(certificate.about["number"]);
  return candidate;
}

}  // namespace

ClassCandidate parse_candidate(std::string text) {
  if (referee::kind_of(referee::file_of(text)) != referee::Kind::certificate) {
    throw NoCandidate{"it is compact, so it names no cycle"};
  }
  try {
    ClassCandidate candidate = candidate_of(parse_certificate(text));
    candidate.text = std::move(text);
    return candidate;
  } catch (const std::runtime_error& error) {  // FieldError, InputError
    throw NoCandidate{error.what()};
  }
}

void CandidateRun::add(const ClassCandidate& candidate) {
  ONYX_ASSERT(!is_written_);
  for (const std::string* const text :
       {&candidate.key, &candidate.file, &candidate.program, &candidate.packed.frame}) {
    append_number<std::uint64_t>(buffer_, text->size());
    buffer_ += *text;
  }
  for (const std::uint64_t number :
       {candidate.packed.unpacked, candidate.seed, candidate.number,
        std::uint64_t{candidate.is_verified} | std::uint64_t{candidate.is_present} << 1}) {
    append_number(buffer_, number);
  }
  if (buffer_.size() >= kBuffer) write_buffer();
}

void CandidateRun::write_buffer() {
  file_.write_at(end_, buffer_);
  end_ += buffer_.size();
  buffer_.clear();
}

std::string_view CandidateRun::take(std::size_t bytes) {
  if (buffer_.size() - taken_ < bytes) {
    buffer_.erase(0, taken_);
    taken_ = 0;
    const std::size_t there = buffer_.size();
    const std::uint64_t left = file_.bytes() - end_;
    buffer_.resize(there + std::min<std::uint64_t>(std::max(kBuffer, bytes - there), left));
    file_.read_at(end_, buffer_.size() - there, buffer_.data() + there);
    end_ += buffer_.size() - there;
  }
  taken_ += bytes;
  ONYX_ASSERT(taken_ <= buffer_.size());
  return std::string_view(buffer_).substr(taken_ - bytes, bytes);
}

std::optional<ClassCandidate> CandidateRun::next() {
  if (!is_written_) {
    write_buffer();
    is_written_ = true;
    end_ = 0;
  }
  if (end_ == file_.bytes() && taken_ == buffer_.size()) return {};
  const auto number = [&] { return get_number<std::uint64_t>(take(8), 0); };
  ClassCandidate candidate;
  for (std::string* const text :
       {&candidate.key, &candidate.file, &candidate.program, &candidate.packed.frame}) {
    *text = take(number());
  }
  candidate.packed.unpacked = number();
  candidate.seed = number();
  candidate.number = number();
  const std::uint64_t flags = number();
  candidate.is_verified = (flags & 1) != 0;
  candidate.is_present = (flags & 2) != 0;
  return candidate;
}

void drop_repeats(std::vector<ClassCandidate>& candidates) {
  ONYX_ASSERT(!candidates.empty());
  if (candidates.size() == 1) return;
  // Compare frames, which are equal iff the certificates are, to avoid unpacking.
  const auto rank = [](const ClassCandidate& candidate) {
    return std::tuple<const std::string&, bool, const std::string&>(
        candidate.packed.frame, !candidate.is_present, candidate.file);
  };
  std::sort(candidates.begin(), candidates.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].packed.frame == candidates[kept].packed.frame) {
      candidates[kept].is_verified |= candidates[i].is_verified;
    } else if (++kept != i) {
      candidates[kept] = std::move(candidates[i]);
    }
  }
  candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(kept) + 1, candidates.end());
}

void for_each_class(std::vector<CandidateRun>& runs, const TakeClass& action) {
  std::vector<std::optional<ClassCandidate>> heads(runs.size());
  const auto is_later = [&](std::size_t a, std::size_t b) { return heads[a]->key > heads[b]->key; };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_later)> queue(is_later);
  const auto advance = [&](std::size_t run) {
    heads[run] = runs[run].next();
    if (heads[run]) queue.push(run);
  };
  for (std::size_t run = 0; run < runs.size(); ++run) advance(run);
  std::vector<ClassCandidate> candidates;
  while (!queue.empty()) {
    const std::size_t run = queue.top();
    queue.pop();
    candidates.push_back(std::move(*heads[run]));
    advance(run);
    ONYX_ASSERT(!heads[run] || heads[run]->key >= candidates.back().key);
    if (!queue.empty() && heads[queue.top()]->key == candidates.front().key) continue;
    drop_repeats(candidates);
    action(std::exchange(candidates, {}));
  }
}

void CandidateSort::add(ClassCandidate candidate) {
  bytes_ += sizeof candidate + candidate.key.capacity() + candidate.file.capacity() +
            candidate.program.capacity() + candidate.packed.frame.capacity();
  waiting_.push_back(std::move(candidate));
  if (bytes_ >= kMostBytes) write_run();
}

void CandidateSort::write_run() {
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const auto& a, const auto& b) { return a.key < b.key; });
  CandidateRun run(folder_);
  for (const ClassCandidate& candidate : waiting_) run.add(candidate);
  runs_.push_back(std::move(run));
  waiting_ = {};
  bytes_ = 0;
  if (runs_.size() < kMostRuns) return;
  CandidateRun one(folder_);
  onyx::for_each_class(runs_, [&](const std::vector<ClassCandidate>& candidates) {
    for (const ClassCandidate& candidate : candidates) one.add(candidate);
  });
  runs_.clear();
  runs_.push_back(std::move(one));
}

void CandidateSort::for_each_class(const TakeClass& action) {
  if (!waiting_.empty()) write_run();
  onyx::for_each_class(runs_, action);
}

}  // namespace onyx
