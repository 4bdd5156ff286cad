// Packs, `*.pack`: many certificates in one file, each of another position. Version 2.
//
// Layout. All numbers are little-endian u64; checksums are XXH64.
//
//   0    8 bytes "OnyxPak2"
//   8    number of certificates, at least 1
//   16   offset of the index
//   24   checksum of bytes 0 to 23, seed 0
//   32   groups of 256 certificates, the last of 1 to 256, one after the other:
//          for each of its certificates: bytes of its frame, bytes of the certificate, checksum of
//          the frame, seed 0
//          checksum of these numbers, its seed the number of the group, from 0
//          the frames: a zstd frame for each certificate. A certificate, in JSON or compact
//          (compact_format.h), is a file by itself, of 2^28 bytes at most
//        the index: for each group its offset; the checksum of these, seed 0. Nothing follows.
//
// The order means nothing; what writes packs sorts by position, as text, or by class.
//
// Version 1 ("OnyxPak1") is no longer read; onyx before 1.0 reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/packed_bytes.h"

namespace onyx {

/// Longer ones have to be files by themselves.
inline constexpr std::uint64_t kMostInPack = std::uint64_t{1} << 28;

/// Where a certificate of a pack lies in it.
struct PackedCertificate {
  std::uint64_t offset;
  std::uint64_t bytes;     ///< Of the frame.
  std::uint64_t unpacked;  ///< Of the certificate.
  std::uint64_t sum;       ///< Checksum of the frame.

  /// Throws Damage.
  std::string read(const SourceFile& file) const;
};

/// A certificate as it lies in a pack.
struct CertificateFrame {
  std::string frame;
  std::uint64_t unpacked = 0;

  /// Throws std::length_error if it is longer than kMostInPack.
  static CertificateFrame of(std::string_view certificate);
  /// Throws Damage.
  std::string certificate() const;
};

/// Writes a pack from its beginning to its end, but for the head, which comes last. Memory: a group
/// of frames, and 8 bytes for each group.
class PackWriter {
 public:
  explicit PackWriter(WriteAt write) : write_(std::move(write)) {}

  void add(CertificateFrame certificate);
  /// To be called last, if any was added.
  void finish();

  std::uint64_t certificates() const { return certificates_; }
  std::uint64_t bytes() const { return end_; }  ///< Of the file, after finish().

 private:
  void write_group();

  WriteAt write_;
  std::uint64_t certificates_ = 0;
  std::uint64_t end_ = 32;
  std::vector<CertificateFrame> group_;
  std::string index_;
};

/// A pack of these, at least one, in their order. Throws as CertificateFrame.
std::string pack_of(std::span<const std::string> certificates);

/// The certificates of a pack, in their order. What memory it takes does not depend on what the
/// file says.
class PackReader {
 public:
  /// Throws Damage for what is no pack.
  explicit PackReader(SourceFile file);

  std::uint64_t certificates() const { return certificates_; }
  /// Nothing after the last. Throws Damage where the file is cut off, or altered between the
  /// certificates; what is in them is for read() to say.
  std::optional<PackedCertificate> next();

 private:
  void read_group();

  SourceFile file_;
  std::uint64_t certificates_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t offset_ = 0;  ///< Of what follows the last certificate.
  std::uint64_t index_ = 0;
  std::string group_;  ///< The numbers of the open group.
};

/// All. Throws as PackReader.
std::vector<PackedCertificate> certificates_in_pack(const SourceFile& file);

}  // namespace onyx
