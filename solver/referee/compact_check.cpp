// The independent checker of compact certificates.
//
// What is accepted, and why acceptance implies the claim. A strategy of X is a table from positions
// with X to move to moves. Every entry is looked at by itself, in any order:
//
//   - Its position is legal and unfinished, and so is its move.
//   - After the move X is connected, or the opponent has a reply; no reply connects; and after
//     every reply there is an entry for the position.
//   - The claimed position has an entry if X is to move there, or one after each reply if not.
//   So X, who can follow the table from there, is never beaten.
//
//   "X wins". Every reply leads to an entry whose rank is less. Ranks are not negative, so the play
//   ends; the opponent did not connect; X did.
//
//   "draw". V and H both have such a table, so neither can force a win.
//
//   None spare. Every entry is where the play begins, or is reached from another: in a win, where
//   ranks go down, the chain of entries that lead to it cannot close, and so begins there. In a
//   safe strategy, rank 0 is where it begins, and any other entry must be reached from one with a
//   rank that is one less.
//
// Memory. A part of the entries is held at a time, with a hash table over them; the whole file is
// streamed past it, and those replies are looked up that belong to the part. Positions are compared
// whole: nothing rests on a hash.
#include "solver/referee/compact_check.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <mutex>

#include "solver/referee/compact/part.h"

namespace onyx::checker {
namespace compact {
namespace {

// Runs the action for each number below count, on all threads. A rejection that is met leaves it;
// of several, that of the least number. (Exceptions of other kinds TBB passes on.)
template <typename Action>
void for_all(std::size_t count, const Action& action) {
  std::mutex mutex;
  std::size_t first = count;
  std::string reason;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
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

template <int N>
class StrategyCheck {
 public:
  StrategyCheck(const CompactFile& file, const CompactWatch& watch, const Board<N>& board,
                const Stones<N>& start, char side, char owner, bool must_end,
                const std::vector<Block>& blocks)
      : file_(file),
        watch_(watch),
        board_(board),
        start_(start),
        side_(side),
        owner_(owner),
        must_end_(must_end),
        blocks_(blocks) {}

  void check() {
    const std::vector<std::size_t> ends = ends_of_parts();
    to_do_ = ends.size() * blocks_.size();
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      Part<N> part = load(begin, end);
      if (begin > 0 && !last_.before(part[0])) reject("the entries are not in order");
      last_ = part[part.size() - 1];
      check_part(part, begin == 0, end);
      begin = end;
    }
  }

 private:
  // Where the blocks of each part end: as many as fit into the memory, one at least.
  std::vector<std::size_t> ends_of_parts() const {
    const std::uint64_t most =
        std::min<std::uint64_t>(watch_.memory / Part<N>::kBytes, UINT32_MAX / 2);
    std::vector<std::size_t> ends;
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

  Part<N> load(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> first(end - begin);
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      first[i - begin] = count;
      count += blocks_[i].entries;
    }
    Part<N> part(count);
    for_all(end - begin, [&](std::size_t i) {
      const auto entries = read_block<N>(file_, blocks_[begin + i], words_of(board_));
      for (const Entry<N>& entry : entries) check_entry(entry);
      std::copy(entries.begin(), entries.end(), part.at(first[i]));
    });
    for (std::size_t i = 1; i < part.size(); ++i) {
      if (!part[i - 1].before(part[i])) reject("the entries are not in order");
    }
    part.index();
    return part;
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
  }

  // Streams all entries past those of the part, which ends where block `end` begins. To it belong
  // all positions from its first on, whether there are entries for them or not, up to the next
  // part.
  void check_part(Part<N>& part, bool is_first, std::size_t end) {
    const bool is_last = end == blocks_.size();
    Entry<N> next{};
    if (!is_last) next = read_block<N>(file_, blocks_[end], words_of(board_)).front();
    const auto belongs = [&](const Stones<N>& stones) {
      const Entry<N> entry{stones, 0, 0};
      return (is_first || !entry.before(part[0])) && (is_last || entry.before(next));
    };
    begin_at_start(part, belongs);
    for_all(blocks_.size(), [&](std::size_t i) {
      if (watch_.interrupt != nullptr && *watch_.interrupt) throw CompactInterrupted{};
      const auto entries = read_block<N>(file_, blocks_[i], words_of(board_));
      for (const Entry<N>& entry : entries) follow(entry, part, belongs);
      if (watch_.progress) watch_.progress(++done_, to_do_);
    });
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (!part.is_reached(i)) reject("spare entry " + text(part[i].stones, owner_));
    }
  }

  template <typename Belongs>
  void begin_at_start(Part<N>& part, const Belongs& belongs) {
    const auto begin = [&](const Stones<N>& stones) {
      if (!belongs(stones)) return;
      const std::size_t number = find(part, stones);
      if (!must_end_ && part[number].rank != 0) {
        reject("entry " + text(stones, owner_) + " begins the play, and its rank is not 0");
      }
      part.reach(number);
    };
    if (side_ == owner_) return begin(start_);
    for_each_reply(start_, begin);
  }

