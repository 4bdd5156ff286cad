// onyx analyse: analyses a game ply by ply, or a position move by move (claims/analysis.h).
#include "core/base/ascii.h"
#include "experiments/claims/show_analysis.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/input.h"
#include "experiments/known/known_store.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

constexpr double kSecondsAPly = 5;  // for each position

struct AnalyseOptions {
  std::vector<std::string> words;
  std::string folder;
  std::vector<std::string> known;
  Budget budget;  ///< For each position.
  bool all = false;
  DecideOptions decide;
};

struct Item {
  std::string text;
  std::size_t line = 0;  ///< The line of the input where `text` begins; 0 for the command line.
};

struct Output {
  std::string text;
  int code = exit_code::kDone;
};

bool begins_with_start(const std::string& line) {
  try {
    board_size_of(parse_record(line).start);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Returns the whole input as one item, or one item per line if the second line begins a game.
std::vector<Item> items_in(const std::string& name) {
  const std::string content(without_byte_order_mark(read_input(name)));
  std::vector<Item> lines;
  for (const TextLine& line : filled_lines(content)) {
    lines.push_back({std::string(line.text), line.number});
  }
  refuse_if(lines.empty(), "{} has no game in it", name_of_input(name));
  if (lines.size() > 1 && begins_with_start(lines[1].text)) return lines;
  return {{content, 1}};
}

/// For example game.txt, ./game or ~/game.
bool looks_like_file(const std::string& text) {
  const std::string ending = std::filesystem::path(text).extension().string();
  return text.find_first_of(" \t\r\n") == std::string::npos &&
         (std::ranges::any_of(ending, is_letter) || text.find_first_of("./~") == 0);
}

/// Reads the file that the words name, unless they are a game or position themselves.
std::vector<Item> items_of(const AnalyseOptions& options) {
  const std::string text = joined(options.words);
  if (options.words.size() > 1) return {{text, 0}};
  if (text == "-") return items_in(text);
  std::error_code ignored;
  if (!begins_with_start(text)) {
    if (std::filesystem::exists(text, ignored)) return items_in(text);
    refuse_if(looks_like_file(text), "no such file, and not a position: {}", shown(text));
  }
  return {{text, 0}};
}

class Analysing {
 public:
  Analysing(const AnalyseOptions& options, const Globals& globals, std::vector<Item> items)
      : options_(options),
        globals_(globals),
        items_(std::move(items)),
        store_(KnownStore::of(options.known)),
        progress_("analyse") {
    const std::size_t together = std::min(threads_allowed(), items_.size());
    task_.options = options.decide;
    task_.options.threads = threads_allowed() / together;
    task_.asks_all = options.all;
    if (!options.all) task_.options.nodes_for_distance = kNodesForQuickDistance;
    Budget budget = options.budget;
    if (budget.seconds < 0) budget.seconds = kSecondsAPly;
    task_.stop = [this, budget, together] { return stop_for_one(budget, interrupt_, together); };
  }

  int run() {
    std::size_t next = 0;
    int code = exit_code::kDone;
    run_pipeline<std::size_t>(
        1,
        [&]() -> std::optional<std::size_t> {
          if (next == items_.size() || interrupt_.interrupted()) return std::nullopt;
          return next++;
        },
        [&](std::size_t item) { return output_of(item); },
        [&](const Output& output) {
          print_at_once(output.text);
          code = std::max(code, output.code);
        });
    if (interrupt_.interrupted()) return exit_code::kInterrupted;
    return certificates_.are_all_written() ? code : exit_code::kBadInput;
  }

 private:
  /// Flushes at once, because the next result may take a while. Throws if the output is closed.
  static void print_at_once(const std::string& text) {
    note_answer();
    fmt::print("{}", text);
    flush_output();
  }

  AnalysisTask task_for(std::size_t item, const Line& line) {
    AnalysisTask task = task_;
    // With --out, use no known values, because each value needs its own certificate.
    if (!store_.is_empty() && options_.folder.empty()) {
      Budget budget = options_.budget;
      budget.seconds = -1;
      std::vector<std::string> game;
      for (const Position& position : line.positions) game.push_back(format_position(position));
      task.known = [this, budget, game](const std::string& at) -> std::optional<KnownValue> {
        try {
          return store_.find(at, stop_for_one(budget, interrupt_, 1), game);
        } catch (const referee::Interrupted&) {
          return std::nullopt;
        }
      };
    }
    if (!options_.folder.empty()) {
      std::filesystem::path folder = options_.folder;
      if (items_.size() > 1) folder /= fmt::format("line-{}", items_[item].line);
      prepare_folder(folder);
      task.keep = [this, folder](const std::string& name, Certificate certificate) {
        certificates_.write({folder, name + std::string(kCertificateEnding)},
                            std::move(certificate));
      };
    }
    const bool is_single = items_.size() == 1;
    const auto where = is_single ? "" : fmt::format("line {}: ", items_[item].line);
    task.begin_to_glance = [where](std::size_t ply) {
      notify("onyx analyse: {}{}", where, describe_glances(ply));
    };
    const auto which = is_single ? "" : fmt::format("{} of {}, ", item + 1, items_.size());
    task.progress = [this, which](std::size_t done, std::size_t all) {
      // A game's first positions come last and take longest, so do not estimate the time left.
      progress_.update([&] { return fmt::format("{}{} of {} positions", which, done, all); });
    };
    return task;
  }

  Output output_of(std::size_t item) {
    try {
      return analyse(item);
    } catch (const LineError& error) {
      const std::size_t first = items_[item].line;
      if (first == 0) throw;
      throw InputError(fmt::format("line {}, {}", first + error.line() - 1, error.what()));
    } catch (const InputError& error) {
      if (items_.size() == 1) throw;
      throw InputError(fmt::format("line {}: {}", items_[item].line, error.what()));
    }
  }

  Output analyse(std::size_t item) {
    const Record record = parse_record(items_[item].text);
    const Line line = replay(record);
    AnalysisTask task = task_for(item, line);
    if (!line.moves.empty()) return analyse(line, record.start, task);
    const PositionAnalysis analysis = analyse_position(line.start(), task);
    const std::string position = format_position(line.start());
    Output output{globals_.json ? json_text(as_json(analysis, position)) : as_text(analysis)};
    if (!analysis.value.claim) output.code = exit_code::kLimit;
    return output;
  }

  Output analyse(const Line& line, const std::string& start, AnalysisTask& task) const {
    Output output;
    const auto give = [&](const std::string& text) {
      items_.size() == 1 ? print_at_once(text) : void(output.text += text);
    };
    GameTable table(format_moves(line.start(), line.moves));
    if (!globals_.json) {
      give(table.header());
      task.tell = [&](const AnalysedPly& ply) { give(table.row(ply)); };
    }
    const GameAnalysis analysis = analyse_game(line, task);
    if (globals_.json) {
      output.text = json_text(as_json(analysis, start));
    } else {
      give(table.legend() + text_below_table(analysis));
    }
    // One known value is a success, because the first positions of long games often stay undecided.
    const bool knows_any = std::ranges::any_of(
        analysis.plies, [](const AnalysedPly& ply) { return ply.before.claim || ply.after.claim; });
    if (!knows_any) output.code = exit_code::kLimit;
    return output;
  }

  std::string json_text(const Json& json) const {
    return json.dump(items_.size() > 1 ? -1 : 1) + "\n";
  }

  const AnalyseOptions& options_;
  const Globals& globals_;
  const std::vector<Item> items_;
  const InterruptScope interrupt_;
  KnownStore store_;
  Progress progress_;
  AnalysisTask task_;
  AnswerCertificates certificates_{"onyx analyse"};
};

}  // namespace

Run declare_analyse(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<AnalyseOptions>();
  app.add_option("GAME", options->words,
                 "A game, SETUP or POSITION and moves; a position alone; a file with one game over "
                 "many lines, or with a game or a position in each line; or - for standard input")
      ->required();
  add_path(app, "--out", options->folder, "Write a certificate for each value into this folder");
  add_paths(app, "--known", options->known, kKnownHelp)->allow_extra_args(false);
  declare_budget(app, options->budget);
  declare_trace(app, options->decide);
  app.get_option("--time-limit")
      ->default_str("5s")
      ->description("Give up after this time for each position: 90, 90s, 5m or 2h");
  app.add_flag(
      "--all", options->all,
      fmt::format(
          "Give every position of a game its full time. Without it, after {} unknown positions in "
          "a row, not counting easy ones, the earlier ones get only a short try each",
          kMostUnknownInARow));
  app.footer(
      "A game is analysed from its end backwards, and each row is printed as soon as it is final, "
      "the last ply first. The columns: the value before and after the move, for V (Black) and H "
      "(White), with the number of plies to the win; a remark, if the move gives up a win or a "
      "draw, which is a mistake, or misses a short win and wins later; the best moves.\n\n"
      "Then come the positions that return, and a summary: the mistakes of each player; the sight "
      "of the game, up to a position that returns; the number of plies whose value is unknown. The "
      "sight is the largest K for which both players take every win within K plies, and allow none "
      "within K - 2 that they can prevent. --json prints one object at the end.\n\n" +
      std::string(kPastedHelp));
  return [options, &globals] { return Analysing(*options, globals, items_of(*options)).run(); };
}

}  // namespace onyx
