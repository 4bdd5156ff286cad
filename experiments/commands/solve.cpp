// onyx solve: finds the value, distance and best moves of a position, and writes a certificate.
#include "experiments/commands/common.h"
#include "experiments/files/files.h"
#include "experiments/files/run_lock.h"
#include "experiments/known/known_store.h"
#include "experiments/solve/by_proof_numbers.h"
#include "solver/decide/wide_decider.h"
#include "solver/referee/referee.h"
#include "solver/repetition/arena.h"

namespace onyx {
namespace {

using namespace solve_command;

std::optional<Engine> engine_named(const std::string& name) {
  for (const Engine engine : {Engine::explorer, Engine::arena, Engine::proof_numbers}) {
    if (name == name_of(engine)) return engine;
  }
  if (name == "proof-number") return Engine::proof_numbers;
  if (name == "bounded") return Engine::bounded;
  return std::nullopt;
}

/// Returns the first given option that only proof-number search supports, or nullptr.
const char* option_of_search(const SolveOptions& options) {
  if (options.map) return "--map";
  if (!options.resume.empty()) return "--resume";
  if (!options.known.empty()) return "--known";
  if (!options.first.empty()) return "--first";
  return nullptr;
}

DecideOptions options_for(const SolveOptions& options, std::size_t threads) {
  DecideOptions result = options.decide;
  result.threads = threads;
  result.with_certificates = !options.certificate.empty() || options.self_check;
  result.only = engine_named(options.engine);
  return result;
}

template <int W>
void require_arena(const WideBoard<W>& board, const WidePosition<W>& position,
                   const SolveOptions& options) {
  if (options.engine != "arena" || fits_tiers(arena_of(board, position))) return;
  throw InputError("too many places can change for --engine arena");
}

/// Looks the canonical position up in known certificates, unless the options ask for an engine.
std::optional<SolveAnswer> answer_in(KnownStore& store, const std::string& position,
                                     const SolveOptions& options, const Stop& stop) {
  const bool asks_engine = options.engine != "auto" || options.map || !options.resume.empty() ||
                           !options.certificate.empty() || !options.first.empty() ||
                           options.self_check;
  if (asks_engine || store.is_empty()) return std::nullopt;
  SolveAnswer answer;
  answer.position = position;
  try {
    const auto known = store.find(position, stop);
    if (!known) return std::nullopt;
    answer.value = name_of(known->claim);
    answer.all_best_moves = false;
    if (!known->move.empty()) answer.best_moves = {known->move};
    answer.proved_by = known->proved_by;
    answer.engine = "certificate";
  } catch (const referee::Interrupted&) {
    answer.end = stop.met().value_or(End::interrupted);
  }
  return answer;
}

/// Solves one line of the input on one thread, with its own limits.
SolveAnswer answer_line(const std::string& text, const SolveOptions& options, KnownStore& store,
                        const InterruptScope& interrupt) {
  SolveAnswer answer;
  answer.position = text;
  const Progress clock("solve");
  try {
    const std::string start = position_from({text});
    const Position position = parse_position(start);
    with_wide(position,
              [&](const auto& board, const auto& wide) { require_arena(board, wide, options); });
    const Stop stop = stop_for_one(options.budget, interrupt, threads_allowed());
    const auto known = answer_in(store, format_position(position), options, stop);
    answer = known ? *known : answer_of(position, decide(position, options_for(options, 1), stop));
  } catch (const InputError& error) {
    answer.fault = error.what();
  }
  answer.seconds = clock.seconds();
  return answer;
}

int run_on_many(PositionLines& positions, const SolveOptions& options) {
  const char* const asked = !options.certificate.empty() ? "--certificate"
                            : options.self_check         ? "--self-check"
                                                         : option_of_search(options);
  if (asked != nullptr) throw InputError(fmt::format("{} is for one position", asked));
  const InterruptScope interrupt;
  KnownStore store = KnownStore::standing();
  return for_each_position(
      positions, interrupt,
      [&](const std::string& text) { return answer_line(text, options, store, interrupt); },
      [](const SolveAnswer& answer) {
        print_json(to_json(answer), -1);
        return exit_code_of(answer);
      });
}

template <int W>
int run_decider(const Task<W>& task) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  WideDecider<W> decider(board, options_for(options, threads_allowed()));
  const Stop stop = stop_for(options.budget, interrupt, progress);
  const Decision decision = decider.decide(position, stop);
  SolveAnswer answer = answer_of(to_plain(board, position), decision);
  answer.seconds = progress.seconds();
  if (options.engine != "auto") answer.why = "asked for";
  if (!decision.is_decided()) return print_unknown(answer, globals.json);
  // Uses task.position, because clang 14 cannot capture structured bindings in lambdas.
  return give<W>(
      task, std::move(answer), decision.claim,
      [&] { return decider.prove(task.position, decision, stop); },
      [&](const Proof<W>&) { return stop.bytes; });
}

/// With --map, --out and --certificate both mean the folder for the certificates.
void take_folder(SolveOptions& options) {
  if (options.out.empty()) return;
  refuse_if(!options.map, "--out goes with --map; a single certificate has --certificate FILE");
  refuse_if(!options.certificate.empty(),
            "with --map, --out and --certificate mean the same folder; give only one");
  options.certificate = options.out;
}

void require_consistent(const SolveOptions& options) {
  const char* const asked = option_of_search(options);
  refuse_if(asked != nullptr && options.engine != "auto" && options.engine != "proof-number",
            "{} needs proof-number search, not --engine {}", asked, options.engine);
  refuse_if(options.map && options.self_check, "--self-check is for one position, not for --map");
  refuse_if(options.engine == "arena" && (!options.certificate.empty() || options.self_check),
            "--engine arena makes no certificate");
}

template <int W>
int run_on(const WideBoard<W>& board, const std::string& text, const SolveOptions& options,
           const Globals& globals) {
  const WidePosition<W> position = parse_position(board, text);
  // Catch interrupts before require_writable(), so that an interrupt leaves no probe files.
  const InterruptScope interrupt;
  if (!options.certificate.empty() && !options.map) require_writable(options.certificate);
  std::optional<RunLock> lock;
  if (!options.resume.empty()) {
    require_writable(options.resume);
    lock.emplace(options.resume);
  }
  const bool is_over = is_finished(board, position);
  if (is_over && options.map) throw InputError("the game is over: there are no moves to map");
  require_arena(board, position, options);
  Progress progress("solve");
  const Task<W> task{board, position, options, globals, interrupt, progress};
  if (!is_over) {
    KnownStore store = KnownStore::of(options.known);
    const Stop stop = stop_for(options.budget, interrupt, progress);
    if (auto known = answer_in(store, format_position(board, position), options, stop)) {
      known->seconds = progress.seconds();
      if (known->end != End::complete) return print_unknown(*known, globals.json);
      solve_command::print(*known, globals.json);
      return exit_code::kDone;
    }
  }
  const char* const asked = option_of_search(options);
  if (is_over || asked == nullptr) return run_decider(task);
  return by_proof_numbers(task, options.map ? "for a map" : fmt::format("for {}", asked));
}

int run(SolveOptions options, const Globals& globals) {
  take_folder(options);
  require_consistent(options);
  PositionLines positions(options.positions);
  if (!positions.is_single()) return run_on_many(positions, options);
  const std::string& text = positions.single();
  return with_board(board_size_of(text),
                    [&](const auto& board) { return run_on(board, text, options, globals); });
}

}  // namespace

