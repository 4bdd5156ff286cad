// onyx solve: the value of a position, its distance and best moves, and a certificate.
#include "solver/graph/solve.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/files/files.h"
#include "experiments/solve/answer.h"
#include "experiments/solve/by_proof_numbers.h"
#include "experiments/solve/value_certificate.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "solver/repetition/arena_answer.h"

namespace onyx {
namespace {

using namespace solve_command;

Claim claim_of(Outcome outcome, Player to_move) {
  if (outcome.is_draw()) return Claim::draw;
  const bool mover_wins = outcome.value() == Value::win;
  return mover_wins == (to_move == Player::V) ? Claim::v_wins : Claim::h_wins;
}

/// Up to this many colourings an arena is solved in a second or so.
constexpr double kMostColourings = 1e8;
/// Where neither the arena helps nor this many states are all, proof-number search begins.
constexpr std::uint64_t kMostExplored = 5'000'000;

/// Whether the arena's colourings may be decided instead of what is reachable: a certificate needs
/// the positions one by one.
template <int W>
bool may_use_arena(const Arena<W>& arena, const SolveOptions& options, const Stop& stop) {
  return options.certificate.empty() && colourings_of(arena) <= kMostColourings &&
         arena_bytes(arena) <= static_cast<double>(stop.bytes);
}

/// How many states the explorer visits in the time that the tier engine takes for the arena, on the
/// same cores.
template <int W>
std::uint64_t states_worth(const Arena<W>& arena) {
  constexpr double kTimesAsFast = 30;
  constexpr double kAlwaysExplored = 100'000;
  return static_cast<std::uint64_t>(colourings_of(arena) / kTimesAsFast + kAlwaysExplored);
}

template <int W>
int by_arena(const Task<W>& task, const Arena<W>& arena, SolveAnswer answer) {
  const auto found = solve_in_arena(task.board, task.position, arena, task.interrupt.flag());
  if (!found) {
    notify("onyx solve: interrupted");
    return exit_code::kInterrupted;
  }
  answer.engine = "arena";
  answer.states = found->colourings;
  answer.seconds = task.progress.seconds();
  answer.distance = found->outcome.is_draw() ? -1 : found->outcome.distance();
  for (const Place move : found->best_moves) {
    answer.best_moves.push_back(format_move(task.board, task.position, move));
  }
  answer.value = name_of(claim_of(found->outcome, task.position.to_move));
  print(answer, task.globals.json);  // a certificate is not asked for: see may_use_arena
  return exit_code::kDone;
}

/// What is reachable is not known beforehand: mostly little. So the explorer begins, and when it
/// has done as much work as another engine would need, that takes over.
template <int W>
int by_explorer(const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const std::vector<Position<W>> roots{position};
  Stop stop = stop_for(options.budget, interrupt, progress);
  const Arena<W> arena = arena_of(board, position);
  const bool is_free = options.engine == "auto";
  const bool has_arena = is_free && may_use_arena(arena, options, stop);
  if (is_free) {
    stop.work = std::min(stop.work, has_arena ? states_worth(arena) : kMostExplored);
  }
  const Solution<W> solution = solve<W>(board, roots, stop);
  const bool is_too_large =
      solution.end == End::work_limit || (is_free && solution.end == End::memory_limit);
  if (is_too_large && has_arena) return by_arena(task, arena, answer);
  if (is_too_large && is_free) {
    answer.why = fmt::format("more than {} positions are reachable", solution.reached.known - 1);
    return by_proof_numbers(task, answer);
  }
  if (solution.end != End::complete) {
    return print_unknown(answer.position, name_of(solution.end), solution.reached.known, progress,
                         globals.json, explain(solution.end, solution.reached),
                         exit_code_for(solution.end));
  }
  const StateId root = solution.solved.graph.roots.front();
  const Outcome outcome = solution.solved.outcomes[root];
  answer.distance = outcome.is_draw() ? -1 : outcome.distance();
  answer.states = solution.reached.known;
  for (const Place move : best_moves(board, solution.solved, root)) {
    answer.best_moves.push_back(format_move(board, position, move));
  }
  answer.seconds = progress.seconds();
  answer.value = name_of(claim_of(outcome, position.to_move));
  const auto write = [&](SolveAnswer&) {
    write_file(options.certificate,
               to_json(signed_by_program(
                   certify_value(board, solution.solved, root, {}, solution.bytes_left(stop)))));
    return true;
  };
  give(answer, write, options, globals.json);
  return exit_code::kDone;
}

/// Why proof-number search alone can do what is asked for; nullptr if it need not.
const char* why_proof_numbers(const SolveOptions& options) {
  if (options.engine == "proof-number") return "asked for";
  if (options.map) return "for a map";
  if (!options.resume.empty()) return "for --resume";
  if (is_compact(options.certificate)) return "for a compact certificate";
  return nullptr;
}

template <int W>
void give_finished(const Board<W>& board, const Position<W>& position, const SolveOptions& options,
                   SolveAnswer answer, bool as_json) {
  proof_number::Verdict<W> verdict;
  verdict.winner = other(position.to_move);
  answer.value = name_of(proof_number::claim_of(verdict));
  answer.distance = 0;
  const auto write = [&](SolveAnswer&) {
    write_certificate(board, position, verdict, {}, options.certificate, UINT64_MAX);
    return true;
  };
  give(answer, write, options, as_json);
}

void require_consistent(const SolveOptions& options) {
  if (options.engine != "explorer") return;
  const char* const asked = options.map                       ? "--map"
                            : !options.resume.empty()         ? "--resume"
                            : is_compact(options.certificate) ? "a compact certificate"
                                                              : nullptr;
  if (asked != nullptr) {
    throw InputError(fmt::format("{} needs proof-number search, not --engine explorer", asked));
  }
}

template <int W>
int run_on(const Board<W>& board, const std::string& text, const SolveOptions& options,
           const Globals& globals) {
  const Position<W> position = parse_position(board, text);
  // From here on, so that an interrupt leaves no probe behind.
  const InterruptScope interrupt;
  if (!options.certificate.empty() && !options.map) require_writable(options.certificate);
  if (!options.resume.empty()) require_writable(options.resume);
  SolveAnswer answer;
  answer.position = format_position(board, position);
  if (is_finished(board, position)) {
    if (options.map) throw InputError("the game is over: there are no moves to map");
    give_finished(board, position, options, answer, globals.json);
    return exit_code::kDone;
  }
  Progress progress("solve");
  const Task<W> task{board, position, options, globals, interrupt, progress};
  const char* const why = why_proof_numbers(options);
  if (why == nullptr) return by_explorer(task, answer);
  answer.why = why;
  return by_proof_numbers(task, answer);
}

}  // namespace

Run declare_solve(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<SolveOptions>();
  app.add_option("POSITION", options->position, "The position")->required();
  add_path(
      app, "--certificate", options->certificate,
      "Write a certificate to this file, a compact one if its name ends in .certz; with --map, "
      "a compact one for each first move into this folder");
  app.add_flag("--map", options->map,
               "The value of every first move, as a diagram, and whether the pie rule swaps");
  app.add_option("--engine", options->engine,
                 "auto, explorer or proof-number; auto takes what is up to the position")
      ->check(CLI::IsMember({"auto", "explorer", "proof-number"}));
  add_path(app, "--resume", options->resume,
           "Keep the table of proof-number search in this file, and go on from there. A win that "
           "rests on a table that was read is not proved, and said to be so, until --certificate "
           "has written its strategy down");
  declare_budget(app, options->budget);
  return [options, &globals] {
    require_consistent(*options);
    const std::string text = position_from(options->position);
    return with_board(board_size_of(text),
                      [&](const auto& board) { return run_on(board, text, *options, globals); });
  };
}

}  // namespace onyx
