#include "solver/engine/tier/distributed/exchange.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <numeric>

#include "core/base/packed_bytes.h"

namespace onyx {

using tier::Known;

namespace {

int cell_count(const TierSplit& split) { return split.low_count + split.high_count; }

int owner_of(const TierSplit& split, const SplitSlice::Piece& piece) {
  return static_cast<int>(split.chunks[piece.chunk].owner);
}

/// Returns the pieces of a block. The rank that has the first piece packs the block.
std::vector<SplitSlice::Piece> pieces_of(const SplitSlice& slice, const SlicePacking& packing,
                                         std::size_t block) {
  return slice.pieces(packing.first_of(block), packing.entries_of(block));
}

/// Entries of blocks that span several chunks and that this rank packs, keyed by block number.
using MixedBlocks = std::map<std::size_t, std::vector<Known>>;

/// All ranks visit the blocks in the same order, so that sends and receives match.
MixedBlocks mixed_blocks(Peers& peers, const TierSplit& split, const SplitSlice& slice,
                         const SlicePacking& packing, const BigArray<Known>& own) {
  MixedBlocks mixed;
  for (std::size_t block = 0; block < packing.blocks(); ++block) {
    const std::vector<SplitSlice::Piece> pieces = pieces_of(slice, packing, block);
    if (pieces.size() == 1) continue;
    const int packer = owner_of(split, pieces[0]);
    const bool is_here = packer == peers.rank();
    std::vector<Known> entries(is_here ? packing.entries_of(block) : 0);
    std::size_t at = 0;
    for (const SplitSlice::Piece& piece : pieces) {
      const int owner = owner_of(split, piece);
      const std::size_t bytes = piece.count * sizeof(Known);
      if (is_here && owner == packer) {
        std::memcpy(&entries[at], own.data() + piece.of_rank, bytes);
      } else if (is_here) {
        peers.receive(owner, &entries[at], bytes);
      } else if (owner == peers.rank()) {
        peers.send(packer, own.data() + piece.of_rank, bytes);
      }
      at += piece.count;
    }
    if (is_here) mixed.emplace(block, std::move(entries));
  }
  return mixed;
}

}  // namespace

void broadcast(Peers& peers, PackedSlice& slice) {
  broadcast(peers, slice.sizes);
  std::uint64_t bytes = slice.frames.size();
  broadcast(peers, bytes);
  slice.frames.resize(bytes);
  if (bytes > 0) peers.broadcast(slice.frames.data(), bytes);
}

BigArray<Known> unpacked_part(const TierSplit& split, int rank, const std::array<int, 4>& corners,
                              const PackedSlice& slice, const CellSymmetry* to_image,
                              Threads threads) {
  const SplitSlice parts(split, corners);
  BigArray<Known> own;
  own.resize(parts.count_of_rank(static_cast<std::size_t>(rank)));
  if (to_image != nullptr) {
    std::array<int, 4> image_corners = corners;
    for (int& corner : image_corners) corner = to_image->image[static_cast<std::size_t>(corner)];
    const TierSlice image =
        unpacked(SlicePacking(cell_count(split), image_corners), slice, threads);
    for (const std::size_t chunk : split.chunks_of(rank)) {
      entries_from_image(image, corners, *to_image, parts.first(chunk), parts.count(chunk),
                         own.data() + parts.first_of_rank(chunk), threads);
    }
    return own;
  }
  const SlicePacking packing(cell_count(split), corners);
  if (slice.sizes.size() != packing.blocks()) throw Damage("it has a different number of blocks");
  const std::vector<std::string_view> frames = slice.views();
  std::atomic<bool> is_bad{false};
  parallel_for(threads, packing.blocks(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<Known> entries;
    for (std::size_t block = begin; block < end; ++block) {
      const std::vector<SplitSlice::Piece> pieces = pieces_of(parts, packing, block);
      const auto is_own = [&](const SplitSlice::Piece& piece) {
        return owner_of(split, piece) == rank;
      };
      if (std::none_of(pieces.begin(), pieces.end(), is_own)) continue;
      entries.resize(packing.entries_of(block));
      if (!packing.unpack(block, frames[block], entries.data())) {
        is_bad = true;
        return;
      }
      std::size_t at = 0;
      for (const SplitSlice::Piece& piece : pieces) {
        if (is_own(piece)) {
          std::memcpy(own.data() + piece.of_rank, &entries[at], piece.count * sizeof(Known));
        }
        at += piece.count;
      }
    }
  });
  if (is_bad) throw Damage("a block is not part of a slice");
  return own;
}

PackedSlice packed_together(Peers& peers, const TierSplit& split, const std::array<int, 4>& corners,
                            const BigArray<Known>& own, Threads threads) {
  const SplitSlice slice(split, corners);
  const SlicePacking packing(cell_count(split), corners);
  const MixedBlocks mixed = mixed_blocks(peers, split, slice, packing, own);
  std::vector<std::vector<std::size_t>> blocks_of(static_cast<std::size_t>(peers.count()));
  for (std::size_t block = 0; block < packing.blocks(); ++block) {
    const SplitSlice::Piece first = slice.pieces(packing.first_of(block), 1)[0];
    blocks_of[static_cast<std::size_t>(owner_of(split, first))].push_back(block);
  }

  const std::vector<std::size_t>& mine = blocks_of[static_cast<std::size_t>(peers.rank())];
  std::vector<std::string> frames(mine.size());
  parallel_for_each_index(threads, mine.size(), [&](std::size_t i) {
    const auto found = mixed.find(mine[i]);
    const Known* const entries =
        found != mixed.end() ? found->second.data()
                             : own.data() + slice.pieces(packing.first_of(mine[i]), 1)[0].of_rank;
    frames[i] = packing.packed(mine[i], entries);
  });

  if (peers.rank() != 0) {
    if (frames.empty()) return {};
    const PackedSlice packed = slice_of_frames(frames);
    peers.send(0, packed.sizes.data(), packed.sizes.size() * sizeof(std::uint32_t));
    peers.send(0, packed.frames.data(), packed.frames.size());
    return {};
  }
  std::vector<std::string> all(packing.blocks());
  for (std::size_t i = 0; i < mine.size(); ++i) all[mine[i]] = std::move(frames[i]);
  for (int rank = 1; rank < peers.count(); ++rank) {
    const std::vector<std::size_t>& theirs = blocks_of[static_cast<std::size_t>(rank)];
    if (theirs.empty()) continue;
    PackedSlice packed;
    packed.sizes.resize(theirs.size());
    peers.receive(rank, packed.sizes.data(), packed.sizes.size() * sizeof(std::uint32_t));
    packed.frames.resize(std::accumulate(packed.sizes.begin(), packed.sizes.end(), std::size_t{0}));
    peers.receive(rank, packed.frames.data(), packed.frames.size());
    const std::vector<std::string_view> views = packed.views();
    for (std::size_t i = 0; i < theirs.size(); ++i) all[theirs[i]] = views[i];
  }
  return slice_of_frames(all);
}

}  // namespace onyx
