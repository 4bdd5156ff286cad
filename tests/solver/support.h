// Helpers for the tests of solver/: solving in one call, and positions worth solving.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "core/base/packed_bytes.h"
#include "solver/engine/graph/solve_graph.h"
#include "tests/plain/retrograde.h"
#include "tests/support.h"

namespace onyx::test {

/// Returns a file over `bytes`, which must outlive it. Reads past the end throw std::logic_error.
inline SourceFile source_of(const std::string& bytes) {
  return {bytes.size(), [&bytes](std::uint64_t offset, std::size_t count, char* to) {
            if (offset + count > bytes.size()) throw std::logic_error("read beyond the end");
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), count, to);
          }};
}

/// Returns the bytes that save(write_at) writes.
template <class Save>
std::string bytes_written(const Save& save) {
  std::string bytes;
  save(writer_to(bytes));
  return bytes;
}

/// Solves without limits; throws unless the solution is complete.
template <int W>
SolvedGraph<W> solved_from(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots,
                           Threads threads = Threads::all) {
  GraphSolution<W> solution = solve_graph<W>(board, roots, {}, threads);
  if (solution.end != End::complete) throw std::runtime_error(name_of(solution.end));
  return std::move(solution.solved);
}

/// Solves all positions reachable from `root`; returns nothing if there are more than `limit`.
template <int W>
std::optional<SolvedGraph<W>> solved_if_small(const WideBoard<W>& board,
                                              const WidePosition<W>& root, std::uint64_t limit) {
  Stop stop;
  stop.work = limit;
  const std::vector<WidePosition<W>> roots{root};
  GraphSolution<W> solution = solve_graph<W>(board, roots, stop);
  if (solution.end != End::complete) return std::nullopt;
  return std::move(solution.solved);
}

inline Outcome outcome_of(const plain::Entry& entry) {
  if (entry.value == plain::Value::kDraw) return {};
  const bool odd = entry.distance % 2 == 1;
  if (odd != (entry.value == plain::Value::kWin)) throw std::logic_error("a win in even plies");
  return Outcome::decided_in(static_cast<std::uint16_t>(entry.distance));
}

/// Returns the outcome of each position of a graph, independent of the state numbers.
template <int W>
std::map<WidePosition<W>, Outcome> outcomes_by_position(const SolvedGraph<W>& solved) {
  std::map<WidePosition<W>, Outcome> outcomes;
  for (StateId state = 0; state < solved.graph.state_count(); ++state) {
    outcomes[solved.graph.position(state)] = solved.outcomes[state];
  }
  return outcomes;
}

/// Repeating positions of several boards, with 31 to 20,000 reachable states. The project's own
/// search found them; the plain engine confirmed the ones that it can solve.
inline const std::vector<std::string> kDraws = {
    "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H",
    "1VHHH/HVHVV/V1V1V/VV1VV/HHHVH DE12:H,AB23:V H",
    "VVHH/V1VV/H1H1/1HVH/VH1V - V",
    "HV1HV/1HVHV/VV2H/H1VHH - H",
    "VVV1/V1VV/H1H1/1HVH/VH1V - V",
    "VVV1/V1VV/HVH1/V2H/VH1V BC12:V V",
    "HH1H1/HVH1V/VH1VH/VVV1H/HHVVV DE12:H V",
    "VHVHH/V1VVH/H1H1H/1HVHH/VH1VH CD45:H V",
    "VHV1V/V1VVH/H1H1H/1HVHH/V1HVH BC12:V,DE34:H,CD45:H V",
    "VHH1H/HH1H1/V2VV/VHV1H/H1VVH AB23:H V",
    "HHVHHV/HHH1HV/VVVH1V/HVH1HH/VVHVHV/VVHHHV AB23:H,CD23:H,BC34:H,EF45:H,DE56:H V",
    "HHVVVH/HVVVHV/VHH1HV/VH1H1V/VVHV2/HVH1VH BC12:V,AB23:H,BC34:V,AB45:H,EF45:H V",
    "HVHVHV/VVHHHV/HVHVHV/HHH2H/VVVHH1/VVVVH1 AB23:H V",
    "VVH1HV/VVHVHH/V1VVHH/H1H1HH/1HVHHH/V1HVHH AB45:H V",
    "VVH1H/V1VVV/H1H2/1HVHH/VH1VV - V",
};

/// Changes one to three places. Returns nothing if the result is illegal or finished.
template <int W>
std::optional<WidePosition<W>> changed_position(const WideBoard<W>& board, WidePosition<W> position,
                                                Rng& rng) {
  for (int change = random_below(rng, 3); change >= 0; --change) {
    const auto place = static_cast<Place>(random_below(rng, board.place_count()));
    const int stone = random_below(rng, 3);
    for (const Player player : kPlayers) position.of(player).remove(place);
    if (stone < 2) position.stones[static_cast<std::size_t>(stone)].add(place);
  }
  if (!is_legal(board, position) || is_finished(board, position)) return std::nullopt;
  return position;
}

/// Embeds the game in a larger board. Added columns of H on the right and rows of V on top connect
/// the old edges with the new ones; no added stone can be captured.
inline std::string framed(const std::string& text, BoardSize size) {
  const BoardSize inner = board_size_of(text);
  const std::size_t rows_end = text.find(' ');
  std::string result;
  for (int row = inner.height; row < size.height; ++row) {
    result += std::string(static_cast<std::size_t>(size.width), 'V') + '/';
  }
  for (const char letter : text.substr(0, rows_end) + '/') {
    if (letter == '/')
      result += std::string(static_cast<std::size_t>(size.width - inner.width), 'H');
    result += letter;
  }
  result.pop_back();
  return result + text.substr(rows_end);
}

/// Returns a graph for tests that use only the rows; each state gets a different position.
inline StateGraph<1> graph_of_rows(const std::vector<std::vector<StateId>>& rows) {
  StateGraph<1> graph;
  graph.row_begin.push_back(0);
  for (const std::vector<StateId>& row : rows) {
    graph.positions.push_back({{graph.positions.size(), 0}});
    for (const StateId target : row) graph.targets.push_back(target);
    graph.row_begin.push_back(graph.targets.size());
  }
  return graph;
}

/// Returns random rows without loops or repeated targets; some states are leaves.
inline std::vector<std::vector<StateId>> random_rows(int states, Rng& rng) {
  std::vector<std::vector<StateId>> rows;
  const int leaf_percent = random_below(rng, 40);
  const int most = 1 + random_below(rng, 4);
  for (int state = 0; state < states; ++state) {
    std::vector<StateId> targets;
    for (int target = 0; target < states; ++target) {
      if (target != state) targets.push_back(static_cast<StateId>(target));
    }
    shuffle(targets, rng);
    const bool leaf = random_below(rng, 100) < leaf_percent;
    const auto wanted = static_cast<std::size_t>(leaf ? 0 : 1 + random_below(rng, most));
    targets.resize(std::min(wanted, targets.size()));
    rows.push_back(targets);
  }
  return rows;
}

}  // namespace onyx::test
