// Tables (solver/certificate/table_format.h) in the terms of the plain engine: what the file of a
// board must hold, and which position each of its bytes is of.
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
/// values. For small boards: every position is looked at.
class PlainTable {
 public:
  PlainTable(int width, int height);

  const Codes& truth() const { return truth_; }
  /// By number of a code, the numbers of those of its successors; none for a finished game and for
  /// what is illegal. Made when first asked for.
  const std::vector<std::vector<std::uint32_t>>& successors();

  /// The codes of a file of this board. Throws std::invalid_argument for what is no such file.
  static Codes codes_of(const PackedFile& file);
  /// The file with these codes and the counts that belong to them.
  PackedFile with_codes(const PackedFile& file, const Codes& codes) const;
  /// Whether a file with these codes, and right counts, says the truth.
  bool is_true(const Codes& codes) const { return codes == truth_; }
  /// Codes of one tier and one side to move.
  std::size_t half_tier() const { return colourings_; }

 private:
  plain::Position position(std::size_t number) const;
  /// Of the position of a stored tier that a symmetry leads to.
  std::uint32_t number_of(const plain::Position& position) const;

  plain::Table table_;
  std::size_t colourings_;            ///< Of the points.
  std::vector<std::uint64_t> tiers_;  ///< Those stored.
  std::vector<std::uint64_t> alike_;  ///< For how many tiers each stands.
  Codes truth_;
  std::vector<std::vector<std::uint32_t>> successors_;
};

/// By the codes of its successors, what a position that is neither finished nor illegal must say.
std::uint8_t code_after(std::uint8_t least);

}  // namespace onyx::fuzz
