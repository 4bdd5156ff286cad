#include "solver/certificate/derived_certificate.h"

#include <algorithm>

#include "core/base/assert.h"

namespace onyx {
namespace {

using Entries = std::map<std::string, std::string>;

/// Returns the entries reachable from `start` under the strategy; nothing if an entry is missing.
std::optional<Entries> reached_entries(const Position& start, Player owner,
                                       const Entries& entries) {
  Entries reached;
  std::vector<Position> open = {start};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    if (is_finished(position)) continue;
    if (position.to_move() != owner) {
      legal_moves(position).for_each(
          [&](Place reply) { open.push_back(successor(position, reply)); });
      continue;
    }
    const auto entry = entries.find(format_position(position));
    if (entry == entries.end()) return std::nullopt;
    if (!reached.insert(*entry).second) continue;
    open.push_back(successor(position, parse_move(position, entry->second)));
  }
  return reached;
}

/// Returns the line after `move`, with a cycle rotated; nothing if the line begins differently.
std::optional<Certificate::Line> line_after(Certificate::Line line, const std::string& move) {
  Certificate::Moves& begin = line.prefix.empty() ? line.cycle : line.prefix;
  if (begin.empty() || begin.front() != move) return std::nullopt;
  std::rotate(begin.begin(), begin.begin() + 1, begin.end());
  if (!line.prefix.empty()) line.prefix.pop_back();
  return line;
}

}  // namespace

std::optional<Certificate> certificate_after(const Position& position, Place move,
                                             const Certificate& certificate) {
  if (certificate.claim == Claim::cycle) return std::nullopt;
  ONYX_ASSERT(legal_moves(position).has(move));
  const Position next = successor(position, move);
  if (is_finished(next)) {
    if (certificate.claim != win_of(position.to_move())) return std::nullopt;
    return certify_finished(next);
  }
  Certificate after{
      .claim = certificate.claim, .position = format_position(next), .about = certificate.about};
  if (certificate.line) {
    after.line = line_after(*certificate.line, format_move(position, move));
    if (!after.line) return std::nullopt;
  }
  for (const auto& [letter, entries] : certificate.strategies) {
    const Player owner = letter == letter_of(Player::V) ? Player::V : Player::H;
    if (owner == position.to_move()) {
      const auto entry = entries.find(certificate.position);
      if (entry == entries.end() || parse_move(position, entry->second) != move) {
        return std::nullopt;
      }
    }
    auto reached = reached_entries(next, owner, entries);
    if (!reached) return std::nullopt;
    after.strategies[letter] = std::move(*reached);
  }
  return after;
}

std::optional<Certificate> certificate_before(const Position& position, Place move,
                                              Certificate certificate) {
  ONYX_ASSERT(legal_moves(position).has(move));
  ONYX_ASSERT(certificate.claim == win_of(position.to_move()));
  const std::string text = format_position(position);
  auto& entries = certificate.strategies[letter_of(position.to_move())];
  if (!entries.try_emplace(text, format_move(position, move)).second) return std::nullopt;
  certificate.position = text;
  return certificate;
}

}  // namespace onyx
