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
#include "solver/decide/engines.h"
#include "solver/decide/exact_distance.h"

namespace onyx::solve_command {
namespace {

/// The search for the exact distance takes about a second; the limits must leave room for it.
constexpr double kSecondsForDistance = 2;

bool may_search_for_distance(const Budget& budget, double seconds) {
  const bool has_time = budget.seconds < 0 || budget.seconds - seconds > kSecondsForDistance;
  // The preceding search for the value leaves a quarter of the memory.
  return has_time && (budget.bytes == 0 || budget.bytes / 4 > kExactDistanceBytes);
}

/// Finds the exact distance and all best moves, if the limits allow it. A result of the bounded
/// search also proves the value; so a bound from an untrusted table is discarded first.
template <int W>
void find_distance(const Task<W>& task, Decision& decision, bool& is_proved) {
  if (decision.is_draw() ||
      !may_search_for_distance(task.options.budget, task.progress.seconds())) {
    return;
  }
  Stop stop;
  stop.interrupt = task.interrupt.flag();
  stop.work = DecideOptions().nodes_for_distance;
  BoundedSearch<W> search(task.board, table_bits_for<W>(kExactDistanceBytes),
                          BoundedSearch<W>::Looks::ahead);
  Decision exact = decision;
  if (!is_proved) exact.distance_at_most = -1;
  if (!complete_win(search, task.position, stop, exact)) return;
  // The move of an untrusted table is not proved, even where the distance is.
  if (!is_proved && !exact.all_best_moves) exact.best_moves.clear();
  decision = exact;
  is_proved = true;
}

/// Answers for the position itself; opening_map.h makes maps.
template <int W>
int answer_by(ProofNumberSession<W>& session, const Task<W>& task, const std::string& why) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const auto value = session.find_value(position);
  session.save();
  Decision decision = decision_of(value, position.to_move);
  decision.states = session.nodes();
  // A draw has two closed strategies, which prove it whatever table they came from.
  bool is_proved = value.is_draw || !session.has_foreign_table();
  if (decision.is_decided()) find_distance(task, decision, is_proved);
  SolveAnswer answer = answer_of(to_plain(board, position), decision);
  answer.why = why;
  answer.is_proved = is_proved;
  answer.seconds = progress.seconds();
  if (!decision.is_decided()) {
    return print_unknown(answer, globals.json, session.reached(position, value.end));
  }
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
int by_proof_numbers(const Task<W>& task, const std::string& why) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  if (options.budget.bytes > 0 && options.budget.bytes < kLeastProofNumberBytes) {
    SolveAnswer answer;
    answer.position = format_position(board, position);
    answer.why = why;
    answer.end = End::memory_limit;
    answer.seconds = progress.seconds();
    return print_unknown(answer, globals.json,
                         fmt::format("the memory limit was reached: {}, and proof-number search "
                                     "needs at least {} MiB; raise --memory-limit",
                                     why, kLeastProofNumberBytes >> 20));
  }
  ProofNumberSession<W> session(board, options, static_cast<int>(threads_allowed()), interrupt,
                                progress);
  const int code = options.map ? print_map(session, task) : answer_by(session, task, why);
  return session.is_saved() ? code : exit_code::kBadInput;
}

#define ONYX_INSTANTIATE(W) template int by_proof_numbers(const Task<W>&, const std::string&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
