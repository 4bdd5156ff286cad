// What the binary files of the project have in common: numbers and sums in them, and compression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onyx {

/// A file that is not what it should be; the message says where.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Little-endian, on every machine.
template <class Number>
void put_number(std::string& bytes, std::size_t at, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes[at + i] = static_cast<char>(number >> (8 * i) & 0xff);
  }
}
template <class Number>
Number get_number(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<Number>(static_cast<Number>(static_cast<std::uint8_t>(bytes[at + i]))
                                  << (8 * i));
  }
  return number;
}

/// XXH64. The seed is the number of a block, so that blocks cannot be exchanged.
std::uint64_t sum_of(const void* bytes, std::size_t count, std::uint32_t block);

/// A zstd frame, of the fastest level: higher ones take far longer, and make files little smaller.
std::string compressed(const void* bytes, std::size_t count);
/// Fills `to` with exactly `count` bytes; false if that is not what the frame holds.
bool decompress(std::string_view frame, void* to, std::size_t count);

}  // namespace onyx
