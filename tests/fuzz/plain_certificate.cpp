#include "tests/fuzz/plain_certificate.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "tests/fuzz/plain_file.h"
#include "tests/plain/retrograde.h"

namespace onyx::fuzz {
namespace {

using plain::Position;

/// From least significant byte first to most significant, or back.
std::string reversed(std::string set) {
  std::reverse(set.begin(), set.end());
  return set;
}

std::string entry_bytes(const PlainEntry& entry, const std::vector<plain::Place>& places) {
  std::string tail(4, '\0');
  put_at(tail, 0, static_cast<std::uint16_t>(entry.move));
  put_at(tail, 2, static_cast<std::uint16_t>(entry.rank));
  return reversed(set_of(entry.position, 'V', places)) +
         reversed(set_of(entry.position, 'H', places)) + tail;
}

/// What the format says of one strategy.
class StrategyJudge {
 public:
  StrategyJudge(const PlainCertificate& certificate, char owner)
      : owner_(owner),
        must_end_(certificate.claim != 'D'),
        is_brief_(certificate.is_brief),
        start_(certificate.start) {
    for (const PlainEntry& entry : certificate.of(owner)) {
      is_double_ = !entries_.emplace(entry.position, &entry).second || is_double_;
    }
  }

  std::string fault() {
    if (is_double_) return "two entries for a position";
    if (std::string why = reach_all(beginnings(start_, owner_), nullptr); !why.empty()) return why;
    while (!to_follow_.empty()) {
      const PlainEntry& entry = *to_follow_.front();
      to_follow_.pop_front();
      if (std::string why = follow(entry); !why.empty()) return why;
    }
    if (reached_.size() != entries_.size()) return "a spare entry";
    if (!must_end_ && explained_.size() != entries_.size()) return "a rank that nothing leads to";
    return "";
  }

 private:
  /// `from`: the entry that they follow, or none at the beginning.
  std::string reach_all(const std::vector<Position>& positions, const PlainEntry* from) {
    for (const Position& position : positions) {
      if (plain::connected(position, plain::opponent(owner_))) return "the opponent connects";
      const auto found = entries_.find(position);
      if (is_brief_ && wins_within_three(position)) {
        if (found != entries_.end()) return "an entry of a short win";
        continue;
      }
      if (found == entries_.end()) return "a missing entry";
      const PlainEntry& entry = *found->second;
      if (from == nullptr && !must_end_ && entry.rank != 0) return "a beginning of rank above 0";
      if (from != nullptr && must_end_ && !is_nearer_the_end(entry, *from))
        return "a rank not less";
      if (from == nullptr || entry.rank == from->rank + 1) explained_.insert(position);
      if (reached_.insert(position).second) to_follow_.push_back(&entry);
    }
    return "";
  }

  bool is_nearer_the_end(const PlainEntry& entry, const PlainEntry& from) const {
    if (!is_brief_ || entry.rank != from.rank) return entry.rank < from.rank;
    return stones_on(entry.position) > stones_on(from.position);
  }

  std::string follow(const PlainEntry& entry) {
    if (!plain::valid(entry.position) || plain::game_over(entry.position)) return "a bad position";
    const std::optional<Position> next = after(entry.position, entry.move);
    if (!next) return "an illegal move";
    return plain::connected(*next, owner_) ? "" : reach_all(replies(*next), &entry);
  }

