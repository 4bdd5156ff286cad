// The judge of tables, with the rules of bit_board.h. solver/certificate/table_format.md says
// what it checks, and why this proves every value and distance.
//
// One byte per position: d for a loss in d, 255 - d for a win in d, 128 for a draw, 255 for
// illegal. The mover wants the successor with the least code: the opponent's shortest loss,
// otherwise a draw, otherwise the opponent's longest win. So code = answer(least code of the
// successors), where answer(m) is 128 for m = 128, 254 - m for a loss m, and 256 - m for a win m. A
// stone of digit s on point p adds s * 3^p to the colouring's number, and a capture subtracts
// likewise. So a move maps runs of colourings to runs, whose codes combine by elementwise minimum.
#include <tbb/parallel_for.h>
#include <xxhash.h>
#include <zstd.h>

#include <map>
#include <mutex>

#include "solver/referee/judges.h"
#include "solver/referee/table_tier.h"

namespace onyx::referee {
namespace table {
namespace {

class TableCheck {
 public:
  TableCheck(const File& file, const Watch& watch)
      : file_(file),
        watch_(watch),
        header_(read_header(file)),
        board_(header_.width, header_.height),
        group_(symmetries_of(board_)),
        tiers_(power_of_3(board_.squares.size())),
        colourings_(power_of_3(board_.points)),
        block_bytes_(power_of_3(std::min(board_.points, kMostBlockPoints))) {
    for (Tier tier = 0; tier < tiers_; ++tier) ++alike_[stored(tier).first];
  }

  std::string check() {
    const std::size_t blocks = alike_.size() * 2 * (colourings_ / block_bytes_);
    if (header_.block_points != std::min(board_.points, kMostBlockPoints) ||
        header_.blocks != blocks) {
      reject("the header is damaged: this board has " + std::to_string(blocks) + " blocks");
    }
    index_ = read_index(file_, header_.blocks);
    if (bytes_needed() > watch_.memory) throw NeedsMemory(bytes_needed());
    std::array<Codes, 2> codes{Codes(colourings_), Codes(colourings_)};
    Counts counts;
    std::uint64_t done = 0;
    for (std::size_t taken = board_.squares.size() + 1; taken-- > 0;) {
      Slices here;
      std::size_t rank = 0;
      for (const auto& [tier, alike] : alike_) {
        const std::size_t tier_rank = rank++;
        if (midpoints_taken(tier) != taken) continue;
        load(tier_rank, codes);
        Counts of_tier;
        check_tier(tier, tier_rank, codes, of_tier);
        counts.wins += alike * of_tier.wins;
        counts.losses += alike * of_tier.losses;
        counts.draws += alike * of_tier.draws;
        counts.illegal += alike * of_tier.illegal;
        keep_slices(tier, codes, here);
        if (watch_.progress) watch_.progress(++done, alike_.size());
      }
      above_ = std::move(here);
    }
    if (!(counts == header_.counts)) {
      reject("the header says " + to_text(header_.counts) + ", the table has " + to_text(counts));
    }
    return "table of " + std::to_string(header_.width) + "x" + std::to_string(header_.height) +
           ": " + to_text(counts);
  }

 private:
  // Keyed by tier and square: the codes of the colourings in which the square's corners are empty.
  using Slices = std::map<std::pair<Tier, std::size_t>, Bytes>;

  // Returns the bytes for the index, one tier's codes and connection data, and the most slices at a
  // time: of tiers with i and i + 1 midpoints taken, plus a copy per player and empty midpoint.
  std::uint64_t bytes_needed() const {
    std::vector<std::uint64_t> slices(board_.squares.size() + 2);
    for (const auto& [tier, alike] : alike_) {
      const std::size_t taken = midpoints_taken(tier);
      slices[taken] += taken;
    }
    std::uint64_t most = 0;
    for (std::size_t i = 0; i + 1 < slices.size(); ++i) {
      most = std::max(most, slices[i] + slices[i + 1] + 2 * (board_.squares.size() - i));
    }
    const std::size_t run_points = std::min(board_.points, kRunPoints);
    const std::uint64_t connected = power_of_3(run_points) << (board_.points - run_points);
    return sizeof(Entry) * index_.size() + 2 * colourings_ + 2 * connected +
           most * (colourings_ / 81);
  }

  std::size_t midpoints_taken(Tier tier) const {
    std::size_t taken = 0;
    for (std::size_t i = 0; i < board_.squares.size(); ++i)
      taken += digit(tier, i) != kEmpty ? 1 : 0;
    return taken;
  }

  // Returns the stored tier that represents `tier`, and a symmetry that maps `tier` to it.
  std::pair<Tier, const Symmetry*> stored(Tier tier) const {
    std::pair<Tier, const Symmetry*> least{tier, &group_.front()};  // the identity comes first
    for (const Symmetry& map : group_) {
      if (const Tier image = image_of(tier, map); image < least.first) least = {image, &map};
    }
    return least;
  }

