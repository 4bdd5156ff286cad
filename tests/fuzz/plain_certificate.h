// Compact certificates of versions 1 and 2 (solver/certificate/compact_format.h) in the terms of
// the plain engine: read, written with right sums whatever they say, and judged by the plain rules.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

struct PlainEntry {
  plain::Position position;  ///< The strategy's owner moves.
  unsigned move = 0;         ///< A number of places(), or any other.
  unsigned rank = 0;
};
using PlainStrategy = std::vector<PlainEntry>;

struct PlainCertificate {
  bool is_brief = false;  ///< Of version 2, without what is won within three plies.
  char claim = 'D';       ///< 'V', 'H' or 'D'.
  plain::Position start;
  std::array<PlainStrategy, 2> strategies;  ///< V's, H's.

  PlainStrategy& of(char owner) { return strategies[owner == 'V' ? 0 : 1]; }
  const PlainStrategy& of(char owner) const { return strategies[owner == 'V' ? 0 : 1]; }
};

/// Throws std::invalid_argument for what is no compact certificate.
PlainCertificate certificate_from(std::string_view bytes);

struct Packing {
  bool is_sorted = true;  ///< As the format wants it; else in the order of the entries.
  std::size_t entries_in_block = 1 << 16;
};
std::string bytes_of(const PlainCertificate& certificate, const Packing& packing);

/// Positions in which a strategy of the owner begins: the start, or all after a reply there.
std::vector<plain::Position> beginnings(const plain::Position& start, char owner);
/// What the legal move to the place of this number leads to; nothing if there is no such move.
std::optional<plain::Position> after(const plain::Position& position, unsigned move);
/// All positions after a legal move.
std::vector<plain::Position> replies(const plain::Position& position);

std::size_t stones_on(const plain::Position& position);
/// Whether the player to move connects at once, or whatever the reply to some move of his. False of
/// a finished game.
bool wins_within_three(const plain::Position& position);

/// Why a certificate with these entries is to be refused, by the wording of the format; "" if it is
/// to be accepted.
std::string fault_of(const PlainCertificate& certificate);

/// 'V', 'H' or 'D' by retrograde analysis of all that can arise; '?' for more than `most`
/// positions.
char true_value(const plain::Position& position, std::size_t most);

}  // namespace onyx::fuzz
