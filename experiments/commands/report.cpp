// onyx report: writes a static site of the proved classes, puzzles and openings.
#include "experiments/pages/site/report.h"

#include <atomic>

#include "experiments/commands/common.h"
#include "experiments/files/files.h"
#include "experiments/solve/map_files.h"

namespace onyx {
namespace {

struct ReportOptions {
  SiteContent content;  ///< Initially holds only the names of its sources.
  std::vector<std::string> games;
  std::string program;
  std::string out;
  Stop stop;
};

/// Reads onyx-pages.js from `name` ("": next to this program), and onyx-rules.js from its folder.
std::map<std::string, std::string> program_texts(const std::string& name) {
  std::error_code error;
  std::filesystem::path file = name;
  if (name.empty()) {
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    file = self.parent_path() / "onyx-pages.js";
    if (error || !std::filesystem::exists(file, error)) {
      notify(
          "onyx report: the compiled programs of the pages are missing, so they cannot play, solve "
          "or check; make them with experiments/pages/wasm/build, which needs Emscripten");
      return {};
    }
  }
  return {{"onyx-pages.js", read_file(file)},
          {"onyx-rules.js", read_file(file.parent_path() / "onyx-rules.js")}};
}

int run(ReportOptions& options, const Globals& globals) {
  SiteContent& content = options.content;
  const std::vector<ProofSource> files = some_proofs_in(content.collection);
  content.puzzles = site_puzzles(content.puzzle_sources);
  content.openings = read_maps(content.opening_sources);
  content.games = site_games(options.games);
  content.programs = program_texts(options.program);
  prepare_folder(options.out);
  const InterruptScope interrupt;
  options.stop.interrupt = interrupt.flag();
  content.catalogue = read_catalogue(files, options.stop, "report");
  const Catalogue& catalogue = content.catalogue;
  if (catalogue.is_interrupted) return exit_code::kInterrupted;
  Progress progress("report");
  const std::size_t pages = catalogue.classes.size();
  std::atomic<std::size_t> written{0};
  const bool is_whole = write_site(content, options.out, interrupt.flag(), [&] {
    const std::size_t now = ++written;
    progress.update([&] { return fmt::format("{} of {} pages", now, pages); });
  });
  if (!is_whole) {
    notify("onyx report: interrupted after {} of {} pages", written.load(), pages);
    return exit_code::kInterrupted;
  }
  if (globals.json) {
    print_json({{"pages", pages},
                {"patterns", catalogue.patterns},
                {"repeated", catalogue.repeated},
                {"folder", options.out},
                {"refused", refusals_as_json(catalogue)}});
  } else {
    fmt::print("{} of {} written to {}\n", counted(pages, "page", "pages"),
               counted(catalogue.patterns, "pattern", "patterns"), shown(options.out));
  }
  return complain_of_refusals(catalogue, "report");
}

}  // namespace

Run declare_report(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<ReportOptions>();
  options->stop.work = kMostRecordedStates;
  add_paths(app, "DIR", options->content.collection,
            "Folders with certificates of draws, and packs of them, in any depth; or such files")
      ->required();
  add_path(app, "--out", options->out, "Write the site into this folder; open its index.html")
      ->required();
  add_paths(app, "--puzzles", options->content.puzzle_sources,
            "Puzzles to solve: files or folders");
  add_paths(app, "--openings", options->content.opening_sources,
            "Maps of opening moves (onyx solve --map --json): files or folders");
  add_paths(app, "--games", options->games,
            "Games with one mistake (*.game.json): files or folders; each is checked first");
  add_path(app, "--program", options->program,
           "The compiled program of the pages, with onyx-rules.js beside it")
      ->default_str("onyx-pages.js next to this program");
  add_count(app, "--max-states", options->stop.work,
            "Leave out classes from which more positions than this can be reached", 1)
      ->group("Limits");
  app.footer(
      "The site needs no server and works offline after the first visit. Positions, patterns and "
      "puzzles keep their numbers: numbers.txt in a folder of certificates lists their names in "
      "order, and the site's numbers.txt is that list with the new ones, for the next time.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
