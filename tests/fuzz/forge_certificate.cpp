#include "tests/fuzz/forge_certificate.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

#include "tests/fuzz/forge_position.h"

namespace onyx::fuzz {
namespace {

using plain::Position;
using plain::random_below;
using plain::Rng;

/// The owner of one of the strategies that there are; ' ' if there is none.
char some_owner(const PlainCertificate& certificate, Rng& random) {
  const bool has_v = !certificate.of('V').empty();
  const bool has_h = !certificate.of('H').empty();
  if (has_v && has_h) return "VH"[random_below(random, 2)];
  return has_v ? 'V' : has_h ? 'H' : ' ';
}

PlainEntry& some_entry(PlainStrategy& strategy, Rng& random) {
  return strategy[static_cast<std::size_t>(
      random_below(random, static_cast<int>(strategy.size())))];
}

/// Calls change(strategy, entry) for some entry, if there is one.
template <class Change>
void with_entry(PlainCertificate& certificate, Rng& random, const Change& change) {
  const char owner = some_owner(certificate, random);
  if (owner == ' ') return;
  PlainStrategy& strategy = certificate.of(owner);
  change(strategy, some_entry(strategy, random));
}

/// What a reply to the entry's move leads to; nothing if the move is illegal or wins.
std::vector<Position> after_entry(const PlainEntry& entry) {
  const std::optional<Position> next = after(entry.position, entry.move);
  return next ? replies(*next) : std::vector<Position>{};
}

/// Follows the strategy from the start as far as it goes, and where it has no entry goes on with
/// any legal move; what is not reached is dropped. Ranks become what they should be, if they can
/// be: of a win from the end, as far as nothing repeats, else from the beginning. What the version
/// leaves out is left out.
class Completion {
 public:
  Completion(PlainCertificate& certificate, char owner, Rng& random)
      : strategy_(certificate.of(owner)), is_brief_(certificate.is_brief), random_(random) {
    for (const PlainEntry& entry : strategy_) entries_[entry.position] = entry;
    for (const Position& position : beginnings(certificate.start, owner)) reach(position, 0);
    while (!to_follow_.empty() && reached_.size() < kMost) {
      const Position position = to_follow_.front();
      to_follow_.pop_front();
      for (const Position& next : after_entry(reached_[position])) {
        if (!plain::game_over(next)) reach(next, reached_[position].rank + 1);
      }
    }
    strategy_.clear();
    for (auto& [position, entry] : reached_) {
      if (certificate.claim != 'D') entry.rank = rank_from_end(position);
      strategy_.push_back(entry);
    }
  }

 private:
  static constexpr std::size_t kMost = 300;

  void reach(const Position& position, unsigned rank) {
    if (plain::game_over(position) || reached_.count(position) > 0) return;
    if (is_brief_ && wins_within_three(position)) return;
    const auto found = entries_.find(position);
    PlainEntry entry = found != entries_.end()
                           ? found->second
                           : PlainEntry{position, some_move(position, random_), 0};
    entry.rank = rank;
    reached_[position] = entry;
    to_follow_.push_back(position);
  }

  unsigned rank_from_end(const Position& position) {
    const auto [known, is_new] = ranks_.try_emplace(position, 0U);
    if (!is_new) return known->second;  // on a cycle, too small
    unsigned rank = 0;
    for (const Position& next : after_entry(reached_[position])) {
      if (reached_.count(next) == 0) continue;
      const bool has_more_stones = stones_on(next) > stones_on(position);
      rank = std::max(rank, rank_from_end(next) + (is_brief_ && has_more_stones ? 0 : 1));
    }
    return ranks_[position] = rank;
  }

