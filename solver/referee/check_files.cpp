// Checks files by name: reads them, prints a line for each verdict, and shows progress.
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "solver/referee/referee.h"

namespace onyx::referee {
namespace {

namespace fs = std::filesystem;

constexpr int rejected_code = 1;
constexpr int bad_input_code = 2;
constexpr int limit_code = 3;

struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Accepts only regular files and pipes, which end, unlike devices such as /dev/zero.
fs::file_status status_of(const std::string& name) {
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (status.type() == fs::file_type::not_found) {
    throw Unreadable("there is no such file; check the name");
  }
  if (!fs::exists(status)) throw Unreadable("cannot be found: " + error.message());
  if (fs::is_directory(status)) throw Unreadable("is a directory; name the files in it");
  if (!fs::is_regular_file(status) && !fs::is_fifo(status)) {
    throw Unreadable("is neither a file nor a pipe; name a file");
  }
  return status;
}

std::string read_pipe(const std::string& name, std::uint64_t most) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(std::fopen(name.c_str(), "rb"),
                                                             std::fclose);
  if (!pipe) throw Unreadable(std::string("cannot be opened: ") + std::strerror(errno));
  std::string content;
  std::vector<char> buffer(1 << 16);
  while (const auto length = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    if (content.size() + length > most) throw NeedsMemory(2 * most);
    content.append(buffer.data(), length);
  }
  if (std::ferror(pipe.get()) != 0) {
    throw Unreadable(std::string("cannot be read: ") + std::strerror(errno));
  }
  return content;
}

std::string path_of(const std::string& name) { return name == "-" ? "/dev/stdin" : name; }

File open_file(const std::string& path) {
  struct Open {
    std::ifstream stream;
    std::mutex mutex;
  };
  const auto open = std::make_shared<Open>();
  errno = 0;
  open->stream.open(path, std::ios::binary);
  if (!open->stream) throw Unreadable(std::string("cannot be opened: ") + std::strerror(errno));
  return {fs::file_size(path), [open](std::uint64_t offset, std::size_t count, char* to) {
            const std::lock_guard lock(open->mutex);
            open->stream.seekg(static_cast<std::streamoff>(offset));
            open->stream.read(to, static_cast<std::streamsize>(count));
            if (!open->stream) throw Unreadable("cannot be read, or has become shorter");
          }};
}

File open_beside(const std::string& path, const std::string& name) {
  if (path == path_of("-")) {
    throw Unreadable(
        "it refers to other files in its folder, so it cannot come from standard input; name the "
        "file");
  }
  const std::string other = (fs::path(path).parent_path() / name).string();
  try {
    if (fs::is_fifo(status_of(other))) throw Unreadable("is a pipe; name a file");
    return open_file(other);
  } catch (const Unreadable& unreadable) {
    throw Unreadable("it names " + name + ": " + unreadable.what());
  }
}

Verdict verdict_on(const std::string& path, Watch watch) {
  watch.beside = [&](const std::string& name) { return open_beside(path, name); };
  if (!fs::is_fifo(status_of(path))) return check(open_file(path), watch);
  const std::string content = read_pipe(path, watch.memory / 2);
  return check(file_of(content), watch);
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
  if (whole < 120) return std::to_string(whole) + " s";
  if (whole < 7200) return std::to_string((whole + 59) / 60) + " min";
  return std::to_string((whole + 3599) / 3600) + " h";
}

// Shows progress after two seconds: in place on a terminal, otherwise a line every ten seconds.
class Progress {
 public:
  Progress(const FilesCheck& options, const std::vector<std::string>& names)
      : program_(options.program),
        is_shown_(options.shows_progress),
        on_terminal_(::isatty(STDERR_FILENO) != 0) {
    for (const std::string& name : names) bytes_.push_back(size_of(name));
    for (const double bytes : bytes_) all_ += bytes;
    part_.resize(bytes_.size());
  }
  ~Progress() { clear(); }

