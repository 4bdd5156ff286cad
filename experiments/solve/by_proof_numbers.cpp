#include "experiments/solve/by_proof_numbers.h"

#include "experiments/solve/opening_map.h"
#include "solver/decide/exact_distance.h"
#include "solver/decide/wide_decider.h"

namespace onyx::solve_command {
namespace {

/// Finds the exact distance of a win if the limits leave two seconds and enough memory. An exact
/// distance replaces any bound, even a bound from an untrusted table.
template <int W>
void find_distance(const Task<W>& task, Decision& decision, bool& is_proved) {
  constexpr double kSecondsForDistance = 2;
  const Budget& budget = task.options.budget;
  const bool has_time =
      budget.seconds < 0 || budget.seconds - task.progress.seconds() > kSecondsForDistance;
  // The table of the search takes three quarters of the memory, so a quarter is left.
  const bool has_memory = budget.bytes == 0 || budget.bytes / 4 > kExactDistanceBytes;
  if (decision.is_draw() || !has_time || !has_memory) return;
  const Stop stop{.interrupt = task.interrupt.flag(), .work = DecideOptions().nodes_for_distance};
  BoundedSearch<W> search(task.board, table_bits_for<W>(kExactDistanceBytes),
                          BoundedSearch<W>::Looks::ahead);
  Decision exact = decision;
  if (!is_proved) exact.distance_at_most = -1;
  if (!complete_win(search, task.position, stop, exact)) return;
  // The distance is proved, but the best move may still come from the untrusted table.
  if (!is_proved && !exact.all_best_moves) exact.best_moves.clear();
  decision = exact;
  is_proved = true;
}

template <int W>
int answer_by(ProofNumberSession<W>& session, const Task<W>& task, const std::string& why) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  const auto value = session.find_value(position);
  session.save();
  Decision decision = decision_of(value, position.to_move);
  decision.states = session.nodes();
  // The two strategies prove a draw, even if the table came from a file.
  bool is_proved = value.is_draw || !session.has_foreign_table();
  if (decision.is_decided()) find_distance(task, decision, is_proved);
  SolveAnswer answer = answer_of(to_plain(board, position), decision);
  answer.why = why;
  answer.is_proved = is_proved;
  answer.seconds = progress.seconds();
  if (!decision.is_decided()) {
    return print_unknown(answer, globals.json, session.reached(position, value.end));
  }
  const int code = give<W>(
      task, std::move(answer), proof_number::claim_of(value),
      [&] { return session.prove(task.position, value); },
      [&](const Proof<W>& proof) { return session.bytes_left(proof); });
  if (code == exit_code::kDone) session.forget_strategy();
  return code;
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
