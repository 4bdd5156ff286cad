#include "experiments/files/shard.h"

#include <fmt/core.h>

#include <charconv>

#include "core/notation.h"

namespace onyx {

Shard parse_shard(const std::string& text) {
  const char* const end = text.data() + text.size();
  constexpr std::uint64_t kMostShards = 1'000'000'000;
  std::uint64_t shard = 0;
  std::uint64_t shards = 0;
  const auto first = std::from_chars(text.data(), end, shard);
  bool fine = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  if (fine) {
    const auto second = std::from_chars(first.ptr + 1, end, shards);
    fine = second.ec == std::errc() && second.ptr == end && shards > 0 && shard <= shards &&
           shards <= kMostShards;
  }
  if (!fine) {
    throw InputError(fmt::format("--shard {} is not I/N with N from 1 to {} and I from 0 or 1 to N",
                                 in_quotes(text), kMostShards));
  }
  return {shard % shards, shards};
}

}  // namespace onyx
