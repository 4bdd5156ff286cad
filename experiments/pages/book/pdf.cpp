#include "experiments/pages/book/pdf.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <vector>

#include "experiments/files/files.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"

extern char** environ;

namespace onyx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrinter = "weasyprint";

/// A running child process whose standard error can be read while it runs.
class Child {
 public:
  explicit Child(const std::vector<std::string>& command) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (::posix_spawnp(&number_, words.front(), &actions, nullptr, words.data(), environ) != 0) {
      number_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    words_ = ends[0];
  }
  ~Child() {
    end();
    if (words_ >= 0) ::close(words_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Whether the program was found in PATH, and wait() has not been called.
  bool is_there() const { return number_ >= 0; }

  /// Appends its next output; waits at most a quarter of a second. Returns false at the end
  /// of output.
  bool hear(std::string& heard) {
    pollfd ready{words_, POLLIN, 0};
    if (number_ < 0) return false;
    if (::poll(&ready, 1, 250) <= 0) return true;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(words_, buffer.data(), buffer.size());
    if (count > 0) heard.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }

  /// Its exit code, or -1 if it was ended by a signal or could not be started.
  int wait() {
    if (number_ < 0) return -1;
    int status = 0;
    while (::waitpid(number_, &status, 0) < 0) {
      if (errno != EINTR) return -1;
    }
    number_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// Kills the process if it still runs.
  void end() {
    if (number_ < 0) return;
    ::kill(number_, SIGKILL);
    wait();
  }

 private:
  pid_t number_ = -1;
  int words_ = -1;
};

/// Reads the output of the printer: the number of pages laid out, and the last error.
class Listener {
 public:
  void hear(std::string& heard) {
    for (std::size_t end = heard.find('\n'); end != heard.npos; end = heard.find('\n')) {
      const std::string line = heard.substr(0, end);
      heard.erase(0, end + 1);
      constexpr std::string_view kPage = "layout - Page ";
      const std::size_t at = line.find(kPage);
      if (at != line.npos) {
        std::size_t page = 0;
        std::from_chars(line.data() + at + kPage.size(), line.data() + line.size(), page);
        // Contents with page numbers need a second pass, which starts with page 1 again.
        pages = page;
      } else if (line.find("ERROR") != line.npos || line.find("Error") != line.npos) {
        complaint = line;
      }
      is_drawing = is_drawing || line.find("Step 6") != line.npos;
    }
  }

  std::size_t pages = 0;
  bool is_drawing = false;
  std::string complaint;
};

std::string printing_line(const Listener& listener, std::size_t expected, double seconds) {
  if (listener.is_drawing) return fmt::format("{} pages laid out, now drawn", listener.pages);
  const double rate = static_cast<double>(listener.pages) / std::max(seconds, 1e-9);
  const double left =
      expected > listener.pages ? static_cast<double>(expected - listener.pages) : 0;
  return fmt::format("page {} of about {}, {:.1f}/s{}", listener.pages, expected, rate,
                     time_left(left, rate));
}

}  // namespace

bool print_to_pdf(const fs::path& page, const fs::path& pdf, std::size_t expected_pages) {
  const std::string written = "'" + page.string() + "' is written, the PDF is not: ";
  const fs::path made = pdf.parent_path() / ("." + pdf.filename().string() + ".printing");
  // If the name is a link, the printer would follow it.
  std::error_code error;
  fs::remove(made, error);
  const InterruptScope interrupt;
  Progress progress("book");
  Listener listener;
  Child child({kPrinter, "--verbose", fs::absolute(page).string(), fs::absolute(made).string()});
  if (!child.is_there()) {
    throw FileError(written +
                    "WeasyPrint was not found; install it (Debian's package weasyprint) and run "
                    "this again, or print the page from a browser, without page numbers");
  }
  std::string heard;
  while (child.hear(heard)) {
    listener.hear(heard);
    progress.update([&] { return printing_line(listener, expected_pages, progress.seconds()); });
    if (!interrupt.interrupted()) continue;
    child.end();
    fs::remove(made, error);
    return false;
  }
  const int code = child.wait();
  if (code != 0 || fs::file_size(made, error) == 0 || error) {
    fs::remove(made, error);
    throw FileError(written + "'" + kPrinter + "' failed" +
                    (listener.complaint.empty() ? "" : ": " + listener.complaint));
  }
  // write_file() flushes the content to the disk before the file gets its name.
  const std::string content = read_file(made);
  fs::remove(made, error);
  write_file(FolderFile{pdf.parent_path(), pdf.filename()}, content);
  return true;
}

}  // namespace onyx
