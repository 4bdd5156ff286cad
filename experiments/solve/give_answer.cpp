#include "experiments/solve/give_answer.h"

#include <fmt/ranges.h>

#include "experiments/files/certificate_files.h"
#include "solver/certificate/compact_writer.h"

namespace onyx::solve_command {
namespace {

std::string distance_text(const SolveAnswer& answer) {
  const auto plies = [](int number) { return counted(number, "ply", "plies"); };
  if (answer.distance >= 0) return plies(answer.distance);
  if (!answer.proved_by.empty() && answer.value != "draw") return "unknown";
  return answer.distance_at_most < 0 ? "none" : "at most " + plies(answer.distance_at_most);
}

std::string best_moves_text(const SolveAnswer& answer) {
  const std::string moves = fmt::format("{}", fmt::join(answer.best_moves, " "));
  if (answer.all_best_moves) return moves.empty() ? "none, the game is over" : moves;
  if (moves.empty()) return answer.value == "draw" ? "unknown" : "unknown, every move loses";
  return moves + (answer.value == "draw" ? ", perhaps others" : " wins, perhaps not the soonest");
}

}  // namespace

void print(const SolveAnswer& answer, bool as_json) {
  if (as_json) return print_json(to_json(answer));
  fmt::print("{}\n", answer.value);
  if (!answer.is_proved) fmt::print("{}\n", kNotProved);
  if (!answer.proved_by.empty()) fmt::print("proved by {}\n", shown(answer.proved_by));
  fmt::print("distance: {}\nbest moves: {}\nstates: {}\ntime: {:.3f} s\nengine: {}{}\n",
             distance_text(answer), best_moves_text(answer), answer.states,
             answer.seconds.value_or(0), answer.engine,
             answer.why.empty() ? "" : fmt::format(" ({})", answer.why));
  if (!answer.certificate.empty()) fmt::print("certificate: {}\n", shown(answer.certificate));
  if (answer.is_checked) fmt::print("self-check: the referee accepts the certificate\n");
}

int exit_code_of(const SolveAnswer& answer) {
  if (!answer.fault.empty()) return exit_code::kBadInput;
  if (answer.end == End::interrupted) return exit_code::kInterrupted;
  return answer.end == End::complete ? exit_code::kDone : exit_code::kLimit;
}

int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation) {
  if (as_json) print_json(to_json(answer));
  if (explanation.empty()) {
    const std::string positions = counted(answer.states, "position", "positions");
    explanation =
        answer.end == End::interrupted ? fmt::format("interrupted after {}", positions)
        : answer.end == End::work_limit
            ? fmt::format("the engine can go no further after {}; try another --engine", positions)
            : fmt::format("the {} was reached after {}{}", name_of(answer.end), positions,
                          advice_for(answer.end));
  }
  notify("onyx solve: {}", explanation);
  return exit_code_of(answer);
}

template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& name, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label) {
  if (!name.ends_with(".certz")) {
    write_file(
        name,
        to_json(signed_by_program(certificate_of(board, position, claim, proof, most_bytes))));
    return;
  }
  NewFile file(name);
  const auto report = [&, start = progress.seconds()](const Reached& reached) {
    progress.update([&] {
      return fmt::format(
          "{}writing the certificate: {}", label,
          done_of_all(reached.done, reached.known, "moves", progress.seconds() - start));
    });
  };
  compact::write_certificate(board, position, claim, std::move(proof), kVersion, writer_to(file),
                             compact::kMovesInBlock, report);
  file.finish();
}

void require_accepted(std::string_view certificate, Claim claim, const std::string& position,
                      const referee::Watch& watch) {
  const referee::Verdict verdict = referee::check(referee::file_of(certificate), watch);
  // The referee may call a position by the name of its setup.
  const bool is_proof = verdict.accepted && verdict.claim == name_of(claim) &&
                        format_position(parse_position(verdict.position)) == position;
  refuse_if<FailedSelfCheck>(!is_proof, "--self-check failed: the referee says '{}' of \"{}; {}\"",
                             verdict.text, name_of(claim), position);
}

/// Makes the certificate in memory and has it judged; writes it if a file was named.
template <int W>
void write_checked_certificate(const Task<W>& task, Claim claim, Proof<W>&& proof,
                               std::uint64_t most_bytes) {
  const auto& [board, position, options, globals, interrupt, progress] = task;
  std::string bytes;
  if (options.certificate.empty() || options.certificate.ends_with(".certz")) {
    compact::write_certificate(board, position, claim, std::move(proof), kVersion,
                               writer_to(bytes));
  } else {
    bytes = to_json(signed_by_program(certificate_of(board, position, claim, proof, most_bytes)));
  }
  referee::Watch watch;
  watch.is_interrupted = [flag = interrupt.flag()] { return flag.has_come(); };
  watch.memory = most_bytes;
  require_accepted(bytes, claim, format_position(board, position), watch);
  if (!options.certificate.empty()) write_file(options.certificate, bytes);
}

template <int W>
int give(const Task<W>& task, SolveAnswer answer, Claim claim,
         const std::function<Proof<W>()>& prove,
         const std::function<std::uint64_t(const Proof<W>&)>& bytes_left) {
  End end = End::complete;
  const std::string& file = task.options.certificate;
  if (!file.empty() || task.options.self_check) {
    try {
      Proof<W> proof = prove();
      end = proof.end;
      if (end == End::complete) {
        const std::uint64_t entries = proof.entries();
        const std::uint64_t bytes = bytes_left(proof);
        if (task.options.self_check) {
          write_checked_certificate(task, claim, std::move(proof), bytes);
        } else {
          write_certificate(task.board, task.position, claim, std::move(proof), file, bytes,
                            task.progress);
        }
        answer.entries = entries;
        answer.is_proved = true;
        answer.is_checked = task.options.self_check;
        answer.seconds = task.progress.seconds();
        answer.certificate = file;
      }
    } catch (const FailedSelfCheck& failure) {
      notify("onyx solve: {}", failure.what());
      return exit_code::kNo;
    } catch (const referee::Interrupted&) {
      end = End::interrupted;
    } catch (...) {
      print(answer, task.globals.json);
      throw;
    }
  }
  print(answer, task.globals.json);
  if (end == End::complete) return exit_code::kDone;
  notify("onyx solve: {} before the certificate was complete{}", name_of(end), advice_for(end));
  return exit_code_for(end);
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template void write_certificate(const WideBoard<W>&, const WidePosition<W>&, Claim, Proof<W>&&, \
                                  const std::string&, std::uint64_t, Progress&,                   \
                                  const std::string&);                                            \
  template int give(const Task<W>&, SolveAnswer, Claim, const std::function<Proof<W>()>&,         \
                    const std::function<std::uint64_t(const Proof<W>&)>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
