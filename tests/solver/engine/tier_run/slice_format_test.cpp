// Files of slices: the documented format is written and read, and all damage is detected.
#include "solver/engine/tier_run/slice_format.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "solver/engine/tier_run/whole_board.h"
#include "tests/support.h"

namespace onyx {
namespace {

struct Files {
  explicit Files(BoardSize size)
      : board(size),
        task(whole_board_task(board)),
        corners(corners_of(board, task)),
        format(size, task.cells, corners, "test") {}

  std::string write(const SliceName& name, const TierSlice& slice) const {
    std::string file;
    const std::uint64_t bytes =
        format.write(name, slice, [&](std::uint64_t offset, std::string_view content) {
          if (file.size() < offset + content.size()) file.resize(offset + content.size());
          file.replace(offset, content.size(), content);
        });
    EXPECT_EQ(bytes, file.size());
    EXPECT_LE(bytes, format.most_file_bytes(name.midpoint));
    return file;
  }
  TierSlice read(const SliceName& name, const std::string& file) const {
    return format.read(name, source_of(file));
  }
  /// Returns why read() refuses the file, or "". If check_head() refuses it, so must read().
  std::string damage_of(const SliceName& name, const std::string& file) const {
    std::string in_head;
    try {
      format.check_head(name, source_of(file));
    } catch (const Damage& damage) {
      in_head = damage.what();
    }
    try {
      static_cast<void>(read(name, file));
    } catch (const Damage& damage) {
      EXPECT_TRUE(in_head.empty() || in_head == damage.what());
      return damage.what();
    }
    EXPECT_EQ(in_head, "");
    return "";
  }

  const WideBoard<1> board;
  const TierTask<1> task;
  const std::vector<std::array<int, 4>> corners;
  const SliceFormat format;

