// Decodes the moves of compact certificates (solver/certificate/compact_format.md). The file holds
// answers to yes-or-no questions, which identify each move. compact_moves.h checks the moves,
// because they are not trusted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "solver/referee/compact_file.h"

namespace onyx::referee::compact {

// Decodes the answers in a block. Rejects damaged bytes or returns meaningless answers.
class Answers {
 public:
  void begin(std::string bytes) {
    bytes_ = std::move(bytes);
    at_ = 0;
    width_ = 0xffffffff;
    for (int i = 0; i < 4; ++i) next_byte();
    if (value_ == width_) refuse();
  }

  // `yes`: the likelihood of yes, out of 65,536.
  bool is_yes(std::uint32_t yes) {
    const std::uint32_t below = (width_ >> 16) * yes;
    const bool answer = value_ < below;
    if (answer) {
      width_ = below;
    } else {
      value_ -= below;
      width_ -= below;
    }
    widen();
    return answer;
  }
  // Decodes a number from 0 to count - 1, all equally likely.
  std::uint32_t one_of(std::uint32_t count) {
    width_ /= count;
    const std::uint32_t number = value_ / width_;
    if (number >= count) refuse();
    value_ %= width_;
    widen();
    return number;
  }
  // Rejects left-over bytes, so that a sequence of answers has exactly one encoding.
  void end() const {
    if (value_ != 0 || at_ != bytes_.size()) refuse();
  }

  [[noreturn]] static void refuse() { reject("a block cannot be unpacked into its moves"); }

 private:
  void widen() {
    while (width_ < 1U << 24) {
      width_ <<= 8;
      next_byte();
    }
  }
  void next_byte() {
    if (at_ == bytes_.size()) refuse();
    value_ = value_ << 8 | static_cast<unsigned char>(bytes_[at_++]);
  }

  std::string bytes_;
  std::size_t at_ = 0;
  std::uint32_t value_ = 0;
  std::uint32_t width_ = 0xffffffff;
};

template <int N>
class GuessedMoves {
 public:
  static constexpr std::size_t kNoPlace = 0xffff;

  GuessedMoves(const Board<N>& board, const File& file, const std::vector<Block>& blocks)
      : board_(board), file_(file), blocks_(blocks), by_votes_(3 * 97) {
    for (auto& table : tables_) table.resize(256);
    find_neighbourhoods();
  }

  bool has_more() const { return left_in_block_ > 0 || next_block_ < blocks_.size(); }

  // Decodes the owner's next move, after `reply`. `answer` is the owner's answer to the previous
  // reply to the same move. Both may be kNoPlace. Requires has_more().
  std::size_t next(const Stones<N>& stones, char owner, std::size_t reply, std::size_t answer) {
    if (chances_.empty()) chances_.resize(3 << 18);
    if (left_in_block_ == 0) open_block();
    find_rows(stones, owner, reply, answer);
    const std::size_t move = ask(board_.moves(stones));
    remember(move);
    if (--left_in_block_ == 0) answers_.end();
    return move;
  }

  // Returns the memory in use, in bytes, without the current block.
  std::uint64_t bytes() const {
    return 4 * chances_.size() + kRows * sizeof(Row) * tables_[0].size();
  }
  // Returns an upper bound on the bytes for `moves` moves, including copies while tables grow.
  static std::uint64_t bytes_for(std::uint64_t moves) {
    return (4 * 3 << 18) + kRows * sizeof(Row) * std::clamp<std::uint64_t>(4 * moves, 512, 1 << 21);
  }

 private:
  static constexpr std::size_t kRows = 6;

  // The last distinct moves in one context, newest first. `run` counts the consecutive repeats of
  // the newest move, up to 15.
  struct Row {
    std::array<std::uint16_t, 3> moves{0xffff, 0xffff, 0xffff};
    std::uint16_t run = 0;

    unsigned state_of(std::size_t place) const {
      if (moves[0] == place) return run == 0 ? 0 : run <= 3 ? 1 : run <= 14 ? 2 : 3;
      if (moves[1] == place || moves[2] == place) return run == 0 ? 4 : 5;
      return run <= 3 ? 6 : 7;
    }
  };

  // The likelihood of yes, out of 2^22, and the number of answers so far, up to a limit.
  struct Chance {
    std::uint32_t yes : 22 = 1 << 21;
    std::uint32_t answers : 10 = 0;

    std::uint32_t of_65536() const {
      return std::min<std::uint32_t>(std::max<std::uint32_t>(yes >> 6, 16), 65536 - 16);
    }
    void learn(bool was_yes, std::uint32_t most) {
      const std::uint32_t share = answers + 2;
      const std::uint32_t now = yes;
      yes = (was_yes ? now + (0x3fffff - now) / share : now - now / share) & 0x3fffff;
      if (answers < most) ++answers;
    }
  };
  static_assert(sizeof(Chance) == 4);

  // Column and row of each place, doubled, so that midpoints have odd numbers.
  static std::vector<std::pair<int, int>> halves(const Board<N>& board) {
    std::vector<std::pair<int, int>> all;
    for (std::size_t place = 0; place < board.places; ++place) {
      const bool is_midpoint = place >= board.points;
      const std::size_t point = is_midpoint ? board.squares[place - board.points][0] : place;
      const auto x = static_cast<int>(2 * (point % board.width));
      const auto y = static_cast<int>(2 * (point / board.width));
      all.emplace_back(is_midpoint ? x + 1 : x, is_midpoint ? y + 1 : y);
    }
    return all;
  }
  void find_neighbourhoods() {
    const auto at = halves(board_);
    near_.resize(board_.places);
    wide_.resize(board_.places);
    for (std::size_t center = 0; center < at.size(); ++center) {
      for (std::size_t place = 0; place < at.size(); ++place) {
        const int way = std::max(std::abs(at[place].first - at[center].first),
                                 std::abs(at[place].second - at[center].second));
        if (way <= 2) near_[center].add(place);
        if (way <= 4) wide_[center].add(place);
      }
    }
  }

