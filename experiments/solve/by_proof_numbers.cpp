#include "experiments/solve/by_proof_numbers.h"

#include <fmt/ranges.h>

#include "experiments/solve/map_files.h"
#include "experiments/solve/proof_number_session.h"
#include "solver/certificate/compact_writer.h"
#include "solver/decide/exact_distance.h"
#include "solver/decide/move_values.h"
#include "solver/decide/wide_decider.h"

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

struct MapEntry {
  Place place = 0;
  std::string move;
  std::optional<Claim> claim;
  bool is_proved = true;          ///< False if the value relies on a table read from a file.
  proof_number::Numbers numbers;  ///< Proof numbers of "V wins", if undecided.
  /// Upper bound on the plies to the win, counting this move; 0 if unknown.
  int plies = 0;
  std::string certificate;
  std::uint64_t certificate_entries = 0;
  /// Plies of the longest play under the certificate's strategy, counting this move; 0 for a draw.
  /// May exceed `plies`, because the search prefers small strategies to fast wins.
  int certificate_plies = 0;
};

const char* value_name(std::optional<Claim> claim) { return claim ? name_of(*claim) : "unknown"; }

/// Whether the opponent would swap under the pie rule, because this move wins for its mover.
bool is_swapped(const MapEntry& entry, Player mover) { return entry.claim == win_of(mover); }

const char* value_of_all(const std::vector<MapEntry>& map, Player mover) {
  std::vector<std::optional<Claim>> claims;
  for (const MapEntry& entry : map) claims.push_back(entry.claim);
  return value_name(value_by_moves(claims, mover));
}

bool is_all_proved(const std::vector<MapEntry>& map, Player mover) {
  return std::ranges::all_of(
             map, [](const MapEntry& entry) { return entry.claim && entry.is_proved; }) ||
         std::ranges::any_of(map, [&](const MapEntry& entry) {
           return is_swapped(entry, mover) && entry.is_proved;
         });
}

template <int W>
void print_as_json(const Task<W>& task, const std::vector<MapEntry>& map, std::uint64_t nodes) {
  const Player mover = task.position.to_move;
  auto rows = Json::array();
  for (const MapEntry& entry : map) {
    Json row = {{"move", entry.move},
                {"value", value_name(entry.claim)},
                {"proved", entry.claim && entry.is_proved},
                {"distance_at_most", entry.plies > 0 ? Json(entry.plies) : Json()},
                {"swap", entry.claim ? Json(is_swapped(entry, mover)) : Json()}};
    if (!entry.claim) {
      row["proof_number"] = entry.numbers.proof;
      row["disproof_number"] = entry.numbers.disproof;
    }
    if (!entry.certificate.empty()) {
      row["certificate"] = entry.certificate;
      row["certificate_entries"] = entry.certificate_entries;
      if (entry.certificate_plies > 0) row["certificate_plies"] = entry.certificate_plies;
    }
    rows.push_back(std::move(row));
  }
  print_json({{"position", format_position(task.board, task.position)},
              {"value", value_of_all(map, mover)},
              {"proved", is_all_proved(map, mover)},
              {"map", std::move(rows)},
              {"engine", "proof-number search"},
              {"states", nodes},
              {"seconds", task.progress.seconds()}});
}

template <int W>
void print_as_text(const Task<W>& task, const std::vector<MapEntry>& map, std::uint64_t nodes) {
  const WideBoard<W>& board = task.board;
  const WidePosition<W>& position = task.position;
  fmt::print("{}\n", value_of_all(map, position.to_move));
  if (!std::ranges::all_of(map, &MapEntry::is_proved)) fmt::print("{}\n", kNotProved);
  std::string signs = signs_of(to_plain(board, position));
  for (const MapEntry& entry : map) signs[entry.place] = sign_of_value(value_name(entry.claim));
  fmt::print("{}", diagram(board.geometry(), [&](Place place) { return signs[place]; }));
  const auto moves_with = [&](const auto& is_wanted) {
    std::string moves;
    for (const MapEntry& entry : map) moves += is_wanted(entry) ? ' ' + entry.move : "";
    return moves;
  };
  for (const std::string label :
       {"V wins after (v)", "H wins after (h)", "draw after (=)", "unknown (?)"}) {
    const char sign = label[label.size() - 2];
    const std::string moves =
        moves_with([&](const MapEntry& entry) { return signs[entry.place] == sign; });
    if (!moves.empty()) fmt::print("{}:{}\n", label, moves);
  }
  if (position == open_setup(board) ||
      (has_standard_setup(board.size()) && position == standard_setup(board))) {
    const std::string swapped =
        moves_with([&](const MapEntry& entry) { return is_swapped(entry, position.to_move); });
    fmt::print("with the pie rule, swapped:{}\n", swapped.empty() ? " none" : swapped);
  }
  fmt::print("states: {}\ntime: {:.3f} s\nengine: proof-number search\n", nodes,
             task.progress.seconds());
}