 private:
  /// Reads bytes of the file. Fails on a read outside the file.
  static SourceFile source_of(const std::string& file) {
    return {file.size(), [&file](std::uint64_t offset, std::size_t count, char* to) {
              ASSERT_LE(offset + count, file.size());
              file.copy(to, count, offset);
            }};
  }
};

TierSlice random_slice(const SliceIndex& index, test::Rng& rng) {
  TierSlice slice;
  slice.entries.resize(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    tier::Known& known = slice.entries[i];
    for (tier::Bits* bits : {&known.win, &known.loss}) {
      for (std::uint64_t& word : bits->words) word = std::uint64_t{rng()} << 32 ^ rng();
    }
  }
  return slice;
}

class SliceFiles : public testing::TestWithParam<BoardSize> {};

TEST_P(SliceFiles, RoundTrip) {
  const Files files(GetParam());
  test::Rng rng(1);
  const auto cells = static_cast<int>(files.task.cells.size());
  for (std::size_t midpoint = 0; midpoint < files.corners.size(); ++midpoint) {
    const SliceName name{TierName{}.with(midpoint, Player::H), midpoint};
    const TierSlice slice = random_slice({cells - tier::kLowCells, files.corners[midpoint]}, rng);
    const TierSlice back = files.read(name, files.write(name, slice));
    const tier::Bits low = low_corners_empty(tier::kLowCells, files.corners[midpoint]);
    ASSERT_EQ(back.entries.size(), slice.entries.size());
    const auto same = [&](const tier::Bits& a, const tier::Bits& b) {
      const tier::Bits meant = b & low;
      return std::equal(std::begin(a.words), std::end(a.words), std::begin(meant.words));
    };
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < slice.entries.size(); ++i) {
      const bool is_same = same(back.entries[i].win, slice.entries[i].win) &&
                           same(back.entries[i].loss, slice.entries[i].loss);
      if (!is_same) ++wrong;
    }
    EXPECT_EQ(wrong, 0U);
  }
}

// Slices of these boards range from one small entry to several blocks.
INSTANTIATE_TEST_SUITE_P(Boards, SliceFiles,
                         testing::Values(BoardSize{2, 3}, BoardSize{3, 2}, BoardSize{3, 3},
                                         BoardSize{2, 5}, BoardSize{4, 3}, BoardSize{4, 4},
                                         BoardSize{2, 7}),
                         test::name_of_shape);

/// Reads every value of every slice of 3x4 from the file, as solver/engine/tier_run/tier_files.md
/// describes it.
TEST(SliceFiles, FollowTheDocumentedFormat) {
  const Files files({3, 4});
  TierSolver solver(12);
  TierRun<1> run(files.board, files.task, solver, Threads::one);
  std::size_t met = 0;
  const auto compare = [&](const SolvedTier<1>& tier, const SliceName& name, Player to_move) {
    const auto& corners = files.corners[name.midpoint];
    const std::string file = files.write(name, solver.slice(corners, to_move));
    const auto number = [&](std::size_t at) { return get_number<std::uint32_t>(file, at); };
    ASSERT_EQ(number(44), 1U);  // one block
    const std::size_t entry_bytes = number(28);
    std::string content(number(32) * entry_bytes, '\0');
    ASSERT_EQ(ZSTD_decompress(content.data(), content.size(), file.data() + 144, number(136)),
              content.size());
    std::vector<int> low_cells;
    std::vector<int> high_cells;
    for (int cell = 0; cell < 12; ++cell) {
      EXPECT_EQ(file[48 + static_cast<std::size_t>(cell)],
                static_cast<char>(files.task.cells[static_cast<std::size_t>(cell)]));
      if (std::find(corners.begin(), corners.end(), cell) != corners.end()) continue;
      (cell < 5 ? low_cells : high_cells).push_back(cell);
    }
    const std::size_t lows = tier::power_of_3(static_cast<int>(low_cells.size()));
    for (std::size_t entry = 0; entry < number(32); ++entry) {
      for (std::size_t low = 0; low < lows; ++low) {
        Colouring colouring;
        const auto put = [&](const std::vector<int>& cells, std::size_t rest) {
          for (const int cell : cells) {
            if (rest % 3 > 0) colouring.stones[rest % 3 - 1] |= CellSet{1} << cell;
            rest /= 3;
          }
        };
        put(low_cells, low);
        put(high_cells, entry);
        const auto bit = [&](std::size_t i) {
          return (content[entry * entry_bytes + i / 8] >> (i % 8) & 1) != 0;
        };
        const bool win = bit(low);
        const bool loss = bit(lows + low);
        std::optional<Value> value;
        if (!win || !loss) value = win ? Value::win : loss ? Value::loss : Value::draw;
        ASSERT_EQ(value, tier.solver.value(colouring, to_move));
        ++met;
      }
    }
  };
  ASSERT_TRUE(run.run([&](const SolvedTier<1>& tier) {
    for (std::size_t i = 0; i < files.corners.size(); ++i) {
      const bool is_v = (tier.name.owned[0] >> i & 1) != 0;
      if (tier.name.has(i)) compare(tier, {tier.name, i}, is_v ? Player::H : Player::V);
    }
  }));
  EXPECT_EQ(met, 54 * tier::power_of_3(8));  // 3 midpoints, 2 owners, 9 tiers for each of them
}

TEST(SliceFiles, DetectDamage) {
  const Files files({3, 3});
  test::Rng rng(2);
  const SliceName name{TierName{}.with(1, Player::V).with(0, Player::H), 1};
  const std::string file =
      files.write(name, random_slice({9 - tier::kLowCells, files.corners[1]}, rng));
  ASSERT_EQ(files.damage_of(name, file), "");
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::string altered = file;
    altered[at] = static_cast<char>(altered[at] ^ (1 << test::random_below(rng, 8)));
    EXPECT_NE(files.damage_of(name, altered), "") << at;
    EXPECT_NE(files.damage_of(name, file.substr(0, at)), "") << at;
  }
  EXPECT_EQ(files.damage_of(name, file + '\0'), "it is too long");
  EXPECT_EQ(files.damage_of(name, ""), "it is cut short");
  std::string altered = file;
  altered.back() = static_cast<char>(altered.back() ^ 1);
  EXPECT_EQ(files.damage_of(name, altered), "the checksum of block 0 of 1 is wrong");

  // Sound files of other slices.
  EXPECT_NE(files.damage_of({name.tier, 0}, file), "");
  EXPECT_NE(files.damage_of({name.tier.with(0, Player::V), 1}, file), "");
  EXPECT_NE(Files({2, 5}).damage_of(name, file), "");
}

TEST(SliceFiles, DamagedBlocksAreNamed) {
  const Files files({4, 4});
  test::Rng rng(3);
  const SliceName name{TierName{}.with(0, Player::V), 0};
  std::string file = files.write(name, random_slice({16 - tier::kLowCells, files.corners[0]}, rng));
  const auto blocks = get_number<std::uint32_t>(file, 44);
  file.back() = static_cast<char>(file.back() ^ 8);
  EXPECT_EQ(files.damage_of(name, file), "the checksum of block " + std::to_string(blocks - 1) +
                                             " of " + std::to_string(blocks) + " is wrong");
}

}  // namespace
}  // namespace onyx