  void open_block() {
    const Block& block = blocks_[next_block_++];
    answers_.begin(packed_bytes(file_, block));
    left_in_block_ = block.moves;
  }

  void find_rows(const Stones<N>& stones, char owner, std::size_t reply, std::size_t answer) {
    const Set<N>& own = stones.of[index_of(owner)];
    const Set<N>& others = stones.of[index_of(opponent_of(owner))];
    const Set<N> near = reply == kNoPlace ? Set<N>{} : near_[reply];
    const Set<N> wide = reply == kNoPlace ? Set<N>{} : wide_[reply];
    const Set<N> nothing;
    find_row(0, kNoPlace, kNoPlace, own, nothing);
    find_row(1, reply, kNoPlace, own, nothing);
    find_row(2, kNoPlace, answer, own, nothing);
    find_row(3, reply, kNoPlace, own.both(near), others.both(near));
    find_row(4, reply, answer, own.both(near), others.both(near));
    find_row(5, reply, kNoPlace, own.both(wide), others.both(wide));
  }
  void find_row(std::size_t table, std::size_t reply, std::size_t answer, const Set<N>& own,
                const Set<N>& others) {
    std::uint64_t hash = 0;
    const auto mix = [&hash](std::uint64_t number) {
      hash = (hash ^ number) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    };
    mix(table + 1);
    mix(reply);
    mix(answer);
    const std::size_t words = words_of(board_);
    for (std::size_t i = 0; i < words; ++i) mix(own.words[i]);
    for (std::size_t i = 0; i < words; ++i) mix(others.words[i]);
    rows_[table] = &tables_[table][hash >> (64 - table_bits_)];
    __builtin_prefetch(rows_[table]);
  }

  // Decodes a move from `open`: asks about guesses, then picks among the remaining moves.
  std::size_t ask(Set<N> open) {
    for (std::size_t question = 0;; question = std::min<std::size_t>(question + 1, 2)) {
      std::size_t best = kNoPlace;
      std::uint32_t best_votes = 0;
      std::uint32_t best_states = 0;
      Set<N> looked_at;
      for (const Row* const row : rows_) {
        for (const std::size_t place : row->moves) {
          if (place == kNoPlace || looked_at.has(place) || !open.has(place)) continue;
          looked_at.add(place);
          const auto [votes, states] = votes_and_states_of(place);
          const bool is_better =
              best == kNoPlace || votes > best_votes || (votes == best_votes && place < best);
          if (!is_better) continue;
          best = place;
          best_votes = votes;
          best_states = states;
        }
      }
      if (best == kNoPlace) break;
      Chance& by_votes = by_votes_[97 * question + best_votes];
      Chance& chance = chances_[(question << 18) + best_states];
      if (chance.answers == 0) {
        chance.yes = by_votes.yes;
        chance.answers = 2;
      }
      const bool is_yes = answers_.is_yes(chance.of_65536());
      chance.learn(is_yes, 120);
      by_votes.learn(is_yes, 62);
      if (is_yes) return best;
      open.remove(best);
    }
    if (!open.any()) Answers::refuse();
    for (auto skip = answers_.one_of(static_cast<std::uint32_t>(open.count())); skip > 0; --skip) {
      open.take_first();
    }
    return open.take_first();
  }

  std::pair<std::uint32_t, std::uint32_t> votes_and_states_of(std::size_t place) const {
    constexpr std::array<std::uint32_t, 8> kVotes{4, 8, 12, 16, 2, 1, 0, 0};
    std::uint32_t votes = 0;
    std::uint32_t states = 0;
    for (std::size_t i = kRows; i-- > 0;) {
      const unsigned state = rows_[i]->state_of(place);
      votes += kVotes[state];
      states = 8 * states + state;
    }
    return {votes, states};
  }

  void remember(std::size_t move) {
    for (Row* const row : rows_) {
      auto& [first, second, third] = row->moves;
      if (first == move) {
        if (row->run < 15) ++row->run;
        continue;
      }
      if (second != move) third = second;
      second = first;
      first = static_cast<std::uint16_t>(move);
      row->run = 0;
    }
    ++moves_;
    if (moves_ == tables_[0].size() && table_bits_ < 20) grow();
  }

  // The upper bits of the hash select a row, so each row splits in two, for the next bit 0 and 1.
  void grow() {
    ++table_bits_;
    for (auto& table : tables_) {
      std::vector<Row> twice;
      twice.reserve(2 * table.size());
      for (const Row& row : table) twice.insert(twice.end(), 2, row);
      table.swap(twice);
    }
  }

  const Board<N>& board_;
  const File& file_;
  const std::vector<Block>& blocks_;
  std::size_t next_block_ = 0;
  std::uint32_t left_in_block_ = 0;
  Answers answers_;
  std::vector<Set<N>> near_;  // indexed by place: the places within one step
  std::vector<Set<N>> wide_;  // indexed by place: within two steps
  std::uint64_t moves_ = 0;   // number of moves decoded so far
  int table_bits_ = 8;
  std::array<std::vector<Row>, kRows> tables_;
  std::array<Row*, kRows> rows_{};  // the rows of the current position
  std::vector<Chance> chances_;     // indexed by question and states
  std::vector<Chance> by_votes_;    // indexed by question and votes
};

}  // namespace onyx::referee::compact
