#include "solver/certificate/pack.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/assert.h"
#include "solver/certificate/format_version.h"

namespace onyx {
namespace {

constexpr std::string_view kLetters = "OnyxPak2";
constexpr std::size_t kNumber = 8;
constexpr std::size_t kCountAt = 8;
constexpr std::size_t kIndexAt = 16;
constexpr std::size_t kSumAt = 24;
constexpr std::size_t kHead = 32;
constexpr std::uint64_t kInGroup = 256;
constexpr std::size_t kEntry = 3 * kNumber;

std::uint64_t sum_of(std::string_view bytes, std::uint64_t seed = 0) {
  return checksum_of(bytes.data(), bytes.size(), static_cast<std::uint32_t>(seed));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  return get_number<std::uint64_t>(bytes, at);
}

}  // namespace

CertificateFrame CertificateFrame::of(std::string_view certificate) {
  if (certificate.size() > kMostInPack) throw std::length_error("too long for a pack");
  CertificateFrame packed{compressed(certificate.data(), certificate.size()), certificate.size()};
  packed.frame.shrink_to_fit();  // compressed() allocates for the worst case.
  return packed;
}

std::string CertificateFrame::certificate() const {
  if (unpacked > kMostInPack) throw Damage("a certificate has an impossible size");
  std::string bytes(unpacked, '\0');
  if (!decompress(frame, bytes.data(), bytes.size())) throw Damage("a frame cannot be unpacked");
  return bytes;
}

std::string PackedCertificate::read(const SourceFile& file) const {
  std::string there = file.read(offset, bytes);
  if (sum_of(there) != sum) throw Damage("the checksum of a frame is wrong");
  return CertificateFrame{std::move(there), unpacked}.certificate();
}

void PackWriter::add(CertificateFrame certificate) {
  group_.push_back(std::move(certificate));
  ++certificates_;
  if (group_.size() == kInGroup) write_group();
}

void PackWriter::write_group() {
  ONYX_ASSERT(!group_.empty() && group_.size() <= kInGroup);
  std::string bytes;
  for (const auto& [frame, unpacked] : group_) {
    append_number<std::uint64_t>(bytes, frame.size());
    append_number(bytes, unpacked);
    append_number(bytes, sum_of(frame));
  }
  append_number(bytes, sum_of(bytes, index_.size() / kNumber));
  for (const CertificateFrame& one : group_) bytes += one.frame;
  append_number(index_, end_);
  write_(end_, bytes);
  end_ += bytes.size();
  group_.clear();
}

void PackWriter::finish() {
  if (!group_.empty()) write_group();
  std::string head(kLetters);
  append_number(head, certificates_);
  append_number(head, end_);
  append_number(head, sum_of(head));
  append_number(index_, sum_of(index_));
  write_(end_, index_);
  end_ += index_.size();
  write_(0, head);
}

std::string pack_of(std::span<const std::string> certificates) {
  std::string pack;
  PackWriter writer(writer_to(pack));
  for (const std::string& certificate : certificates) writer.add(CertificateFrame::of(certificate));
  writer.finish();
  return pack;
}

PackReader::PackReader(SourceFile file) : file_(std::move(file)) {
  require_letters(file_.read(0, kLetters.size()), kLetters, "it is not a pack of a known version");
  offset_ = kHead;
  const std::string head = file_.read(0, kHead);
  certificates_ = number_at(head, kCountAt);
  if (certificates_ == 0) throw Damage("it has no certificates");
  if (number_at(head, kSumAt) != sum_of(head.substr(0, kSumAt))) {
    throw Damage("the checksum of its head is wrong");
  }
  index_ = number_at(head, kIndexAt);
  const std::uint64_t groups = (certificates_ - 1) / kInGroup + 1;
  if (index_ > file_.bytes || (file_.bytes - index_) % kNumber != 0 ||
      (file_.bytes - index_) / kNumber != groups + 1) {
    throw Damage("it is cut off, or has data after its certificates");
  }
}

void PackReader::read_group() {
  const std::uint64_t group = taken_ / kInGroup;
  if (number_at(file_.read(index_ + group * kNumber, kNumber), 0) != offset_) {
    throw Damage(fmt::format("its index is wrong at group {}", group));
  }
  group_ = file_.read(offset_, kEntry * std::min(kInGroup, certificates_ - taken_) + kNumber);
  offset_ += group_.size();
  const std::uint64_t sum = number_at(group_, group_.size() - kNumber);
  group_.resize(group_.size() - kNumber);
  if (sum != sum_of(group_, group)) {
    throw Damage(fmt::format("the checksum of group {} is wrong", group));
  }
}

std::optional<PackedCertificate> PackReader::next() {
  if (taken_ == certificates_) {
    if (offset_ != index_) throw Damage("it has data after its certificates");
    return {};
  }
  if (taken_ % kInGroup == 0) read_group();
  const std::size_t at = taken_ % kInGroup * kEntry;
  ONYX_ASSERT(at + kEntry <= group_.size());
  const PackedCertificate certificate{offset_, number_at(group_, at),
                                      number_at(group_, at + kNumber),
                                      number_at(group_, at + 2 * kNumber)};
  if (certificate.bytes > index_ - std::min(index_, offset_)) throw Damage("it is cut off");
  if (certificate.unpacked == 0) throw Damage("a certificate is empty");
  ++taken_;
  offset_ += certificate.bytes;
  return certificate;
}

std::vector<PackedCertificate> certificates_in_pack(const SourceFile& file) {
  std::vector<PackedCertificate> certificates;
  PackReader reader(file);
  while (const auto one = reader.next()) certificates.push_back(*one);
  return certificates;
}

}  // namespace onyx
