#include "experiments/solve/by_proof_numbers.h"

#include <fmt/core.h>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/solve/opening_map.h"
#include "experiments/solve/print_answer.h"
#include "experiments/solve/proof_number_session.h"
#include "experiments/solve/value_certificate.h"
#include "experiments/support/budget.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "solver/decide/exact_distance.h"

namespace onyx::solve_command {
namespace {

/// Up to so many more positions are searched for the exact distance, in a second or so; not if the
/// limits leave no room for that.
constexpr std::uint64_t kMostForDistance = 1'000'000;
constexpr double kSecondsForDistance = 2;

bool may_search_for_distance(const Budget& budget, double seconds) {
  const bool has_time = budget.seconds < 0 || budget.seconds - seconds > kSecondsForDistance;
  // The search before it leaves a quarter of the memory.
  return has_time && (budget.bytes == 0 || budget.bytes / 4 > kExactDistanceBytes);
}

/// The exact distance and all best moves, where they can be had, or what proof numbers say of them.
/// What the bounded search finds proves the value too.
template <int W>
void tell_distance(const Task<W>& task, const proof_number::FoundValue<W>& value,
                   SolveAnswer& answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const bool mover_wins = !value.is_draw && value.winner == position.to_move;
  if (!value.is_draw && may_search_for_distance(options.budget, progress.seconds())) {
    Stop stop;
    stop.interrupt = interrupt.flag();
    stop.work = kMostForDistance;
    // A bound from a table that anybody may have written is not taken for granted.
    const int at_most = answer.is_proved ? value.plies : proof_number::kPliesUnknown;
    const auto exact = exact_distance(board, position, mover_wins, at_most, stop);
    if (exact && exact->all_best_moves) {
      answer.distance = exact->plies;
      answer.is_proved = true;
      for (const Place move : exact->best_moves) {
        answer.best_moves.push_back(format_move(board, position, move));
      }
      return;
    }
  }
  answer.all_best_moves = false;
  if (!value.is_draw && value.plies < proof_number::kPliesUnknown) {
    answer.distance_at_most = value.plies;
  }
  if (value.is_draw || mover_wins) {
    answer.best_moves = {format_move(board, position, value.move)};
  }
}

/// Of the position itself; maps are in opening_map.h.
template <int W>
int answer_by(ProofNumberSession<W>& session, const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const auto value = session.find_value(position);
  session.save();
  answer.states = session.nodes();
  answer.seconds = progress.seconds();
  if (value.end != End::complete) {
    answer.end = value.end;
    return print_unknown(answer, globals.json, session.reached(position, value.end));
  }
  answer.value = name_of(proof_number::claim_of(value));
  answer.engine = "proof-number search";
  // A draw has two strategies that are closed, whatever they were made from.
  answer.is_proved = value.is_draw || !session.has_foreign_table();
  tell_distance(task, value, answer);
  answer.seconds = progress.seconds();
  auto end = End::complete;
  const auto write = [&](SolveAnswer& to) {
    auto proof = session.prove(task.position, value);
    end = proof.end;
    if (end != End::complete) return false;
    const std::uint64_t entries = proof.entries();
    const std::uint64_t bytes = session.bytes_left(proof);
    write_certificate(task.board, task.position, proof_number::claim_of(value), std::move(proof),
                      task.options.certificate, bytes, task.progress);
    session.forget_strategy();
    to.is_proved = true;
    to.entries = entries;
    to.seconds = task.progress.seconds();
    return true;
  };
  give(answer, write, options, globals.json);
  if (end == End::complete) return exit_code::kDone;
  notify("onyx solve: {} before the certificate was complete{}", name_of(end), advice_for(end));
  return exit_code_for(end);
}

}  // namespace

template <int W>
int by_proof_numbers(const Task<W>& task, SolveAnswer answer) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  if (options.budget.bytes > 0 && options.budget.bytes < kLeastTableBytes) {
    answer.end = End::memory_limit;
    answer.seconds = progress.seconds();
    return print_unknown(answer, globals.json,
                         fmt::format("the memory limit was reached: {}, and proof-number search "
                                     "needs at least {} MiB; raise --memory-limit",
                                     answer.why, kLeastTableBytes >> 20));
  }
  ProofNumberSession<W> session(board, options, static_cast<int>(threads_allowed()), interrupt,
                                progress);
  const int code = options.map ? print_map(session, task) : answer_by(session, task, answer);
  return session.is_saved() ? code : exit_code::kBadInput;
}

#define ONYX_INSTANTIATE(W) template int by_proof_numbers(const Task<W>&, SolveAnswer);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
