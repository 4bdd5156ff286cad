// Packs, `*.pack`: many compact certificates in one file, each of another position. Version 1.
//
// Layout. All numbers are little-endian.
//
//   0    8 bytes "OnyxPak1"
//   8    u64 number of certificates, at least 1
//   16   the certificates, one after the other: u64 bytes, then as many bytes of a compact
//        certificate (compact_format.h), a file by itself; nothing else is in the file
//
// Checksums are those of the certificates. The order means nothing; what writes packs sorts them by
// position, as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/packed_bytes.h"

namespace onyx {

/// Where a certificate of a pack lies in it.
struct PackedCertificate {
  std::uint64_t offset;
  std::uint64_t bytes;
};

std::string pack_of(std::span<const std::string> certificates);

/// In their order. Throws Damage where the file is no pack, or is cut off.
std::vector<PackedCertificate> certificates_in_pack(const SourceFile& file);

}  // namespace onyx
