// onyx census: all repeating positions of a board, counted from a folder of onyx strong --tiers.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "core/notation.h"
#include "experiments/boards/census/census_sample.h"
#include "experiments/boards/census/census_text.h"
#include "experiments/files/files.h"
#include "experiments/repetition/find/found_classes.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

struct CensusOptions {
  std::string folder;
  std::string out;
  std::uint64_t certificates = 0;
  std::uint64_t max_states = 1'000'000;
};

BoardCensus count_repetition(const CensusOptions& options, const InterruptScope& interrupt) {
  Progress progress("census");
  CensusRun run;
  run.folder = options.folder;
  run.interrupt = interrupt.flag();
  run.progress = [&](std::size_t done, std::size_t all) {
    progress.update([&] {
      const double rate = static_cast<double>(done) / progress.seconds();
      return fmt::format("{} of {} tiers, {:.1f}/s{}", done, all, rate,
                         time_left(static_cast<double>(all - done), rate));
    });
  };
  return census_of_board(run);
}

CensusCertificates certify(const CensusOptions& options, const BoardCensus& census,
                           const InterruptScope& interrupt) {
  Progress progress("certificates");
  Stop stop;
  stop.work = options.max_states;
  stop.interrupt = interrupt.flag();
  stop.progress = [&](const Reached& reached) {
    progress.update([&] {
      const double rate = static_cast<double>(reached.done) / progress.seconds();
      return fmt::format("{} of {}, {:.1f}/s{}", reached.done, reached.known, rate,
                         time_left(static_cast<double>(reached.known - reached.done), rate));
    });
  };
  return certify_sample(census.size, sample_of(census), options.certificates, stop);
}

int run(const CensusOptions& options, const Globals& globals) {
  if (!options.out.empty()) prepare_folder(options.out);
  const InterruptScope interrupt;
  const BoardCensus census = count_repetition(options, interrupt);
  CensusCertificates sample;
  if (!census.is_interrupted && options.certificates > 0) {
    sample = certify(options, census, interrupt);
  }
  if (census.is_interrupted || sample.is_interrupted) {
    notify("onyx census: interrupted");
    return exit_code::kInterrupted;
  }
  nlohmann::ordered_json json = census_json(census);
  if (options.certificates > 0) {
    json["certificates"] = sample.certificates.size();
    json["too_large_for_a_certificate"] = sample.too_large;
  }
  if (!options.out.empty()) {
    const std::filesystem::path out = options.out;
    for (const Certificate& certificate : sample.certificates) {
      const auto name = certificate_path(out, certificate.position).filename();
      write_file(FolderFile{out, name.string()}, to_json(certificate));
    }
    write_file(FolderFile{out, "census.json"}, json.dump(1) + "\n");
    write_file(FolderFile{out, "tiers.jsonl"}, census_lines(census));
  }
  if (globals.json) {
    print_json(json);
  } else {
    print_census_text(census);
    if (options.certificates > 0) {
      fmt::print("{}\n", counted(sample.certificates.size(), "certificate", "certificates"));
    }
  }
  const std::uint64_t unsolved = census.tiers - census.tiers_counted - census.unlisted_tiers;
  if (unsolved > 0) {
    notify("onyx census: a part only: {} not solved; onyx strong {} --tiers {} solves them",
           counted(unsolved, "tier is", "tiers are"), format_board_size(census.size),
           shell_word(options.folder));
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_census(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<CensusOptions>();
  add_path(app, "DIR", options->folder, "The folder of onyx strong --tiers; it may be incomplete")
      ->required();
  CLI::Option* const out =
      add_path(app, "--out", options->out,
               "Write census.json, tiers.jsonl (an object for each tier that has draws) and the "
               "certificates into this folder");
  add_count(app, "--certificates", options->certificates,
            "Write certificates of N positions, some of each kind; a kind is a number of midpoints "
            "taken, of stones, and of plies of the shortest cycle")
      ->default_str("0")
      ->needs(out);
  add_count(app, "--max-states", options->max_states,
            "Skip positions from which more positions than this can be reached", 1)
      ->default_str(std::to_string(options->max_states));
  app.footer(
      "Counts the drawn positions of a board, from which correct play never ends. Some lie on a "
      "forced cycle, the others lead to one.\n\n"
      "Columns. right side: positions with the side to move that a game from a setup would have; "
      "others cannot arise. may arise: those among them without a known reason why no game from "
      "the empty board leads there.\n\n"
      "A class is a recurrent class: each of its positions leads to each other one by moves that "
      "keep the draw.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
