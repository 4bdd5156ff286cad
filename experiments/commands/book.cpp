// onyx book: makes a printable book of the puzzles in folders.
#include "experiments/pages/book/book.h"

#include "experiments/commands/common.h"
#include "experiments/files/files.h"
#include "experiments/files/input.h"
#include "experiments/pages/book/paper.h"
#include "experiments/puzzles/composer.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

struct BookOptions {
  std::vector<std::string> folders;
  std::string out;
  bool makes_pdf = false;
  bool makes_csv = false;
  bool makes_svg = false;
  std::string paper = "a4";
  BookSettings settings;
  std::vector<std::string> themes;
  std::vector<std::string> boards;
  std::string difficulty;
  Selection selection;
};

std::set<fs::path> puzzle_files(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw FileError("'" + folder + "' is not a folder");
  }
  std::set<fs::path> files = named_files(folders, {kPuzzlesEnding});
  if (!files.empty()) return files;
  throw InputError(fmt::format("there are no puzzles (*{}) in {}; onyx puzzles composes them",
                               kPuzzlesEnding, in_quotes(folders.front())));
}

fs::path folder_beside(const std::string& folder) {
  const fs::path path = fs::weakly_canonical(folder);
  return path.parent_path() / (path.filename().string() + "-pages");
}

/// Throws if `folder` is inside a folder of puzzles, where the book could be deleted with them.
void require_apart(const fs::path& folder, const std::vector<std::string>& inputs) {
  const fs::path place = fs::weakly_canonical(folder);
  for (const std::string& input : inputs) {
    const fs::path top = fs::weakly_canonical(input);
    const auto [end, ignored] = std::mismatch(top.begin(), top.end(), place.begin(), place.end());
    refuse_if(end == top.end(),
              "{} is inside the folder of puzzles {}; give another folder with --out",
              in_quotes(folder.string()), in_quotes(input));
  }
}

/// Returns the distinct puzzles and the number of duplicates.
std::pair<std::vector<Puzzle>, std::size_t> puzzles_of(const std::vector<std::string>& folders) {
  std::vector<Puzzle> puzzles;
  std::set<std::string> known;
  std::size_t repeated = 0;
  for (const fs::path& file : puzzle_files(folders)) {
    for (Puzzle& puzzle : read_puzzles(file)) {
      const PuzzleBoard board(board_of(puzzle));
      main_line_of(board, puzzle);  // throws if the main line is illegal
      const std::vector<std::string> keys = keys_of(puzzle);
      if (std::ranges::any_of(keys, [&](const auto& key) { return known.contains(key); })) {
        ++repeated;
        continue;
      }
      known.insert(keys.begin(), keys.end());
      puzzles.push_back(std::move(puzzle));
    }
  }
  return {std::move(puzzles), repeated};
}

void read_difficulty(const std::string& text, Selection& selection) {
  const bool has_form = text.size() == 1 || (text.size() == 3 && text[1] == '-');
  refuse_if(!has_form || text.front() < '1' || text.back() > '5' || text.front() > text.back(),
            "--difficulty {}: it takes 1 to 5, or a range like 2-4", in_quotes(text));
  selection.least_difficulty = text.front() - '0';
  selection.most_difficulty = text.back() - '0';
}

Selection selection_from(const BookOptions& options) {
  Selection selection = options.selection;
  for (const auto& name : options.themes) selection.themes.push_back(theme_named(name).value());
  for (const auto& board : options.boards) selection.boards.push_back(parse_board_size(board));
  if (!options.difficulty.empty()) read_difficulty(options.difficulty, selection);
  return selection;
}

std::vector<Puzzle> chosen(std::vector<Puzzle> puzzles, const BookOptions& options) {
  if (puzzles.empty()) throw InputError("the given files and folders have no puzzles");
  std::vector<Puzzle> taken = selected(std::move(puzzles), selection_from(options));
  if (taken.empty()) throw InputError("no puzzle matches the given theme, difficulty and board");
  const std::uint64_t asked = options.selection.count;
  if (asked != UINT64_MAX && taken.size() < asked) {
    notify("onyx book: there are only {} puzzles of the {} asked for", taken.size(), asked);
  }
  return taken;
}

/// Mini-Onyx is the game on 6x6.
std::string title_of(const std::vector<Puzzle>& puzzles) {
  const bool is_mini = std::ranges::all_of(puzzles, [](const Puzzle& puzzle) {
    return board_of(puzzle) == BoardSize{6, 6};
  });
  return is_mini ? "Mini-Onyx puzzles" : "Onyx puzzles";
}

