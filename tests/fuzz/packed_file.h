// The packed files of the project taken apart, and put together again with right sums, whatever
// they then say: so that forged content comes past the sums to what it is to be tried on. Shares no
// code with what writes these files, or reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onyx::fuzz {

/// Little-endian.
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
  saved_entries,  ///< solver/proof_number/saved_entries.h
  table,          ///< solver/certificate/table_format.h
  tier_file,      ///< solver/tier_run/indexed_file.h: slices and lists of draws
};

struct PackedFile {
  struct Block {
    /// Unpacked, but of a certificate as it is.
    std::string content;
    std::uint32_t entries = 0;  ///< As its head says; only of certificates and saved tables.
  };
  FileKind kind{};
  std::string head;  ///< What comes before blocks and index. Its sums mean nothing here.
  std::vector<Block> blocks;
};

/// Nothing if the bytes have not the layout that begins as these do. Sums are not looked at.
std::optional<PackedFile> unpacked(std::string_view bytes);

/// Makes the numbers of blocks and entries in the head those of the blocks, as far as there are
/// such numbers. `blocks_of_v`: of a certificate, how many of the blocks are V's.
void set_counts(PackedFile& file, std::size_t blocks_of_v);
/// What the head says now; more than there are blocks becomes all of them.
std::size_t blocks_of_v(const PackedFile& file);

/// With right sums, and offsets.
std::string packed(const PackedFile& file);

/// The certificates of a pack (solver/certificate/pack.h), of whatever kind they are. Nothing if
/// lengths, sums, or the index are wrong.
std::optional<std::vector<std::string>> parts_of_pack(std::string_view bytes);
/// With the right ones.
std::string pack_from(const std::vector<std::string>& parts);

}  // namespace onyx::fuzz
