// onyx judge: judges claims of repetition given without proof (experiments/claims/judge_claim.h).
#include <atomic>

#include "core/abstract_play.h"
#include "experiments/claims/judge_claim.h"
#include "experiments/claims/show_analysis.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/input.h"
#include "experiments/known/known_store.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

/// Time limit per claim. Most hard claims are decided in a minute or two.
constexpr double kSecondsAClaim = 300;

struct JudgeOptions {
  std::vector<std::string> files;
  std::string folder;
  std::vector<std::string> known;
  Budget budget;  ///< For each claim.
  double total_seconds = -1;
  bool tells_play = false;
  DecideOptions decide;
};

struct ClaimLine {
  std::size_t file;
  std::size_t line;  ///< Counted from 1.
  std::string text;
};

std::vector<ClaimLine> claims_of(const JudgeOptions& options) {
  std::vector<ClaimLine> claims;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::string content = read_input(options.files[i]);
    const std::string_view text = without_byte_order_mark(content);
    std::vector<TextLine> lines = filled_lines(text);
    // A game record in JSON is one claim, possibly over many lines.
    if (begins_json_object(text) && !nlohmann::json::accept(text.substr(0, text.find('\n')))) {
      lines = {{text, 1}};
    }
    refuse_if(lines.empty(),
              "{} has no claims; write one on each line, such as 'POSITION ; MOVE...'",
              name_of_input(options.files[i]));
    for (const TextLine& line : lines) claims.push_back({i, line.number, std::string(line.text)});
  }
  return claims;
}

class Answers {
 public:
  Answers(const JudgeOptions& options, bool as_json) : options_(options), as_json_(as_json) {}

  void give(const ClaimLine& claim, Judgement& judgement) {
    // Answers come in order, so print nothing after an interrupted answer.
    if (interrupted_) return;
    interrupted_ = judgement.interrupted;
    ++counts_[static_cast<std::size_t>(judgement.answer)];
    const std::string file = write_certificate(claim, judgement);
    if (as_json_) {
      Json& json = json_.emplace_back(Json{{"line", claim.line}});
      json.update(as_json(judgement));
      if (!file.empty()) json["certificate"] = file;
      return;
    }
    const bool has_one_file = options_.files.size() == 1;
    fmt::print("{}{}: {}: {}{}\n", has_one_file ? "" : shown(options_.files[claim.file]) + ":",
               claim.line, name_of(judgement.answer), judgement.reason,
               file.empty() ? "" : fmt::format(" [{}]", shown(file)));
    // The next answer may take long. If the output is closed, flush_output() throws.
    flush_output();
  }

  /// Returns the exit code. `interrupted` also covers an interrupt between two claims.
  int finish(bool interrupted) {
    if (as_json_) print_json(json_);
    if (interrupted || interrupted_) return exit_code::kInterrupted;
    name_leftovers();
    const auto count = [&](Answer answer) { return counts_[static_cast<std::size_t>(answer)]; };
    if (count(Answer::malformed) > 0 || !certificates_.are_all_written()) {
      return exit_code::kBadInput;
    }
    if (count(Answer::unknown) > 0) return exit_code::kLimit;
    return count(Answer::refuted) > 0 ? exit_code::kNo : exit_code::kDone;
  }

 private:
  /// Returns the name of the file; "" if no file was written.
  std::string write_certificate(const ClaimLine& claim, Judgement& judgement) {
    if (!judgement.certificate || options_.folder.empty()) return "";
    judgement.certificate->about["claim judged"] = in_quotes(claim.text);
    const std::string of_file =
        options_.files.size() == 1 ? "" : fmt::format("file-{}-", claim.file + 1);
    const std::string name = fmt::format("{}line-{}{}", of_file, claim.line, kCertificateEnding);
    const FolderFile file{options_.folder, name};
    if (!certificates_.write(file, std::move(*judgement.certificate))) return "";
    written_.insert(name);
    return file.path().string();
  }

  /// Reports certificates of earlier runs in the folder, which could be mistaken for answers.
  void name_leftovers() const {
    if (options_.folder.empty()) return;
    std::error_code ignored;
    std::set<std::string> leftovers;
    for (const auto& entry : std::filesystem::directory_iterator(options_.folder, ignored)) {
      const std::string name = entry.path().filename().string();
      const bool is_ours = name.starts_with("line-") || name.starts_with("file-");
      if (is_ours && name.ends_with(kCertificateEnding) && !written_.contains(name))
        leftovers.insert(name);
    }
    constexpr std::size_t kMostNamed = 5;
    for (std::size_t named = 0; const std::string& name : leftovers) {
      if (++named > kMostNamed) break;
      notify("onyx judge: '{}' is from an earlier run and belongs to no claim of this one",
             shown((std::filesystem::path(options_.folder) / name).string()));
    }
    if (leftovers.size() > kMostNamed) {
      notify("onyx judge: and {} more", leftovers.size() - kMostNamed);
    }
  }

  const JudgeOptions& options_;
  const bool as_json_;
  Json json_ = Json::array();
  std::array<std::size_t, 4> counts_{};
  std::set<std::string> written_;
  AnswerCertificates certificates_{"onyx judge"};
  bool interrupted_ = false;
};

