// The independent checker of compact certificates, of versions 1 and 2.
//
// What is accepted, and why acceptance implies the claim. A strategy of X is a table from positions
// with X to move to moves. Every entry is looked at by itself, in any order:
//
//   - Its position is legal and unfinished, and so is its move.
//   - After the move X is connected, or the opponent has a reply; no reply connects; and after
//     every reply there is an entry for the position, or, in version 2, X wins there within three
//     plies, which is found out by trying (short_win.h).
//   - The same holds for the claimed position if X is to move there, or after each reply if not.
//   So X, who can follow the table from there, is never beaten.
//
//   "X wins". Every reply leads to such a win, or to an entry whose rank is less, or, in version 2,
//   which is of the same rank and has more stones. Ranks are not negative, and there is no room for
//   ever more stones, so the play ends; the opponent did not connect; X did.
//
//   "draw". V and H both have such a table, so neither can force a win.
//
//   None spare. Every entry is where the play begins, or is reached from another: in a win, where
//   ranks go down or stones come on, the chain of entries that lead to it cannot close, and so
//   begins there. In a safe strategy, rank 0 is where it begins, and any other entry must be
//   reached from one with a rank that is one less. In version 2, X does not win within three plies.
//
// Memory. A part of the entries is held at a time, with a hash table over them; the whole file is
// streamed past it, and those replies are looked up that belong to the part. Positions are compared
// whole: nothing rests on a hash. A part grows as its blocks are read and found good, whatever
// their heads say of the entries to come.
#include "solver/referee/compact_check.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "solver/referee/compact_part.h"
#include "solver/referee/short_win.h"

namespace onyx::referee {
namespace compact {
namespace {

// More memory for a part helps little.
constexpr std::uint64_t kMostUseful = std::uint64_t{4} << 30;

// Runs the action for each number below count, on all threads. A rejection that is met leaves it;
// of several, that of the least number. (Exceptions of other kinds TBB passes on.)
template <typename Action>
void for_all(std::size_t count, const Action& action) {
  std::mutex mutex;
  std::atomic<std::size_t> first = count;  // of the rejections
  std::string reason;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end() && i < first; ++i) {
      try {
        action(i);
      } catch (const Rejected& rejected) {
        const std::lock_guard lock(mutex);
        if (i < first) {
          first = i;
          reason = rejected.reason;
        }
      }
    }
  });
  if (first < count) reject(reason);
}

// What the strategies of a file have in common.
template <int N>
struct Claim {
  const File& file;
  const Watch& watch;
  const Board<N> board;
  Stones<N> start;
  char side;            // who moves there
  bool must_end;        // a win
  bool is_brief;        // as in Header
  std::uint64_t steps;  // blocks to read for all strategies
  std::atomic<std::uint64_t> done{0};

  void block_is_done() {
    const std::uint64_t now = ++done;
    if (watch.progress) watch.progress(now, steps);
  }
};

template <int N>
class StrategyCheck {
 public:
  // The blocks must outlive it.
  StrategyCheck(Claim<N>& claim, char owner, const std::vector<Block>& blocks)
      : claim_(claim),
        file_(claim.file),
        watch_(claim.watch),
        board_(claim.board),
        owner_(owner),
        must_end_(claim.must_end),
        is_brief_(claim.is_brief),
        blocks_(blocks),
        ends_(ends_of_parts()) {
    claim_.steps += (1 + ends_.size()) * blocks_.size();
  }

