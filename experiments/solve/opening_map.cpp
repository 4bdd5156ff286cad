#include "experiments/solve/opening_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "core/diagram.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/solve/map_files.h"
#include "experiments/solve/print_answer.h"
#include "experiments/solve/value_certificate.h"
#include "experiments/support/budget.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "solver/decide/move_values.h"

namespace onyx::solve_command {
namespace {

/// A first move and its value.
struct MapEntry {
  Place place = 0;
  std::string move;
  std::optional<Claim> claim;     ///< Not set if unknown.
  bool is_proved = true;          ///< False: depends on a table read from a file.
  proof_number::Numbers numbers;  ///< For "V wins", if the value is unknown.
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

}  // namespace

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

#define ONYX_INSTANTIATE(W) template int print_map(ProofNumberSession<W>&, const Task<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