/// Returns the answer to the claim that a position is a draw, if a certificate proves its value.
std::optional<Judgement> known_answer(KnownStore& store, const std::string& claim,
                                      const Stop& stop) {
  try {
    const Record record = parse_record(claim);
    if (record.has_moves || store.is_empty()) return std::nullopt;
    const std::string position = format_position(parse_position(record.start));
    const auto known = store.find(position, stop);
    if (!known) return std::nullopt;
    return Judgement{.answer = known->claim == Claim::draw ? Answer::confirmed : Answer::refuted,
                     .reason = fmt::format("{}, proved by {}", describe(known->claim, -1, -1),
                                           known->proved_by)};
  } catch (const InputError&) {
    return std::nullopt;  // judge_claim() gives the reason
  } catch (const referee::Interrupted&) {
    return std::nullopt;
  }
}

int run(const JudgeOptions& options, const Globals& globals) {
  refuse_if(!options.known.empty() && !options.folder.empty(),
            "--out certifies each answer itself; leave out --known");
  const std::vector<ClaimLine> claims = claims_of(options);
  const InterruptScope interrupt;
  if (!options.folder.empty()) prepare_folder(options.folder);
  Progress progress("judge");
  std::atomic<std::size_t> begun{0};
  std::atomic<std::size_t> answered{0};
  const auto show = [&] {
    progress.update([&] {
      const auto done = static_cast<double>(answered.load());
      return fmt::format(
          "{:.0f} of {} claims answered{}", done, claims.size(),
          time_left(static_cast<double>(claims.size()) - done, done / progress.seconds()));
    });
  };
  // With at most half as many claims as threads, each claim gets several threads.
  const std::size_t together = std::min(threads_allowed(), claims.size());
  DecideOptions decide_options = options.decide;
  decide_options.threads = threads_allowed() / together;
  // The limits of a claim that starts now: its share of the remaining time, and of the memory.
  const auto limits_of_next = [&] {
    const std::size_t left = claims.size() - begun.fetch_add(1);
    double seconds = options.budget.seconds;
    if (seconds < 0 && options.total_seconds < 0) seconds = kSecondsAClaim;
    if (options.total_seconds >= 0) {
      const double all = std::max(options.total_seconds - progress.seconds(), 0.0);
      const std::size_t at_once = std::min(together, left);
      const double share = all * static_cast<double>(at_once) / static_cast<double>(left);
      seconds = seconds < 0 ? share : std::min(seconds, share);
    }
    Stop stop = stop_for_one({seconds, options.budget.bytes}, interrupt, together);
    stop.progress = [&](const Reached&) { show(); };
    return stop;
  };
  Answers answers(options, globals.json);
  KnownStore store(options.known);
  std::size_t next = 0;
  using Item = std::pair<const ClaimLine*, Judgement>;
  // Limits how many answers per thread wait for a slow claim.
  constexpr std::size_t kAhead = 64;
  run_pipeline<const ClaimLine*>(
      kAhead,
      [&]() -> std::optional<const ClaimLine*> {
        if (next == claims.size() || interrupt.interrupted()) return std::nullopt;
        return &claims[next++];
      },
      [&](const ClaimLine* claim) -> Item {
        const Stop stop = limits_of_next();
        Stop looking = stop;
        looking.deadline.reset();
        std::optional<Judgement> known = known_answer(store, claim->text, looking);
        if (!known) known = judge_claim(claim->text, decide_options, stop, options.tells_play);
        answered.fetch_add(1);
        show();
        return {claim, std::move(*known)};
      },
      [&](Item& item) { answers.give(*item.first, item.second); });
  return answers.finish(interrupt.interrupted());
}

}  // namespace

Run declare_judge(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<JudgeOptions>();
  add_paths(app, "FILE", options->files,
            "Text files, a claim a line, or - for standard input: POSITION (said to be a draw), "
            "POSITION ; MOVE... (said to be a cycle that correct play repeats), or SETUP or "
            "POSITION ; MOVE... (a game in which correct play is said to repeat)")
      ->required();
  add_path(app, "--out", options->folder, "Write a certificate for each answer into this folder");
  add_paths(app, "--known", options->known,
            "Answer claims about positions from these certificates, packs, or all in these "
            "folders; the referee judges each once")
      ->allow_extra_args(false);
  app.add_flag("--mistakes", options->tells_play,
               "For a confirmed game, add the mistakes and the sight of the plies before the "
               "repetition, as onyx analyse does; takes some seconds for each ply");
  declare_budget(app, options->budget);
  declare_trace(app, options->decide);
  app.get_option("--time-limit")
      ->default_str("5m, or no limit with --total-time")
      ->description("Give up after this time for each claim: 90, 90s, 5m or 2h");
  add_seconds(app, "--total-time", options->total_seconds, "Give up after this time for all claims")
      ->default_str("no limit")
      ->group("Limits");
  app.footer(
      std::string("A cycle or a repetition is confirmed if each of its positions is a draw. "
                  "Otherwise the players conspire, and the answer names the first ply that gives "
                  "up the draw. The exit code is 1 if a claim is refuted, 2 if one cannot be read, "
                  "3 if one is unknown.\n\n") +
      kPastedHelp);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