  PlainStrategy& strategy_;
  const bool is_brief_;
  Rng& random_;
  std::map<Position, PlainEntry> entries_;
  std::map<Position, PlainEntry> reached_;
  std::map<Position, unsigned> ranks_;
  std::deque<Position> to_follow_;
};

void complete(PlainCertificate& certificate, Rng& random) {
  for (const char owner : {'V', 'H'}) {
    const bool is_needed = certificate.claim == owner || certificate.claim == 'D';
    if (is_needed) {
      Completion(certificate, owner, random);
    } else {
      certificate.of(owner).clear();
    }
  }
}

void another_move(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy&, PlainEntry& entry) {
    entry.move = some_move(entry.position, random);
  });
}
void any_place(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy&, PlainEntry& entry) {
    entry.move =
        static_cast<unsigned>(random_below(random, 16) == 0 ? 65'535 : random_below(random, 36));
  });
}
void another_rank(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy&, PlainEntry& entry) {
    const unsigned ranks[] = {entry.rank + 1, entry.rank - 1, 0, 65'535,
                              static_cast<unsigned>(random_below(random, 40))};
    entry.rank = ranks[random_below(random, 5)] & 0xffff;
  });
}
void all_ranks(PlainCertificate& certificate, Rng& random) {
  const unsigned factor = 1 + static_cast<unsigned>(random_below(random, 2));
  const auto more = static_cast<unsigned>(random_below(random, 3));
  for (PlainStrategy& strategy : certificate.strategies) {
    for (PlainEntry& entry : strategy) entry.rank = (entry.rank * factor + more) & 0xffff;
  }
}
void leave_out(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy& strategy, PlainEntry& entry) {
    strategy.erase(strategy.begin() + (&entry - strategy.data()));
  });
}
void put_in(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy& strategy, PlainEntry& entry) {
    PlainEntry more = entry;
    const std::vector<Position> next = after_entry(entry);
    if (!next.empty() && random_below(random, 2) == 0) {
      more.position =
          next[static_cast<std::size_t>(random_below(random, static_cast<int>(next.size())))];
    } else {
      change_stone(more.position, random);
    }
    more.move = some_move(more.position, random);
    more.rank = (entry.rank + static_cast<unsigned>(random_below(random, 3)) - 1) & 0xffff;
    strategy.push_back(more);
  });
}
void twice(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random, [&](PlainStrategy& strategy, PlainEntry& entry) {
    PlainEntry again = entry;
    if (random_below(random, 2) == 0) again.move = some_move(again.position, random);
    strategy.push_back(again);
  });
}
void another_stone(PlainCertificate& certificate, Rng& random) {
  with_entry(certificate, random,
             [&](PlainStrategy&, PlainEntry& entry) { change_stone(entry.position, random); });
}
void another_claim(PlainCertificate& certificate, Rng& random) {
  certificate.claim = "VHD"[random_below(random, 3)];
  // With a strategy more or less it would be refused at once.
  if (certificate.claim == 'V') certificate.of('H').clear();
  if (certificate.claim == 'H') certificate.of('V').clear();
}
void claim_alone(PlainCertificate& certificate, Rng& random) {
  certificate.claim = "VHD"[random_below(random, 3)];
}
void another_version(PlainCertificate& certificate, Rng&) {
  certificate.is_brief = !certificate.is_brief;
}
/// Of the other version, and whole.
void version_otherwise(PlainCertificate& certificate, Rng& random) {
  another_version(certificate, random);
  complete(certificate, random);
}
void another_side(PlainCertificate& certificate, Rng&) {
  certificate.start.side = plain::opponent(certificate.start.side);
}
void another_start(PlainCertificate& certificate, Rng& random) {
  Position& start = certificate.start;
  const std::vector<Position> next = replies(start);
  const int way = random_below(random, 3);
  if (way == 0 && !next.empty()) {
    start = next[static_cast<std::size_t>(random_below(random, static_cast<int>(next.size())))];
  } else if (way == 1) {
    change_stone(start, random);
  } else {
    with_entry(certificate, random,
               [&](PlainStrategy&, PlainEntry& entry) { start = entry.position; });
  }
}
void exchange_owners(PlainCertificate& certificate, Rng&) {
  std::swap(certificate.strategies[0], certificate.strategies[1]);
  for (const char owner : {'V', 'H'}) {
    for (PlainEntry& entry : certificate.of(owner)) entry.position.side = owner;
  }
}
void exchange_all_colours(PlainCertificate& certificate, Rng& random) {
  if (random_below(random, 2) == 0) exchange_colours(certificate.start);
  with_entry(certificate, random,
             [&](PlainStrategy&, PlainEntry& entry) { exchange_colours(entry.position); });
}
/// A strategy that is whole, with other moves: what it claims may be false all the same.
void play_otherwise(PlainCertificate& certificate, Rng& random) {
  for (int i = 1 + random_below(random, 3); i > 0; --i) another_move(certificate, random);
  complete(certificate, random);
}
/// Another start, or claim, and strategies for it that are whole.
void start_otherwise(PlainCertificate& certificate, Rng& random) {
  another_start(certificate, random);
  if (random_below(random, 2) == 0) another_claim(certificate, random);
  complete(certificate, random);
}
void claim_otherwise(PlainCertificate& certificate, Rng& random) {
  another_claim(certificate, random);
  complete(certificate, random);
}

}  // namespace

const std::vector<CertificateForgery>& certificate_forgeries() {
  static const std::vector<CertificateForgery> all = {
      {"another move", another_move},
      {"any place as a move", any_place},
      {"another rank", another_rank},
      {"all ranks", all_ranks},
      {"an entry less", leave_out},
      {"an entry more", put_in},
      {"an entry twice", twice},
      {"another stone", another_stone},
      {"another claim", another_claim},
      {"another claim alone", claim_alone},
      {"another version", another_version},
      {"another version, completed", version_otherwise},
      {"the other side to move", another_side},
      {"another start", another_start},
      {"owners exchanged", exchange_owners},
      {"colours exchanged", exchange_all_colours},
      {"other moves, completed", play_otherwise},
      {"another start, completed", start_otherwise},
      {"another claim, completed", claim_otherwise},
  };
  return all;
}

}  // namespace onyx::fuzz
