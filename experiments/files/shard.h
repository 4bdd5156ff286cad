// The share of the work that one machine or job does.
#pragma once

#include <cstdint>
#include <string>

namespace onyx {

struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;

  /// The shard's least number that is not less than `least`. The shard's numbers are those
  /// congruent to its own modulo the count.
  std::uint64_t first_from(std::uint64_t least) const {
    return least + (number + count - least % count) % count;
  }
};

/// Parses "I/N". Tasks may be counted from 0 or from 1: I = N means I = 0, so both ways cover the
/// same shards. Throws InputError, which names the option --shard.
Shard parse_shard(const std::string& text);

}  // namespace onyx
