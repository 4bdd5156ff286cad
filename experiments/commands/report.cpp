// onyx report: a static site of the classes that a folder of certificates proves.
#include "experiments/pages/site/report.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <atomic>

#include "experiments/files/files.h"
#include "experiments/repetition/describe/catalogue_command.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

struct ReportOptions {
  std::vector<std::string> folders;
  std::string out;
  Stop stop;
};

int run(ReportOptions& options, const Globals& globals) {
  const std::vector<std::filesystem::path> files = some_certificates_in(options.folders);
  prepare_folder(options.out);
  const InterruptScope interrupt;
  options.stop.interrupt = interrupt.flag();
  const Catalogue catalogue = read_catalogue(files, options.stop, "report");
  if (catalogue.is_interrupted) return exit_code::kInterrupted;
  Progress progress("report");
  const std::size_t pages = catalogue.classes.size();
  std::atomic<std::size_t> written{0};
  const bool is_whole = write_site(catalogue, options.out, interrupt.flag(), [&] {
    const std::size_t now = ++written;
    progress.update([&] { return fmt::format("{} of {} pages", now, pages); });
  });
  if (!is_whole) {
    notify("onyx report: interrupted after {} of {} pages", written.load(), pages);
    return exit_code::kInterrupted;
  }

  if (globals.json) {
    nlohmann::ordered_json json;
    json["pages"] = pages;
    json["patterns"] = catalogue.patterns;
    json["repeated"] = catalogue.repeated;
    json["folder"] = options.out;
    json["refused"] = refusals_as_json(catalogue);
    print_json(json);
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
  add_paths(app, "DIR", options->folders, "Folders with certificates of draws, in any depth")
      ->required();
  add_path(app, "--out", options->out, "Write the site into this folder; open its index.html")
      ->required();
  add_count(app, "--max-states", options->stop.work,
            "Leave out classes from which more positions can be reached", 1);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