  // Thread-safe.
  void update(std::size_t file, std::uint64_t done, std::uint64_t steps) {
    const std::lock_guard lock(mutex_);
    advance(file, static_cast<double>(done) / static_cast<double>(std::max(steps, done)));
  }
  void finish(std::size_t file) {
    const std::lock_guard lock(mutex_);
    ++finished_;
    advance(file, 1);
  }
  // Removes the progress line; call before other output.
  void clear() {
    const std::lock_guard lock(mutex_);
    if (line_shown_) std::cerr << "\r\x1b[K" << std::flush;
    line_shown_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Adds 1, because even an empty file takes work.
  static double size_of(const std::string& name) {
    std::error_code error;
    const auto bytes = fs::file_size(path_of(name), error);
    return error ? 1.0 : static_cast<double>(bytes) + 1.0;
  }
  void advance(std::size_t file, double part) {
    done_ += (part - part_[file]) * bytes_[file];
    part_[file] = part;
    if (is_shown_ && finished_ < bytes_.size()) show(done_ / all_);
  }
  void show(double part) {
    const auto now = Clock::now();
    if (now < next_ || part >= 1) return;
    next_ = now + (on_terminal_ ? std::chrono::milliseconds(500) : std::chrono::seconds(10));
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::string line = program_ + ": ";
    if (bytes_.size() > 1) {
      line += std::to_string(finished_) + " of " + std::to_string(bytes_.size()) + " files, ";
    }
    line += std::to_string(static_cast<int>(100 * part)) + " %";
    if (part > 0) line += ", about " + time_text(seconds / part - seconds) + " left";
    std::cerr << (on_terminal_ ? "\r" + line + "\x1b[K" : line + '\n') << std::flush;
    line_shown_ = on_terminal_;
  }

  const std::string program_;
  const bool is_shown_;
  const bool on_terminal_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
  std::mutex mutex_;
  std::vector<double> bytes_;  // indexed by file
  double all_ = 0;
  std::vector<double> part_;  // part done, indexed by file
  double done_ = 0;
  std::size_t finished_ = 0;  // number of files done
  bool line_shown_ = false;
};

class Report {
 public:
  Report(const FilesCheck& options, Progress& progress) : options_(options), progress_(progress) {}

  void verdict(const std::string& file, const Verdict& verdict,
               const std::vector<Verdict>& certificates) {
    const bool is_pack = !verdict.certificates.empty();
    if (!verdict.accepted) code_ = std::max(code_, rejected_code);
    if (options_.as_json) {
      Json json = json_of(file, verdict.accepted ? "accepted" : "rejected");
      json.update(claim_of(verdict));
      if (!verdict.accepted) json["reason"] = verdict.text;
      if (is_pack) json["certificates"] = verdict.certificates;
      if (verdict.accepted && !is_pack && verdict.claim.empty()) json["table"] = verdict.text;
      if (is_pack && options_.lists_packs) {
        json["list"] = Json::array();
        for (const Verdict& one : certificates) json["list"].push_back(claim_of(one));
      }
      array_.push_back(std::move(json));
    } else {
      progress_.clear();
      const std::string name = printable(file);
      std::string lines =
          name + (verdict.accepted ? ": accepted: " : ": rejected: ") + verdict.text + '\n';
      for (std::size_t i = 0; verdict.accepted && i < certificates.size(); ++i) {
        lines +=
            name + ": certificate " + std::to_string(i + 1) + ": " + certificates[i].text + '\n';
      }
      try_print(lines);
    }
  }
  void not_checked(const std::string& file, const std::string& why, int code) {
    progress_.clear();
    std::cerr << options_.program << ": " << printable(file) << ": " << why << '\n';
    if (options_.as_json) {
      Json json = json_of(file, "not checked");
      json.update(claim_of({}));
      json["error"] = why;
      array_.push_back(std::move(json));
    }
    code_ = std::max(code_, code);
  }
  bool is_heard() const { return is_heard_; }
  // Returns the exit code. Throws OutputError.
  int finish() {
    if (options_.as_json) {
      try_print(array_.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
    }
    if (output_error_) throw OutputError(*output_error_);
    return code_;
  }

 private:
  using Json = nlohmann::ordered_json;

  static Json json_of(const std::string& file, const char* verdict) {
    return {{"file", file}, {"verdict", verdict}};
  }
  // All values are null unless a certificate or a game was accepted.
  static Json claim_of(const Verdict& verdict) {
    Json json{{"claim", nullptr}, {"position", nullptr}, {"game", nullptr}};
    if (!verdict.claim.empty()) {
      json["claim"] = verdict.claim;
      json["position"] = verdict.position;
    }
    if (verdict.game) {
      json["game"] = {{"setup", verdict.game->setup}, {"plies", verdict.game->plies}};
    }
    return json;
  }
  // Keeps the error, because an exception here would cancel other checks.
  void try_print(const std::string& text) {
    if (output_error_) return;
    try {
      print(text);
    } catch (const OutputError& error) {
      output_error_ = error;
      is_heard_ = false;
    }
  }

  const FilesCheck& options_;
  Progress& progress_;
  Json array_ = Json::array();
  int code_ = 0;
  std::optional<OutputError> output_error_;
  std::atomic<bool> is_heard_{true};  // read by other threads
};

struct Outcome {
  std::optional<Verdict> verdict = {};
  std::vector<Verdict> certificates = {};  // in a pack, with --list
  std::string why = {};
  int code = 0;
};

Outcome outcome_of(const std::string& name, Watch watch, bool lists_packs) {
  std::vector<Verdict> certificates;
  if (lists_packs) {
    watch.certificate = [&](const Verdict& verdict) { certificates.push_back(verdict); };
  }
  try {
    Verdict verdict = verdict_on(path_of(name), watch);
    return {std::move(verdict), std::move(certificates)};
  } catch (const NeedsMemory& needs) {
    return {.why = "not enough memory to check it: it takes about " +
                   std::to_string((needs.bytes >> 20) + 1) +
                   " MiB; use a machine with more, or a higher --memory-limit",
            .code = limit_code};
  } catch (const TooManyPositions& too_many) {
    return {.why = std::string("too large to check: ") + too_many.what(), .code = limit_code};
  } catch (const std::bad_alloc&) {
    return {.why = "not enough memory to check it; use a machine with more", .code = limit_code};
  } catch (const std::runtime_error& error) {
    return {.why = error.what(), .code = bad_input_code};
  }
}

struct Tried {
  std::size_t file = 0;
  std::optional<Outcome> outcome;
};

bool is_regular(const std::string& name) {
  std::error_code error;
  return fs::is_regular_file(path_of(name), error);
}

}  // namespace

// Also escapes U+0080 to U+009F (bytes C2 80 to C2 9F), which are control characters.
std::string printable(const std::string& name) {
  std::string text;
  const auto escape = [&](unsigned char byte) {
    constexpr const char* digits = "0123456789abcdef";
    text += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const auto next = static_cast<unsigned char>(i + 1 < name.size() ? name[i + 1] : 0);
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      escape(byte);
      escape(next);
      ++i;
    } else if (byte < 0x20 || byte == 0x7f) {
      escape(byte);
    } else {
      text += name[i];
    }
  }
  return text;
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return;
  }
  throw OutputError(errno, std::generic_category(), "cannot write to standard output");
}

