// onyx judge: judges claims without proof that positions, cycles or games repeat under correct play
// (experiments/claims/judge_claim.h).
//
// A file holds one claim per line. Empty lines, and text after a #, are skipped.
#include <atomic>
#include <set>

#include "core/abstract_play.h"
#include "core/line.h"
#include "experiments/claims/judge_claim.h"
#include "experiments/claims/show_analysis.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/input.h"
#include "experiments/known/known_store.h"
#include "experiments/support/pipeline.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

/// The default time limit for each claim. Most hard claims are decided in a minute or two; the
/// limit is for hopeless ones.
constexpr double kSecondsAClaim = 300;

struct JudgeOptions {
  std::vector<std::string> files;
  std::string folder;
  std::vector<std::string> known;
  Budget budget;  ///< The time limit is for each claim.
  double total_seconds = -1;
  bool tells_play = false;
};

struct ClaimLine {
  std::size_t file;  ///< Index into the options' files.
  std::size_t line;  ///< The line of the file, from 1.
  std::string text;
};

/// Adds the lines that hold claims.
void add_claims(std::size_t file, const std::string& content, std::vector<ClaimLine>& claims) {
  const std::string_view text = without_byte_order_mark(content);
  // A game record in JSON is a single claim, and may extend over many lines.
  if (begins_json_object(text) && !nlohmann::json::accept(text.substr(0, text.find('\n')))) {
    claims.push_back({file, 1, std::string(text)});
    return;
  }
  for (const TextLine& line : filled_lines(text)) {
    claims.push_back({file, line.number, std::string(line.text)});
  }
}

std::vector<ClaimLine> claims_of(const JudgeOptions& options) {
  std::vector<ClaimLine> claims;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    const std::size_t before = claims.size();
    add_claims(i, read_input(options.files[i]), claims);
    if (claims.size() == before) {
      throw InputError(
          fmt::format("{} has no claims; write one on each line, such as 'POSITION ; MOVE...'",
                      name_of_input(options.files[i])));
    }
  }
  return claims;
}

/// Each claim's share of the time and memory for all claims.
class Shares {
 public:
  Shares(const JudgeOptions& options, std::size_t claims, const InterruptScope& interrupt,
         Progress& progress)
      : options_(options),
        claims_(claims),
        together_(std::min(threads_allowed(), claims)),
        interrupt_(interrupt),
        progress_(progress) {}

  /// With fewer claims than threads, each claim gets several threads.
  std::size_t threads() const { return threads_allowed() / together_; }

  /// The limits for a claim that starts now.
  Stop next() {
    const std::size_t left = claims_ - begun_.fetch_add(1);
    double seconds = options_.budget.seconds;
    if (seconds < 0 && options_.total_seconds < 0) seconds = kSecondsAClaim;
    if (options_.total_seconds >= 0) {
      const double all = std::max(options_.total_seconds - progress_.seconds(), 0.0);
      const std::size_t at_once = std::min(together_, left);
      const double share = all * static_cast<double>(at_once) / static_cast<double>(left);
      seconds = seconds < 0 ? share : std::min(seconds, share);
    }
    Stop stop = stop_for_one({seconds, options_.budget.bytes}, interrupt_, together_);
    stop.progress = [this](const Reached&) { show(); };
    return stop;
  }

  void note_answer() {
    answered_.fetch_add(1);
    show();
  }

 private:
  void show() {
    progress_.update([&] {
      const auto answered = static_cast<double>(answered_.load());
      const auto left = static_cast<double>(claims_) - answered;
      return fmt::format("{:.0f} of {} claims answered{}", answered, claims_,
                         time_left(left, answered / progress_.seconds()));
    });
  }

  const JudgeOptions& options_;
  const std::size_t claims_;
  const std::size_t together_;  ///< Claims that are judged at once.
  const InterruptScope& interrupt_;
  Progress& progress_;
  std::atomic<std::size_t> begun_{0};
  std::atomic<std::size_t> answered_{0};
};

/// Collects and prints the answers.
class Answers {
 public:
  Answers(const JudgeOptions& options, bool as_json) : options_(options), as_json_(as_json) {}

  void give(const ClaimLine& claim, Judgement& judgement) {
    // Answers come in the order of the claims, so nothing after the interrupted one is printed.
    if (interrupted_) return;
    interrupted_ = judgement.interrupted;
    ++counts_[static_cast<std::size_t>(judgement.answer)];
    const std::string file = write_certificate(claim, judgement);
    if (as_json_) {
      json_.push_back(to_json(claim, judgement, file));
      return;
    }
    const bool has_one_file = options_.files.size() == 1;
    fmt::print("{}{}: {}: {}{}\n", has_one_file ? "" : shown(options_.files[claim.file]) + ":",
               claim.line, name_of(judgement.answer), judgement.reason,
               file.empty() ? "" : fmt::format(" [{}]", shown(file)));
    // Printed at once, because the next answer may take long. If the output is closed,
    // flush_output() throws, and the other claims are not judged.
    flush_output();
  }

