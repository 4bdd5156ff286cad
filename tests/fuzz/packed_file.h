// Takes packed files of the project apart, and packs any content again with valid checksums. So
// forged content passes the checksums and reaches the check that it is made to test. Shares no code
// with the project's readers and writers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onyx::fuzz {

/// Reads and writes little-endian numbers.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[at + i]));
  }
  return number;
}
template <class Number>
void put_at(std::string& bytes, std::size_t at, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes[at + i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xff);
  }
}

enum class FileKind {
  certificate,    ///< Layout: solver/certificate/compact_format.md
  saved_entries,  ///< Layout: solver/engine/proof_number/README.md
  table,          ///< Layout: solver/certificate/table_format.md
  tier_file,      ///< Layout: solver/engine/tier_run/tier_files.md
};

struct PackedFile {
  struct Block {
    /// Decompressed, except in certificates, whose blocks are not compressed.
    std::string content;
    std::uint32_t entries = 0;  ///< Stored only by certificates and saved entries.
  };
  FileKind kind{};
  std::string head;  ///< The bytes before blocks and index; packed() renews the checksums.
  std::vector<Block> blocks;
};

/// Returns nothing if the bytes do not follow the layout that their first bytes name. Does not
/// check the checksums.
std::optional<PackedFile> unpacked(std::string_view bytes);

/// Writes the counts of `blocks` and entries into the head, if the format stores them there.
/// `blocks_of_v` is the number of a certificate's blocks with V's moves.
void set_counts(PackedFile& file, std::size_t blocks_of_v);
/// Returns the head's number of blocks with V's moves, capped at the number of blocks.
std::size_t blocks_of_v(const PackedFile& file);

/// Returns the file in bytes, with correct checksums and offsets.
std::string packed(const PackedFile& file);

/// Returns the certificates of a pack (solver/certificate/pack_format.md), in any format. Returns
/// nothing if lengths, checksums or the index are wrong.
std::optional<std::vector<std::string>> parts_of_pack(std::string_view bytes);
/// Returns a pack of `parts`, with correct lengths, checksums and index.
std::string pack_from(const std::vector<std::string>& parts);

}  // namespace onyx::fuzz
