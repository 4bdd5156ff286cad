// libFuzzer's mutator for targets that read packed files. It usually changes the content and fixes
// the checksums. Sometimes, and always if the input is not a packed file, it changes the raw bytes
// instead.
#include <algorithm>
#include <optional>
#include <random>

#include "tests/fuzz/packed_file.h"

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace onyx::fuzz {
namespace {

using Rng = std::minstd_rand;

/// Changes bytes with libFuzzer's own mutations. Keeps the length if `is_fixed`.
void change_bytes(std::string& bytes, bool is_fixed) {
  const std::size_t size = bytes.size();
  if (size == 0) return;
  std::string changed = bytes;
  if (!is_fixed) changed.resize(size + size / 4 + 8);
  const std::size_t now =
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), size, changed.size());
  changed.resize(is_fixed ? size : now);
  bytes = changed;
}

/// Removes or duplicates an entry, or swaps two neighbours. (In certificates, several moves share a
/// byte, so this changes only the number of moves.)
void change_entries(PackedFile::Block& block, Rng& random) {
  if (block.entries == 0) return;
  const std::size_t length = block.content.size() / block.entries;
  const std::size_t at = random() % block.entries * length;
  switch (random() % 3) {
    case 0:
      if (block.entries == 1) return;
      block.content.erase(at, length);
      --block.entries;
      return;
    case 1:
      block.content.insert(at, block.content.substr(at, length));
      ++block.entries;
      return;
    default:
      if (at + 2 * length > block.content.size()) return;
      std::swap_ranges(block.content.begin() + static_cast<std::ptrdiff_t>(at),
                       block.content.begin() + static_cast<std::ptrdiff_t>(at + length),
                       block.content.begin() + static_cast<std::ptrdiff_t>(at + length));
  }
}

void change_blocks(PackedFile& file, Rng& random) {
  const std::size_t at = random() % file.blocks.size();
  const std::size_t other = random() % file.blocks.size();
  switch (random() % 3) {
    case 0:
      file.blocks.erase(file.blocks.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 1:
      file.blocks.push_back(file.blocks[at]);
      return;
    default:
      std::swap(file.blocks[at], file.blocks[other]);
  }
}

void change(PackedFile& file, Rng& random) {
  const std::size_t of_v = blocks_of_v(file);
  const unsigned choice = random() % 8;
  if (choice < 2 || file.blocks.empty()) {
    change_bytes(file.head, true);
  } else if (choice == 2) {
    change_blocks(file, random);
  } else if (choice == 3) {
    change_entries(file.blocks[random() % file.blocks.size()], random);
  } else {
    // Keep most lengths, because entries of saved tables have a fixed length.
    change_bytes(file.blocks[random() % file.blocks.size()].content, random() % 8 != 0);
  }
  if (choice > 0) set_counts(file, std::min(of_v, file.blocks.size()));
}

/// Changes the content and corrects the checksums. Returns nothing if the bytes are not a packed
/// file.
std::optional<std::string> changed_file(std::string_view bytes, Rng& random) {
  std::optional<PackedFile> file = unpacked(bytes);
  if (!file) return std::nullopt;
  change(*file, random);
  return packed(*file);
}

/// Changes a certificate of a pack, or which certificates the pack holds.
std::optional<std::string> changed_pack(std::string_view bytes, Rng& random) {
  std::optional<std::vector<std::string>> parts = parts_of_pack(bytes);
  if (!parts || parts->empty()) return std::nullopt;
  std::string& one = (*parts)[random() % parts->size()];
  switch (random() % 8) {
    case 0:
      parts->push_back(one);
      break;
    case 1:
      one.swap(parts->back());
      parts->pop_back();
      break;
    case 2:
      one.swap(parts->front());
      break;
    default:
      one = changed_file(one, random).value_or(one + "!");
  }
  return pack_from(*parts);
}

}  // namespace
}  // namespace onyx::fuzz

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace onyx::fuzz;
  Rng random(seed);
  if (random() % 8 != 0) {
    const std::string_view before(reinterpret_cast<const char*>(data), size);
    std::optional<std::string> bytes = changed_pack(before, random);
    if (!bytes) bytes = changed_file(before, random);
    if (bytes && bytes->size() <= most) {
      std::copy(bytes->begin(), bytes->end(), data);
      return bytes->size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
