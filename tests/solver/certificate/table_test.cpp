// Tables: the values agree with the plain engine. The referee accepts a sound table, and refuses a
// table that is truncated or altered, or that has wrong values with correct checksums.
#include <gtest/gtest.h>
#include <zstd.h>

#include <random>

#include "solver/certificate/table_reader.h"
#include "solver/certificate/table_writer.h"
#include "solver/engine/tier_run/whole_board.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

template <int W>
std::string table_of(const WideBoard<W>& board) {
  std::string bytes;
  const auto write_at = [&](std::uint64_t offset, std::string_view part) {
    if (bytes.size() < offset + part.size()) bytes.resize(offset + part.size());
    bytes.replace(offset, part.size(), part);
  };
  table::Writer<W> writer(board, "a test", write_at, Threads::all);
  WholeBoardSettings settings;
  settings.with_distances = true;
  const WholeBoard solved =
      solve_whole_board<W>(board, settings, [&](const SolvedTier<W>& tier) { writer.add(tier); });
  writer.finish(solved.counts.both());
  EXPECT_EQ(writer.file_bytes(), bytes.size());
  return bytes;
}

std::string table_of(BoardSize size) {
  return with_board(size, [](const auto& board) { return table_of(board); });
}

referee::Verdict verdict_on(const std::string& bytes, const referee::Watch& watch = {}) {
  const SourceFile source = test::source_of(bytes);
  return referee::check({source.bytes, source.read_at}, watch);
}

/// Whether a message names the damaged part of the file.
bool names_a_part(const std::string& text) {
  for (const char* part : {"block ", "blocks ", "header", "not a table"}) {
    if (text.find(part) != std::string::npos) return true;
  }
  return false;
}

class Tables : public testing::TestWithParam<BoardSize> {};

TEST_P(Tables, AreAcceptedAndAgreeWithThePlainEngine) {
  const plain::Table expected(GetParam().width, GetParam().height);
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    const std::string bytes = table_of(board);
    const referee::Verdict verdict = verdict_on(bytes);
    EXPECT_TRUE(verdict.accepted) << verdict.text;
    const plain::Counts counts = expected.counts();
    EXPECT_NE(
        verdict.text.find(std::to_string(counts.wins) + " wins, " + std::to_string(counts.losses) +
                          " losses, 0 draws, " + std::to_string(counts.illegal) + " illegal"),
        std::string::npos)
        << verdict.text;

    const SourceFile source = test::source_of(bytes);
    const table::Reader<W> reader(board, table::read_header(source), source);
    // Compares all positions of small boards, and one in `stride` of larger boards.
    const std::uint64_t stride = expected.slots() / 20'000 + 1;
    for (std::uint64_t slot = 0; slot < expected.slots(); slot += stride) {
      const plain::Entry entry = expected.entry(slot);
      if (entry.value == plain::Value::kIllegal) continue;
      const std::string text = plain::to_text(expected.position(slot));
      ASSERT_EQ(reader.outcome(parse_position(board, text)), test::outcome_of(entry)) << text;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, Tables,
                         testing::Values(BoardSize{2, 2}, BoardSize{2, 3}, BoardSize{3, 2},
                                         BoardSize{2, 4}, BoardSize{4, 2}, BoardSize{3, 3},
                                         BoardSize{2, 5}),
                         test::name_of_shape);

TEST(TableChecker, NamesTheBlockThatIsCutOrAltered) {
  const std::string bytes = table_of({3, 3});
  const std::uint32_t blocks = table::read_header(test::source_of(bytes)).blocks;
  ASSERT_GT(blocks, 1U);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; i += test::one_in(5)) {
    std::string bad = bytes;
    if (i % 2 == 0) {
      bad.resize(i < 500 ? static_cast<std::size_t>(i) * bytes.size() / 500
                         : random() % bytes.size());
    } else {
      bad[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    }
    const referee::Verdict verdict = verdict_on(bad);
    EXPECT_FALSE(verdict.accepted);
    // If its first bytes are damaged, a file is not recognised as a table.
    const bool looks_like_one = bad.starts_with("OnyxTbl");
    EXPECT_TRUE(looks_like_one ? names_a_part(verdict.text) : verdict.text.starts_with("not JSON"))
        << verdict.text;
  }
  // The verdict must name the altered block.
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const auto entry_at = table::kHeaderBytes + table::kEntryBytes * block;
    const table::Entry entry = table::entry_from(bytes.substr(entry_at, table::kEntryBytes), block);
    for (const std::size_t at :
         {entry_at, static_cast<std::size_t>(entry.offset + entry.bytes / 2)}) {
      std::string bad = bytes;
      bad[at] ^= 1;
      EXPECT_TRUE(verdict_on(bad).text.starts_with("block " + std::to_string(block) + ": "))
          << verdict_on(bad).text;
    }
  }
}

