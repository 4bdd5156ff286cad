#include "experiments/solve/by_proof_numbers.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/solve/map_files.h"
#include "experiments/solve/print_answer.h"
#include "experiments/solve/proof_number_session.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"
#include "solver/decide/exact_distance.h"
#include "solver/decide/move_values.h"
#include "solver/decide/wide_decider.h"

namespace onyx::solve_command {
namespace {

/// Progress of writing a strategy as a compact certificate.
std::function<void(const Reached&)> writing_progress(Progress& progress, const std::string& label) {
  return [&progress, label, start = progress.seconds()](const Reached& reached) {
    progress.update([&] {
      return fmt::format(
          "{}writing the certificate: {}", label,
          done_of_all(reached.done, reached.known, "moves", progress.seconds() - start));
    });
  };
}

/// The search for the exact distance takes about a second; the limits must leave room for it.
constexpr double kSecondsForDistance = 2;

bool may_search_for_distance(const Budget& budget, double seconds) {
  const bool has_time = budget.seconds < 0 || budget.seconds - seconds > kSecondsForDistance;
  // The preceding search for the value leaves a quarter of the memory.
  return has_time && (budget.bytes == 0 || budget.bytes / 4 > kExactDistanceBytes);
}

/// Finds the exact distance and all best moves, if the limits allow it. A result of this search
/// also proves the value, so a bound from an untrusted table is discarded first.
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

/// Answers for the position itself; print_map() makes maps.
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
  const int code = give<W>(
      task, std::move(answer), proof_number::claim_of(value),
      [&] { return session.prove(task.position, value); },
      [&](const Proof<W>& proof) { return session.bytes_left(proof); });
  if (code == exit_code::kDone) session.forget_strategy();
  return code;
}

// --- The value of every first move, as a diagram of the board -----------------------------------

/// A first move and its value.
struct MapEntry {
  Place place = 0;
  std::string move;
  std::optional<Claim> claim;     ///< Not set if unknown.
  bool is_proved = true;          ///< False if it depends on a table read from a file.
  proof_number::Numbers numbers;  ///< The proof numbers of "V wins", if the value is unknown.
  /// Upper bound of the plies to the win, including this move; 0 if no bound is known.
  int plies = 0;
  std::string certificate;
  std::uint64_t certificate_entries = 0;
  /// Length of the longest play under the certificate's strategy, with this move; 0 for a draw. It
  /// may exceed `plies`, because the strategy is chosen to be small.
  int certificate_plies = 0;
};

const char* value_name(std::optional<Claim> claim) { return claim ? name_of(*claim) : "unknown"; }

/// With the pie rule: whether the other player takes the first player's side after the move.
/// Swapping pays if the first player would win.
bool is_swapped(const MapEntry& entry, Player mover) { return entry.claim == win_of(mover); }

const char* value_of_all(const std::vector<MapEntry>& map, Player mover) {
  std::vector<std::optional<Claim>> claims;
  for (const MapEntry& entry : map) claims.push_back(entry.claim);
  return value_name(value_by_moves(claims, mover));
}

/// Whether value_of_all() is known, and proved.
bool is_all_proved(const std::vector<MapEntry>& map, Player mover) {
  return std::ranges::all_of(
             map, [](const MapEntry& entry) { return entry.claim && entry.is_proved; }) ||
         std::ranges::any_of(map, [&](const MapEntry& entry) {
           return is_swapped(entry, mover) && entry.is_proved;
         });
}

void print_as_json(const std::string& position, Player mover, const std::vector<MapEntry>& map,
                   std::uint64_t nodes, double seconds) {
  nlohmann::ordered_json json;
  json["position"] = position;
  json["value"] = value_of_all(map, mover);
  json["proved"] = is_all_proved(map, mover);
  json["map"] = nlohmann::ordered_json::array();
  for (const MapEntry& entry : map) {
    nlohmann::ordered_json row;
    row["move"] = entry.move;
    row["value"] = value_name(entry.claim);
    row["proved"] = entry.claim && entry.is_proved;
    row["distance_at_most"] = nullptr;
    if (entry.plies > 0) row["distance_at_most"] = entry.plies;
    row["swap"] = nullptr;
    if (entry.claim) {
      row["swap"] = is_swapped(entry, mover);
    } else {
      row["proof_number"] = entry.numbers.proof;
      row["disproof_number"] = entry.numbers.disproof;
    }
    if (!entry.certificate.empty()) {
      row["certificate"] = entry.certificate;
      row["certificate_entries"] = entry.certificate_entries;
      if (entry.certificate_plies > 0) row["certificate_plies"] = entry.certificate_plies;
    }
    json["map"].push_back(row);
  }
  json["engine"] = "proof-number search";
  json["states"] = nodes;
  json["seconds"] = seconds;
  print_json(json);
}

void print_list(const char* label, const std::vector<MapEntry>& map, char sign) {
  std::string line;
  for (const MapEntry& entry : map) {
    if (sign_of_value(value_name(entry.claim)) == sign) line += ' ' + entry.move;
  }
  if (!line.empty()) fmt::print("{}:{}\n", label, line);
}

template <int W>
void print_as_text(const WideBoard<W>& board, const WidePosition<W>& position,
                   const std::vector<MapEntry>& map, std::uint64_t nodes, double seconds) {
  fmt::print("{}\n", value_of_all(map, position.to_move));
  if (!std::ranges::all_of(map, &MapEntry::is_proved)) fmt::print("{}\n", kNotProved);
  std::string signs = signs_of(to_plain(board, position));
  for (const MapEntry& entry : map) signs[entry.place] = sign_of_value(value_name(entry.claim));
  fmt::print("{}", diagram(board.geometry(), [&](Place place) { return signs[place]; }));
  print_list("V wins after (v)", map, 'v');
  print_list("H wins after (h)", map, 'h');
  print_list("draw after (=)", map, '=');
  print_list("unknown (?)", map, '?');
  std::string swapped;
  for (const MapEntry& entry : map) {
    if (is_swapped(entry, position.to_move)) swapped += ' ' + entry.move;
  }
  fmt::print("with the pie rule, swapped:{}\n", swapped.empty() ? " none" : swapped);
  fmt::print("states: {}\n", nodes);
  fmt::print("time: {:.3f} s\n", seconds);
  fmt::print("engine: proof-number search\n");
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

  /// Returns the reason for ending. After a limit, the values decided so far are kept.
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

  /// Writes one certificate for each move with a known value. Call it after find_values(), since
  /// completing a proof may empty the table.
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
      // A link in a folder that the program fills is replaced, not followed.
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

/// The position must not be finished. Prints the map, or after a limit its known part, and returns
/// the exit code. If certificates are requested, writes one for each move into that folder.
template <int W>
int print_map(ProofNumberSession<W>& session, const Task<W>& task) {
  const SolveOptions& options = task.options;
  if (!options.certificate.empty()) prepare_folder(options.certificate);
  OpeningMap<W> map(task, session);
  const auto print = [&] {
    if (task.globals.json) {
      print_as_json(format_position(task.board, task.position), task.position.to_move,
                    map.entries(), session.nodes(), task.progress.seconds());
    } else {
      print_as_text(task.board, task.position, map.entries(), session.nodes(),
                    task.progress.seconds());
    }
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
      // The results are still printed; the caller reports the error.
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
  compact::write_certificate(board, position, claim, std::move(proof), kVersion, writer_to(file),
                             compact::kMovesInBlock, writing_progress(progress, label));
  file.finish();
}

template <int W>
int give(const Task<W>& task, SolveAnswer answer, Claim claim,
         const std::function<Proof<W>()>& prove,
         const std::function<std::uint64_t(const Proof<W>&)>& bytes_left) {
  End end = End::complete;
  const std::string& file = task.options.certificate;
  if (!file.empty()) {
    try {
      Proof<W> proof = prove();
      end = proof.end;
      if (end == End::complete) {
        const std::uint64_t entries = proof.entries();
        const std::uint64_t bytes = bytes_left(proof);
        write_certificate(task.board, task.position, claim, std::move(proof), file, bytes,
                          task.progress);
        answer.entries = entries;
        answer.is_proved = true;
        answer.seconds = task.progress.seconds();
        answer.certificate = file;
      }
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