Run declare_solve(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<SolveOptions>();
  app.add_option("POSITION", options->positions, kPositionsHelp)->required();
  add_path(
      app, "--certificate", options->certificate,
      "Write a certificate to this file, a compact one if its name ends in .certz; with --map, "
      "the same as --out");
  app.add_flag("--map", options->map,
               "Print a diagram of the value of every first move, and whether the pie rule swaps");
  add_path(app, "--out", options->out,
           "With --map: write a compact certificate for each first move into this folder");
  app.add_option("--engine", options->engine,
                 "How to solve: auto chooses what fits the position; bounded looks for wins within "
                 "a growing number of plies")
      ->check(one_of({"auto", "explorer", "arena", "proof-number", "bounded"}))
      ->capture_default_str();
  add_path(app, "--resume", options->resume,
           "Keep the table of proof-number search in this file, and continue from it; a strategy "
           "that is not complete yet is in PATH.strategy");
  add_paths(app, "--known", options->known,
            "Answer from these certificates, packs, and folders of them; otherwise start "
            "proof-number search from the positions that the compact ones prove. Each is checked "
            "first. Default: the environment variable ONYX_KNOWN, for answers only")
      ->allow_extra_args(false);
  app.add_option("--first", options->first, "The player whose win proof-number search tries first")
      ->check(one_of({"v", "h"}))
      ->default_str("v");
  app.add_flag("--self-check", options->self_check,
               "Before the answer, make its certificate, and let the referee judge it; if the "
               "referee rejects it, print no answer. After a limit, the answer is not checked");
  declare_budget(app, options->budget);
  declare_trace(app, options->decide);
  app.footer(
      "The explorer visits all positions that can be reached; arena solves all colourings of the "
      "few places that can still change; proof-number search finds who wins on boards of any size. "
      "The last gives only a bound on the distance and one winning move (--json: distance_at_most; "
      "best_moves_exact is false).\n\n"
      "--resume saves every five minutes. The saved table proves nothing: a win that rests on it "
      "has a line 'proved: no' until --certificate has written the strategy.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
