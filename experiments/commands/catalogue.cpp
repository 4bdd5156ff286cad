// onyx catalogue: lists facts about each recurrent class that the given certificates prove.
#include "experiments/commands/common.h"
#include "experiments/files/files.h"
#include "experiments/repetition/describe/atlas.h"

namespace onyx {
namespace {

struct CatalogueOptions {
  std::vector<std::string> folders;
  std::string out;
  std::string pictures;
  Stop stop;
};

constexpr const char* kColumns =
    "Columns. stones, empty: how many are on the whole board. arena: places that can still change. "
    "class: positions of the recurrent class. cycle: plies of its shortest cycle. freedom: other "
    "moves along this cycle that do not lose, 0 if every move is the only one. squares: squares "
    "in which the cycle captures. double: its moves that capture in two squares. V 1st: whether "
    "this side can be to move in a game that V began. game: the setup of a known proof game. "
    "pattern: classes of one pattern are the same game up to the names of places.";

constexpr const char* kInside =
    "A class lies inside another one if all stones of a position of its cycle are also stones of a "
    "position of the other cycle, with the same side to move. A class is least if no other one "
    "lies inside it.";

int run(CatalogueOptions& options, const Globals& globals) {
  const std::vector<ProofSource> files = some_proofs_in(options.folders);
  if (!options.out.empty()) prepare_folder(options.out);
  if (!options.pictures.empty()) prepare_folder(options.pictures);
  const InterruptScope interrupt;
  options.stop.interrupt = interrupt.flag();
  const Catalogue catalogue = read_catalogue(files, options.stop, "catalogue");
  if (catalogue.is_interrupted) return exit_code::kInterrupted;
  const std::string summary =
      fmt::format("{} of {}", counted(catalogue.classes.size(), "class", "classes"),
                  counted(catalogue.patterns, "pattern", "patterns"));
  const std::string table = to_table(catalogue);
  std::string lines;
  auto all = Json::array();
  for (const CatalogueEntry& entry : catalogue.classes) {
    all.push_back(to_json(entry));
    // Replace invalid UTF-8, because file names may contain it.
    lines += all.back().dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  if (!options.out.empty()) {
    const std::filesystem::path out = options.out;
    write_file(FolderFile{out, "catalogue.jsonl"}, lines);
    write_file(FolderFile{out, "catalogue.txt"}, table + "\n" + summary + "\n\n" + kColumns);
  }
  Json json;
  if (!options.pictures.empty()) {
    const Atlas atlas = make_atlas(catalogue);
    write_atlas(atlas, options.pictures);
    json["boards"] = boards_as_json(atlas);
  }
  if (globals.json) {
    json["classes"] = std::move(all);
    json["patterns"] = catalogue.patterns;
    json["repeated"] = catalogue.repeated;
    json["refused"] = refusals_as_json(catalogue);
    print_json(json);
  } else {
    if (options.out.empty() && options.pictures.empty()) fmt::print("{}\n", table);
    fmt::print("{}\n", summary);
  }
  return complain_of_refusals(catalogue, "catalogue");
}

}  // namespace

Run declare_catalogue(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<CatalogueOptions>();
  options->stop.work = kMostRecordedStates;
  add_paths(app, "DIR", options->folders,
            "Folders with certificates of draws, and packs of them, in any depth; or such files")
      ->required();
  add_path(
      app, "--out", options->out,
      "Write catalogue.jsonl, an object for each class, and catalogue.txt, the table, into this "
      "folder");
  add_path(app, "--pictures", options->pictures,
           "Write atlas.json, atlas.md and a picture of each pattern into this folder: where each "
           "occurs, and which classes lie inside which");
  add_count(app, "--max-states", options->stop.work,
            "Leave out classes from which more positions than this can be reached, unless a search "
            "for draws decides them",
            1)
      ->group("Limits");
  app.footer(std::string(kColumns) + "\n\n" + kInside);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
