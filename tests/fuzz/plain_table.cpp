#include "tests/fuzz/plain_table.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace onyx::fuzz {
namespace {

using plain::Position;

constexpr std::size_t kCountsAt = 24;

std::size_t power_of_3(std::size_t exponent) {
  std::size_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

std::uint8_t code_of(const plain::Entry& entry) {
  switch (entry.value) {
    case plain::Value::kWin:
      return static_cast<std::uint8_t>(255 - entry.distance);
    case plain::Value::kLoss:
      return static_cast<std::uint8_t>(entry.distance);
    case plain::Value::kDraw:
      return kDraw;
    default:
      return kIllegal;
  }
}

/// Returns the position and its symmetric images on the same board.
std::vector<Position> images(const Position& position) {
  std::vector<Position> all{position};
  if (position.width == position.height) all.push_back(plain::reflected(position));
  if (position.width % 2 == 0 && position.height % 2 == 0) {
    for (std::size_t i = all.size(); i-- > 0;) all.push_back(plain::turned(all[i]));
  }
  return all;
}

}  // namespace

std::uint8_t code_after(std::uint8_t least) {
  if (least == kDraw) return kDraw;
  return static_cast<std::uint8_t>(least < kDraw ? 254 - least : 256 - least);
}

PlainTable::PlainTable(int width, int height)
    : table_(width, height), colourings_(power_of_3(static_cast<std::size_t>(width * height))) {
  const std::size_t tiers = table_.slots() / 2 / colourings_;
  std::map<std::uint64_t, std::uint64_t> alike;
  for (std::uint64_t tier = 0; tier < tiers; ++tier) {
    std::uint64_t least = tier;
    for (const Position& image : images(table_.position(2 * colourings_ * tier))) {
      least = std::min(least, table_.slot(image) / 2 / colourings_);
    }
    ++alike[least];
  }
  for (const auto& [tier, count] : alike) {
    tiers_.push_back(tier);
    alike_.push_back(count);
  }
  for (std::size_t i = 0; i < 2 * colourings_ * tiers_.size(); ++i) {
    truth_.push_back(code_of(table_.lookup(position(i))));
  }
}

Position PlainTable::position(std::size_t number) const {
  const std::size_t tier = tiers_[number / (2 * colourings_)];
  const std::size_t side = number / colourings_ % 2;
  return table_.position(2 * (tier * colourings_ + number % colourings_) + side);
}

std::uint32_t PlainTable::number_of(const Position& position) const {
  for (const Position& image : images(position)) {
    const std::uint64_t slot = table_.slot(image);
    const auto tier = std::find(tiers_.begin(), tiers_.end(), slot / 2 / colourings_);
    if (tier == tiers_.end()) continue;
    const auto rank = static_cast<std::size_t>(tier - tiers_.begin());
    return static_cast<std::uint32_t>((2 * rank + slot % 2) * colourings_ + slot / 2 % colourings_);
  }
  throw std::logic_error("a position of no stored tier");
}

const std::vector<std::vector<std::uint32_t>>& PlainTable::successors() {
  if (!successors_.empty()) return successors_;
  successors_.resize(truth_.size());
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    if (truth_[i] == kIllegal) continue;
    const Position here = position(i);
    for (const plain::Move& move : plain::legal_moves(here)) {
      successors_[i].push_back(number_of(plain::play(here, move)));
    }
  }
  return successors_;
}

Codes PlainTable::codes_of(const PackedFile& file) {
  if (file.kind != FileKind::table) throw std::invalid_argument("no table");
  Codes codes;
  for (const PackedFile::Block& block : file.blocks) {
    codes.insert(codes.end(), block.content.begin(), block.content.end());
  }
  return codes;
}

PackedFile PlainTable::with_codes(const PackedFile& file, const Codes& codes) const {
  PackedFile changed = file;
  std::size_t at = 0;
  for (PackedFile::Block& block : changed.blocks) {
    for (char& byte : block.content) byte = static_cast<char>(codes[at++]);
  }
  std::uint64_t counts[4] = {0, 0, 0, 0};  // wins, losses, draws, illegal
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t value = codes[i] == kIllegal ? 3
                              : codes[i] == kDraw  ? 2
                              : codes[i] < kDraw   ? 1
                                                   : 0;
    counts[value] += alike_[i / (2 * colourings_)];
  }
  for (std::size_t i = 0; i < 4; ++i) put_at(changed.head, kCountsAt + 8 * i, counts[i]);
  return changed;
}

}  // namespace onyx::fuzz
