// Writes and reads packs, `*.pack`: many certificates in one file (pack_format.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/packed_bytes.h"

namespace onyx {

inline constexpr std::uint64_t kMostInPack = std::uint64_t{1} << 28;

struct PackedCertificate {
  std::uint64_t offset;
  std::uint64_t bytes;     ///< Size of the frame.
  std::uint64_t unpacked;  ///< Size of the certificate.
  std::uint64_t sum;       ///< Checksum of the frame.

  /// Reads and unpacks the certificate. Throws Damage.
  std::string read(const SourceFile& file) const;
};

struct CertificateFrame {
  std::string frame;
  std::uint64_t unpacked = 0;

  /// Compresses. Throws std::length_error for a certificate longer than kMostInPack bytes.
  static CertificateFrame of(std::string_view certificate);
  /// Unpacks. Throws Damage.
  std::string certificate() const;
};

/// Writes a pack. Keeps the frames of one group and 8 bytes per group in memory.
class PackWriter {
 public:
  explicit PackWriter(WriteAt write) : write_(std::move(write)) {}

  void add(CertificateFrame certificate);
  /// Writes the index and the head. Call last.
  void finish();

  std::uint64_t certificates() const { return certificates_; }

 private:
  void write_group();
  WriteAt write_;
  std::uint64_t certificates_ = 0;
  std::uint64_t end_ = 32;
  std::vector<CertificateFrame> group_;
  std::string index_;
};

/// Packs one or more certificates, in the given order. Throws like CertificateFrame::of().
std::string pack_of(std::span<const std::string> certificates);

/// Reads the certificates in file order. Uses little memory even if the file is damaged.
class PackReader {
 public:
  /// Throws Damage if the file is not a pack.
  explicit PackReader(SourceFile file);

  std::uint64_t certificates() const { return certificates_; }
  /// Returns the next certificate, or nothing after the last one. Throws Damage. Only
  /// PackedCertificate::read() verifies the frame itself.
  std::optional<PackedCertificate> next();

 private:
  void read_group();
  SourceFile file_;
  std::uint64_t certificates_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t offset_ = 0;  ///< Offset of the next frame or group.
  std::uint64_t index_ = 0;
  std::string group_;  ///< Sizes and checksums of the current group's frames.
};

/// Returns all certificates of the pack, still compressed. Throws Damage.
std::vector<PackedCertificate> certificates_in_pack(const SourceFile& file);

}  // namespace onyx
