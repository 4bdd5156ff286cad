#include "tests/fuzz/plain_certificate.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "tests/fuzz/packed_file.h"
#include "tests/plain/retrograde.h"

namespace onyx::fuzz {
namespace {

using plain::Position;

constexpr std::size_t kHeaderBytes = 128;

std::size_t words_for(std::size_t places) { return (places + 63) / 64; }

/// The stones of one colour as a number, most significant byte first.
std::string big_set(const Position& position, char stone, const std::vector<plain::Place>& places) {
  std::string bytes(8 * words_for(places.size()), '\0');
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (position.at(places[i]) != stone) continue;
    char& byte = bytes[bytes.size() - 1 - i / 8];
    byte = static_cast<char>(byte | 1 << i % 8);
  }
  return bytes;
}

/// Puts the stones of such a number on the board.
void add_big_set(Position& position, char stone, std::string_view bytes,
                 const std::vector<plain::Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if ((bytes[bytes.size() - 1 - i / 8] >> i % 8 & 1) != 0) position.at(places[i]) = stone;
  }
}

Position empty_board(std::size_t width, std::size_t height, char side) {
  Position position = plain::open_setup(static_cast<int>(width), static_cast<int>(height));
  position.side = side;
  return position;
}

std::string entry_bytes(const PlainEntry& entry, const std::vector<plain::Place>& places) {
  std::string tail(4, '\0');
  put_at(tail, 0, static_cast<std::uint16_t>(entry.move));
  put_at(tail, 2, static_cast<std::uint16_t>(entry.rank));
  return big_set(entry.position, 'V', places) + big_set(entry.position, 'H', places) + tail;
}

void add_blocks(PackedFile& file, std::vector<std::string> entries, const Packing& packing) {
  if (packing.is_sorted) std::sort(entries.begin(), entries.end());
  for (std::size_t begin = 0; begin < entries.size(); begin += packing.entries_in_block) {
    PackedFile::Block block;
    const std::size_t end = std::min(entries.size(), begin + packing.entries_in_block);
    for (std::size_t i = begin; i < end; ++i) block.content += entries[i];
    block.entries = static_cast<std::uint32_t>(end - begin);
    file.blocks.push_back(block);
  }
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
    const std::vector<plain::Place> places =
        plain::places(entry.position.width, entry.position.height);
    if (!plain::valid(entry.position) || plain::game_over(entry.position)) return "a bad position";
    for (const plain::Move& move : plain::legal_moves(entry.position)) {
      if (entry.move >= places.size() || move.place != plain::name(places[entry.move])) continue;
      const Position after = plain::play(entry.position, move);
      if (plain::connected(after, owner_)) return "";
      return reach_all(replies(after), &entry);
    }
    return "an illegal move";
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
  const std::optional<PackedFile> file = unpacked(bytes);
  if (!file || file->kind != FileKind::certificate) {
    throw std::invalid_argument("no compact certificate");
  }
  const auto width = number_at<std::uint32_t>(file->head, 8);
  const auto height = number_at<std::uint32_t>(file->head, 12);
  PlainCertificate certificate;
  certificate.is_brief = file->head[7] == '2';
  certificate.claim = file->head[16];
  const char side = file->head[17];
  certificate.start = empty_board(width, height, side);
  const auto places = plain::places(certificate.start.width, certificate.start.height);
  const std::size_t set_bytes = 8 * words_for(places.size());
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
    std::string set = file->head.substr(kHeaderBytes + player * set_bytes, set_bytes);
    std::reverse(set.begin(), set.end());
    add_big_set(certificate.start, "VH"[player], set, places);
  }
  for (std::size_t i = 0; i < file->blocks.size(); ++i) {
    const char owner = i < blocks_of_v(*file) ? 'V' : 'H';
    const std::string& content = file->blocks[i].content;
    for (std::size_t at = 0; at < content.size(); at += 2 * set_bytes + 4) {
      PlainEntry entry{empty_board(width, height, owner),
                       number_at<std::uint16_t>(content, at + 2 * set_bytes),
                       number_at<std::uint16_t>(content, at + 2 * set_bytes + 2)};
      add_big_set(entry.position, 'V', content.substr(at, set_bytes), places);
      add_big_set(entry.position, 'H', content.substr(at + set_bytes, set_bytes), places);
      certificate.of(owner).push_back(entry);
    }
  }
  return certificate;
}

std::string bytes_of(const PlainCertificate& certificate, const Packing& packing) {
  const Position& start = certificate.start;
  const std::vector<plain::Place> places = plain::places(start.width, start.height);
  PackedFile file{FileKind::certificate, std::string(kHeaderBytes, '\0'), {}};
  file.head.replace(0, 8, certificate.is_brief ? "OnyxCtz2" : "OnyxCtz1");
  put_at(file.head, 8, static_cast<std::uint32_t>(start.width));
  put_at(file.head, 12, static_cast<std::uint32_t>(start.height));
  file.head[16] = certificate.claim;
  file.head[17] = start.side;
  for (const char stone : {'V', 'H'}) {
    std::string set = big_set(start, stone, places);
    std::reverse(set.begin(), set.end());
    file.head += set;
  }
  std::size_t of_v = 0;
  for (const char owner : {'V', 'H'}) {
    std::vector<std::string> entries;
    for (const PlainEntry& entry : certificate.of(owner)) {
      entries.push_back(entry_bytes(entry, places));
    }
    add_blocks(file, std::move(entries), packing);
    if (owner == 'V') of_v = file.blocks.size();
  }
  set_counts(file, of_v);
  return packed(file);
}

std::vector<Position> replies(const Position& position) {
  std::vector<Position> after;
  for (const plain::Move& move : plain::legal_moves(position)) {
    after.push_back(plain::play(position, move));
  }
  return after;
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
