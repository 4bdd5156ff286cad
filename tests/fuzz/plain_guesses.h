// Packs the moves of compact certificates. Follows the specification to the letter
// (solver/certificate/compact_format.md) and uses the plain engine, so it is slow.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::fuzz {

/// Packs the moves of one strategy.
class PlainGuesses {
 public:
  static constexpr unsigned kNoPlace = 65'535;

  /// Adds the next move. `reply` led to `position`; `answer` is the owner's answer to the previous
  /// reply from the same position. All are indices in places() or kNoPlace; `move` must be legal.
  void add(const plain::Position& position, unsigned reply, unsigned answer, unsigned move);
  /// Returns a block with all moves added since the last block.
  std::string block();

 private:
  struct Row {
    std::vector<unsigned> places;
    unsigned run = 0;
  };
  struct Chance {
    std::uint64_t p = std::uint64_t{1} << 21;
    std::uint64_t n = 0;
    void learn(bool is_yes, std::uint64_t most);
  };
  using Rows = std::array<Row*, 6>;

  static unsigned state_of(const Row& row, unsigned place);
  Rows rows_of(const plain::Position& position, unsigned reply, unsigned answer);
  // Arithmetic coding: put_answer() encodes a yes or no, put_part() narrows the range to a part.
  void put_answer(bool is_yes, std::uint64_t likely);
  void put_part(std::uint64_t begin, std::uint64_t size);

  std::uint64_t moves_ = 0;
  unsigned bits_ = 8;
  std::array<std::map<std::uint64_t, Row>, 6> tables_;  // rows are made when first used
  std::map<std::pair<unsigned, unsigned>, Chance> by_votes_;
  std::map<std::pair<unsigned, unsigned>, Chance> by_states_;
  // The lower end of the range, as bytes; size_ covers the last four.
  std::vector<unsigned> lowest_ = {0, 0, 0, 0};
  std::uint64_t size_ = 0xffffffff;
};

}  // namespace onyx::fuzz
