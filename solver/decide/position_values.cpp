#include "solver/decide/position_values.h"

#include <algorithm>
#include <map>

#include "solver/certificate/prove.h"
#include "solver/decide/wide_decider.h"

namespace onyx {
namespace {

/// The successor of a state that has this position, if the graph contains it.
template <int W>
std::optional<StateId> successor_state(const StateGraph<W>& graph, StateId from,
                                       const WidePosition<W>& position) {
  const auto row = graph.successors(from);
  const auto wanted = pack(position);
  const auto found = std::find_if(row.begin(), row.end(),
                                  [&](StateId state) { return graph.positions[state] == wanted; });
  return found == row.end() ? std::nullopt : std::optional<StateId>(*found);
}

/// The states along the cycle, each once, beginning with `start`; empty if the graph lacks one.
template <int W>
std::vector<StateId> states_round(const WideBoard<W>& board, const StateGraph<W>& graph,
                                  StateId start, std::span<const Place> cycle) {
  std::vector<StateId> states;
  StateId state = start;
  for (const Place move : cycle) {
    states.push_back(state);
    const auto next = successor_state(graph, state, successor(board, graph.position(state), move));
    if (!next) return {};
    state = *next;
  }
  return state == start ? states : std::vector<StateId>{};
}

}  // namespace

class PositionValues::Face {
 public:
  virtual ~Face() = default;
  virtual const Decision& of(const Position& position, const Stop& stop) = 0;
  virtual std::optional<Certificate> certificate_of(const Position& position, const Stop& stop,
                                                    std::span<const Place> cycle) = 0;
};

template <int W>
class PositionValues::WideFace : public Face {
 public:
  WideFace(const WideBoard<W>& board, const DecideOptions& options)
      : board_(board), decider_(board, options) {}

  const Decision& of(const Position& asked, const Stop& stop) override {
    const auto position = to_wide<W>(asked);
    auto known = entries_.find(position);
    if (known == entries_.end() || !known->second.decision.is_decided()) {
      auto found = last_ == nullptr || is_finished(board_, position)
                       ? std::nullopt
                       : found_behind(*last_, position);
      if (!found) {
        found.emplace();
        found->decision = decider_.decide(position, stop);
        if (const auto solved = solved_graph_of<W>(found->decision)) {
          found->state = solved->graph.roots.front();
          drop_large_but(*solved);
        }
      }
      known = entries_.insert_or_assign(position, std::move(*found)).first;
    }
    last_ = &known->second;
    return last_->decision;
  }

  std::optional<Certificate> certificate_of(const Position& asked, const Stop& stop,
                                            std::span<const Place> cycle) override {
    const auto position = to_wide<W>(asked);
    const Entry& entry = entries_.at(position);
    const auto solved = solved_graph_of<W>(entry.decision);
    if (!solved) return decider_.certify(position, entry.decision, stop);
    try {
      return certify_value(board_, *solved, entry.state,
                           states_round(board_, solved->graph, entry.state, cycle), stop.bytes);
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  }

 private:
  struct Entry {
    Decision decision;
    StateId state = 0;  ///< In solved_graph_of(decision), if there is one.
  };

  /// Looks the position up in the graph that decided the previous one.
  std::optional<Entry> found_behind(const Entry& before, const WidePosition<W>& position) const {
    const auto graph = solved_graph_of<W>(before.decision);
    if (!graph) return std::nullopt;
    const SolvedGraph<W>& solved = *graph;
    const auto state = successor_state(solved.graph, before.state, position);
    if (!state) return std::nullopt;
    Entry entry;
    entry.state = *state;
    entry.decision.engine = Engine::explorer;
    entry.decision.basis = before.decision.basis;
    const Outcome outcome = solved.outcomes[*state];
    if (!outcome.is_draw()) {
      entry.decision.claim = solved.is_safe_for(Player::V, *state) ? Claim::v_wins : Claim::h_wins;
      entry.decision.distance = outcome.distance();
    }
    entry.decision.best_moves = best_moves(board_, solved, *state);
    return entry;
  }

  /// To save memory, only the last large graph, this one, is kept. The decisions in other entries
  /// stay; their certificates need a new search.
  void drop_large_but(const SolvedGraph<W>& graph) {
    constexpr std::size_t kMostKept = 100'000;
    if (graph.graph.state_count() <= kMostKept) return;
    for (auto& [position, entry] : entries_) {
      const auto solved = solved_graph_of<W>(entry.decision);
      if (solved && solved->graph.state_count() > kMostKept) entry.decision.basis.reset();
    }
  }

  const WideBoard<W>& board_;
  WideDecider<W> decider_;
  std::map<WidePosition<W>, Entry> entries_;
  const Entry* last_ = nullptr;
};

PositionValues::PositionValues(const Board& board, const DecideOptions& options)
    : face_(with_board(board.size(), [&]<int W>(const WideBoard<W>& wide) -> std::unique_ptr<Face> {
        return std::make_unique<WideFace<W>>(wide, options);
      })) {}
PositionValues::~PositionValues() = default;

const Decision& PositionValues::of(const Position& position, const Stop& stop) {
  return face_->of(position, stop);
}

std::optional<Certificate> PositionValues::certificate_of(const Position& position,
                                                          const Stop& stop,
                                                          std::span<const Place> cycle) {
  return face_->certificate_of(position, stop, cycle);
}

}  // namespace onyx