/// Writes one file per diagram, in a separate folder. Returns the number of files.
std::size_t write_diagrams(const std::vector<BookEntry>& entries, const FolderFile& place) {
  const fs::path folder = prepare_folder(place);
  std::size_t files = 0;
  Progress progress("book");
  for (const BookEntry& entry : entries) {
    write_file(FolderFile{folder, diagram_name(entry)}, puzzle_svg(entry) + "\n");
    for (std::size_t part = 1; part <= entry.solution.size(); ++part) {
      write_file(FolderFile{folder, diagram_name(entry, part)},
                 solution_svg(entry, entry.solution[part - 1]) + "\n");
    }
    files += 1 + entry.solution.size();
    progress.update([&] {
      return "diagrams of " +
             done_of_all(entry.number, entries.size(), "puzzles", progress.seconds());
    });
  }
  return files;
}

int run(const BookOptions& options, const Globals& globals) {
  BookSettings settings = options.settings;
  settings.paper = *std::ranges::find(kPapers, options.paper, &Paper::name);
  auto [puzzles, repeated] = puzzles_of(options.folders);
  std::vector<Puzzle> taken = chosen(std::move(puzzles), options);
  if (settings.title.empty()) settings.title = title_of(taken);
  const std::vector<BookEntry> entries = book_entries(std::move(taken));
  const fs::path folder =
      options.out.empty() ? folder_beside(options.folders.front()) : fs::path(options.out);
  require_apart(folder, options.folders);
  prepare_folder(folder);
  const fs::path page = folder / "book.html";
  const fs::path pdf = folder / "book.pdf";
  const fs::path csv = folder / "book.csv";
  write_file(FolderFile{folder, "book.html"}, book_html(entries, settings));
  if (options.makes_csv) write_file(FolderFile{folder, "book.csv"}, collection_csv(entries));
  std::size_t diagrams = 0;
  if (options.makes_svg) diagrams = write_diagrams(entries, FolderFile{folder, "diagrams"});
  if (options.makes_pdf && !print_to_pdf(page, pdf)) return exit_code::kInterrupted;
  if (globals.json) {
    Json json = {{"puzzles", entries.size()}, {"repeated", repeated}, {"html", page.string()}};
    if (options.makes_csv) json["csv"] = csv.string();
    if (options.makes_svg) {
      json["diagrams"] = diagrams;
      json["svg"] = (folder / "diagrams").string();
    }
    if (options.makes_pdf) json["pdf"] = pdf.string();
    print_json(json);
  } else {
    fmt::print("{} in {}\n", counted(entries.size(), "puzzle", "puzzles"), shown(page));
    if (options.makes_csv) fmt::print("listed in {}\n", shown(csv));
    if (options.makes_svg) fmt::print("{} diagrams in {}\n", diagrams, shown(folder / "diagrams"));
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
           "Write book.html and the other files into this folder, which must not contain puzzles")
      ->default_str("DIR-pages");
  app.add_option("--title", options->settings.title, "Title of the book")
      ->default_str("Onyx puzzles, or Mini-Onyx puzzles if all are on 6x6");
  app.add_option("--paper", options->paper, "Size of the paper")
      ->check(one_of({"a4", "a5", "letter"}))
      ->capture_default_str();
  add_number(app, "--per-page", options->settings.per_page, "Puzzles on a page", 1, 6)
      ->check(one_of({"1", "2", "4", "6"}));
  app.add_flag("--pdf", options->makes_pdf,
               "Also print it to book.pdf, with page numbers and bookmarks; needs WeasyPrint");
  app.add_flag("--svg", options->makes_svg,
               "Also write each diagram to a file of its own, in the folder diagrams");
  app.add_flag("--csv", options->makes_csv, "Also write a table of the puzzles, book.csv");
  app.option_defaults()->group("Which puzzles");
  app.add_option("--theme", options->themes, "Only puzzles with one of these themes")
      ->check(one_of(names_of_all(kThemes)))
      ->default_str("any");
  app.add_option("--board", options->boards, "Only puzzles on one of these boards, such as 6x6")
      ->type_name("WxH")
      ->default_str("any");
  app.add_option("--difficulty", options->difficulty,
                 "Only puzzles of this difficulty, from 1 to 5: 3, or 2-4")
      ->default_str("any");
  add_count(app, "--count", options->selection.count,
            "Only N of these puzzles, as varied as possible", 1)
      ->default_str("all");
  add_count(app, "--seed", options->selection.seed,
            "Seed of the choice between puzzles that are as good");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