/// Changes the content of one block, and corrects all checksums.
std::string with_block(const std::string& bytes, std::uint32_t block,
                       const std::function<void(std::vector<std::uint8_t>&)>& change) {
  table::Header header = table::read_header(test::source_of(bytes));
  std::vector<table::Entry> index;
  std::vector<std::string> blocks;
  std::uint64_t offset = table::kHeaderBytes + std::uint64_t{table::kEntryBytes} * header.blocks;
  for (std::uint32_t i = 0; i < header.blocks; ++i) {
    const table::Entry entry = table::entry_from(
        bytes.substr(table::kHeaderBytes + table::kEntryBytes * i, table::kEntryBytes), i);
    std::string packed = bytes.substr(entry.offset, entry.bytes);
    if (i == block) {
      std::vector<std::uint8_t> codes(1U << 20);
      codes.resize(ZSTD_decompress(codes.data(), codes.size(), packed.data(), packed.size()));
      change(codes);
      packed.resize(ZSTD_compressBound(codes.size()));
      packed.resize(ZSTD_compress(packed.data(), packed.size(), codes.data(), codes.size(), 1));
    }
    index.push_back({offset, checksum_of(packed.data(), packed.size(), i),
                     static_cast<std::uint32_t>(packed.size())});
    offset += packed.size();
    blocks.push_back(packed);
  }
  std::string result = table::to_bytes(header);
  for (std::uint32_t i = 0; i < header.blocks; ++i) result += table::to_bytes(index[i], i);
  for (const std::string& packed : blocks) result += packed;
  return result;
}

TEST(TableChecker, AcceptsNoOtherValueOfAnyPosition) {
  const std::string bytes = table_of({3, 3});
  const std::uint32_t blocks = table::read_header(test::source_of(bytes)).blocks;
  EXPECT_TRUE(verdict_on(with_block(bytes, 0, [](auto&) {})).accepted);
  std::mt19937_64 random(2);
  for (int i = 0; i < 400; i += test::one_in(3)) {
    const auto block = static_cast<std::uint32_t>(random() % blocks);
    const referee::Verdict verdict =
        verdict_on(with_block(bytes, block, [&](std::vector<std::uint8_t>& codes) {
          std::uint8_t& code = codes[random() % codes.size()];
          // Half of the wrong codes are only two plies off, hence plausible.
          const auto other = static_cast<std::uint8_t>(
              i % 2 == 0 ? random() % 256 : static_cast<std::uint64_t>(code) + 2);
          code = other == code ? static_cast<std::uint8_t>(code ^ 1) : other;
        }));
    ASSERT_FALSE(verdict.accepted) << "block " << block;
    EXPECT_TRUE(verdict.text.starts_with("block ")) << verdict.text;
  }
}

TEST(TableChecker, SaysWhichPositionIsWrong) {
  // The first code of 2x2 is for the empty board.
  const std::string bytes = table_of({2, 2});
  const referee::Verdict verdict = verdict_on(
      with_block(bytes, 0, [](std::vector<std::uint8_t>& codes) { codes[0] = table::kDraw; }));
  EXPECT_EQ(verdict.text,
            "block 0: 2/2 - V: the table says a draw, by the rules and its successors it is a win "
            "in 3");
}

