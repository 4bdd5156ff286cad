// Arithmetic coding: stores answers of known likelihood in nearly the minimum number of bits. Uses
// only integers, so that all machines agree. Source: G. Martin, "Range encoding: an algorithm for
// removing redundancy from a digitised message", 1979. Carries are handled as in LZMA (I. Pavlov).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/assert.h"
#include "core/base/packed_bytes.h"

namespace onyx::compact {

/// Minimum range. The coder multiplies a smaller range by 256 and moves to the next byte.
inline constexpr std::uint32_t kLeastRange = std::uint32_t{1} << 24;

class RangeEncoder {
 public:
  /// Encodes an answer. The likelihood of yes is `chance` / 65,536.
  void put(bool is_yes, std::uint32_t chance) {
    ONYX_ASSERT(chance > 0 && chance < 65'536);
    const std::uint32_t part = (range_ >> 16) * chance;
    if (is_yes) {
      range_ = part;
    } else {
      low_ += part;
      range_ -= part;
    }
    grow();
  }
  /// Encodes a number from 0 to count - 1, all equally likely.
  void put_one_of(std::uint32_t number, std::uint32_t count) {
    ONYX_ASSERT(number < count && count <= 65'536);
    range_ /= count;
    low_ += std::uint64_t{range_} * number;
    grow();
  }

  /// Returns the number of bytes that later answers cannot change.
  std::size_t bytes() const { return bytes_.size(); }

  /// Returns all bytes and resets the encoder.
  std::string finish() {
    for (int i = 0; i < 4; ++i) shift();
    settle();
    std::string bytes;
    bytes.swap(bytes_);
    *this = RangeEncoder();
    return bytes.substr(1);  // The first byte is always 0, because no carry reaches it.
  }

 private:
  void grow() {
    while (range_ < kLeastRange) {
      range_ <<= 8;
      shift();
    }
  }
  // Withholds `last_` and the `full_` 0xff bytes after it, which a carry may still change.
  void shift() {
    if (low_ < 0xff000000 || low_ > UINT32_MAX) {
      settle();
      last_ = static_cast<std::uint8_t>(low_ >> 24);
    } else {
      ++full_;
    }
    low_ = (low_ & 0x00ffffff) << 8;
  }
  void settle() {
    const auto carry = static_cast<std::uint8_t>(low_ >> 32);
    bytes_ += static_cast<char>(last_ + carry);
    bytes_.append(full_, static_cast<char>(0xff + carry));
    full_ = 0;
  }

  std::uint64_t low_ = 0;  // Uses 33 bits.
  std::uint32_t range_ = UINT32_MAX;
  std::uint8_t last_ = 0;
  std::size_t full_ = 0;
  std::string bytes_;
};

class RangeDecoder {
 public:
  /// `bytes` must outlive the decoder. All members throw Damage if the bytes are invalid.
  explicit RangeDecoder(std::string_view bytes) : rest_(bytes) {
    for (int i = 0; i < 4; ++i) shift();
    if (offset_ >= range_) throw Damage("bytes that do not encode moves");
  }

  bool take(std::uint32_t chance) {
    ONYX_ASSERT(chance > 0 && chance < 65'536);
    const std::uint32_t part = (range_ >> 16) * chance;
    const bool is_yes = offset_ < part;
    if (is_yes) {
      range_ = part;
    } else {
      offset_ -= part;
      range_ -= part;
    }
    grow();
    return is_yes;
  }
  std::uint32_t take_one_of(std::uint32_t count) {
    ONYX_ASSERT(count > 0 && count <= 65'536);
    range_ /= count;
    const std::uint32_t number = offset_ / range_;
    if (number >= count) throw Damage("bytes that do not encode moves");
    offset_ -= number * range_;
    grow();
    return number;
  }
  /// Throws Damage unless the bytes encode exactly the answers taken.
  void finish() const {
    if (offset_ != 0 || !rest_.empty()) throw Damage("bytes that do not encode moves");
  }

 private:
  void grow() {
    while (range_ < kLeastRange) {
      range_ <<= 8;
      shift();
    }
  }
  void shift() {
    if (rest_.empty()) throw Damage("a block is cut off");
    offset_ = offset_ << 8 | static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
  }

  std::string_view rest_;
  std::uint32_t offset_ = 0;  // The encoded number minus the low end of the range.
  std::uint32_t range_ = UINT32_MAX;
};

}  // namespace onyx::compact
