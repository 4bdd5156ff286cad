#include "experiments/pages/book/paper.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "core/base/assert.h"
#include "experiments/files/files.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"

extern char** environ;

namespace onyx {

namespace fs = std::filesystem;

PageGrid page_grid(const Paper& paper, int per_page) {
  ONYX_ASSERT(per_page == 1 || per_page == 2 || per_page == 4 || per_page == 6);
  constexpr double kGap = 4;         // between diagrams
  constexpr double kLeastNotes = 9;  // room for a line of handwriting
  const int columns = per_page >= 4 ? 2 : 1;
  const int rows = per_page / columns;
  // Height of the text above and below a diagram (number, stars, demand, hints), in millimetres.
  const double words = 1.95 * paper.font;
  PageGrid grid{};
  grid.text_width = paper.width - paper.inner_margin - paper.outer_margin;
  grid.text_height = paper.height - paper.top_margin - paper.bottom_margin;
  // Leave half a millimetre, so that rounding cannot push the last cells off the page.
  grid.cell_width = (grid.text_width - 0.5) / columns;
  grid.cell_height = (grid.text_height - 0.5) / rows;
  grid.diagram_width = grid.cell_width - kGap;
  grid.diagram_height = std::min(grid.diagram_width, grid.cell_height - words);
  grid.notes = grid.cell_height - words - grid.diagram_height;
  if (grid.notes < kLeastNotes) grid.notes = 0;
  return grid;
}

namespace {

constexpr const char* kPrinter = "weasyprint";

/// Starts `kPrinter page made`. Returns the process ID, or nothing if kPrinter was not found.
std::optional<pid_t> started(const std::string& page, const std::string& made,
                             const std::string& messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::array<std::string, 3> words{kPrinter, page, made};
  std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t number = -1;
  const int error = ::posix_spawnp(&number, kPrinter, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? std::optional(number) : std::nullopt;
}

bool ended_well(pid_t number, const InterruptScope& interrupt) {
  Progress progress("book");
  int status = 0;
  while (::waitpid(number, &status, WNOHANG) == 0) {
    progress.update([&] { return "printing for " + short_time(progress.seconds()); });
    if (interrupt.interrupted()) ::kill(number, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Returns ": " and the last line with "Error"; "" if there is none.
std::string complaint_in(const fs::path& messages) {
  const std::string text = read_file(messages);
  const std::size_t at = text.rfind("Error");
  if (at == text.npos) return "";
  const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
  return ": " + text.substr(begin, text.find('\n', at) - begin);
}

}  // namespace

bool print_to_pdf(const fs::path& page, const fs::path& pdf) {
  const std::string written = "'" + page.string() + "' is written, the PDF is not: ";
  const fs::path made = pdf.parent_path() / ("." + pdf.filename().string() + ".printing");
  const fs::path messages = made.string() + ".messages";
  std::error_code error;
  const auto clean_up = [&] {
    fs::remove(made, error);
    fs::remove(messages, error);
  };
  clean_up();  // Otherwise the printer would follow an existing symbolic link.
  const InterruptScope interrupt;
  const auto number = started(fs::absolute(page), fs::absolute(made), fs::absolute(messages));
  const bool is_whole =
      number && ended_well(*number, interrupt) && fs::file_size(made, error) > 0 && !error;
  std::string text;  // the PDF, or the printer's error message
  if (number && !interrupt.interrupted())
    text = is_whole ? read_file(made) : complaint_in(messages);
  clean_up();
  if (!number) {
    throw FileError(written +
                    "WeasyPrint was not found; install it (Debian's package weasyprint) and run "
                    "this again, or print the page from a browser, without page numbers");
  }
  if (interrupt.interrupted()) return false;
  if (!is_whole) throw FileError(written + "'" + kPrinter + "' failed" + text);
  // write_file() flushes the content to the disk before the file gets its name.
  write_file(FolderFile{pdf.parent_path(), pdf.filename()}, text);
  return true;
}

}  // namespace onyx