template <int W>
class OpeningMap {
 public:
  OpeningMap(const Task<W>& task, ProofNumberSession<W>& session)
      : board_(task.board),
        position_(task.position),
        folder_(task.options.certificate),
        progress_(task.progress),
        session_(session) {
    placements(board_, position_).for_each([&](Place place) {
      MapEntry& entry = entries_.emplace_back();
      entry.place = place;
      entry.move = format_move(board_, position_, place);
    });
  }

  const std::vector<MapEntry>& entries() const { return entries_; }

  /// Finds the values of all moves. Keeps the values found before a limit was reached.
  End find_values() {
    std::vector<WidePosition<W>> unfinished;
    for (const MapEntry& entry : entries_) {
      if (!is_finished(board_, after(entry))) unfinished.push_back(after(entry));
    }
    End end = session_.prepare(unfinished);
    for (MapEntry& entry : entries_) {
      if (end != End::complete && !session_.is_settled(after(entry))) {
        entry.numbers = session_.root_numbers(after(entry));
        continue;
      }
      const proof_number::FoundValue<W> value = value_after(entry);
      if (value.end != End::complete) {
        end = value.end;
        continue;
      }
      entry.claim = proof_number::claim_of(value);
      entry.is_proved =
          value.is_draw || !session_.has_foreign_table() || is_finished(board_, after(entry));
      if (!value.is_draw && value.plies < proof_number::kPliesUnknown) {
        entry.plies = value.plies + 1;
      }
    }
    return end;
  }

  /// Call after find_values(), because completing a proof may empty the table.
  End write_certificates() {
    for (MapEntry& entry : entries_) {
      if (!entry.claim) continue;
      const proof_number::FoundValue<W> value = value_after(entry);
      Proof<W> proof;
      proof.end = value.end;
      if (value.end == End::complete && !is_finished(board_, after(entry))) {
        proof = session_.prove(after(entry), value, label(entry));
      }
      if (proof.end != End::complete) return proof.end;
      std::string name = entry.move;
      name.resize(std::min(name.find('*'), name.size()));
      const std::string file = folder_ + "/" + name + ".certz";
      const std::uint64_t count = proof.entries();
      const int plies = value.is_draw ? 0 : proof.plies + 1;
      // Do not write through a link: the user did not choose the names of files in this folder.
      if (std::filesystem::is_symlink(file)) std::filesystem::remove(file);
      write_certificate(board_, after(entry), proof_number::claim_of(value), std::move(proof), file,
                        UINT64_MAX, progress_, label(entry));
      session_.forget_strategy();
      entry.is_proved = true;
      entry.claim = proof_number::claim_of(value);
      entry.certificate = file;
      entry.certificate_entries = count;
      entry.certificate_plies = plies;
    }
    return End::complete;
  }

 private:
  WidePosition<W> after(const MapEntry& entry) const {
    return successor(board_, position_, entry.place);
  }
  std::string label(const MapEntry& entry) const {
    return fmt::format("move {} of {}, {}: ", &entry - entries_.data() + 1, entries_.size(),
                       entry.move);
  }
  proof_number::FoundValue<W> value_after(const MapEntry& entry) {
    proof_number::FoundValue<W> value;
    value.winner = position_.to_move;
    return is_finished(board_, after(entry)) ? value
                                             : session_.find_value(after(entry), label(entry));
  }

  const WideBoard<W>& board_;
  const WidePosition<W>& position_;
  const std::string& folder_;  ///< For certificates.
  Progress& progress_;
  ProofNumberSession<W>& session_;
  std::vector<MapEntry> entries_;
};

/// Finds and prints the map, and writes its certificates. The position must not be finished.
/// Returns the exit code.
template <int W>
int print_map(ProofNumberSession<W>& session, const Task<W>& task) {
  const SolveOptions& options = task.options;
  if (!options.certificate.empty()) prepare_folder(options.certificate);
  OpeningMap<W> map(task, session);
  const auto print = [&] {
    task.globals.json ? print_as_json(task, map.entries(), session.nodes())
                      : print_as_text(task, map.entries(), session.nodes());
  };
  End end = map.find_values();
  session.save();
  const char* before = "all moves were decided";
  if (!options.certificate.empty()) {
    try {
      const End of_writing = map.write_certificates();
      if (end == End::complete && of_writing != end) before = "all certificates were written";
      if (of_writing != End::complete) end = of_writing;
    } catch (...) {
      // Print the values first, because the caller reports the error.
      print();
      throw;
    }
  }
  print();
  if (end == End::complete) return exit_code::kDone;
  notify("onyx solve: {}, before {}", name_of(end), before);
  return exit_code_for(end);
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

#define ONYX_INSTANTIATE(W)                                                                       \
  template void write_certificate(const WideBoard<W>&, const WidePosition<W>&, Claim, Proof<W>&&, \
                                  const std::string&, std::uint64_t, Progress&,                   \
                                  const std::string&);                                            \
  template int give(const Task<W>&, SolveAnswer, Claim, const std::function<Proof<W>()>&,         \
                    const std::function<std::uint64_t(const Proof<W>&)>&);                        \
  template int by_proof_numbers(const Task<W>&, const std::string&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
