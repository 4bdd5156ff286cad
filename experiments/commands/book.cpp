// onyx book: a printable book of the puzzles of a folder.
#include "experiments/pages/book/book.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/pages/book/pdf.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

struct BookOptions {
  std::vector<std::string> folders;
  std::string out;
  bool makes_pdf = false;
  BookSettings settings{"Mini-Onyx puzzles"};
};

/// The puzzle files of the folders, in all depths, and in order.
std::vector<fs::path> puzzle_files(const std::vector<std::string>& folders) {
  std::set<fs::path> files;
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw FileError("'" + folder + "' is no folder");
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().string().ends_with(kPuzzlesEnding)) files.insert(entry.path());
    }
  }
  if (files.empty()) {
    throw InputError("there are no puzzles (*" + std::string(kPuzzlesEnding) + ") in " +
                     in_quotes(folders.front()) + "; onyx puzzles composes them");
  }
  return {files.begin(), files.end()};
}

/// Where the book goes if nobody says: beside the first folder.
fs::path folder_beside(const std::string& folder) {
  const fs::path path = fs::weakly_canonical(folder);
  return path.parent_path() / (path.filename().string() + "-pages");
}

/// A book among the puzzles would be taken for one of their files, or lost with them.
void require_apart(const fs::path& folder, const std::vector<std::string>& inputs) {
  const fs::path place = fs::weakly_canonical(folder);
  for (const std::string& input : inputs) {
    const fs::path top = fs::weakly_canonical(input);
    const auto [end, ignored] = std::mismatch(top.begin(), top.end(), place.begin(), place.end());
    if (end != top.end()) continue;
    throw InputError(fmt::format("{} is in the folder of puzzles {}; give another folder by --out",
                                 in_quotes(folder.string()), in_quotes(input)));
  }
}

int run(const BookOptions& options, const Globals& globals) {
  std::vector<Puzzle> puzzles;
  std::set<std::string> known;
  std::size_t repeated = 0;
  for (const fs::path& file : puzzle_files(options.folders)) {
    for (Puzzle& puzzle : read_puzzles(file)) {
      const SmallBoard board(board_of(puzzle));
      main_line_of(board, puzzle);  // Refuses a line that cannot be played.
      if (known.insert(key_of(board, puzzle)).second) {
        puzzles.push_back(std::move(puzzle));
      } else {
        ++repeated;
      }
    }
  }
  const fs::path folder =
      options.out.empty() ? folder_beside(options.folders.front()) : fs::path(options.out);
  require_apart(folder, options.folders);
  prepare_folder(folder);
  const fs::path page = folder / "book.html";
  write_file(FolderFile{folder, "book.html"}, book_html(puzzles, options.settings));
  const fs::path pdf = folder / "book.pdf";
  if (options.makes_pdf) print_to_pdf(page, pdf);

  if (globals.json) {
    nlohmann::ordered_json json;
    json["puzzles"] = puzzles.size();
    json["repeated"] = repeated;
    json["html"] = page.string();
    if (options.makes_pdf) json["pdf"] = pdf.string();
    print_json(json);
  } else {
    fmt::print("{} in {}\n", counted(puzzles.size(), "puzzle", "puzzles"), shown(page));
    if (options.makes_pdf) fmt::print("printed to {}\n", shown(pdf));
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_book(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<BookOptions>();
  add_paths(app, "DIR", options->folders, "Folders with puzzles (*.puzzles.jsonl), in any depth")
      ->required();
  add_path(app, "--out", options->out,
           "Write book.html, and book.pdf, into this folder, which holds no puzzles; DIR-pages if "
           "not given");
  app.add_flag("--pdf", options->makes_pdf,
               "Also print it to PDF, with Chromium or Chrome if one is installed");
  app.add_option("--title", options->settings.title, "Title of the book")->capture_default_str();
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