  // Everything after an entry's move, as far as the part has it.
  template <typename Belongs>
  void follow(const Entry<N>& entry, Part<N>& part, const Belongs& belongs) {
    // That it is unfinished and the move legal was, or will be, checked when it is in the part.
    if (entry.move >= board_.places) reject("a move to no place");
    const Stones<N> after = board_.after(entry.stones, owner_, entry.move);
    if (board_.connected(after, owner_)) return;
    for_each_reply(after, [&](const Stones<N>& next) {
      if (!belongs(next)) return;
      const std::size_t number = find(part, next);
      if (must_end_ && part[number].rank >= entry.rank) {
        reject("entry " + text(entry.stones, owner_) + ": no less rank in " + text(next, owner_));
      }
      if (must_end_ || part[number].rank == entry.rank + 1) part.reach(number);
    });
  }

  std::size_t find(const Part<N>& part, const Stones<N>& stones) const {
    const std::size_t number = part.find(stones);
    if (number == part.size()) reject("missing entry " + text(stones, owner_));
    return number;
  }

  // All positions after a move of the opponent, who must not connect.
  template <typename Action>
  void for_each_reply(const Stones<N>& stones, const Action& action) const {
    const char opponent = other(owner_);
    Set<N> moves = board_.moves(stones);
    // A stone connects where it joins both edges: on a point, because on a midpoint it has no
    // neighbours.
    if (moves.both(board_.connecting(stones, opponent)).any()) {
      reject("the opponent connects in " + text(stones, opponent));
    }
    // This cannot happen, by the rules; that a win comes about rests on it.
    if (!moves.any()) reject("no move in " + text(stones, opponent));
    while (moves.any()) action(board_.after(stones, opponent, moves.take_first()));
  }

  const CompactFile& file_;
  const CompactWatch& watch_;
  const Board<N>& board_;
  const Stones<N>& start_;
  const char side_;
  const char owner_;
  const bool must_end_;
  const std::vector<Block>& blocks_;
  Entry<N> last_{};
  std::uint64_t to_do_ = 0;  // blocks to stream: all of them for each part
  std::atomic<std::uint64_t> done_{0};
};

template <int N>
Stones<N> read_position(const CompactFile& file, const Header& header, const Board<N>& board) {
  const std::size_t words = words_of(board);
  const std::string bytes = bytes_at(file, kHeaderBytes, 16 * words);
  if (XXH64(bytes.data(), bytes.size(), 0) != header.position_sum) {
    reject("the sum of the position is wrong");
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

template <int N>
std::string check(const CompactFile& file, const CompactWatch& watch, const Header& header) {
  const Board<N> board(header.width, header.height);
  const Stones<N> start = read_position(file, header, board);
  std::uint64_t offset = kHeaderBytes + 16 * words_of(board);
  std::array<std::vector<Block>, 2> blocks;
  for (const std::size_t owner : {std::size_t{0}, std::size_t{1}}) {
    blocks[owner] = read_heads(file, header.blocks[owner], offset);
    std::uint64_t entries = 0;
    for (const Block& block : blocks[owner]) entries += block.entries;
    if (entries != header.entries[owner]) reject("not as many entries as the header says");
  }
  if (offset != file.bytes) reject("there is more in the file than its blocks");
  const char last = other(header.side);
  const bool is_over = board.connected(start, last);
  if (is_over && header.claim != last) reject("the game is over, and not so");
  for (const char owner : {'V', 'H'}) {
    const std::vector<Block>& own = blocks[index_of(owner)];
    const bool is_needed = !is_over && (header.claim == owner || header.claim == 'D');
    if (!is_needed && !own.empty()) reject(std::string("a strategy too many, of ") + owner);
    if (is_needed && own.empty()) reject(std::string("no strategy of ") + owner);
    if (!is_needed) continue;
    try {
      StrategyCheck<N>(file, watch, board, start, header.side, owner, header.claim != 'D', own)
          .check();
    } catch (const Rejected& rejected) {
      reject(std::string("strategy ") + owner + ": " + rejected.reason);
    }
  }
  return header.claim == 'D' ? "draw" : std::string(1, header.claim) + " wins";
}

}  // namespace
}  // namespace compact

bool looks_compact(const CompactFile& file) {
  if (file.bytes < compact::kHeaderBytes) return false;
  std::string magic(7, '\0');
  file.read_at(0, magic.size(), magic.data());
  return magic == "OnyxCtz";
}

Verdict check_compact(const CompactFile& file, const CompactWatch& watch) {
  try {
    const compact::Header header = compact::read_header(file);
    const std::size_t places =
        header.width * header.height + (header.width - 1) * (header.height - 1) / 2;
    if (places <= 64) return {true, compact::check<1>(file, watch, header)};
    if (places <= 128) return {true, compact::check<2>(file, watch, header)};
    return {true, compact::check<10>(file, watch, header)};
  } catch (const compact::Rejected& rejected) {
    return {false, rejected.reason};
  }
}

}  // namespace onyx::checker
