// The part of a work that one machine or job does.
#pragma once

#include <cstdint>
#include <string>

namespace onyx {

struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1.
  std::uint64_t count = 1;
};

/// "I/N". Tasks may be counted from 0 or from 1: I = N stands for I = 0, so both ways cover the
/// same shards. Throws InputError, which names the option --shard.
Shard parse_shard(const std::string& text);

}  // namespace onyx
