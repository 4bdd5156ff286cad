// A file of values of positions. A search for natural games appends each value that it finds, and a
// later search loads them. Each answer is one line, which is written at once, because a killed
// process loses what it has not written:
//     5/5/2V2/5 - H; V wins
//     5/2H2/2V2/5 - V; unknown after 16000
#pragma once

#include <fmt/core.h>

#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "core/notation.h"
#include "core/packed_position.h"
#include "experiments/files/run_lock.h"
#include "experiments/support/output.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// Thread-safe.
template <int W>
class ValueLog {
 public:
  struct Answer {
    std::optional<Claim> claim;
    std::uint64_t nodes = 0;  ///< If there is no claim: the node limit of the search.
  };

  /// With an empty path, remembers nothing. Removes a last line that was cut short. Throws
  /// FileError or InputError if another run uses the file, if it is not a file of values or cannot
  /// be written.
  ValueLog(const WideBoard<W>& board, const std::string& path) : board_(board) {
    if (path.empty()) return;
    lock_.emplace(path);
    const std::string text = std::filesystem::exists(path) ? read_file(path) : "";
    const std::size_t whole = text.rfind('\n') + 1;  // 0 if no line is complete
    // Without one complete line, this may be another kind of file, so do not cut it.
    refuse_if(whole == 0 && !text.empty(), "'{}' is not a file of values", path);
    std::istringstream lines(text.substr(0, whole));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      try {
        read(line);
      } catch (const InputError& error) {
        throw FileError(fmt::format("'{}', line {}: {}", path, number, error.what()));
      }
    }
    if (whole < text.size()) std::filesystem::resize_file(path, whole);
    file_.open(path, std::ios::app);
    if (!file_) throw FileError(fmt::format("'{}' cannot be written", path));
  }

  /// Returns the claim; an answer without claim if a search of `nodes` or more nodes failed.
  std::optional<Answer> find(const WidePosition<W>& position, std::uint64_t nodes) {
    const std::lock_guard lock(mutex_);
    const auto entry = answers_.find(pack(position));
    if (entry == answers_.end()) return std::nullopt;
    const Answer& answer = entry->second;
    if (!answer.claim && answer.nodes < nodes) return std::nullopt;
    was_used_ = was_used_ || answer.claim;
    return answer;
  }

  void add(const WidePosition<W>& position, const Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (!file_.is_open()) return;
    const std::string value =
        answer.claim ? name_of(*answer.claim) : fmt::format("unknown after {}", answer.nodes);
    file_ << format_position(board_, position) << "; " << value << std::endl;
  }

  /// Whether find() has returned a claim. Claims from the file are not proved.
  bool was_used() const { return was_used_; }

 private:
  void read(const std::string& line) {
    const std::size_t end = std::min(line.find("; "), line.size());
    const WidePosition<W> position = parse_position(board_, line.substr(0, end));
    const std::string value = line.substr(std::min(end + 2, line.size()));
    constexpr std::string_view kUnknown = "unknown after ";
    Answer answer;
    for (const Claim claim : {Claim::draw, Claim::v_wins, Claim::h_wins}) {
      if (value == name_of(claim)) answer.claim = claim;
    }
    refuse_if(!answer.claim && !value.starts_with(kUnknown), "no value: '{}'", value);
    if (!answer.claim) answer.nodes = std::strtoull(value.c_str() + kUnknown.size(), nullptr, 10);
    answers_[pack(position)] = answer;
  }

  const WideBoard<W>& board_;
  std::optional<RunLock> lock_;
  std::mutex mutex_;  ///< Guards the members below in find() and add().
  std::unordered_map<PackedPosition<W>, Answer, PackedHash<W>> answers_;
  std::ofstream file_;
  bool was_used_ = false;
};

}  // namespace onyx