  /// Returns the exit code. `interrupted`: an interrupt came, perhaps between two claims.
  int finish(bool interrupted) {
    if (as_json_) print_json(json_);
    if (interrupted || interrupted_) return exit_code::kInterrupted;
    name_leftovers();
    const auto count = [&](Answer answer) { return counts_[static_cast<std::size_t>(answer)]; };
    if (count(Answer::malformed) > 0) return exit_code::kBadInput;
    if (!certificates_.are_all_written()) return exit_code::kBadInput;
    if (count(Answer::unknown) > 0) return exit_code::kLimit;
    return count(Answer::refuted) > 0 ? exit_code::kNo : exit_code::kDone;
  }

 private:
  std::string name_of_certificate(const ClaimLine& claim) const {
    const std::string of_file =
        options_.files.size() == 1 ? "" : fmt::format("file-{}-", claim.file + 1);
    return fmt::format("{}line-{}{}", of_file, claim.line, kCertificateEnding);
  }

  /// Returns the name of the file; "" if there is nothing to write or the write failed. A failed
  /// write does not suppress the answer.
  std::string write_certificate(const ClaimLine& claim, Judgement& judgement) {
    if (!judgement.certificate || options_.folder.empty()) return "";
    judgement.certificate->about["claim judged"] = in_quotes(claim.text);
    const std::string name = name_of_certificate(claim);
    const FolderFile file{options_.folder, name};
    if (!certificates_.write(file, std::move(*judgement.certificate))) return "";
    written_.insert(name);
    return file.path().string();
  }

  static nlohmann::ordered_json to_json(const ClaimLine& claim, const Judgement& judgement,
                                        const std::string& certificate) {
    nlohmann::ordered_json json = {{"line", claim.line}};
    json.update(as_json(judgement));
    if (!certificate.empty()) json["certificate"] = certificate;
    return json;
  }

  /// Lists certificates in the folder that belong to none of these claims, because they could be
  /// mistaken for answers.
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
    std::size_t named = 0;
    for (const std::string& name : leftovers) {
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
  nlohmann::ordered_json json_ = nlohmann::ordered_json::array();
  std::array<std::size_t, 4> counts_{};
  std::set<std::string> written_;
  AnswerCertificates certificates_{"onyx judge"};
  bool interrupted_ = false;
};

/// The answer to a claim that a position is a draw, if a certificate proves its value.
std::optional<Judgement> known_answer(KnownStore& store, const std::string& claim,
                                      const Stop& stop) {
  try {
    const Record record = parse_record(claim);
    if (record.has_moves || store.is_empty()) return std::nullopt;
    const std::string position = format_position(parse_position(record.start));
    const auto known = store.find(position, stop);
    if (!known) return std::nullopt;
    Judgement judgement;
    judgement.answer = known->claim == Claim::draw ? Answer::confirmed : Answer::refuted;
    judgement.reason =
        fmt::format("{}, proved by {}", describe(known->claim, -1, -1), known->proved_by);
    return judgement;
  } catch (const InputError&) {
    return std::nullopt;  // judge_claim() tells what is wrong
  } catch (const referee::Interrupted&) {
    return std::nullopt;
  }
}

int run(const JudgeOptions& options, const Globals& globals) {
  if (!options.known.empty() && !options.folder.empty()) {
    throw InputError("--out certifies each answer itself; leave out --known");
  }
  const std::vector<ClaimLine> claims = claims_of(options);
  const InterruptScope interrupt;
  if (!options.folder.empty()) prepare_folder(options.folder);
  Progress progress("judge");
  Shares shares(options, claims.size(), interrupt, progress);
  Answers answers(options, globals.json);
  DecideOptions decide_options;
  decide_options.threads = shares.threads();
  KnownStore store(options.known);
  std::size_t next = 0;
  using Item = std::pair<const ClaimLine*, Judgement>;
  // A slow claim holds back the answers to at most this many others per thread.
  constexpr std::size_t kAhead = 64;
  run_pipeline<const ClaimLine*>(
      kAhead,
      [&]() -> std::optional<const ClaimLine*> {
        if (next == claims.size() || interrupt.interrupted()) return std::nullopt;
        return &claims[next++];
      },
      [&](const ClaimLine* claim) -> Item {
        const Stop stop = shares.next();
        Stop looking = stop;
        looking.deadline.reset();
        std::optional<Judgement> known = known_answer(store, claim->text, looking);
        Judgement judgement =
            known ? std::move(*known)
                  : judge_claim(claim->text, decide_options, stop, options.tells_play);
        shares.note_answer();
        return {claim, std::move(judgement)};
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
