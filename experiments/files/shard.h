// The part of a work that one machine or job does.
#pragma once

#include <cstdint>
#include <string>

namespace onyx {

struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;

  /// The least number of the shard that is no less: the shard has those that leave its own number
  /// when they are divided by the count.
  std::uint64_t first_from(std::uint64_t least) const {
    return least + (number + count - least % count) % count;
  }
};

/// "I/N". Tasks may be counted from 0 or from 1: I = N stands for I = 0, so both ways cover the
/// same shards. Throws InputError, which names the option --shard.
Shard parse_shard(const std::string& text);

}  // namespace onyx