  void load(std::size_t rank, std::array<Codes, 2>& codes) const {
    const std::size_t of_side = colourings_ / block_bytes_;
    std::mutex mutex;
    std::map<std::size_t, std::string> bad;  // keyed by block
    tbb::parallel_for(std::size_t{0}, 2 * of_side, [&](std::size_t i) {
      end_if_interrupted(watch_);
      const std::size_t block = rank * 2 * of_side + i;
      const Entry& entry = index_[block];
      const std::string bytes = bytes_at(file_, entry.offset, entry.bytes);
      Byte* const to = codes[i / of_side].at(i % of_side * block_bytes_);
      const char* wrong = nullptr;
      if (XXH64(bytes.data(), bytes.size(), block) != entry.sum) {
        wrong = "its checksum is wrong";
      } else if (ZSTD_decompress(to, block_bytes_, bytes.data(), bytes.size()) != block_bytes_) {
        wrong = "it cannot be unpacked";
      }
      if (wrong == nullptr) return;
      const std::scoped_lock lock(mutex);
      bad[block] = wrong;
    });
    if (!bad.empty()) reject(block_name(bad.begin()->first) + bad.begin()->second);
  }

  void check_tier(Tier tier, std::size_t rank, const std::array<Codes, 2>& codes,
                  Counts& counts) const {
    TierCheck check(board_, tier, codes);
    for (std::size_t square = 0; square < board_.squares.size(); ++square) {
      if (digit(tier, square) != kEmpty) continue;
      for (const int player : {kV, kH})
        check.add_reply(player, square, reply(tier, square, player));
    }
    const std::optional<Mistake> mistake = check.check(counts, watch_);
    if (!mistake) return;
    const std::size_t of_side = colourings_ / block_bytes_;
    const std::size_t block = rank * 2 * of_side + (mistake->to_move == kH ? of_side : 0) +
                              mistake->colouring / block_bytes_;
    reject(block_name(block) + position_text(tier, mistake->colouring, mistake->to_move) +
           ": the table says " + code_text(mistake->says) +
           ", by the rules and its successors it is " + code_text(mistake->should_say));
  }

  // Returns the codes after `player` takes the midpoint, per colouring of the remaining points.
  Bytes reply(Tier tier, std::size_t square, int player) const {
    const Tier next = tier + static_cast<std::size_t>(player) * power_of_3(square);
    const auto found = stored(next);
    const Symmetry& map = *found.second;
    const std::size_t square_there = map.midpoint[square];
    const Bytes& slice = above_.at({found.first, square_there});
    const Remaining here(board_, board_.squares[square]);
    const Remaining there(board_, board_.squares[square_there]);
    std::vector<std::array<std::size_t, 3>> summands;
    for (const std::size_t p : here.points) {
      auto& summand = summands.emplace_back();
      for (const int stone : {kV, kH}) {
        summand[static_cast<std::size_t>(stone)] =
            static_cast<std::size_t>(map.colour(stone)) * there.weight[map.point[p]];
      }
    }
    const SumOverDigits number_there(summands);
    Bytes codes(number_there.numbers());
    number_there.for_each([&](std::size_t number, std::size_t sum) { codes[number] = slice[sum]; });
    return codes;
  }

  // Keeps the codes that tiers with one fewer midpoint taken need.
  void keep_slices(Tier tier, const std::array<Codes, 2>& codes, Slices& slices) const {
    for (std::size_t square = 0; square < board_.squares.size(); ++square) {
      const int owner = digit(tier, square);
      if (owner == kEmpty) continue;
      const Remaining remaining(board_, board_.squares[square]);
      std::vector<std::array<std::size_t, 3>> summands;
      for (const std::size_t p : remaining.points) {
        summands.push_back({0, power_of_3(p), 2 * power_of_3(p)});
      }
      const SumOverDigits colouring(summands);
      Bytes slice(colouring.numbers());
      const Byte* const from = codes[static_cast<std::size_t>(other(owner) - kV)].at(0);
      colouring.for_each([&](std::size_t number, std::size_t sum) { slice[number] = from[sum]; });
      slices.emplace(std::pair(tier, square), std::move(slice));
    }
  }

  std::string position_text(Tier tier, std::size_t colouring, int to_move) const {
    Stones<1> stones;
    for (std::size_t place = 0; place < board_.places; ++place) {
      const int stone =
          place < board_.points ? digit(colouring, place) : digit(tier, place - board_.points);
      if (stone != kEmpty) stones.of[index_of(letter_of(stone))].add(place);
    }
    return print(board_, stones, letter_of(to_move));
  }

  static std::string code_text(Byte code) {
    if (code == kIllegal) return "illegal";
    if (code == kDraw) return "a draw";
    if (code % 2 != 0) return "nothing (code " + std::to_string(code) + ")";
    return code < kDraw ? "a loss in " + std::to_string(code)
                        : "a win in " + std::to_string(255 - code);
  }

  const File& file_;
  const Watch& watch_;
  const Header header_;
  const Board board_;
  const std::vector<Symmetry> group_;
  const std::size_t tiers_;
  const std::size_t colourings_;  // number of colourings of the points
  const std::size_t block_bytes_;
  std::map<Tier, std::uint64_t> alike_;  // stored tiers, and the number of tiers each represents
  std::vector<Entry> index_;
  Slices above_;  // from the tiers with one more midpoint taken
};

}  // namespace
}  // namespace table

Verdict check_table(const File& file, const Watch& watch) {
  return verdict_from([&] { return Verdict{true, table::TableCheck(file, watch).check()}; });
}

}  // namespace onyx::referee