  void check() {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      Part<N> part;
      load(begin, end, part);
      check_part(part, begin == 0, end);
      begin = end;
    }
  }

 private:
  // Blocks that are unpacked at a time, so that no thread waits for long.
  static std::size_t blocks_at_once() {
    return 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  }

  // Where the blocks of each part end: as many as fit into the memory, one at least. Of no blocks
  // there is one part, which is empty.
  std::vector<std::size_t> ends_of_parts() const {
    const std::uint64_t unpacking = blocks_at_once() * kMostInBlock * 2 * sizeof(Entry<N>);
    const std::uint64_t memory = std::min(watch_.memory, kMostUseful);
    const std::uint64_t for_part = memory - std::min(memory / 2, unpacking);
    const std::uint64_t most = std::min<std::uint64_t>(for_part / Part<N>::kBytes, UINT32_MAX / 2);
    std::vector<std::size_t> ends;
    if (blocks_.empty()) ends.push_back(0);
    for (std::size_t end = 0; end < blocks_.size();) {
      std::uint64_t entries = blocks_[end++].entries;
      while (end < blocks_.size() && entries + blocks_[end].entries <= most) {
        entries += blocks_[end++].entries;
      }
      ends.push_back(end);
    }
    return ends;
  }

  std::string text(const Stones<N>& stones, char side) const {
    return '"' + print(board_, stones, side) + '"';
  }

  // Adds the entries of some blocks to the part. None is added before all those in front of it have
  // been found good.
  void load(std::size_t begin, std::size_t end, Part<N>& part) {
    std::vector<std::vector<Entry<N>>> blocks(std::min(blocks_at_once(), end - begin));
    while (begin < end) {
      blocks.resize(std::min(blocks.size(), end - begin));
      for_all(blocks.size(), [&](std::size_t i) {
        end_if_interrupted(watch_);
        blocks[i] = read_block<N>(file_, blocks_[begin + i], words_of(board_));
        for (std::size_t k = 0; k < blocks[i].size(); ++k) {
          if (k % 1024 == 0) end_if_interrupted(watch_);
          check_entry(blocks[i][k]);
        }
        claim_.block_is_done();
      });
      for (const std::vector<Entry<N>>& block : blocks) {
        for (const Entry<N>& entry : block) {
          if (last_ && !before(*last_, entry.stones)) reject("the entries are not in order");
          last_ = entry.stones;
          part.add(entry);
        }
      }
      begin += blocks.size();
    }
    part.index(watch_);
  }

  // What an entry must be by itself.
  void check_entry(const Entry<N>& entry) const {
    const auto& [v, h] = entry.stones.of;
    if (v.both(h).any() || v.with(h).without(board_.all).any()) {
      reject("an entry with stones where they cannot be");
    }
    const auto name = [&] { return "entry " + text(entry.stones, owner_) + ": "; };
    if (board_.has_cross(entry.stones)) reject(name() + "there is a cross");
    if (board_.connected(entry.stones, 'V') || board_.connected(entry.stones, 'H')) {
      reject(name() + "the game is over");
    }
    if (entry.move >= board_.places || !board_.moves(entry.stones).has(entry.move)) {
      reject(name() + "its move is not legal");
    }
    if (is_brief_ && wins_within_three(board_, entry.stones, owner_)) {
      reject("spare entry " + text(entry.stones, owner_) + ": it wins within three plies");
    }
  }

  // Streams all entries past those of the part, which ends where block `end` begins. To it belong
  // all positions from its first on, whether there are entries for them or not, up to the next
  // part.
  void check_part(Part<N>& part, bool is_first, std::size_t end) {
    std::optional<Stones<N>> first;
    if (!is_first) first = part[0].stones;
    std::optional<Stones<N>> next;
    if (end < blocks_.size()) {
      next = read_block<N>(file_, blocks_[end], words_of(board_)).front().stones;
    }
    const auto belongs = [&](const Stones<N>& stones) {
      return (!first || !before(stones, *first)) && (!next || before(stones, *next));
    };
    begin_at_start(part, belongs);
    for_all(blocks_.size(), [&](std::size_t i) {
      const auto entries = read_block<N>(file_, blocks_[i], words_of(board_));
      for (std::size_t k = 0; k < entries.size(); ++k) {
        if (k % 1024 == 0) end_if_interrupted(watch_);
        follow(entries[k], part, belongs);
      }
      claim_.block_is_done();
    });
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i].is_reached == 0) reject("spare entry " + text(part[i].stones, owner_));
    }
  }

  template <typename Belongs>
  void begin_at_start(Part<N>& part, const Belongs& belongs) {
    const auto begin = [&](const Stones<N>& stones) {
      if (!belongs(stones)) return;
      auto* const item = find(part, stones);
      if (item == nullptr) return;
      if (!must_end_ && item->rank != 0) {
        reject("entry " + text(stones, owner_) + " begins the play, and its rank is not 0");
      }
      part.reach(*item);
    };
    if (claim_.side == owner_) return begin(claim_.start);
    for_each_reply(claim_.start, [&](std::size_t, const Stones<N>& next) { begin(next); });
  }

  // Everything after an entry's move, as far as the part has it.
  template <typename Belongs>
  void follow(const Entry<N>& entry, Part<N>& part, const Belongs& belongs) {
    // That it is unfinished and the move legal was, or will be, checked when it is in the part.
    if (entry.move >= board_.places) reject("a move to no place");
    const Stones<N> after = board_.after(entry.stones, owner_, entry.move);
    if (board_.connected(after, owner_)) return;
    const AfterReplies<N> replies(board_, after, owner_);
    for_each_reply(after, [&](std::size_t reply, const Stones<N>& next) {
      if (is_brief_ && replies.connects(reply, next)) return;
      if (!belongs(next)) return;
      auto* const item = find(part, next);
      if (item == nullptr) return;
      if (must_end_ && !is_nearer_the_end(*item, entry)) {
        reject("entry " + text(entry.stones, owner_) + ": no less rank in " + text(next, owner_));
      }
      if (must_end_ || item->rank == entry.rank + 1) part.reach(*item);
    });
  }

  bool is_nearer_the_end(const typename Part<N>::Item& item, const Entry<N>& from) const {
    if (item.rank != from.rank || !is_brief_) return item.rank < from.rank;
    const auto count = [](const Stones<N>& stones) {
      return stones.of[0].count() + stones.of[1].count();
    };
    return count(item.stones) > count(from.stones);
  }

  // Null where there need be none.
  typename Part<N>::Item* find(Part<N>& part, const Stones<N>& stones) const {
    auto* const item = part.find(stones);
    if (item == nullptr && !(is_brief_ && wins_within_three(board_, stones, owner_))) {
      reject("missing entry " + text(stones, owner_));
    }
    return item;
  }

  // All positions after a move of the opponent, who must not connect, and his moves.
  template <typename Action>
  void for_each_reply(const Stones<N>& stones, const Action& action) const {
    const char opponent = opponent_of(owner_);
    Set<N> moves = board_.moves(stones);
    // A stone connects where it joins both edges: on a point, because on a midpoint it has no
    // neighbours.
    if (moves.both(board_.connecting(stones, opponent)).any()) {
      reject("the opponent connects in " + text(stones, opponent));
    }
    // This cannot happen, by the rules; that a win comes about rests on it.
    if (!moves.any()) reject("no move in " + text(stones, opponent));
    while (moves.any()) {
      const std::size_t move = moves.take_first();
      action(move, board_.after(stones, opponent, move));
    }
  }

  Claim<N>& claim_;
  const File& file_;
  const Watch& watch_;
  const Board<N>& board_;
  const char owner_;
  const bool must_end_;
  const bool is_brief_;
  const std::vector<Block>& blocks_;
  const std::vector<std::size_t> ends_;  // of the parts
  std::optional<Stones<N>> last_;        // of the entries that were loaded
};

