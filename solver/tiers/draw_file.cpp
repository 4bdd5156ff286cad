#include "solver/tiers/draw_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace onyx {
namespace {

constexpr char kDrawMagic[] = "OnyxDrw1";
constexpr std::size_t kDrawMagicBytes = 8;
constexpr std::size_t kDrawHeadBytes = 128;
constexpr std::size_t kDrawVersionAt = 80;
constexpr std::size_t kDrawVersionBytes = 40;
constexpr std::size_t kDrawSumAt = 120;
constexpr std::size_t kDrawIndexBytes = 16;
constexpr std::size_t kDrawNumberBytes = 8;
constexpr std::uint64_t kDrawBlock = std::uint64_t{1} << 16;

std::size_t draw_block_count(std::uint64_t draws) {
  return static_cast<std::size_t>((draws + kDrawBlock - 1) / kDrawBlock);
}

std::size_t draws_in_block(std::uint64_t draws, std::size_t block) {
  return static_cast<std::size_t>(std::min(kDrawBlock, draws - block * kDrawBlock));
}

}  // namespace

DrawFormat::DrawFormat(BoardSize size, std::string version)
    : size_(size), points_(point_count(size)), version_(std::move(version)) {}

std::uint64_t DrawFormat::code_of(const Position<1>& position) const {
  const std::uint64_t points = (std::uint64_t{1} << points_) - 1;
  const std::uint64_t v = position.of(Player::V).words()[0] & points;
  const std::uint64_t h = position.of(Player::H).words()[0] & points;
  return v | h << points_ | std::uint64_t{position.to_move == Player::H} << 63;
}

Position<1> DrawFormat::position(const TierName& tier, std::uint64_t code) const {
  const std::uint64_t points = (std::uint64_t{1} << points_) - 1;
  Position<1> position;
  for (std::size_t player = 0; player < 2; ++player) {
    position.stones[player].words()[0] = (code & points) | std::uint64_t{tier.owned[player]}
                                                               << points_;
    code >>= points_;
  }
  position.to_move = code >> (63 - 2 * points_) != 0 ? Player::H : Player::V;
  return position;
}

std::string DrawFormat::header_of(const TierName& tier, std::uint64_t draws) const {
  std::string bytes(kDrawHeadBytes, '\0');
  bytes.replace(0, kDrawMagicBytes, kDrawMagic);
  put_number(bytes, 8, static_cast<std::uint32_t>(size_.width));
  put_number(bytes, 12, static_cast<std::uint32_t>(size_.height));
  put_number(bytes, 16, tier.owned[0]);
  put_number(bytes, 20, tier.owned[1]);
  put_number(bytes, 24, draws);
  put_number(bytes, 32, static_cast<std::uint32_t>(kDrawBlock));
  put_number(bytes, 36, static_cast<std::uint32_t>(draw_block_count(draws)));
  const std::string version = version_.substr(0, kDrawVersionBytes);
  bytes.replace(kDrawVersionAt, version.size(), version);
  return bytes;
}

void DrawFormat::write(const TierName& tier, const DrawCodes& codes,
                       const WriteAt& write_at) const {
  const std::size_t blocks = draw_block_count(codes.size());
  std::string head = header_of(tier, codes.size());
  std::string index(blocks * kDrawIndexBytes, '\0');
  std::uint64_t end = head.size() + index.size();
  std::string content;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t count = draws_in_block(codes.size(), block);
    const std::uint64_t* const here = &codes[block * kDrawBlock];
    content.resize(count * kDrawNumberBytes);
    for (std::size_t i = 0; i < count; ++i) {
      put_number(content, i * kDrawNumberBytes, i == 0 ? here[0] : here[i] - here[i - 1]);
    }
    const std::string frame = compressed(content.data(), content.size());
    const std::size_t at = block * kDrawIndexBytes;
    put_number(index, at, sum_of(frame.data(), frame.size(), static_cast<std::uint32_t>(block)));
    put_number(index, at + 8, static_cast<std::uint32_t>(frame.size()));
    write_at(end, frame);
    end += frame.size();
  }
  const std::string summed = head.substr(0, kDrawSumAt) + index;
  put_number(head, kDrawSumAt, sum_of(summed.data(), summed.size(), 0));
  write_at(0, head + index);
}

/// Returns the index.
std::string DrawFormat::read_head(const TierName& tier, std::uint64_t draws,
                                  const SourceFile& file) const {
  const std::size_t blocks = draw_block_count(draws);
  const std::size_t head_bytes = kDrawHeadBytes + blocks * kDrawIndexBytes;
  const std::string head = file.read(0, head_bytes);
  if (head.compare(0, kDrawMagicBytes, kDrawMagic) != 0) throw Damage("it holds no draws of Onyx");
  const std::string index = head.substr(kDrawHeadBytes);
  const std::string summed = head.substr(0, kDrawSumAt) + index;
  if (get_number<std::uint64_t>(head, kDrawSumAt) != sum_of(summed.data(), summed.size(), 0)) {
    throw Damage("the sum of its header and index is wrong");
  }
  // Whatever version of the program wrote it.
  if (header_of(tier, draws).compare(0, kDrawVersionAt, head, 0, kDrawVersionAt) != 0) {
    throw Damage("it holds the draws of another tier than its name says, or not as many");
  }
  std::uint64_t end = head_bytes;
  for (std::size_t block = 0; block < blocks; ++block) {
    end += get_number<std::uint32_t>(index, block * kDrawIndexBytes + 8);
  }
  if (end > file.bytes) throw Damage("it is cut short");
  if (end < file.bytes) throw Damage("it is too long");
  return index;
}

void DrawFormat::check_head(const TierName& tier, std::uint64_t draws,
                            const SourceFile& file) const {
  static_cast<void>(read_head(tier, draws, file));
}

DrawCodes DrawFormat::read(const TierName& tier, std::uint64_t draws,
                           const SourceFile& file) const {
  const std::string index = read_head(tier, draws, file);
  const std::size_t blocks = draw_block_count(draws);
  std::uint64_t offset = kDrawHeadBytes + index.size();
  DrawCodes codes;
  std::string content;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t at = block * kDrawIndexBytes;
    const std::string frame = file.read(offset, get_number<std::uint32_t>(index, at + 8));
    offset += frame.size();
    content.resize(draws_in_block(draws, block) * kDrawNumberBytes);
    const bool is_sound = sum_of(frame.data(), frame.size(), static_cast<std::uint32_t>(block)) ==
                              get_number<std::uint64_t>(index, at) &&
                          decompress(frame, content.data(), content.size());
    if (!is_sound) throw Damage(fmt::format("the sum of block {} of {} is wrong", block, blocks));
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
