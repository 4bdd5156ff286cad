#include "experiments/repetition/describe/class_record.h"

#include <algorithm>

#include "core/legality.h"
#include "core/line.h"
#include "core/symmetry.h"
#include "experiments/repetition/describe/cycle_facts.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/proof_games/proof_game_search.h"
#include "solver/referee/referee.h"
#include "solver/repetition/class_key.h"

namespace onyx {
namespace {

/// Enough for all classes known when this was written; the length of such a search is not
/// predictable.
constexpr std::uint64_t kGameStates = 100'000;

template <int W>
class Recorder {
 public:
  Recorder(const WideBoard<W>& board, const WidePosition<W>& position, const Stop& stop)
      : board_(board), stop_(stop), position_(position) {}

  ClassRecord record() {
    describe_position();
    describe_class();
    record_.pattern = pattern_of(board_, position_);
    return std::move(record_);
  }

 private:
  void describe_position() {
    const Arena<W> arena = arena_of(board_, position_);
    record_.position = format_position(board_, position_);
    record_.board = board_.size();
    record_.v_stones = position_.of(Player::V).count();
    record_.h_stones = position_.of(Player::H).count();
    record_.midpoint_stones = (position_.occupied() & board_.midpoints()).count();
    record_.empty_points = (board_.points() - position_.occupied()).count();
    record_.arena_points = arena.points.count();
    record_.arena_midpoints = arena.midpoints.count();
    record_.suits_v_first = has_side_due(position_);
    const std::string setup = "open:" + format_board_size(board_.size());
    Stop stop;
    stop.work = kGameStates;
    stop.interrupt = stop_.interrupt;
    const WidePosition<W> position = parse_position(board_, setup);
    const ProofGameSearch found = search_proof_game(board_, position, position_, stop);
    if (found.game.answer != ProofGameAnswer::found) {
      const bool is_impossible = found.game.answer == ProofGameAnswer::impossible;
      record_.why_no_game = !record_.suits_v_first ? "parity"
                            : is_impossible        ? found.game.why
                                                   : "none found";
      return;
    }
    record_.game = setup;
    record_.game_moves = format_moves(board_, position, found.game.moves);
  }

  void describe_class() {
    const SolvedGraph<W> solved = drawn_graph(board_, position_, stop_);
    const StateGraph<W>& graph = solved.graph;
    const BigArray<Outcome>& outcomes = solved.outcomes;
    const std::vector<RecurrentClass> classes = recurrent_classes(graph, outcomes);
    const StateId root = graph.roots.empty() ? 0 : graph.roots.front();
    const auto own =
        std::find_if(classes.begin(), classes.end(), [&](const RecurrentClass& states) {
          return std::binary_search(states.begin(), states.end(), root);
        });
    if (own == classes.end()) throw NoRecord{"correct play does not stay on its cycle"};
    record_.class_size = own->size();

    const std::vector<Symmetry> group = symmetries_of(board_.geometry());
    record_.key = format_position(board_, class_key(group, graph, outcomes, *own));
    ForcedCycle best = shortest_cycle(graph, outcomes, root);
    record_.cycle_moves =
        format_moves(board_, position_, facts_of_cycle(board_, graph, best.states).moves);
    for (const StateId state : measured_states(*own)) {
      const ForcedCycle cycle = shortest_cycle(graph, outcomes, state);
      if (std::pair(cycle.states.size(), cycle.freedom) <
          std::pair(best.states.size(), best.freedom)) {
        best = cycle;
      }
    }
    describe_cycle(graph, best);
  }

  void describe_cycle(const StateGraph<W>& graph, const ForcedCycle& cycle) {
    record_.cycle_plies = cycle.states.size();
    record_.freedom = cycle.freedom;
    const CycleFacts<W> facts = facts_of_cycle(board_, graph, cycle.states);
    record_.double_captures = facts.double_captures;
    facts.squares.for_each(
        [&](Place square) { record_.squares.push_back(format_place(board_.geometry(), square)); });
  }

  const WideBoard<W>& board_;
  const Stop& stop_;
  const WidePosition<W> position_;
  ClassRecord record_;
};

}  // namespace

namespace {

ClassRecord record_of_json(const std::string& certificate, const Stop& stop) {
  const Certificate accepted = parse_certificate(certificate);
  return with_board(board_size_of(accepted.position), [&]<int W>(const WideBoard<W>& board) {
    const Line<W> line =
        replay(board, parse_position(board, accepted.position), accepted.line->prefix);
    ClassRecord record = Recorder<W>(board, line.end(), stop).record();
    record.cycle_moves = accepted.line->cycle;
    // A game that leads to the claimed position can be played on to the cycle.
    if (accepted.game) {
      record.game = accepted.game->setup;
      record.game_moves.clear();
    }
    return record;
  });
}

}  // namespace

ClassRecord record_of(const std::string& certificate, const Stop& stop) {
  const referee::File file = referee::file_of(certificate);
  const bool is_compact = referee::kind_of(file) == referee::Kind::compact;
  const referee::Verdict verdict =
      is_compact ? referee::check(file) : referee::check_certificate(certificate);
  if (!verdict.accepted) throw NoRecord{"rejected: " + verdict.text};
  if (verdict.claim != name_of(Claim::draw)) {
    throw NoRecord{"it claims \"" + verdict.claim + "\", not a draw"};
  }
  if (!is_compact) return record_of_json(certificate, stop);
  const std::string position = compact::position_of(certificate);
  return with_board(board_size_of(position), [&]<int W>(const WideBoard<W>& board) {
    return Recorder<W>(board, parse_position(board, position), stop).record();
  });
}

}  // namespace onyx
