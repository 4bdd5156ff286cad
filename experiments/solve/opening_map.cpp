#include "experiments/solve/opening_map.h"

#include "experiments/solve/map_files.h"
#include "solver/decide/move_values.h"

namespace onyx::solve_command {
namespace {

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
      entry.certificate_entries = proof.entries();
      entry.certificate_plies = value.is_draw ? 0 : proof.plies + 1;
      // Do not write through a link: the user did not choose the names of files in this folder.
      if (std::filesystem::is_symlink(file)) std::filesystem::remove(file);
      write_certificate(board_, after(entry), proof_number::claim_of(value), std::move(proof), file,
                        UINT64_MAX, progress_, label(entry));
      session_.forget_strategy();
      entry.is_proved = true;
      entry.claim = proof_number::claim_of(value);
      entry.certificate = file;
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

#define ONYX_INSTANTIATE(W) template int print_map(ProofNumberSession<W>&, const Task<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
