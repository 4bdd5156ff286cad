// A file of values of positions: a search for natural games adds what it finds, and another begins
// with it. One line each, added at once, so a killed run loses none:
//     5/5/2V2/5 - H; V wins
//     5/2H2/2V2/5 - V; unknown after 16000
#pragma once

#include <fmt/core.h>

#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/input_error.h"
#include "core/notation.h"
#include "core/packed_position.h"
#include "experiments/files/files.h"
#include "solver/certificate/certificate.h"

namespace onyx {

/// Thread-safe.
template <int W>
class ValueLog {
 public:
  struct Answer {
    std::optional<Claim> claim;
    std::uint64_t nodes = 0;  ///< The limit under which none was found.
  };

  /// Without a file (empty `path`) it remembers nothing. Throws FileError if the file has a line
  /// that is no value on this board; a last line that was cut short is passed over.
  ValueLog(const WideBoard<W>& board, const std::string& path) : board_(board) {
    if (path.empty()) return;
    std::string text = std::filesystem::exists(path) ? read_file(path) : "";
    const std::size_t whole = text.rfind('\n') + 1;  // 0 if there is no line
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

  /// A claim, or none if a search with at least this limit found none.
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
    // Endl, because a killed process loses what is buffered.
    file_ << format_position(board_, position) << "; "
          << (answer.claim ? name_of(*answer.claim) : fmt::format("unknown after {}", answer.nodes))
          << std::endl;
  }

  /// Whether find() returned a claim, which is not proved.
  bool was_used() const { return was_used_; }

 private:
  void read(const std::string& line) {
    const std::size_t end = line.find("; ");
    if (end == std::string::npos) throw InputError("no '; ' between position and value");
    const WidePosition<W> position = parse_position(board_, line.substr(0, end));
    const std::string value = line.substr(end + 2);
    Answer answer;
    for (const Claim claim : {Claim::draw, Claim::v_wins, Claim::h_wins}) {
      if (value == name_of(claim)) answer.claim = claim;
    }
    constexpr std::string_view kUnknown = "unknown after ";
    if (!answer.claim) {
      if (!value.starts_with(kUnknown)) throw InputError(fmt::format("no value: {}", value));
      answer.nodes = std::strtoull(value.c_str() + kUnknown.size(), nullptr, 10);
    }
    answers_[pack(position)] = answer;
  }

  const WideBoard<W>& board_;
  mutable std::mutex mutex_;
  std::unordered_map<PackedPosition<W>, Answer, PackedHash<W>> answers_;
  std::ofstream file_;
  bool was_used_ = false;
};

}  // namespace onyx
