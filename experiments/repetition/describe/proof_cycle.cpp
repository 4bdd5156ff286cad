#include "experiments/repetition/describe/proof_cycle.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/json_fields.h"
#include "core/line.h"
#include "experiments/files/files.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

/// The positions before each move; the last position of the line is left out.
template <int W>
std::vector<std::string> texts_of(const WideBoard<W>& board, const Line<W>& line) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    texts.push_back(format_position(board, line.positions[i]));
  }
  return texts;
}

std::vector<std::string> cycle_named_in(const Certificate& certificate) {
  if (certificate.claim != Claim::draw || !certificate.line) return {};
  return with_board(board_size_of(certificate.position), [&]<int W>(const WideBoard<W>& board) {
    const Line<W> prefix =
        replay(board, parse_position(board, certificate.position), certificate.line->prefix);
    return texts_of(board, replay(board, prefix.end(), certificate.line->cycle));
  });
}

std::vector<std::string> cycle_through(const std::string& text, const Stop& stop) {
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const SolvedGraph<W> solved = drawn_graph(board, parse_position(board, text), stop);
    std::vector<std::string> texts;
    for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
      const StateId root = solved.graph.roots.front();
      if (!std::binary_search(states.begin(), states.end(), root)) continue;
      for (const StateId state : shortest_cycle(solved.graph, solved.outcomes, root).states) {
        texts.push_back(format_position(board, solved.graph.position(state)));
      }
    }
    return texts;
  });
}

}  // namespace

std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop) {
  const std::string bytes = proof.read();
  if (referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact) {
    try {
      return cycle_through(compact::position_of(bytes), stop);
    } catch (const Damage& damage) {
      throw FileError(fmt::format("'{}': {}", proof.name(), damage.what()));
    }
  }
  try {
    return cycle_named_in(parse_certificate(bytes));
  } catch (const FieldError& error) {
    throw FileError(fmt::format("'{}': {}", proof.name(), error.what()));
  }
}

}  // namespace onyx
