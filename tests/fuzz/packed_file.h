// Takes the packed files of the project apart, and puts them together again with right checksums
// for any content. Forged content thus passes the checksums and reaches the check that it tests.
// Shares no code with the readers and writers of these files.
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
  certificate,    ///< solver/certificate/compact_format.h
  saved_entries,  ///< solver/engine/proof_number/saved_search.h
  table,          ///< solver/certificate/table_format.h
  tier_file,      ///< solver/engine/tier_run/indexed_file.h: slices and lists of draws
};

struct PackedFile {
  struct Block {
    /// Decompressed; the blocks of a certificate are not compressed and are kept as they are.
    std::string content;
    std::uint32_t entries = 0;  ///< From the block's head; only for certificates and saved tables.
  };
  FileKind kind{};
  std::string head;  ///< The bytes before blocks and index. The checksums in it are ignored.
  std::vector<Block> blocks;
};

/// Returns nothing if the bytes do not follow the layout that their first bytes announce. Checksums
/// are not checked.
std::optional<PackedFile> unpacked(std::string_view bytes);

/// Sets the counts of blocks and entries in the head to the counts of the blocks, for formats that
/// have such counts. `blocks_of_v`: the number of V's blocks of a certificate.
void set_counts(PackedFile& file, std::size_t blocks_of_v);
/// The number of V's blocks according to the head, but at most the number of blocks.
std::size_t blocks_of_v(const PackedFile& file);

/// The bytes of the file, with right checksums and offsets.
std::string packed(const PackedFile& file);

/// The certificates of a pack (solver/certificate/pack.h), of any format. Nothing if lengths,
/// checksums, or the index are wrong.
std::optional<std::vector<std::string>> parts_of_pack(std::string_view bytes);
/// The pack with these certificates, with right lengths, checksums and index.
std::string pack_from(const std::vector<std::string>& parts);

}  // namespace onyx::fuzz