template <int N>
Stones<N> read_position(const File& file, const Header& header, const Board<N>& board) {
  const std::size_t words = words_of(board);
  const std::string bytes = bytes_at(file, kHeaderBytes, 16 * words);
  if (XXH64(bytes.data(), bytes.size(), 0) != header.position_sum) {
    reject("the checksum of the position is wrong");
  }
  Stones<N> stones;
  for (std::size_t i = 0; i < 2 * words; ++i) {
    stones.of[i / words].words[i % words] = number_at<std::uint64_t>(&bytes[8 * i]);
  }
  const auto& [v, h] = stones.of;
  if (v.both(h).any() || v.with(h).without(board.all).any()) {
    reject("position: stones where they cannot be");
  }
  if (board.has_cross(stones)) reject("position: there is a cross");
  if (board.connected(stones, header.side)) {
    reject("position: the side to move is already connected");
  }
  return stones;
}

// The blocks of both strategies, V's first, which must be all that follows the position.
template <int N>
std::array<std::vector<Block>, 2> read_all_heads(const File& file, const Watch& watch,
                                                 const Header& header, const Board<N>& board) {
  std::uint64_t offset = kHeaderBytes + 16 * words_of(board);
  std::array<std::vector<Block>, 2> blocks;
  for (const std::size_t owner : {std::size_t{0}, std::size_t{1}}) {
    blocks[owner] = read_heads(file, header.blocks[owner], offset, watch);
    std::uint64_t entries = 0;
    for (const Block& block : blocks[owner]) entries += block.entries;
    if (entries != header.entries[owner]) reject("not as many entries as the header says");
  }
  if (offset != file.bytes) reject("there is more in the file than its blocks");
  return blocks;
}

template <int N>
std::string check(const File& file, const Watch& watch, const Header& header) {
  Claim<N> claim{file,
                 watch,
                 Board<N>(header.width, header.height),
                 {},
                 header.side,
                 header.claim != 'D',
                 header.is_brief,
                 0};
  claim.start = read_position(file, header, claim.board);
  const auto blocks = read_all_heads(file, watch, header, claim.board);
  const char last = opponent_of(header.side);
  const bool is_over = claim.board.connected(claim.start, last);
  if (is_over && header.claim != last) reject("the game is over, and not so");
  std::array<std::optional<StrategyCheck<N>>, 2> checks;
  for (const char owner : {'V', 'H'}) {
    const std::vector<Block>& own = blocks[index_of(owner)];
    const bool is_needed = !is_over && (header.claim == owner || header.claim == 'D');
    if (!is_needed && !own.empty()) reject(std::string("a strategy too many, of ") + owner);
    if (is_needed && own.empty() && !header.is_brief)
      reject(std::string("no strategy of ") + owner);
    if (is_needed) checks[index_of(owner)].emplace(claim, owner, own);
  }
  for (const char owner : {'V', 'H'}) {
    if (!checks[index_of(owner)]) continue;
    try {
      checks[index_of(owner)]->check();
    } catch (const Rejected& rejected) {
      reject(std::string("strategy ") + owner + ": " + rejected.reason);
    }
  }
  return header.claim == 'D' ? "draw" : std::string(1, header.claim) + " wins";
}

}  // namespace
}  // namespace compact

Verdict check_compact(const File& file, const Watch& watch) {
  try {
    const compact::Header header = compact::read_header(file);
    const std::size_t places =
        header.width * header.height + (header.width - 1) * (header.height - 1) / 2;
    if (places <= 64) return {true, compact::check<1>(file, watch, header)};
    if (places <= 128) return {true, compact::check<2>(file, watch, header)};
    return {true, compact::check<10>(file, watch, header)};
  } catch (const Rejected& rejected) {
    return {false, rejected.reason};
  }
}

}  // namespace onyx::referee
