#include "solver/certificate/neighbours.h"

#include <algorithm>

#include "core/base/assert.h"
#include "core/notation.h"

namespace onyx {
namespace {

using Entries = std::map<std::string, std::string>;

/// The entries that play under a player's strategy reaches; nothing if one is missing.
template <int W>
std::optional<Entries> reached_entries(const WideBoard<W>& board, const WidePosition<W>& start,
                                       Player owner, const Entries& entries) {
  Entries reached;
  std::vector<WidePosition<W>> open = {start};
  while (!open.empty()) {
    const WidePosition<W> position = open.back();
    open.pop_back();
    if (is_finished(board, position)) continue;
    if (position.to_move != owner) {
      legal_moves(board, position).for_each([&](Place reply) {
        open.push_back(successor(board, position, reply));
      });
      continue;
    }
    const auto entry = entries.find(format_position(board, position));
    if (entry == entries.end()) return std::nullopt;
    if (!reached.insert(*entry).second) continue;
    open.push_back(successor(board, position, parse_move(board, position, entry->second)));
  }
  return reached;
}

/// The line without its first move; if the first move is already in the cycle, the cycle is rotated
/// by one move. Nothing if the line begins with another move.
std::optional<Certificate::Line> line_after(Certificate::Line line, const std::string& move) {
  Certificate::Moves& begin = line.prefix.empty() ? line.cycle : line.prefix;
  if (begin.empty() || begin.front() != move) return std::nullopt;
  std::rotate(begin.begin(), begin.begin() + 1, begin.end());
  if (!line.prefix.empty()) line.prefix.pop_back();
  return line;
}

}  // namespace

template <int W>
std::optional<Certificate> certificate_after(const WideBoard<W>& board,
                                             const WidePosition<W>& position, Place move,
                                             const Certificate& certificate) {
  if (certificate.claim == Claim::cycle) return std::nullopt;
  ONYX_ASSERT(legal_moves(board, position).has(move));
  const WidePosition<W> next = successor(board, position, move);
  if (is_finished(board, next)) {
    if (certificate.claim != win_of(position.to_move)) return std::nullopt;
    return certify_finished(board, next);
  }
  Certificate after;
  after.claim = certificate.claim;
  after.position = format_position(board, next);
  after.about = certificate.about;
  if (certificate.line) {
    after.line = line_after(*certificate.line, format_move(board, position, move));
    if (!after.line) return std::nullopt;
  }
  for (const auto& [letter, entries] : certificate.strategies) {
    const Player owner = letter == letter_of(Player::V) ? Player::V : Player::H;
    if (owner == position.to_move) {
      const auto entry = entries.find(certificate.position);
      if (entry == entries.end() || parse_move(board, position, entry->second) != move) {
        return std::nullopt;
      }
    }
    auto reached = reached_entries(board, next, owner, entries);
    if (!reached) return std::nullopt;
    after.strategies[letter] = std::move(*reached);
  }
  return after;
}

template <int W>
std::optional<Certificate> certificate_before(const WideBoard<W>& board,
                                              const WidePosition<W>& position, Place move,
                                              Certificate certificate) {
  ONYX_ASSERT(legal_moves(board, position).has(move));
  const std::string text = format_position(board, position);
  auto& entries = certificate.strategies[letter_of(position.to_move)];
  if (!entries.try_emplace(text, format_move(board, position, move)).second) return std::nullopt;
  certificate.position = text;
  return certificate;
}

#define ONYX_INSTANTIATE(W)                                                    \
  template std::optional<Certificate> certificate_after(                       \
      const WideBoard<W>&, const WidePosition<W>&, Place, const Certificate&); \
  template std::optional<Certificate> certificate_before(                      \
      const WideBoard<W>&, const WidePosition<W>&, Place, Certificate);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
