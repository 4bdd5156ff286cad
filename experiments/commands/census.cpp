// onyx census: counts all repeating positions of a board from a folder of onyx strong --tiers.
#include "experiments/boards/census/board_census.h"
#include "experiments/commands/common.h"
#include "experiments/files/files.h"
#include "experiments/repetition/find/found_classes.h"

namespace onyx {
namespace {

void add_counts(Json& json, const StonesCensus& counts) {
  for (const auto& [name, count] : kStonesCounts) json[name] = counts.*count;
}

Json stones_json(const CensusByStones& by_stones) {
  Json json = Json::array();
  for (const auto& [stones, counts] : by_stones) {
    add_counts(json.emplace_back(Json{{"stones", stones}}), counts);
  }
  return json;
}

StonesCensus sum_of_tier(const TierCensus& census) {
  StonesCensus sum;
  for (const auto& [stones, counts] : census.by_stones) sum.add(counts);
  return sum;
}

/// Returns example draws with the fewest stones; with `on_cycles`, only draws on cycles.
std::vector<WidePosition<1>> fewest(const BoardCensus& census, bool on_cycles) {
  std::optional<int> least;
  std::vector<WidePosition<1>> positions;
  for (const CensusTier& tier : census.with_draws) {
    for (const auto* by_stones : {&tier.census.on_cycles, &tier.census.off_cycles}) {
      if (by_stones->empty() || (on_cycles && by_stones == &tier.census.off_cycles)) continue;
      const auto& [stones, position] = *by_stones->begin();
      if (least && stones > *least) continue;
      if (!least || stones < *least) positions.clear();
      least = stones;
      positions.push_back(position);
    }
  }
  return positions;
}

std::vector<std::string> texts_of(const BoardCensus& census, bool on_cycles) {
  const WideBoard<1> board(census.size);
  std::vector<std::string> texts;
  for (const auto& position : fewest(census, on_cycles))
    texts.push_back(format_position(board, position));
  return texts;
}

Json midpoints_json(const BoardCensus& census) {
  struct Sum {
    std::uint64_t tiers = 0;
    std::uint64_t draws = 0;
    std::uint64_t classes = 0;
  };
  std::map<int, Sum> sums;
  for (const CensusTier& tier : census.with_draws) {
    Sum& sum = sums[tier.name.taken()];
    sum.tiers += tier.alike;
    sum.draws += tier.alike * sum_of_tier(tier.census).draws;
    sum.classes += tier.alike * tier.census.classes.size();
  }
  Json json = Json::array();
  for (const auto& [taken, sum] : sums) {
    json.push_back({{"midpoints_taken", taken},
                    {"tiers_with_draws", sum.tiers},
                    {"draws", sum.draws},
                    {"classes", sum.classes}});
  }
  return json;
}

/// Returns the content of census.json, except its counts of certificates. Keys: board, tiers,
/// tiers_counted, complete, unlisted_tiers, unlisted_draws, draws, v_to_move, right_side,
/// may_arise, on_cycles, on_cycles_v_to_move, on_cycles_right_side, draws_up_to_symmetry, classes,
/// classes_up_to_symmetry; cycles (classes and positions for each length of the shortest cycle, in
/// plies); by_stones, by_midpoints; fewest_stones and fewest_stones_on_cycles (lists of positions).
Json census_json(const BoardCensus& census) {
  Json json = {
      {"board", format_board_size(census.size)}, {"tiers", census.tiers},
      {"tiers_counted", census.tiers_counted},   {"complete", census.is_complete()},
      {"unlisted_tiers", census.unlisted_tiers}, {"unlisted_draws", census.unlisted_draws}};
  add_counts(json, census.total());
  json["draws_up_to_symmetry"] = census.draws_up_to_symmetry;
  json["classes"] = census.classes;
  json["classes_up_to_symmetry"] = census.classes_up_to_symmetry;
  Json& cycles = json["cycles"] = Json::array();
  for (const auto& [plies, here] : census.by_plies) {
    cycles.push_back({{"plies", plies}, {"classes", here.classes}, {"positions", here.positions}});
  }
  json["by_stones"] = stones_json(census.by_stones);
  json["by_midpoints"] = midpoints_json(census);
  json["fewest_stones"] = texts_of(census, false);
  json["fewest_stones_on_cycles"] = texts_of(census, true);
  return json;
}

/// Returns a line of JSON for each tier with draws; `alike` is the size of its symmetry class.
std::string census_lines(const BoardCensus& census) {
  std::string lines;
  for (const CensusTier& tier : census.with_draws) {
    Json json = {{"tier", text_of(tier.name, census.midpoints)},
                 {"midpoints_taken", tier.name.taken()},
                 {"alike", tier.alike}};
    add_counts(json, sum_of_tier(tier.census));
    json["draws_up_to_symmetry"] = tier.census.draws_up_to_symmetry;
    json["classes"] = tier.census.classes.size();
    json["classes_up_to_symmetry"] = tier.census.classes_up_to_symmetry;
    std::map<std::size_t, std::uint64_t> by_plies;
    for (const ClassCensus& recurrent : tier.census.classes) ++by_plies[recurrent.plies];
    Json& cycles = json["cycles"] = Json::array();
    for (const auto& [plies, classes] : by_plies) {
      cycles.push_back({{"plies", plies}, {"classes", classes}});
    }
    json["by_stones"] = stones_json(tier.census.by_stones);
    lines += json.dump() + "\n";
  }
  return lines;
}

void print_census_text(const BoardCensus& census) {
  const StonesCensus total = census.total();
  fmt::print("board: {}\ntiers: {} of {}{}\n", format_board_size(census.size), census.tiers_counted,
             census.tiers, census.is_complete() ? "" : " (a part only)");
  if (census.unlisted_draws > 0) {
    fmt::print("not counted: {} draws of {} tiers whose draws are not listed\n",
               census.unlisted_draws, census.unlisted_tiers);
  }
  fmt::print(
      "draws: {}, {} up to symmetry\nwith V to move: {}\nwith the right side to move: {}\n"
      "may arise: {}\non cycles: {}\nclasses: {}, {} up to symmetry\n",
      total.draws, census.draws_up_to_symmetry, total.v_to_move, total.right_side, total.may_arise,
      total.on_cycles, census.classes, census.classes_up_to_symmetry);
  for (const auto& [plies, cycles] : census.by_plies) {
    fmt::print("cycles of {} plies: {} classes, {} positions\n", plies, cycles.classes,
               cycles.positions);
  }
  if (total.draws == 0) return;
  fmt::print("stones  draws  V to move  right side  may arise  on cycles\n");
  for (const auto& [stones, counts] : census.by_stones) {
    fmt::print("{:6}  {}  {}  {}  {}  {}\n", stones, counts.draws, counts.v_to_move,
               counts.right_side, counts.may_arise, counts.on_cycles);
  }
  for (const bool on_cycles : {false, true}) {
    for (const std::string& position : texts_of(census, on_cycles)) {
      fmt::print("fewest stones{}: {}\n", on_cycles ? " on a cycle" : "", position);
    }
  }
}

struct CensusOptions {
  std::string folder;
  std::string out;
  std::uint64_t certificates = 0;
  std::uint64_t max_states = 1'000'000;
};

BoardCensus count_repetition(const CensusOptions& options, const InterruptScope& interrupt) {
  Progress progress("census");
  const auto show = [&](std::size_t done, std::size_t all) {
    progress.update([&] { return done_of_all(done, all, "tiers", progress.seconds()); });
  };
  return census_of_board({options.folder, interrupt.flag(), show});
}

CensusCertificates certify(const CensusOptions& options, const BoardCensus& census,
                           const InterruptScope& interrupt) {
  Progress progress("certificates");
  const auto show = [&](const Reached& reached) {
    progress.update(
        [&] { return done_of_all(reached.done, reached.known, "positions", progress.seconds()); });
  };
  const Stop stop{.interrupt = interrupt.flag(), .work = options.max_states, .progress = show};
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
  Json json = census_json(census);
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
      ->needs(out);
  add_count(app, "--max-states", options->max_states,
            "Skip positions from which more positions than this can be reached", 1);
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