TEST(TableChecker, AcceptsNoLieThatIsConsistentWithItself) {
  // Tables without wins and losses, or with every distance two plies longer, are consistent at
  // nearly all positions, but not at positions next to the end of a game.
  const std::string bytes = table_of({2, 4});
  const auto lie = [&](const std::function<std::uint8_t(std::uint8_t)>& change) {
    std::string bad = bytes;
    const std::uint32_t blocks = table::read_header(test::source_of(bytes)).blocks;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      bad = with_block(bad, block, [&](std::vector<std::uint8_t>& codes) {
        for (std::uint8_t& code : codes) code = change(code);
      });
    }
    return verdict_on(bad);
  };
  EXPECT_TRUE(lie([](std::uint8_t code) { return code; }).accepted);
  EXPECT_FALSE(lie([](std::uint8_t code) {
                 return code == table::kIllegal ? code : table::kDraw;
               }).accepted);
  EXPECT_FALSE(lie([](std::uint8_t code) {
                 return code == table::kIllegal || code == 0 ? code : table::kDraw;
               }).accepted);
  EXPECT_FALSE(lie([](std::uint8_t code) {
                 const bool is_kept = code == table::kIllegal || code < 2 || code > 252;
                 return is_kept ? code
                                : static_cast<std::uint8_t>(code < 128 ? code + 2 : code - 2);
               }).accepted);
}

TEST(TableChecker, ReadsTheHeaderAsItIs) {
  const std::string bytes = table_of({2, 3});
  const auto with_header = [&](const std::function<void(table::Header&)>& change) {
    table::Header header = table::read_header(test::source_of(bytes));
    change(header);
    return verdict_on(std::string(bytes).replace(0, table::kHeaderBytes, table::to_bytes(header)));
  };
  EXPECT_TRUE(with_header([](table::Header&) {}).accepted);
  EXPECT_FALSE(with_header([](table::Header& header) { ++header.counts.wins; }).accepted);
  EXPECT_FALSE(with_header([](table::Header& header) { --header.counts.illegal; }).accepted);
  EXPECT_FALSE(with_header([](table::Header& header) { ++header.blocks; }).accepted);
  EXPECT_FALSE(with_header([](table::Header& header) { --header.blocks; }).accepted);
  EXPECT_FALSE(with_header([](table::Header& header) { ++header.block_points; }).accepted);
  for (const BoardSize size :
       {BoardSize{3, 2}, {2, 2}, {4, 5}, {20, 20}, {1, 6}, {0, 0}, {-1, 2}}) {
    EXPECT_FALSE(with_header([&](table::Header& header) { header.size = size; }).accepted);
  }
  EXPECT_FALSE(verdict_on(bytes + "x").accepted);
  EXPECT_FALSE(verdict_on("").accepted);
}

TEST(TableChecker, EndsWhenTold) {
  const std::string bytes = table_of({3, 3});
  referee::Watch watch;
  watch.is_interrupted = [] { return true; };
  EXPECT_THROW(verdict_on(bytes, watch), referee::Interrupted);
  referee::Watch small;
  small.memory = 1'000;
  EXPECT_THROW(verdict_on(bytes, small), std::bad_alloc);
  referee::Watch counting;
  std::uint64_t last = 0;
  std::uint64_t all = 0;
  counting.progress = [&](std::uint64_t done, std::uint64_t tiers) {
    EXPECT_EQ(done, last + 1);
    last = done;
    all = tiers;
  };
  EXPECT_TRUE(verdict_on(bytes, counting).accepted);
  EXPECT_GT(all, 1U);
  EXPECT_EQ(last, all);
}

TEST(TableReader, RefusesWhatIsDamaged) {
  const WideBoard<1> board({3, 3});
  const std::string bytes = table_of(board);
  const WidePosition<1> position = parse_position(board, "open:3x3");
  const auto ask = [&](const std::string& table) {
    const SourceFile source = test::source_of(table);
    return table::Reader<1>(board, table::read_header(source), source).outcome(position);
  };
  EXPECT_EQ(ask(bytes), Outcome::decided_in(7));
  std::mt19937_64 random(3);
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string bad = bytes;
    if (i % 2 == 0) bad.resize(random() % bad.size());
    if (i % 2 == 1) bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 255);
    try {
      EXPECT_EQ(ask(bad), Outcome::decided_in(7));
    } catch (const Damage& damage) {
      EXPECT_TRUE(names_a_part(damage.what())) << damage.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace onyx
