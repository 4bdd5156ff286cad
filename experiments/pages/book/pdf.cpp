#include "experiments/pages/book/pdf.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/files/files.h"

extern char** environ;

namespace onyx {
namespace {

namespace fs = std::filesystem;

/// The path of the first browser that is found, or "".
fs::path find_browser() {
  constexpr std::array kNames{"chromium", "chromium-browser", "google-chrome",
                              "google-chrome-stable", "chrome"};
  const char* const path = std::getenv("PATH");
  if (path == nullptr) return {};
  for (const char* const name : kNames) {
    std::string rest = path;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      const fs::path candidate = fs::path(rest.substr(0, end)) / name;
      if (::access(candidate.c_str(), X_OK) == 0) return candidate;
      rest.erase(0, end + 1);
    }
  }
  return {};
}

/// The program's exit code, or -1 if it did not end by itself or could not be run. It hears
/// nothing, and what it says is not heard.
int run_silently(const std::vector<std::string>& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t number = -1;
  const int error = ::posix_spawn(&number, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return -1;
  int status = 0;
  while (::waitpid(number, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

void print_to_pdf(const fs::path& page, const fs::path& pdf) {
  const fs::path browser = find_browser();
  const std::string instead =
      "; open '" + page.string() + "' in a browser and print it to a file instead";
  if (browser.empty()) throw FileError("no Chromium or Chrome was found for the PDF" + instead);
  const fs::path made = pdf.parent_path() / ("." + pdf.filename().string() + ".printing");
  // The browser would follow a link of that name.
  std::error_code error;
  fs::remove(made, error);
  std::vector<std::string> command{browser.string(),
                                   "--headless",
                                   "--disable-gpu",
                                   "--no-pdf-header-footer",
                                   "--print-to-pdf-no-header",
                                   "--print-to-pdf=" + fs::absolute(made).string()};
  // Its sandbox refuses to run as root.
  if (::geteuid() == 0) command.emplace_back("--no-sandbox");
  command.push_back("file://" + fs::absolute(page).string());
  const int code = run_silently(command);
  if (code != 0 || fs::file_size(made, error) == 0 || error) {
    fs::remove(made, error);
    throw FileError("'" + browser.string() + "' did not print the PDF" + instead);
  }
  // Through the usual door, which flushes it to the disk before it has its name.
  const std::string content = read_file(made);
  fs::remove(made, error);
  write_file(FolderFile{pdf.parent_path(), pdf.filename()}, content);
}

}  // namespace onyx
