// Tables (solver/certificate/table_format.md) by the plain engine: the correct file for a
// board, and the position that each byte stands for.
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

/// The correct codes of all stored positions of a board, in the order of the file. Only for small
/// boards, because it computes the value of every position.
class PlainTable {
 public:
  PlainTable(int width, int height);

  const Codes& truth() const { return truth_; }
  /// Returns, for each code, the numbers of its successors' codes. Finished games and illegal
  /// positions have none. Computed on first use.
  const std::vector<std::vector<std::uint32_t>>& successors();

  /// Reads the codes of a file of this board. Throws std::invalid_argument for any other file.
  static Codes codes_of(const PackedFile& file);
  /// Returns the file with these codes and their counts.
  PackedFile with_codes(const PackedFile& file, const Codes& codes) const;
  bool is_true(const Codes& codes) const { return codes == truth_; }
  /// Returns the number of codes of a tier for one side to move.
  std::size_t half_tier() const { return colourings_; }

 private:
  plain::Position position(std::size_t number) const;
  /// Returns the number of the symmetric image of `position` that the file stores.
  std::uint32_t number_of(const plain::Position& position) const;

  plain::Table table_;
  std::size_t colourings_;  ///< The number of colourings of the points.
  std::vector<std::uint64_t> tiers_;
  std::vector<std::uint64_t> alike_;  ///< For each stored tier, the number of its images.
  Codes truth_;
  std::vector<std::vector<std::uint32_t>> successors_;
};

/// Returns the code of an unfinished legal position, given the least code of its successors.
std::uint8_t code_after(std::uint8_t least);

}  // namespace onyx::fuzz
