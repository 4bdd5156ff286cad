// The common parts of the files of a tier (tier_files.md).
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/packed_bytes.h"

namespace onyx::tier {

/// Returns a header with `kind` (8 characters), `numbers` as u32, and the version, but no checksum.
std::string indexed_header(std::string_view kind, std::string_view version,
                           std::initializer_list<std::uint64_t> numbers = {});

std::uint64_t bytes_before_blocks(std::size_t blocks);

void add_to_index(std::string& index, std::string_view block);
/// Returns `header` with the checksum filled in, followed by the index.
std::string with_index(std::string header, const std::string& index);

struct IndexedBlock {
  std::uint64_t checksum;
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t number;
};
/// Returns the blocks. Throws Damage unless the file's header equals `header`, except for the
/// version, and the index and the file size are valid. Messages name the `kind`.
std::vector<IndexedBlock> read_index(const SourceFile& file, const std::string& header,
                                     std::size_t blocks, std::string_view kind);

/// Unpacks a block to `content`, which must have the right size. Returns false for a damaged block.
bool unpack(const SourceFile& file, const IndexedBlock& block, std::string& content);

}  // namespace onyx::tier
