// The judge of packs. A pack must have no gaps. Certificates are judged in parallel, in batches; a
// certificate that exceeds its share of the memory is judged alone. Finally the canonical positions
// are compared as whole strings, not by hash.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <zstd.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "solver/referee/compact_file.h"
#include "solver/referee/judges.h"

namespace onyx::referee {
namespace {

constexpr std::uint64_t kPackHead = 32;
constexpr std::uint64_t kInGroup = 256;
constexpr std::uint64_t kEntry = 24;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 28;

struct Part {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::uint64_t unpacked;
  std::uint64_t sum;
};

std::uint64_t number_in(const File& file, std::uint64_t offset) {
  return number_at<std::uint64_t>(bytes_at(file, offset, 8).data());
}

// Reads the locations of the certificates in groups, because they may not all fit into memory.
class Parts {
 public:
  explicit Parts(const File& file) : file_(file) {
    require_letters(file, "OnyxPak2", "not a pack of a known version");
    const std::string head = bytes_at(file, 0, kPackHead);
    count_ = number_at<std::uint64_t>(&head[8]);
    if (count_ == 0) reject("it has no certificates");
    if (XXH64(head.data(), 24, 0) != number_at<std::uint64_t>(&head[24])) {
      reject("the head is damaged: its checksum is wrong");
    }
    index_ = number_at<std::uint64_t>(&head[16]);
    const std::uint64_t groups = (count_ - 1) / kInGroup + 1;
    if (index_ > file.bytes || (file.bytes - index_) / 8 < groups + 1)
      reject("the file is cut off or damaged");
    if (file.bytes - index_ != 8 * (groups + 1)) {
      reject("the file has data after its certificates");
    }
    const std::string index = bytes_at(file, index_, 8 * groups);
    if (XXH64(index.data(), index.size(), 0) != number_in(file, file.bytes - 8)) {
      reject("the index is damaged: its checksum is wrong");
    }
  }

  std::uint64_t count() const { return count_; }
  bool at_end() const { return taken_ == count_; }

  Part next() {
    if (taken_ % kInGroup == 0) open_group();
    const char* const entry = &group_[taken_ % kInGroup * kEntry];
    const Part part{end_, number_at<std::uint64_t>(entry), number_at<std::uint64_t>(entry + 8),
                    number_at<std::uint64_t>(entry + 16)};
    if (part.begin > index_ || part.bytes > index_ - part.begin)
      reject("the file is cut off or damaged");
    if (part.unpacked == 0 || part.unpacked > kMostUnpacked) {
      reject("certificate " + std::to_string(taken_ + 1) + ": its size is impossible");
    }
    end_ = part.begin + part.bytes;
    ++taken_;
    return part;
  }

  void require_end() const {
    if (end_ != index_) reject("the file has data after its certificates");
  }

 private:
  void open_group() {
    const std::uint64_t number = taken_ / kInGroup;
    const auto name = "group " + std::to_string(number) + ": ";
    if (number_in(file_, index_ + 8 * number) != end_) reject(name + "not where the index says");
    const std::uint64_t bytes = kEntry * std::min(kInGroup, count_ - taken_);
    group_ = bytes_at(file_, end_, bytes);
    if (XXH64(group_.data(), bytes, static_cast<std::uint32_t>(number)) !=
        number_in(file_, end_ + bytes)) {
      reject(name + "its lengths are damaged: their checksum is wrong");
    }
    end_ += bytes + 8;
  }

  const File& file_;
  std::uint64_t count_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t end_ = kPackHead;  // end of the parts already taken
  std::uint64_t index_ = 0;
  std::string group_;
};

Verdict judge(const File& file, const Part& part, const Watch& watch) {
  const std::string frame = bytes_at(file, part.begin, part.bytes);
  if (XXH64(frame.data(), frame.size(), 0) != part.sum) {
    return {false, "damaged: its checksum is wrong"};
  }
  if (part.unpacked > watch.memory) throw NeedsMemory(part.unpacked);
  std::string bytes(part.unpacked, '\0');
  if (ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size()) != bytes.size()) {
    return {false, "it cannot be unpacked"};
  }
  const File certificate = file_of(bytes);
  const Kind kind = kind_of(certificate);
  if (kind != Kind::certificate && kind != Kind::compact) return {false, "it is not a certificate"};
  return check(certificate, watch);
}

// Returns nothing if the check needs more memory than `watch` allows.
std::optional<Verdict> judge_if_small(const File& file, const Part& part, const Watch& watch) {
  try {
    return judge(file, part, watch);
  } catch (const NeedsMemory&) {
    return std::nullopt;
  }
}

// Returns the lowest index of a position that repeats an earlier one; the size if none does.
std::size_t first_repeated(const std::vector<std::string>& positions) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(positions[a], a) < std::tie(positions[b], b);
  });
  std::size_t first = positions.size();
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (positions[order[i - 1]] == positions[order[i]]) {
      first = std::min<std::size_t>(first, order[i]);
    }
  }
  return first;
}

Verdict check_all(const File& file, const Watch& watch) {
  Parts parts(file);
  const std::uint64_t bytes_of_position = watch.certificate ? 600 : 100;
  if (parts.count() > watch.memory / bytes_of_position && file.bytes / kEntry >= parts.count()) {
    throw NeedsMemory(bytes_of_position * parts.count());
  }
  if (parts.count() > UINT32_MAX) reject("it has more certificates than a pack can have");
  Watch alone = watch;
  alone.progress = {};
  Watch one_of_many = alone;
  one_of_many.memory /= static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
  std::map<std::string, std::uint64_t> claims;
  std::vector<std::string> positions;
  const auto name = [](std::size_t i) { return "certificate " + std::to_string(i + 1) + ": "; };
  while (!parts.at_end()) {
    // Batches limit the work wasted after a rejection.
    std::vector<Part> some;
    std::string defect;
    try {
      while (some.size() < 4 * kInGroup && !parts.at_end()) some.push_back(parts.next());
    } catch (const Rejected& rejected) {
      defect = rejected.reason;  // kept, because an earlier certificate may be rejected first
    }
    std::vector<std::optional<Verdict>> judged(some.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, some.size(), 1), [&](const auto& range) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        end_if_interrupted(watch);
        judged[i] = judge_if_small(file, some[i], one_of_many);
      }
    });
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (!judged[i]) judged[i] = judge(file, some[i], alone);
      Verdict& verdict = *judged[i];
      if (!verdict.accepted) reject(name(positions.size()) + verdict.text);
      ++claims[verdict.claim];
      if (watch.certificate) watch.certificate(verdict);
      positions.push_back(std::move(verdict.position));
    }
    if (!defect.empty()) reject(defect);
    if (watch.progress) watch.progress(some.back().begin + some.back().bytes, file.bytes);
  }
  parts.require_end();
  const std::size_t repeated = first_repeated(positions);
  if (repeated < positions.size())
    reject(name(repeated) + "another certificate has the same position");
  Verdict verdict{true, "", "", "", {}, std::move(claims)};
  verdict.text = "pack of " + std::to_string(positions.size()) +
                 (positions.size() == 1 ? " certificate: " : " certificates: ");
  const char* separator = "";
  for (const auto& [claim, number] : verdict.certificates) {
    verdict.text += separator + std::to_string(number) + ' ' + claim;
    separator = ", ";
  }
  return verdict;
}

}  // namespace

Verdict check_pack(const File& file, const Watch& watch) {
  return verdict_from([&] { return check_all(file, watch); });
}

}  // namespace onyx::referee
