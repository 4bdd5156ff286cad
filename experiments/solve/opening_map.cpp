#include "experiments/solve/opening_map.h"

#include <fmt/core.h>

#include "core/diagram.h"
#include "core/notation.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/files.h"
#include "experiments/support/output.h"

namespace onyx::solve_command {
namespace {

using proof_number::SearchEnd;

/// A first move and what it is worth.
struct MapEntry {
  Place place = 0;
  std::string move;
  bool is_known = false;
  Claim claim = Claim::draw;
  int plies = 0;  ///< To the win, at most, the move itself included.
  std::string certificate;
  std::uint64_t certificate_entries = 0;
};

const char* value_of(const MapEntry& entry) {
  return entry.is_known ? name_of(entry.claim) : "unknown";
}

/// On the diagram, where V and H are stones.
char sign_of(const MapEntry& entry) {
  if (!entry.is_known) return '?';
  if (entry.claim == Claim::draw) return '=';
  return entry.claim == Claim::v_wins ? 'v' : 'h';
}

/// With the pie rule, whether the other player takes the first player's side after the move. It
/// pays if the first player would win.
bool is_swapped(const MapEntry& entry, Player mover) {
  return entry.is_known && entry.claim == (mover == Player::V ? Claim::v_wins : Claim::h_wins);
}

std::string value_of_all(const std::vector<MapEntry>& map, Player mover) {
  bool has_draw = false;
  bool has_unknown = false;
  for (const MapEntry& entry : map) {
    if (is_swapped(entry, mover)) return value_of(entry);
    has_draw = has_draw || (entry.is_known && entry.claim == Claim::draw);
    has_unknown = has_unknown || !entry.is_known;
  }
  if (has_unknown) return "unknown";
  if (has_draw) return "draw";
  return name_of(mover == Player::V ? Claim::h_wins : Claim::v_wins);
}

void print_as_json(const std::string& position, Player mover, const std::vector<MapEntry>& map,
                   std::uint64_t nodes, double seconds) {
  nlohmann::ordered_json json;
  json["position"] = position;
  json["value"] = value_of_all(map, mover);
  json["map"] = nlohmann::ordered_json::array();
  for (const MapEntry& entry : map) {
    nlohmann::ordered_json row;
    row["move"] = entry.move;
    row["value"] = value_of(entry);
    row["distance_at_most"] = nullptr;
    if (entry.is_known && entry.claim != Claim::draw) row["distance_at_most"] = entry.plies;
    row["swap"] = nullptr;
    if (entry.is_known) row["swap"] = is_swapped(entry, mover);
    if (!entry.certificate.empty()) {
      row["certificate"] = entry.certificate;
      row["certificate_entries"] = entry.certificate_entries;
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
    if (sign_of(entry) == sign) line += ' ' + entry.move;
  }
  if (!line.empty()) fmt::print("{}:{}\n", label, line);
}

template <int W>
void print_as_text(const Board<W>& board, const Position<W>& position,
                   const std::vector<MapEntry>& map, std::uint64_t nodes, double seconds) {
  fmt::print("{}\n", value_of_all(map, position.to_move));
  std::string signs(static_cast<std::size_t>(board.place_count()), ' ');
  position.of(Player::V).for_each([&](Place place) { signs[place] = 'V'; });
  position.of(Player::H).for_each([&](Place place) { signs[place] = 'H'; });
  for (const MapEntry& entry : map) signs[entry.place] = sign_of(entry);
  fmt::print("{}", diagram(board.geometry(), [&](Place place) { return signs[place]; }));
  print_list("V wins after (v)", map, 'v');
  print_list("H wins after (h)", map, 'h');
  print_list("draw after (=)", map, '=');
  print_list("not known (?)", map, '?');
  std::string swapped;
  for (const MapEntry& entry : map) {
    if (is_swapped(entry, position.to_move)) swapped += ' ' + entry.move;
  }
  fmt::print("with the pie rule, swapped:{}\n", swapped.empty() ? " none" : swapped);
  fmt::print("states: {}\n", nodes);
  fmt::print("time: {:.3f} s\n", seconds);
  fmt::print("engine: proof-number search\n");
}

/// Finds out what a move is worth; returns why it ended.
template <int W>
SearchEnd look_at(const Board<W>& board, const Position<W>& position, const SolveOptions& options,
                  ProofNumberSession<W>& session, const std::string& label, MapEntry& entry) {
  const Position<W> next = successor(board, position, entry.place);
  proof_number::Verdict<W> verdict;
  proof_number::Proof<W> proof;
  verdict.winner = position.to_move;
  const bool is_over = is_finished(board, next);
  if (!is_over) verdict = session.find_value(next, label);
  if (verdict.end != SearchEnd::solved) return verdict.end;
  entry.is_known = true;
  entry.claim = proof_number::claim_of(verdict);
  entry.plies = verdict.plies + 1;
  if (options.certificate.empty()) return SearchEnd::solved;
  if (!is_over) proof = session.prove(next, verdict, label);
  if (proof.end != SearchEnd::solved) return proof.end;
  std::string name = entry.move;
  name.resize(std::min(name.find('*'), name.size()));
  entry.certificate = options.certificate + "/" + name + ".certz";
  entry.certificate_entries = proof.entries();
  session.write_certificate(next, verdict, std::move(proof), entry.certificate);
  return SearchEnd::solved;
}

}  // namespace

template <int W>
int print_map(const Board<W>& board, const Position<W>& position, const SolveOptions& options,
              const Globals& globals, ProofNumberSession<W>& session,
              const InterruptScope& interrupt, const Progress& progress) {
  if (!options.certificate.empty()) prepare_folder(options.certificate);
  std::vector<MapEntry> map;
  placements(board, position).for_each([&](Place place) {
    map.emplace_back();
    map.back().place = place;
    map.back().move = format_move(board, position, place);
  });
  std::vector<Position<W>> successors;
  for (const MapEntry& entry : map) {
    const Position<W> next = successor(board, position, entry.place);
    if (!is_finished(board, next)) successors.push_back(next);
  }
  SearchEnd end = session.prepare(successors);
  for (std::size_t i = 0; i < map.size(); ++i) {
    // After a limit, what was decided by then is still told.
    if (end != SearchEnd::solved && !session.is_settled(successor(board, position, map[i].place))) {
      continue;
    }
    const std::string label = fmt::format("move {} of {}, {}: ", i + 1, map.size(), map[i].move);
    const SearchEnd this_end = look_at(board, position, options, session, label, map[i]);
    if (this_end != SearchEnd::solved) end = this_end;
    if (interrupt.interrupted()) end = SearchEnd::interrupted;
  }
  session.save();
  if (globals.json) {
    print_as_json(format_position(board, position), position.to_move, map, session.nodes(),
                  progress.seconds());
  } else {
    print_as_text(board, position, map, session.nodes(), progress.seconds());
  }
  if (end == SearchEnd::solved) return exit_code::kDone;
  notify("onyx solve: {}, before all moves were decided", name_of(end));
  return exit_code_for(end);
}

#define ONYX_INSTANTIATE(W)                                                                        \
  template int print_map(const Board<W>&, const Position<W>&, const SolveOptions&, const Globals&, \
                         ProofNumberSession<W>&, const InterruptScope&, const Progress&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::solve_command