int check_files(const std::vector<std::string>& names, const FilesCheck& options) {
  Progress progress(options, names);
  Report report(options, progress);
  const auto at_once = std::clamp<std::size_t>(
      names.size(), 1, static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
  const auto watch_of = [&](std::size_t file, std::uint64_t memory) {
    Watch watch;
    watch.memory = memory;
    watch.progress = [&progress, file](std::uint64_t done, std::uint64_t all) {
      progress.update(file, done, all);
    };
    return watch;
  };
  std::size_t begun = 0;
  const auto begin = [&](tbb::flow_control& control) {
    if (begun == names.size() || !report.is_heard()) control.stop();
    return begun++;
  };
  // Judges a file within its share of the memory. Leaves `outcome` empty if the share is too small
  // or is all the memory, or if the file is a pipe, which can be read only once.
  const auto judge = [&](std::size_t file) {
    Tried tried{file, std::nullopt};
    if (at_once == 1 || !is_regular(names[file])) return tried;
    // While a thread waits for others, it must not start to judge another file.
    tbb::this_task_arena::isolate([&] {
      Outcome outcome =
          outcome_of(names[file], watch_of(file, options.memory / at_once), options.lists_packs);
      if (outcome.code != limit_code) tried.outcome = std::move(outcome);
    });
    return tried;
  };
  const auto answer = [&](Tried tried) {
    const std::string& name = names[tried.file];
    if (!tried.outcome) {
      tried.outcome = outcome_of(name, watch_of(tried.file, options.memory), options.lists_packs);
    }
    const auto& [verdict, certificates, why, code] = *tried.outcome;
    if (verdict) {
      report.verdict(name, *verdict, certificates);
    } else {
      report.not_checked(name, why, code);
    }
    progress.finish(tried.file);
  };
  constexpr std::size_t kAhead = 16;
  tbb::parallel_pipeline(
      kAhead * at_once,
      tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, begin) &
          tbb::make_filter<std::size_t, Tried>(tbb::filter_mode::parallel, judge) &
          tbb::make_filter<Tried, void>(tbb::filter_mode::serial_in_order, answer));
  progress.clear();
  return report.finish();
}

}  // namespace onyx::referee
