// Tables (solver/certificate/table_format.h) in terms of the plain engine: the right content of the
// file of a board, and the position of each of its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/packed_file.h"
#include "tests/plain/retrograde.h"

namespace onyx::fuzz {

using Codes = std::vector<std::uint8_t>;
inline constexpr std::uint8_t kDraw = 128;
inline constexpr std::uint8_t kIllegal = 255;

/// The codes of all stored positions of a board, in the order of the file, with the plain engine's
/// values. For small boards only: it computes the value of every position.
class PlainTable {
 public:
  PlainTable(int width, int height);

  const Codes& truth() const { return truth_; }
  /// For each code, by number, the numbers of its successors' codes; none for finished games and
  /// illegal positions. Computed on first use.
  const std::vector<std::vector<std::uint32_t>>& successors();

  /// The codes of a file of this board. Throws std::invalid_argument for any other file.
  static Codes codes_of(const PackedFile& file);
  /// The file with these codes and the counts that match them.
  PackedFile with_codes(const PackedFile& file, const Codes& codes) const;
  /// Whether a file with these codes, and right counts, is correct.
  bool is_true(const Codes& codes) const { return codes == truth_; }
  /// The number of codes of one tier and one side to move.
  std::size_t half_tier() const { return colourings_; }

 private:
  plain::Position position(std::size_t number) const;
  /// The number of the symmetric image of `position` that is in a stored tier.
  std::uint32_t number_of(const plain::Position& position) const;

  plain::Table table_;
  std::size_t colourings_;            ///< The number of colourings of the points.
  std::vector<std::uint64_t> tiers_;  ///< The stored tiers.
  std::vector<std::uint64_t> alike_;  ///< For each stored tier, the number of its images.
  Codes truth_;
  std::vector<std::vector<std::uint32_t>> successors_;
};

/// The code that an unfinished legal position must have, given the least code of its successors.
std::uint8_t code_after(std::uint8_t least);

}  // namespace onyx::fuzz
