// onyx solve: the value of a position, its distance and best moves, and a certificate.
#include "solver/solve.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "experiments/command.h"
#include "experiments/support/budget.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/files.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "experiments/support/version.h"
#include "solver/certificate.h"
#include "solver/tiers/arena_answer.h"

namespace onyx {
namespace {

struct SolveOptions {
  std::vector<std::string> position;
  std::string certificate;
  Budget budget;
};

/// What is printed, however it was found.
struct Answer {
  std::string position;
  std::string value;  ///< "draw", "V wins", "H wins".
  int distance = -1;  ///< Plies; -1 for a draw.
  std::vector<std::string> best_moves;
  const char* engine = "explorer";  ///< Or "arena".
  std::uint64_t states = 0;         ///< Decided, all in all.
  double seconds = 0;
  std::string certificate;  ///< File name, or empty.
};

void print(const Answer& answer, bool as_json) {
  if (as_json) {
    nlohmann::ordered_json json;
    json["position"] = answer.position;
    json["value"] = answer.value;
    json["distance"] = nullptr;
    if (answer.distance >= 0) json["distance"] = answer.distance;
    json["best_moves"] = answer.best_moves;
    json["engine"] = answer.engine;
    json["states"] = answer.states;
    json["seconds"] = answer.seconds;
    if (!answer.certificate.empty()) json["certificate"] = answer.certificate;
    print_json(json);
    return;
  }
  fmt::print("{}\n", answer.value);
  fmt::print("distance: {}\n",
             answer.distance < 0
                 ? "none"
                 : counted(static_cast<std::uint64_t>(answer.distance), "ply", "plies"));
  fmt::print("best moves: {}\n", answer.best_moves.empty()
                                     ? "none, the game is over"
                                     : fmt::format("{}", fmt::join(answer.best_moves, " ")));
  fmt::print("states: {}\n", answer.states);
  fmt::print("time: {:.3f} s\n", answer.seconds);
  fmt::print("engine: {}\n", answer.engine);
  if (!answer.certificate.empty()) fmt::print("certificate: {}\n", answer.certificate);
}

Certificate signed_by_program(Certificate certificate) {
  certificate.about["program"] = fmt::format("onyx {}", kVersion);
  return certificate;
}

Claim claim_of(Outcome outcome, Player to_move) {
  if (outcome.is_draw()) return Claim::draw;
  const bool mover_wins = outcome.value() == Value::win;
  return mover_wins == (to_move == Player::V) ? Claim::v_wins : Claim::h_wins;
}

/// Writes the certificate, if one is asked for, and prints the answer; the answer even if the
/// certificate cannot be written.
void give(const Certificate& certificate, const SolveOptions& options, Answer answer,
          bool as_json) {
  answer.value = name_of(certificate.claim);
  if (!options.certificate.empty()) {
    try {
      write_file(options.certificate, to_json(certificate));
    } catch (const FileError&) {
      print(answer, as_json);
      throw;
    }
    answer.certificate = options.certificate;
  }
  print(answer, as_json);
}

/// Up to this many colourings an arena is solved in a second or so.
constexpr double kMostColourings = 1e8;

/// Whether the arena's colourings may be decided instead of what is reachable: a certificate needs
/// the reachable positions one by one.
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

template <int W>
int run_on(const Board<W>& board, const std::string& text, const SolveOptions& options,
           const Globals& globals) {
  const Position<W> position = parse_position(board, text);
  // From here on, so that an interrupt leaves no probe behind.
  const InterruptScope interrupt;
  if (!options.certificate.empty()) require_writable(options.certificate);
  Answer answer;
  answer.position = format_position(board, position);
  if (is_finished(board, position)) {
    answer.distance = 0;
    give(signed_by_program(certify_finished(board, position)), options, answer, globals.json);
    return exit_code::kDone;
  }

  Progress progress("solve");
  const std::vector<Position<W>> roots{position};
  // What is reachable is not known beforehand: mostly little. So the explorer begins, and when it
  // has done as much work as the arena would have been, the arena is solved instead.
  SolveLimits limits = limits_for(options.budget, interrupt, progress);
  const Arena<W> arena = arena_of(board, position);
  const bool has_alternative = may_use_arena(arena, options, limits);
  if (has_alternative) limits.states = std::min(limits.states, states_worth(arena));
  const Solution<W> solution = solve<W>(board, roots, limits);
  if (has_alternative && solution.end == ExploreEnd::state_limit) {
    const auto found = solve_in_arena(board, position, arena, limits.interrupt);
    if (found) {
      answer.engine = "arena";
      answer.states = found->colourings;
      answer.seconds = progress.seconds();
      answer.distance = found->outcome.is_draw() ? -1 : found->outcome.distance();
      for (const Place move : found->best_moves) {
        answer.best_moves.push_back(format_move(board, position, move));
      }
      Certificate certificate;
      certificate.claim = claim_of(found->outcome, position.to_move);
      give(certificate, options, answer, globals.json);
      return exit_code::kDone;
    }
    notify("onyx solve: interrupted");
    return exit_code::kInterrupted;
  }
  if (solution.end != ExploreEnd::complete) {
    if (globals.json) {
      nlohmann::ordered_json json;
      json["position"] = answer.position;
      json["value"] = "unknown";
      json["reason"] = name_of(solution.end);
      json["states"] = solution.reached.states;
      json["seconds"] = progress.seconds();
      print_json(json);
    }
    notify("onyx solve: {}", explain(solution.end, solution.reached));
    return exit_code_for(solution.end);
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

}  // namespace

Run declare_solve(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<SolveOptions>();
  app.add_option("POSITION", options->position, "The position")->required();
  add_path(app, "--certificate", options->certificate, "Write a certificate to this file");
  declare_budget(app, options->budget);
  return [options, &globals] {
    const std::string text = position_from(options->position);
    return with_board(board_size_of(text),
                      [&](const auto& board) { return run_on(board, text, *options, globals); });
  };
}

}  // namespace onyx
