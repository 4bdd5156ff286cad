// onyx solve: the value of a position, its distance and best moves, and a certificate.
#include "solver/solve.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/command.h"
#include "experiments/solve/exact_distance.h"
#include "experiments/solve/opening_map.h"
#include "experiments/solve/proof_number_session.h"
#include "experiments/solve/solve_options.h"
#include "experiments/solve/value_certificate.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/files.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "solver/parallel.h"
#include "solver/tiers/arena_answer.h"

namespace onyx {
namespace {

using namespace solve_command;

Claim claim_of(Outcome outcome, Player to_move) {
  if (outcome.is_draw()) return Claim::draw;
  const bool mover_wins = outcome.value() == Value::win;
  return mover_wins == (to_move == Player::V) ? Claim::v_wins : Claim::h_wins;
}

/// Prints the answer, after `write` has written the certificate if one is asked for. If that fails,
/// what was found is told all the same, and the caller says what went wrong. `write` may add to the
/// answer, and returns false if there is no certificate.
template <class Write>
void give(SolveAnswer answer, const Write& write, const SolveOptions& options, bool as_json) {
  if (!options.certificate.empty()) {
    try {
      if (write(answer)) answer.certificate = options.certificate;
    } catch (...) {
      print(answer, as_json);
      throw;
    }
  }
  print(answer, as_json);
}

void give(const Certificate& certificate, const SolveOptions& options, SolveAnswer answer,
          bool as_json) {
  answer.value = name_of(certificate.claim);
  const auto write = [&](SolveAnswer&) {
    write_file(options.certificate, to_json(certificate));
    return true;
  };
  give(answer, write, options, as_json);
}

/// Up to this many colourings an arena is solved in a second or so.
constexpr double kMostColourings = 1e8;
/// Where neither the arena helps nor this many states are all, proof-number search begins.
constexpr std::uint64_t kMostExplored = 5'000'000;

/// Whether the arena's colourings may be decided instead of what is reachable: a certificate needs
/// the positions one by one.
template <int W>
bool may_use_arena(const Arena<W>& arena, const SolveOptions& options,
                   const ExploreLimits& limits) {
  return options.certificate.empty() && colourings_of(arena) <= kMostColourings &&
         arena_bytes(arena) <= static_cast<double>(limits.bytes);
}

/// How many states the explorer visits in the time that the tier engine takes for the arena, on the
/// same cores.
template <int W>
std::uint64_t states_worth(const Arena<W>& arena) {
  constexpr double kTimesAsFast = 30;
  constexpr double kAlwaysExplored = 100'000;
  return static_cast<std::uint64_t>(colourings_of(arena) / kTimesAsFast + kAlwaysExplored);
}

int print_unknown(const std::string& position, const char* reason, std::uint64_t states,
                  const Progress& progress, bool as_json, const std::string& explanation,
                  int code) {
  if (as_json) {
    nlohmann::ordered_json json;
    json["position"] = position;
    json["value"] = "unknown";
    json["reason"] = reason;
    json["states"] = states;
    json["seconds"] = progress.seconds();
    print_json(json);
  }
  notify("onyx solve: {}", explanation);
  return code;
}

/// One position and what is asked of it.
template <int W>
struct Task {
  const Board<W>& board;
  const Position<W>& position;
  const SolveOptions& options;
  const Globals& globals;
  const InterruptScope& interrupt;
  Progress& progress;
};

template <int W>
int by_arena(const Task<W>& task, const Arena<W>& arena, SolveAnswer answer) {
  const auto found = solve_in_arena(task.board, task.position, arena, &task.interrupt.flag());
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
  Certificate certificate;
  certificate.claim = claim_of(found->outcome, task.position.to_move);
  give(certificate, task.options, answer, task.globals.json);
  return exit_code::kDone;
}

/// Up to so many more positions are searched for the exact distance, in a second or so; not if the
/// limits leave no room for that.
constexpr std::uint64_t kMostForDistance = 5'000'000;
constexpr double kSecondsForDistance = 2;

bool may_search_for_distance(const Budget& budget, double seconds) {
  const bool has_time = budget.seconds < 0 || budget.seconds - seconds > kSecondsForDistance;
  // The search before it leaves a quarter of the memory.
  return has_time && (budget.bytes == 0 || budget.bytes / 4 > kExactDistanceBytes);
}

/// The exact distance and all best moves, where they can be had, or what the verdict says of them.
template <int W>
void tell_distance(const Task<W>& task, const proof_number::Verdict<W>& verdict,
                   SolveAnswer& answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const bool mover_wins = !verdict.is_draw && verdict.winner == position.to_move;
  if constexpr (W == 1) {
    if (!verdict.is_draw && board.place_count() <= kMostSmallPlaces &&
        may_search_for_distance(options.budget, progress.seconds())) {
      if (const auto exact = exact_distance(board, position, mover_wins, verdict.plies,
                                            kMostForDistance, &interrupt.flag())) {
        answer.distance = exact->plies;
        for (const Place move : exact->best_moves) {
          answer.best_moves.push_back(format_move(board, position, move));
        }
        return;
      }
    }
  }
  answer.all_best_moves = false;
  if (!verdict.is_draw && verdict.plies < proof_number::kPliesUnknown) {
    answer.distance_at_most = verdict.plies;
  }
  if (verdict.is_draw || mover_wins) {
    answer.best_moves = {format_move(board, position, verdict.move)};
  }
}

/// Of the position itself; maps are in opening_map.h.
template <int W>
int answer_by(ProofNumberSession<W>& session, const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const auto verdict = session.find_value(position);
  session.save();
  if (verdict.end != proof_number::SearchEnd::solved) {
    return print_unknown(answer.position, solve_command::name_of(verdict.end), session.nodes(),
                         progress, globals.json, session.reached(position, verdict.end),
                         solve_command::exit_code_for(verdict.end));
  }
  answer.value = name_of(proof_number::claim_of(verdict));
  answer.engine = "proof-number search";
  answer.states = session.nodes();
  tell_distance(task, verdict, answer);
  answer.seconds = progress.seconds();
  auto end = proof_number::SearchEnd::solved;
  const auto write = [&](SolveAnswer& to) {
    auto proof = session.prove(position, verdict);
    end = proof.end;
    if (end != proof_number::SearchEnd::solved) return false;
    const std::uint64_t entries = proof.entries();
    write_certificate(board, position, verdict, std::move(proof), options.certificate);
    to.entries = entries;
    to.seconds = progress.seconds();
    return true;
  };
  give(answer, write, options, globals.json);
  if (end == proof_number::SearchEnd::solved) return exit_code::kDone;
  notify("onyx solve: {} before the certificate was complete", solve_command::name_of(end));
  return solve_command::exit_code_for(end);
}

template <int W>
int by_proof_numbers(const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  if (options.budget.bytes > 0 && options.budget.bytes < kLeastTableBytes) {
    return print_unknown(answer.position, "memory limit", 0, progress, globals.json,
                         fmt::format("the memory limit was reached: {}, and proof-number search "
                                     "needs at least {} MiB; raise --memory-limit",
                                     answer.why, kLeastTableBytes >> 20),
                         exit_code::kLimit);
  }
  ProofNumberSession<W> session(board, options, static_cast<int>(threads_allowed()), interrupt,
                                progress);
  const int code = options.map ? print_map(board, position, options, globals, session, progress)
                               : answer_by(session, task, answer);
  return session.is_saved() ? code : exit_code::kBadInput;
}

/// What is reachable is not known beforehand: mostly little. So the explorer begins, and when it
/// has done as much work as another engine would need, that takes over.
template <int W>
int by_explorer(const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const std::vector<Position<W>> roots{position};
  SolveLimits limits = limits_for(options.budget, interrupt, progress);
  const Arena<W> arena = arena_of(board, position);
  const bool is_free = options.engine == "auto";
  const bool has_arena = is_free && may_use_arena(arena, options, limits);
  if (is_free) {
    limits.states = std::min(limits.states, has_arena ? states_worth(arena) : kMostExplored);
  }
  const Solution<W> solution = solve<W>(board, roots, limits);
  const bool is_too_large = solution.end == ExploreEnd::state_limit ||
                            (is_free && solution.end == ExploreEnd::memory_limit);
  if (is_too_large && has_arena) return by_arena(task, arena, answer);
  if (is_too_large && is_free) {
    answer.why = fmt::format("more than {} positions are reachable", solution.reached.states - 1);
    return by_proof_numbers(task, answer);
  }
  if (solution.end != ExploreEnd::complete) {
    return print_unknown(answer.position, name_of(solution.end), solution.reached.states, progress,
                         globals.json, explain(solution.end, solution.reached),
                         exit_code_for(solution.end));
  }
  const StateId root = solution.solved.graph.roots.front();
  const Outcome outcome = solution.solved.outcomes[root];
  answer.distance = outcome.is_draw() ? -1 : outcome.distance();
  answer.states = solution.reached.states;
  for (const Place move : best_moves(board, solution.solved, root)) {
    answer.best_moves.push_back(format_move(board, position, move));
  }
  answer.seconds = progress.seconds();
  Certificate certificate;
  if (options.certificate.empty()) {
    certificate.claim = claim_of(outcome, position.to_move);
  } else {
    certificate = signed_by_program(certify_value(board, solution.solved, root));
  }
  give(certificate, options, answer, globals.json);
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
    proof_number::Proof<W> proof;
    proof.strategies.push_back({verdict.winner, {}});
    write_certificate(board, position, verdict, std::move(proof), options.certificate);
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
           "Keep the table of proof-number search in this file, and go on from there");
  declare_budget(app, options->budget);
  return [options, &globals] {
    require_consistent(*options);
    const std::string text = position_from(options->position);
    return with_board(board_size_of(text),
                      [&](const auto& board) { return run_on(board, text, *options, globals); });
  };
}

}  // namespace onyx
