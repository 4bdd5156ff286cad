#include "experiments/natural/game_ends.h"

#include <fmt/core.h>

#include <filesystem>
#include <set>

#include "core/notation.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "experiments/support/output.h"
#include "experiments/support/position_lines.h"

namespace onyx {
namespace {

std::string canonical(const std::string& text, BoardSize size) {
  if (board_size_of(text) != size) {
    throw InputError(fmt::format("{} is a position on a {} board; the setup is on {}",
                                 in_quotes(text), format_board_size(board_size_of(text)),
                                 format_board_size(size)));
  }
  return with_board(
      size, [&](const auto& board) { return format_position(board, parse_position(board, text)); });
}

/// Returns false if the cycle of a certificate was not found.
bool add_cycles_of(const std::vector<std::string>& paths, BoardSize size, const Stop& stop,
                   std::set<std::string>& drawn) {
  bool is_complete = true;
  for (const ProofSource& proof : proofs_in(paths)) {
    if (stop.met()) return false;
    if (board_size_of(proof.position()) != size) continue;
    try {
      for (const std::string& position : cycle_positions_of(proof, stop)) drawn.insert(position);
    } catch (const NoRecord&) {
      notify("onyx proofgame: the cycle of '{}' was not found within the limits; skipped",
             proof.name());
      is_complete = false;
    }
  }
  return is_complete;
}

}  // namespace

GameEnds game_ends_in(const std::vector<std::string>& words, BoardSize size, const Stop& stop) {
  std::vector<std::string> paths;
  std::vector<std::string> positions;
  std::error_code ignored;
  for (const std::string& word : words) {
    (std::filesystem::exists(word, ignored) ? paths : positions).push_back(word);
  }
  std::set<std::string> drawn;
  std::set<std::string> named;
  const bool is_complete = add_cycles_of(paths, size, stop, drawn);
  if (!positions.empty()) {
    PositionLines lines(positions);
    while (const auto line = lines.next()) named.insert(canonical(*line, size));
  }
  for (const std::string& position : drawn) named.erase(position);
  return {{drawn.begin(), drawn.end()}, {named.begin(), named.end()}, is_complete};
}

}  // namespace onyx
