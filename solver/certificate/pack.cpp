#include "solver/certificate/pack.h"

#include "solver/certificate/compact_format.h"

namespace onyx {
namespace {

constexpr std::string_view kLetters = "OnyxPak1";
constexpr std::size_t kPackHead = 16;
constexpr std::size_t kLength = 8;

}  // namespace

std::string pack_of(std::span<const std::string> certificates) {
  std::string pack(kPackHead, '\0');
  kLetters.copy(pack.data(), kLetters.size());
  put_number(pack, kLetters.size(), static_cast<std::uint64_t>(certificates.size()));
  for (const std::string& certificate : certificates) {
    pack.resize(pack.size() + kLength);
    put_number(pack, pack.size() - kLength, static_cast<std::uint64_t>(certificate.size()));
    pack += certificate;
  }
  return pack;
}

std::vector<PackedCertificate> certificates_in_pack(const SourceFile& file) {
  const std::string head = file.read(0, kPackHead);
  if (!head.starts_with(kLetters)) throw Damage("it is no pack of a known version");
  const auto count = get_number<std::uint64_t>(head, kLetters.size());
  std::vector<PackedCertificate> certificates;
  std::uint64_t offset = kPackHead;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto bytes = get_number<std::uint64_t>(file.read(offset, kLength), 0);
    offset += kLength;
    if (bytes > file.bytes - offset) throw Damage("it is cut off");
    certificates.push_back({offset, bytes});
    offset += bytes;
  }
  if (offset != file.bytes) throw Damage("there is more in it than its certificates");
  return certificates;
}

}  // namespace onyx