  const char owner_;
  const bool must_end_;
  const bool is_brief_;
  const Position& start_;
  std::map<Position, const PlainEntry*> entries_;
  bool is_double_ = false;
  std::set<Position> reached_;
  std::set<Position> explained_;  ///< Those whose rank is as it should be, if play need not end.
  std::deque<const PlainEntry*> to_follow_;
};

}  // namespace

PlainCertificate certificate_from(std::string_view bytes) {
  const PackedFile file = certificate_file(bytes);
  PlainCertificate certificate;
  const PlainHead head = head_from(file);
  certificate.is_brief = head.version == '2';
  certificate.claim = head.claim;
  certificate.start = head.start;
  const auto places = plain::places(head.start.width, head.start.height);
  const std::size_t length = set_bytes(places.size());
  for (std::size_t i = 0; i < file.blocks.size(); ++i) {
    const char owner = i < blocks_of_v(file) ? 'V' : 'H';
    const std::string& content = file.blocks[i].content;
    for (std::size_t at = 0; at < content.size(); at += 2 * length + 4) {
      PlainEntry entry{plain::open_setup(head.start.width, head.start.height),
                       number_at<std::uint16_t>(content, at + 2 * length),
                       number_at<std::uint16_t>(content, at + 2 * length + 2)};
      entry.position.side = owner;
      add_set(entry.position, 'V', reversed(content.substr(at, length)), places);
      add_set(entry.position, 'H', reversed(content.substr(at + length, length)), places);
      certificate.of(owner).push_back(entry);
    }
  }
  return certificate;
}

std::string bytes_of(const PlainCertificate& certificate, const Packing& packing) {
  const Position& start = certificate.start;
  const std::vector<plain::Place> places = plain::places(start.width, start.height);
  PackedFile file = file_of({certificate.is_brief ? '2' : '1', certificate.claim, start});
  std::array<std::vector<std::string>, 2> rows;
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    for (const PlainEntry& entry : certificate.strategies[player]) {
      rows[player].push_back(entry_bytes(entry, places));
    }
    if (packing.is_sorted) std::sort(rows[player].begin(), rows[player].end());
  }
  add_strategies(file, rows, packing.entries_in_block);
  return packed(file);
}

std::optional<Position> after(const Position& position, unsigned move) {
  const std::vector<plain::Place> places = plain::places(position.width, position.height);
  if (move >= places.size()) return std::nullopt;
  for (const plain::Move& legal : plain::legal_moves(position)) {
    if (legal.place == plain::name(places[move])) return plain::play(position, legal);
  }
  return std::nullopt;
}

std::vector<Position> replies(const Position& position) {
  std::vector<Position> all;
  for (const plain::Move& move : plain::legal_moves(position)) {
    all.push_back(plain::play(position, move));
  }
  return all;
}

bool wins_within_three(const Position& position) {
  static std::map<Position, bool> known;
  if (plain::game_over(position)) return false;
  if (const auto found = known.find(position); found != known.end()) return found->second;
  const auto connects_at_once = [](const Position& at) {
    return std::ranges::any_of(
        replies(at), [&](const Position& next) { return plain::connected(next, at.side); });
  };
  const auto wins_after = [&](const Position& after) {
    return std::ranges::all_of(replies(after), [&](const Position& next) {
      return !plain::connected(next, after.side) && connects_at_once(next);
    });
  };
  const bool wins =
      connects_at_once(position) || std::ranges::any_of(replies(position), wins_after);
  constexpr std::size_t kMostKnown = 100'000;
  if (known.size() < kMostKnown) known.emplace(position, wins);
  return wins;
}

std::size_t stones_on(const Position& position) {
  const auto of = [](const std::vector<char>& places) {
    return places.size() - static_cast<std::size_t>(std::ranges::count(places, '.'));
  };
  return of(position.points) + of(position.midpoints);
}

std::vector<Position> beginnings(const Position& start, char owner) {
  return start.side == owner ? std::vector{start} : replies(start);
}

std::string fault_of(const PlainCertificate& certificate) {
  const Position& start = certificate.start;
  if (!plain::valid(start)) return "a bad start";
  const bool is_over = plain::game_over(start);
  if (is_over && certificate.claim != plain::opponent(start.side)) return "a finished game";
  for (const char owner : {'V', 'H'}) {
    const bool is_needed = !is_over && (certificate.claim == owner || certificate.claim == 'D');
    const bool is_empty = certificate.of(owner).empty();
    if (!is_needed && !is_empty) return "a strategy too many";
    if (is_needed && is_empty && !certificate.is_brief) return "a strategy too few";
    if (!is_needed) continue;
    if (std::string why = StrategyJudge(certificate, owner).fault(); !why.empty()) return why;
  }
  return "";
}

char true_value(const Position& position, std::size_t most) {
  try {
    const plain::Value value = plain::solve_from(position, most).at(position).value;
    if (value == plain::Value::kDraw) return 'D';
    return value == plain::Value::kWin ? position.side : plain::opponent(position.side);
  } catch (const std::length_error&) {
    return '?';
  }
}

}  // namespace onyx::fuzz
