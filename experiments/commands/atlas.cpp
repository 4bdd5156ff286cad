// onyx atlas: the patterns that folders of certificates prove, with a picture of each, and which
// classes lie inside which.
#include "experiments/repetition/describe/atlas.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/files/files.h"
#include "experiments/repetition/describe/catalogue_command.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

struct AtlasOptions {
  std::vector<std::string> folders;
  std::string out;
  Stop stop;
};

int run(AtlasOptions& options, const Globals& globals) {
  const std::vector<ProofSource> files = some_proofs_in(options.folders);
  prepare_folder(options.out);
  const InterruptScope interrupt;
  options.stop.interrupt = interrupt.flag();
  const Catalogue catalogue = read_catalogue(files, options.stop, "atlas");
  if (catalogue.is_interrupted) return exit_code::kInterrupted;
  const Atlas atlas = make_atlas(catalogue);
  const nlohmann::ordered_json json = to_json(atlas);
  const std::filesystem::path out = options.out;
  for (const AtlasPattern& pattern : atlas.patterns) {
    write_file(FolderFile{out, picture_name(pattern)}, picture_of(atlas, pattern));
  }
  write_file(FolderFile{out, "atlas.json"},
             json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  write_file(FolderFile{out, "atlas.md"}, to_markdown(atlas));
  if (globals.json) {
    print_json({{"boards", json["boards"]}, {"refused", refusals_as_json(catalogue)}});
  } else {
    fmt::print("{} of {}\n", counted(atlas.classes.size(), "class", "classes"),
               counted(atlas.patterns.size(), "pattern", "patterns"));
  }
  return complain_of_refusals(catalogue, "atlas");
}

}  // namespace

Run declare_atlas(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<AtlasOptions>();
  options->stop.work = kMostRecordedStates;
  add_paths(app, "DIR", options->folders,
            "Folders with certificates of draws, and packs of them, in any depth; or such files")
      ->required();
  add_path(app, "--out", options->out,
           "Write atlas.json, atlas.md and a picture of each pattern into this folder")
      ->required();
  add_count(app, "--max-states", options->stop.work,
            "Leave out classes from which more positions than this can be reached, unless a search "
            "for draws settles them",
            1)
      ->default_str(std::to_string(options->stop.work))
      ->group("Limits");
  app.footer(
      "A class lies inside another one if all stones of a position of its cycle are also stones of "
      "a position of the other cycle, with the same side to move. A class is least if no other one "
      "lies inside it.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
