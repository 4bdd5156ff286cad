#include "tests/fuzz/plain_file.h"

#include <stdexcept>

namespace onyx::fuzz {
namespace {

constexpr std::size_t kHeaderBytes = 128;

}  // namespace

std::size_t set_bytes(std::size_t places) { return (places + 63) / 64 * 8; }

std::string set_of(const plain::Position& position, char stone,
                   const std::vector<plain::Place>& places) {
  std::string set(set_bytes(places.size()), '\0');
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (position.at(places[i]) == stone) set[i / 8] = static_cast<char>(set[i / 8] | 1 << i % 8);
  }
  return set;
}

void add_set(plain::Position& position, char stone, std::string_view set,
             const std::vector<plain::Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if ((set[i / 8] >> i % 8 & 1) != 0) position.at(places[i]) = stone;
  }
}

PackedFile certificate_file(std::string_view bytes) {
  std::optional<PackedFile> file = unpacked(bytes);
  if (!file || file->kind != FileKind::certificate) {
    throw std::invalid_argument("no compact certificate");
  }
  return *std::move(file);
}

PlainHead head_from(const PackedFile& file) {
  const auto size_at = [&](std::size_t at) {
    return static_cast<int>(number_at<std::uint32_t>(file.head, at));
  };
  PlainHead head{file.head[7], file.head[16], plain::open_setup(size_at(8), size_at(12))};
  head.start.side = file.head[17];
  const auto places = plain::places(head.start.width, head.start.height);
  const std::size_t length = set_bytes(places.size());
  add_set(head.start, 'V', file.head.substr(kHeaderBytes, length), places);
  add_set(head.start, 'H', file.head.substr(kHeaderBytes + length, length), places);
  return head;
}

PackedFile file_of(const PlainHead& head) {
  const plain::Position& start = head.start;
  const auto places = plain::places(start.width, start.height);
  PackedFile file{FileKind::certificate, std::string(kHeaderBytes, '\0'), {}};
  file.head.replace(0, 8, std::string("OnyxCtz") + head.version);
  put_at(file.head, 8, static_cast<std::uint32_t>(start.width));
  put_at(file.head, 12, static_cast<std::uint32_t>(start.height));
  file.head[16] = head.claim;
  file.head[17] = start.side;
  file.head += set_of(start, 'V', places) + set_of(start, 'H', places);
  return file;
}

}  // namespace onyx::fuzz
