#include "solver/engine/tier_run/draw_format.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace onyx {
namespace {

constexpr const char* kDrawKind = "OnyxDrw1";
constexpr const char* kDrawKindName = "list of draws";
constexpr std::size_t kDrawNumberBytes = 8;
constexpr std::uint64_t kDrawBlock = std::uint64_t{1} << 16;

std::size_t draw_block_count(std::uint64_t draws) {
  // `draws` comes from a file, so rounding up must not overflow.
  return static_cast<std::size_t>(draws / kDrawBlock + (draws % kDrawBlock != 0 ? 1 : 0));
}

std::size_t draws_in_block(std::uint64_t draws, std::size_t block) {
  return static_cast<std::size_t>(std::min(kDrawBlock, draws - block * kDrawBlock));
}

}  // namespace

DrawFormat::DrawFormat(BoardSize size, std::string version)
    : size_(size), points_(point_count(size)), version_(std::move(version)) {}

std::uint64_t DrawFormat::code_of(const WidePosition<1>& position) const {
  const std::uint64_t points = (std::uint64_t{1} << points_) - 1;
  const std::uint64_t v = position.of(Player::V).words()[0] & points;
  const std::uint64_t h = position.of(Player::H).words()[0] & points;
  return v | h << points_ | std::uint64_t{position.to_move == Player::H} << 63;
}

WidePosition<1> DrawFormat::position(const TierName& tier, std::uint64_t code) const {
  const std::uint64_t points = (std::uint64_t{1} << points_) - 1;
  WidePosition<1> position;
  for (std::size_t player = 0; player < 2; ++player) {
    const std::uint64_t midpoints = std::uint64_t{tier.owned[player]} << points_;
    position.stones[player].words()[0] = (code & points) | midpoints;
    code >>= points_;
  }
  position.to_move = code >> (63 - 2 * points_) != 0 ? Player::H : Player::V;
  return position;
}

std::string DrawFormat::header_of(const TierName& name, std::uint64_t draws) const {
  return tier::indexed_header(
      kDrawKind, version_,
      {static_cast<std::uint64_t>(size_.width), static_cast<std::uint64_t>(size_.height),
       name.owned[0], name.owned[1], draws, draws >> 32, kDrawBlock, draw_block_count(draws)});
}

void DrawFormat::write(const TierName& name, const DrawCodes& codes,
                       const WriteAt& write_at) const {
  const std::size_t blocks = draw_block_count(codes.size());
  const std::string header = header_of(name, codes.size());
  std::string index;
  std::uint64_t end = tier::bytes_before_blocks(blocks);
  std::string content;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t count = draws_in_block(codes.size(), block);
    const std::uint64_t* const here = &codes[block * kDrawBlock];
    content.resize(count * kDrawNumberBytes);
    for (std::size_t i = 0; i < count; ++i) {
      put_number(content, i * kDrawNumberBytes, i == 0 ? here[0] : here[i] - here[i - 1]);
    }
    const std::string frame = compressed(content.data(), content.size());
    tier::add_to_index(index, frame);
    write_at(end, frame);
    end += frame.size();
  }
  write_at(0, tier::with_index(header, index));
}

void DrawFormat::check_head(const TierName& name, std::uint64_t draws,
                            const SourceFile& file) const {
  static_cast<void>(
      tier::read_index(file, header_of(name, draws), draw_block_count(draws), kDrawKindName));
}

DrawCodes DrawFormat::read(const TierName& name, std::uint64_t draws,
                           const SourceFile& file) const {
  const std::size_t blocks = draw_block_count(draws);
  DrawCodes codes;
  std::string content;
  for (const tier::IndexedBlock& where :
       tier::read_index(file, header_of(name, draws), blocks, kDrawKindName)) {
    const std::uint32_t block = where.number;
    content.resize(draws_in_block(draws, block) * kDrawNumberBytes);
    if (!tier::unpack(file, where, content)) {
      throw Damage(fmt::format("the checksum of block {} of {} is wrong", block, blocks));
    }
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < content.size(); i += kDrawNumberBytes) {
      code += get_number<std::uint64_t>(content, i);
      if (!codes.empty() && code <= codes.back()) {
        throw Damage(fmt::format("block {} of {} is not in order", block, blocks));
      }
      codes.push_back(code);
    }
  }
  return codes;
}

}  // namespace onyx
